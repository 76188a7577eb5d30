#include "record/snapshot.hpp"

#include "commands.hpp"
#include "output_file.hpp"
#include "record/base/output_folder.hpp"

#include <firsthit/error.hpp>

#include <filesystem>

namespace firsthit {

ExitCode snapshot(const SnapshotOptions& options) {
  const std::filesystem::path path = options.output;
  check_target(path, options.force);
  const bool pixels = path.extension() == ".png";
  if (!pixels && path.extension() != ".svg")
    throw InputError("--output: expected a name that ends in .svg or .png, found " + path.string());
  const Picture picture = snapshot(std::filesystem::path(options.folder), options.at);
  write_whole(path, pixels ? draw_png(picture) : draw(picture));
  return kDone;
}

}  // namespace firsthit
