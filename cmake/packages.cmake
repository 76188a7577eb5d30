# What must be on the machine: told at once, all that is missing, by Debian's names.
set(firsthit_missing)

# firsthit_wants(DEBIAN_PACKAGE FOUND): notes the package where FOUND is false.
macro(firsthit_wants package found)
  if(NOT ${found})
    list(APPEND firsthit_missing ${package})
  endif()
endmacro()

# A project that we are part of may have made Highway itself, by FetchContent say.
if(NOT TARGET hwy::hwy)
  find_package(hwy 1.0 QUIET)
  firsthit_wants(libhwy-dev hwy_FOUND)
endif()
if(FIRSTHIT_PROGRAM)
  find_package(fmt QUIET)
  firsthit_wants(libfmt-dev fmt_FOUND)
  find_package(CLI11 QUIET)
  firsthit_wants(libcli11-dev CLI11_FOUND)
  find_package(nlohmann_json QUIET)
  firsthit_wants(nlohmann-json3-dev nlohmann_json_FOUND)
  find_package(ZLIB QUIET)
  firsthit_wants(zlib1g-dev ZLIB_FOUND)
  find_path(FIRSTHIT_TOMLPLUSPLUS toml++/toml.h)
  firsthit_wants(libtomlplusplus-dev FIRSTHIT_TOMLPLUSPLUS)
  find_path(FIRSTHIT_EXPECTED tl/expected.hpp)
  firsthit_wants(libexpected-dev FIRSTHIT_EXPECTED)
  find_path(FIRSTHIT_HDF5 hdf5.h PATH_SUFFIXES hdf5/serial)
  firsthit_wants(libhdf5-dev FIRSTHIT_HDF5)
  # Anti-Grain Geometry, which is linked in whole and needs nothing at run time.
  find_library(AGG_LIBRARY NAMES agg_pic agg)
  firsthit_wants(libagg-dev AGG_LIBRARY)
endif()
if(FIRSTHIT_PYTHON_PACKAGE)
  find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
  firsthit_wants(python3-dev Python_Development.Module_FOUND)
endif()

if(firsthit_missing)
  list(JOIN firsthit_missing " " firsthit_missing)
  message(FATAL_ERROR "firsthit needs packages that are not there. On Debian, install them by\n"
    "  apt-get install ${firsthit_missing}\n")
endif()
