#include "record/base/run_title.hpp"

#include "record/base/json.hpp"
#include "record/base/output_folder.hpp"
#include "record/system/paths.hpp"

namespace firsthit {

std::string title_of(const std::string& folder) {
  try {
    return json_of(bytes_of_file(path_in(folder, "summary.json")).value_or("")).at("scene").text();
  } catch (const JsonError&) {
    return text_of(std::filesystem::absolute(path_of(folder)).lexically_normal().filename());
  }
}

}  // namespace firsthit
