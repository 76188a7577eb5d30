#include "commands.hpp"
#include "output_file.hpp"
#include "record/base/output_folder.hpp"
#include "record/system/paths.hpp"
#include "scene/read/algs4.hpp"
#include "scene_files.hpp"
#include "screen/terminal.hpp"

#include <fmt/core.h>

#include <filesystem>

namespace firsthit {

namespace fs = std::filesystem;

ExitCode import_scene(const ImportOptions& options) {
  const std::string target = options.output.value_or(text_of(path_of(options.file).stem()) + ".toml");
  std::error_code error;
  if (fs::equivalent(path_of(options.file), path_of(target), error))
    throw OutputError(target, "is the file to be imported");
  check_target(target, options.force);
  const ImportResult result = load_algs4(options.file, options.allow_overlap);
  tell(result.problems, true);
  if (!result) return kBadInput;
  write_whole(target, *result.scene);
  print_result(fmt::format("{}: a scene of {} ball{}\n", target, result.balls, result.balls == 1 ? "" : "s"));
  return kDone;
}

}  // namespace firsthit
