#include "record/stored_run.hpp"

#include <firsthit/error.hpp>

// Where firsthit is built without HDF5.

namespace firsthit {

Picture picture_of_trajectory(const std::string& path, std::optional<double>) {
  throw InputError(path +
                   ": this firsthit was built without HDF5, by which it is read; a run that has a report can "
                   "be drawn without it");
}

}  // namespace firsthit
