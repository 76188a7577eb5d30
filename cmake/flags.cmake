# Flags of all of our own code. Contraction off and no fast-math: the same bits from every compiler.
option(FIRSTHIT_PROGRAM "Build the command line program (needs fmt, CLI11, toml++, nlohmann-json, zlib, AGG)" ${PROJECT_IS_TOP_LEVEL})
option(FIRSTHIT_H5MD "Let the program write and read trajectory.h5 (needs HDF5)" ON)
set(library_for_c ${PROJECT_IS_TOP_LEVEL})
if(EMSCRIPTEN)  # has no shared libraries
  set(library_for_c OFF)
endif()
option(FIRSTHIT_C "Build the library for C" ${library_for_c})
option(FIRSTHIT_FETCH_HIGHWAY "Fetch Highway from GitHub where it is not found" OFF)
option(FIRSTHIT_INSTALL "Install what is built" ${PROJECT_IS_TOP_LEVEL})
option(FIRSTHIT_TESTS "Build the tests" OFF)
option(FIRSTHIT_FUZZ "Build the fuzzers (needs clang)" OFF)
option(FIRSTHIT_BENCH "Build the benchmarks" OFF)
option(FIRSTHIT_PYTHON_PACKAGE "Build the Python package (needs nanobind); pip does" OFF)
option(FIRSTHIT_WERROR "Treat warnings as errors" OFF)
option(FIRSTHIT_ASSERTS "Check what callers must keep to, even in optimised builds" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(firsthit_flags INTERFACE)
target_compile_options(firsthit_flags INTERFACE -ffp-contract=off -fno-fast-math -Wall -Wextra -Wpedantic
  -Wshadow -Wconversion -Wsign-conversion
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 gives false alarms on sums of strings (GCC bug 105651)
if(WIN32)
  target_compile_definitions(firsthit_flags INTERFACE NOMINMAX)  # else its headers make macros of min and max
endif()
if(MINGW)
  # Without any optimisation sqrt is a call of its library, which rounds wrongly now and then; else an instruction.
  target_compile_options(firsthit_flags INTERFACE $<$<CONFIG:Debug>:-O1>)
endif()
# What reads outside input (the program, its scenes and what is written of runs) is compiled so that a mistake in it
# ends the process, and does no harm: checks of the stack, of copies and of containers. The layers below have hot
# loops, and look at what they are given themselves.
add_library(firsthit_hardened INTERFACE)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_options(firsthit_hardened INTERFACE -fstack-protector-strong
    $<$<CONFIG:Release>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
  target_compile_definitions(firsthit_hardened INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(FIRSTHIT_WERROR)
  target_compile_options(firsthit_flags INTERFACE -Werror)
endif()
if(FIRSTHIT_ASSERTS)
  target_compile_definitions(firsthit_flags INTERFACE FIRSTHIT_ASSERTS=1)
endif()
