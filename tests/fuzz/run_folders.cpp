#include "fuzz/targets.hpp"

#include "commands.hpp"
#include "record/base/output_folder.hpp"

#include <firsthit/error.hpp>

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>

// A run's folder with one file that is whatever the bytes are: what is made of it by `report`, `snapshot` and
// `resume`.

namespace firsthit::fuzzing {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 5> kFiles = {"checkpoint", "paths.bin", "trajectory.h5", "scene.toml",
                                               "summary.json"};

/// A small run with all that may be written, to be copied; it is gone when the process ends.
class Folders {
 public:
  Folders() {
    fs::path memory = "/dev/shm";
    if (!fs::is_directory(memory)) memory = fs::temp_directory_path();
    root_ = memory / ("firsthit-fuzz-" + std::to_string(::getpid()));
    fs::create_directories(root_);
    std::ofstream(root_ / "two.toml")
        << "format = 1\ndimension = 2\n[space]\nmin = [0.0, 0.0]\nmax = [4.0, 4.0]\n"
           "[run]\nuntil = 3.0\nsample_every = 0.5\n"
           "[[ball]]\nposition = [1.0, 1.0]\nvelocity = [1.0, 0.5]\nradius = 0.5\n"
           "mass = 1.0\n[[ball]]\nposition = [3.0, 3.0]\nradius = 0.5\nmass = 1.0\n";
    RunOptions options;
    options.scene = (root_ / "two.toml").string();
    options.output = (root_ / "whole").string();
    options.checkpoint = "2 events";
    options.threads = 1;
    options.xyz = options.events = options.quiet = true;
    expect(run(options) == kDone, "a run of the fuzzer's own");
    for (const auto& each : fs::directory_iterator(root_ / "whole")) {
      std::ifstream in(each.path(), std::ios::binary);
      std::string& bytes = whole_[each.path().filename().string()];
      bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
  }
  ~Folders() {
    std::error_code error;
    fs::remove_all(root_, error);
  }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;

  std::string made(const std::string& name, std::string_view bytes) const {
    const fs::path folder = root_ / "made";
    fs::remove_all(folder);
    fs::create_directory(folder);
    for (const auto& [file, content] : whole_) {
      const std::string_view written = file == name ? bytes : std::string_view(content);
      std::ofstream(folder / file, std::ios::binary) << written;
    }
    return folder.string();
  }

 private:
  fs::path root_;
  std::map<std::string, std::string> whole_;
};

void act(std::size_t command, const std::string& folder) {
  if (command == 0) {
    report({.folder = folder, .output = folder + "/again.html", .movie = {}, .force = true});
  } else if (command == 1) {
    snapshot({.folder = folder, .at = {}, .output = folder + "/picture.svg", .force = true});
  } else {
    ResumeOptions options;
    options.folder = folder;
    options.max_time = "20ms";
    options.threads = 1;
    options.quiet = true;
    resume(options);
  }
}

}  // namespace

void run_folders(Input input) {
  static const Folders folders;
  if (input.size() < 2 || input.size() > 1U << 17U) return;
  const std::string name = kFiles[input[1] % kFiles.size()];
  const std::string folder = folders.made(name, text_of(input.subspan(2)));
  std::string what;
  try {
    act(input[0] % 3, folder);
    return;
  } catch (const InputError& error) {
    what = error.what();
  } catch (const OutputError& error) {
    what = error.what();
  }
  expect(what.starts_with(folder) || what.find(".toml") != std::string::npos,
         "an error that names the file, found " + what);
}

}  // namespace firsthit::fuzzing
