#include "record/snapshot.hpp"

#include "commands.hpp"
#include "record/output_folder.hpp"

#include <filesystem>

namespace firsthit {
namespace {

namespace fs = std::filesystem;

/// Only a regular file is ever replaced, and only by force.
void check_target(const fs::path& path, bool force) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::exists(status)) return;
  if (!fs::is_regular_file(status)) throw OutputError(path, "exists already and is not a plain file");
  if (!force) throw OutputError(path, "exists already; choose another name, or --force to replace it");
}

}  // namespace

ExitCode snapshot(const SnapshotOptions& options) {
  check_target(options.output, options.force);
  write_whole(options.output, snapshot(fs::path(options.folder), options.at));
  return kDone;
}

}  // namespace firsthit
