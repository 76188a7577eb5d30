# For another machine, by Debian's cross compiler, with the packages that scripts/foreign-packages has unpacked. Who
# includes it says which: `architecture` as Debian calls it, CMAKE_SYSTEM_PROCESSOR as the compiler does.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_LIBRARY_ARCHITECTURE ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(CMAKE_C_COMPILER ${CMAKE_LIBRARY_ARCHITECTURE}-gcc)
set(CMAKE_CXX_COMPILER ${CMAKE_LIBRARY_ARCHITECTURE}-g++)

set(foreign ${CMAKE_CURRENT_LIST_DIR}/../build/foreign/${architecture}/root)
cmake_path(NORMAL_PATH foreign)
set(CMAKE_FIND_ROOT_PATH ${foreign} /usr/${CMAKE_LIBRARY_ARCHITECTURE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CXX_FLAGS_INIT "-isystem ${foreign}/usr/include/${CMAKE_LIBRARY_ARCHITECTURE} -isystem ${foreign}/usr/include")
set(libraries ${foreign}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${libraries} -Wl,-rpath-link,${libraries}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${CMAKE_EXE_LINKER_FLAGS_INIT})
# What is built runs under qemu-user.
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../scripts/on-${architecture})
