# Exact numbers, of tests that judge others.
include(CheckCXXSourceCompiles)
find_library(FIRSTHIT_GMP gmp)
find_library(FIRSTHIT_GMPXX gmpxx)
set(gmp)
if(FIRSTHIT_GMP AND FIRSTHIT_GMPXX)
  set(gmp ${FIRSTHIT_GMPXX} ${FIRSTHIT_GMP})
  # The library writes to streams of the standard library that it was built with: of another one it knows nothing.
  set(CMAKE_REQUIRED_LIBRARIES ${gmp})
  check_cxx_source_compiles("#include <gmpxx.h>\n#include <iostream>\nint main() { std::cout << mpq_class(1); }"
    FIRSTHIT_GMP_KNOWS_STREAMS)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(NOT FIRSTHIT_GMP_KNOWS_STREAMS)
    if(NOT TARGET firsthit_gmp_streams)
      add_library(firsthit_gmp_streams STATIC ${CMAKE_CURRENT_LIST_DIR}/support/gmp_streams.cpp)
    endif()
    list(PREPEND gmp firsthit_gmp_streams)
  endif()
endif()
