#pragma once

#include "record/setup/moving_bodies.hpp"

#include <firsthit/world.hpp>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace firsthit::testing {

/// A folder for one test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "firsthit-record-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// A disk of `kibibytes`, where this process may mount one.
class SmallDisk {
 public:
  explicit SmallDisk(int kibibytes) {
    const std::string command = "mount -t tmpfs -o size=" + std::to_string(kibibytes) + "k tmpfs '" +
                                folder_.path().string() + "' 2>/dev/null";
    mounted_ = ::geteuid() == 0 && std::system(command.c_str()) == 0;
  }
  ~SmallDisk() {
    const std::string command = "umount '" + folder_.path().string() + "'";
    if (mounted_ && std::system(command.c_str()) != 0) std::abort();
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  bool mounted_ = false;
};

inline std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

/// Runs the Python script of that name beside this file; true if it ends well.
inline bool python(const std::string& script, const std::string& arguments) {
  const std::filesystem::path here = std::filesystem::path(__FILE__).parent_path();
  const std::string command =
      "PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 '" + (here / script).string() + "' " + arguments;
  return std::system(command.c_str()) == 0;
}

/// A ball that moves.
template <int D>
Body<D> moving(const Vec<D>& position, const Vec<D>& velocity, double radius = 0.5, double mass = 1.0) {
  Body<D> body;
  body.shape = Ball{radius};
  body.position = position;
  body.velocity = velocity;
  body.mass = mass;
  return body;
}

/// Changes some of a list that only grows.
template <class Change>
void change(MovingBodies& bodies, const Change& change) {
  MovingBodies changed;
  for (MovingBody body : bodies) {
    change(body);
    changed.push_back(body);
  }
  bodies = changed;
}
template <class Change>
void change(MovingBodies& bodies, std::uint32_t id, const Change& change_it) {
  change(bodies, [&](MovingBody& body) {
    if (body.id == BodyId{id}) change_it(body);
  });
}

}  // namespace firsthit::testing
