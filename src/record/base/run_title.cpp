#include "record/base/run_title.hpp"

#include "record/base/json.hpp"
#include "record/base/output_folder.hpp"

#include <filesystem>

namespace firsthit {

std::string title_of(const std::string& folder) {
  try {
    return json_of(bytes_of_file(path_in(folder, "summary.json")).value_or("")).at("scene").text();
  } catch (const JsonError&) {
    return std::filesystem::absolute(folder).lexically_normal().filename().string();
  }
}

}  // namespace firsthit
