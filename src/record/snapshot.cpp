#include "record/snapshot.hpp"

#include "record/base/libraries.hpp"
#include "record/base/output_folder.hpp"
#include "record/base/run_title.hpp"
#include "record/paths/film.hpp"
#include "record/paths/paths_file.hpp"
#include "record/stored_run.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

namespace firsthit {
namespace {

/// From the true paths that the report has.
Picture picture_of_paths(const std::string& path, const std::string& title, std::optional<double> at) {
  const PathsFile paths = read_paths(path);
  const double begin = paths.time_unit * paths.begin;
  const double end = paths.time_unit * paths.end;
  if (at && !(begin <= *at && *at <= end)) throw OutOfRun{begin, end};
  return Film(paths, title, {}).still(at ? *at / paths.time_unit - paths.begin : paths.end - paths.begin);
}

Picture picture_in(const std::string& folder, std::optional<double> at) {
  const std::string trajectory = path_in(folder, "trajectory.h5");
  const std::string paths = path_in(folder, "paths.bin");
  if (is_file(trajectory) && (has_hdf5() || !is_file(paths))) return picture_of_trajectory(trajectory, at);
  if (is_file(paths)) return picture_of_paths(paths, title_of(folder), at);
  throw InputError(
      trajectory +
      ": expected the trajectory of a run, found neither that nor paths.bin: run the scene again without "
      "--no-trajectory, or without --no-report");
}

}  // namespace

Picture snapshot(const std::string& folder, std::optional<double> at) {
  try {
    return picture_in(folder, at);
  } catch (const OutOfRun& run) {
    throw InputError(fmt::format("--at: expected a time of the run, from {} to {}, found {}", run.begin,
                                 run.end, at.value_or(run.end)));
  }
}

}  // namespace firsthit
