#include "record/base/output_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace firsthit {
namespace {

namespace fs = std::filesystem;

/// Lists, a name a line, the files in its folder that firsthit wrote.
constexpr std::string_view kManifest = ".firsthit-output";

/// Every name that firsthit writes under; nothing else is ever removed.
constexpr std::array<std::string_view, 17> kNames = {
    "summary.json",        "picture.svg", "observables.csv",   "radial_distribution.csv",
    "speed_histogram.csv", "events.csv",  "scene.toml",        "trajectory.h5",
    "trajectory.xyz",      "paths.bin",   "report.html",       kManifest,
    ".firsthit-reserve",   "checkpoint",  "checkpoint-before", "trajectory.frames",
    "contacts.csv"};

/// Those of them that a run makes at its end.
constexpr std::array<std::string_view, 8> kResults = {
    "summary.json",        "picture.svg",   "radial_distribution.csv",
    "speed_histogram.csv", "trajectory.h5", "paths.bin",
    "report.html",         "contacts.csv"};

constexpr std::size_t kRowBuffer = std::size_t{1} << 18;  // bytes; fewer system calls than rows

bool known(std::string_view name) { return std::find(kNames.begin(), kNames.end(), name) != kNames.end(); }

/// How many bytes of `text` were written; all of them unless errno says why not.
std::size_t write_some(int descriptor, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

/// Has a file, or the names in a folder, put on the disk.
template <class GiveUp>
void sync_path(const std::string& path, int flags, const GiveUp& give_up) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return give_up("open", errno);
  const int result = ::fsync(descriptor);
  const int error_number = errno;
  ::close(descriptor);
  if (result != 0) give_up("write to the disk", error_number);
}

std::vector<std::string> read_manifest(const std::string& folder) {
  std::vector<std::string> names;
  std::ifstream in(path_in(folder, kManifest));
  for (std::string line; std::getline(in, line);)
    if (known(line)) names.push_back(line);
  return names;
}

bool stands(const std::string& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

void remove_own_file(const std::string& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() == fs::file_type::directory)
    throw OutputError(path, "expected a file that firsthit wrote, found a folder");
  if (!fs::remove(path, error) && error) throw output_error(path, "remove", error.value());
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw output_error(path, "make the folder", error.value());
  if (::access(path.c_str(), W_OK | X_OK) != 0) throw output_error(path, "write in the folder", errno);
}

}  // namespace

OutputError::OutputError(const std::string& path, const std::string& reason)
    : std::runtime_error(path + ": " + reason) {}

OutputError output_error(const std::string& path, std::string_view what, int error_number) {
  return {path, "cannot " + std::string(what) + ": " + std::generic_category().message(error_number)};
}

std::string path_in(const std::string& folder, std::string_view name) {
  return (fs::path(folder) / name).string();
}

std::string temporary_of(const std::string& path) {
  const fs::path whole = path;
  return (whole.parent_path() / ("." + whole.filename().string() + ".part")).string();
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::optional<std::string> bytes_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void write_whole(const std::string& path, std::string_view text) {
  const std::string temporary = temporary_of(path);
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw output_error(path, "make the file", errno);
  const auto give_up = [&](std::string_view what, int error_number) {
    ::unlink(temporary.c_str());
    throw output_error(path, what, error_number);
  };
  if (write_some(descriptor, text) != text.size()) {
    const int error_number = errno;
    ::close(descriptor);
    give_up("write", error_number);
  }
  if (::close(descriptor) != 0) give_up("write", errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) give_up("rename into place", errno);
}

void write_durably(const std::string& path, const std::string& before,
                   const std::function<void(std::ostream&)>& fill) {
  const std::string temporary = temporary_of(path);
  const auto give_up = [&](std::string_view what, int error_number) {
    ::unlink(temporary.c_str());
    throw output_error(path, what, error_number);
  };
  errno = 0;
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  if (!out) throw output_error(path, "make the file", errno);
  fill(out);
  out.close();
  if (!out) give_up("write", errno);
  sync_path(temporary, O_WRONLY, give_up);
  // There is a whole file at `path` at any time: what stands there gets its second name first.
  const std::string second = temporary_of(before);
  ::unlink(second.c_str());
  if (::link(path.c_str(), second.c_str()) == 0) {
    if (::rename(second.c_str(), before.c_str()) != 0) give_up("rename", errno);
    ::unlink(second.c_str());  // it is still there if it was the same file already, as after a kill below
  } else if (errno != ENOENT && ::rename(path.c_str(), before.c_str()) != 0) {  // no links there
    give_up("rename", errno);
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) give_up("rename into place", errno);
  const fs::path folder = fs::absolute(path).parent_path();
  sync_path(folder.string(), O_RDONLY | O_DIRECTORY, give_up);
  // The folder's own name must stay, too, and those above it; what others own is theirs.
  const auto never_mind = [](std::string_view, int) {};
  for (fs::path above = folder.parent_path(); above.has_relative_path(); above = above.parent_path())
    sync_path(above.string(), O_RDONLY | O_DIRECTORY, never_mind);
}

OutputFolder OutputFolder::at(const std::string& path, bool force) {
  make_folder(path);
  OutputFolder folder(path);
  folder.lock();
  const std::vector<std::string> ours = read_manifest(path);
  for (const std::string_view name : kNames) {
    if (!stands(path_in(path, name))) continue;
    if (!force)
      throw OutputError(path_in(path, name),
                        "exists already; choose another folder, or --force to replace the run in it");
    if (name != kManifest && std::find(ours.begin(), ours.end(), name) == ours.end())
      throw OutputError(path_in(path, name),
                        "exists already and was not written by firsthit; not even --force replaces it");
  }
  if (force) {
    for (const std::string& name : ours) remove_own_file(path_in(path, name));
    remove_own_file(path_in(path, kManifest));
  }
  return folder;
}

void OutputFolder::lock() {
  const int descriptor = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw output_error(path_, "open the folder", errno);
  lock_ = std::shared_ptr<const int>(new int(descriptor), [](const int* held) {
    ::close(*held);
    delete held;
  });
  // Where a file system has no locks, nobody is kept out.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw OutputError(path_,
                      "another run is writing in this folder; wait for its end, or choose another folder");
}

void OutputFolder::remove_results() {
  for (const std::string_view name : kResults)
    if (std::find(claimed_.begin(), claimed_.end(), name) != claimed_.end())
      remove_own_file(path_in(path_, name));
}

OutputFolder OutputFolder::of_run(const std::string& path) {
  OutputFolder folder(path);
  folder.claimed_ = read_manifest(path);
  return folder;
}

OutputFolder OutputFolder::fresh(const std::string& parent, const std::string& name) {
  make_folder(parent);
  for (int number = 1;; ++number) {
    const std::string path = path_in(parent, number == 1 ? name : name + "-" + std::to_string(number));
    std::error_code error;
    if (fs::create_directory(path, error)) {
      OutputFolder folder(path);
      folder.lock();
      return folder;
    }
    if (error && !stands(path)) throw output_error(path, "make the folder", error.value());
  }
}

std::string OutputFolder::claim(std::string_view name) {
  if (!known(name)) throw OutputError(path_in(path_, name), "not a name that firsthit writes");
  if (std::find(claimed_.begin(), claimed_.end(), name) == claimed_.end()) {
    claimed_.emplace_back(name);
    std::string text;
    for (const std::string& each : claimed_) text += each + "\n";
    write_whole(path_in(path_, kManifest),
                text);  // before the file itself: what stands there is always listed
  }
  return path_in(path_, name);
}

std::string OutputFolder::reclaim(std::string_view name) {
  const bool ours = std::find(claimed_.begin(), claimed_.end(), name) != claimed_.end();
  if (!ours && stands(path_in(path_, name)))
    throw OutputError(path_in(path_, name), "exists already and was not written by firsthit");
  return claim(name);
}

Reserve::Reserve(std::string path, std::size_t bytes) : path_(std::move(path)) {
  const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw output_error(path_, "make the file", errno);
  // Written, not just asked for: a sparse file or one of zeros may hold no space at all.
  std::string block(std::size_t{1} << 16, '\0');
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<char>((i * 2654435761U) >> 13);
  int error_number = 0;
  for (std::size_t done = 0; done < bytes && error_number == 0;) {
    const std::size_t n = std::min(block.size(), bytes - done);
    if (write_some(descriptor, std::string_view(block).substr(0, n)) != n) error_number = errno;
    done += n;
  }
  if (::close(descriptor) != 0 && error_number == 0) error_number = errno;
  if (error_number != 0) {
    release();
    throw output_error(path_, "set space aside", error_number);
  }
}

void Reserve::shrink(std::size_t bytes) noexcept {
  std::error_code error;
  if (held_ && fs::file_size(path_, error) > bytes && !error) fs::resize_file(path_, bytes, error);
}

void Reserve::release() noexcept {
  if (held_) ::unlink(path_.c_str());
  held_ = false;
}

RowFile::RowFile(std::string path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw output_error(path_, "make the file", errno);
}

RowFile::RowFile(std::string path, std::uint64_t bytes) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw output_error(path_, "open the file to go on", errno);
  const off_t found = ::lseek(descriptor_, 0, SEEK_END);
  const auto wanted = static_cast<off_t>(bytes);
  std::string problem;
  if (found < wanted)
    problem = "expected " + std::to_string(bytes) +
              " bytes at least, as there were at the checkpoint, found " + std::to_string(found);
  if (problem.empty() &&
      (::ftruncate(descriptor_, wanted) != 0 || ::lseek(descriptor_, wanted, SEEK_SET) != wanted))
    problem = "cannot cut the file back: " + std::generic_category().message(errno);
  size_ = static_cast<std::size_t>(bytes);
  if (problem.empty()) return;
  ::close(descriptor_);
  throw OutputError(path_, problem);
}

RowFile::~RowFile() {
  if (descriptor_ < 0) return;
  try {
    close();
  } catch (const OutputError&) {  // whoever wanted to know has called close()
  }
}

void RowFile::add(std::string_view rows) {
  if (descriptor_ < 0) return;
  buffer_ += rows;
  if (buffer_.size() >= kRowBuffer) flush();
}

void RowFile::flush() {
  if (descriptor_ < 0 || buffer_.empty()) return;
  std::string rows = std::move(buffer_);
  buffer_.clear();
  const std::size_t written = write_some(descriptor_, rows);
  if (written == rows.size()) {
    size_ += written;
    rows.clear();
    buffer_ = std::move(rows);  // its memory is used again
    return;
  }
  // Cut back to the last whole row, and stop: rows after a gap would look as if none were missing.
  const int error_number = errno;
  const std::size_t whole = rows.rfind('\n', written == 0 ? 0 : written - 1);
  if (written > 0 && whole != std::string::npos) size_ += whole + 1;
  if (mark_) size_ = *mark_;
  const bool cut = ::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0;
  ::close(descriptor_);
  descriptor_ = -1;
  throw output_error(path_, cut ? "write" : "write (its last row is cut short)", error_number);
}

std::uint64_t RowFile::sync() {
  flush();
  if (descriptor_ >= 0 && ::fsync(descriptor_) != 0) throw output_error(path_, "write to the disk", errno);
  return size_;
}

void RowFile::mark() {
  flush();
  mark_ = size_;
}

void RowFile::close() {
  if (descriptor_ < 0) return;
  flush();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) throw output_error(path_, "write", errno);
}

}  // namespace firsthit
