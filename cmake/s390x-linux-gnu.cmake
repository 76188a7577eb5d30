# For IBM's mainframes, whose numbers lie in memory the other way round than everywhere else: big-endian.
set(architecture s390x)
set(CMAKE_SYSTEM_PROCESSOR s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
