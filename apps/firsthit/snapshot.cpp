#include "record/snapshot.hpp"

#include "commands.hpp"
#include "output_file.hpp"
#include "record/base/output_folder.hpp"

#include <firsthit/error.hpp>

namespace firsthit {

ExitCode snapshot(const SnapshotOptions& options) {
  const std::string& path = options.output;
  check_target(path, options.force);
  const std::string extension = extension_of(path);
  const bool pixels = extension == ".png";
  if (!pixels && extension != ".svg")
    throw InputError("--output: expected a name that ends in .svg or .png, found " + path);
  const Picture picture = snapshot(options.folder, options.at);
  write_whole(path, pixels ? draw_png(picture) : draw(picture));
  return kDone;
}

}  // namespace firsthit
