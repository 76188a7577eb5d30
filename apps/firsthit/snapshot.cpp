#include "record/snapshot.hpp"

#include "commands.hpp"
#include "output_file.hpp"
#include "record/output_folder.hpp"

#include <filesystem>

namespace firsthit {

ExitCode snapshot(const SnapshotOptions& options) {
  check_target(options.output, options.force);
  write_whole(options.output, snapshot(std::filesystem::path(options.folder), options.at));
  return kDone;
}

}  // namespace firsthit
