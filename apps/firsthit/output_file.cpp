#include "output_file.hpp"

#include "record/base/output_folder.hpp"
#include "record/system/paths.hpp"

#include <filesystem>

namespace firsthit {

namespace fs = std::filesystem;

void check_target(const std::string& path, bool force) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path_of(path), error);
  if (!fs::exists(status)) return;
  if (!fs::is_regular_file(status)) throw OutputError(path, "exists already and is not a plain file");
  if (!force) throw OutputError(path, "exists already; choose another name, or --force to replace it");
}

std::string extension_of(const std::string& path) { return text_of(path_of(path).extension()); }

}  // namespace firsthit
