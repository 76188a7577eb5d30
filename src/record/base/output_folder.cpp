#include "record/base/output_folder.hpp"

#include "record/system/files.hpp"
#include "record/system/paths.hpp"

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

std::vector<std::string> read_manifest(const std::string& folder) {
  std::vector<std::string> names;
  std::ifstream in(path_of(path_in(folder, kManifest)));
  for (std::string line; std::getline(in, line);)
    if (known(line)) names.push_back(line);
  return names;
}

bool stands(const std::string& path) {
  std::error_code error;
  return fs::symlink_status(path_of(path), error).type() != fs::file_type::not_found;
}

void remove_own_file(const std::string& path) {
  std::error_code error;
  if (fs::symlink_status(path_of(path), error).type() == fs::file_type::directory)
    throw OutputError(path, "expected a file that firsthit wrote, found a folder");
  if (!fs::remove(path_of(path), error) && error) throw output_error(path, "remove", error.value());
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path_of(path), error);
  if (error) throw output_error(path, "make the folder", error.value());
  if (!files::may_write_in(path)) throw output_error(path, "write in the folder", errno);
}

}  // namespace

OutputError::OutputError(const std::string& path, const std::string& reason)
    : std::runtime_error(path + ": " + reason) {}

OutputError output_error(const std::string& path, std::string_view what, int error_number) {
  return {path, "cannot " + std::string(what) + ": " + std::generic_category().message(error_number)};
}

std::string path_in(const std::string& folder, std::string_view name) {
  return text_of(path_of(folder) / name);
}

std::string temporary_of(const std::string& path) {
  const fs::path whole = path_of(path);
  return text_of(whole.parent_path() / path_of("." + text_of(whole.filename()) + ".part"));
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path_of(path), error);
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path_of(path), error);
}

std::optional<std::string> bytes_of_file(const std::string& path) {
  std::ifstream in(path_of(path), std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void write_whole(const std::string& path, std::string_view text) {
  const std::string temporary = temporary_of(path);
  const int descriptor = files::create(temporary);
  if (descriptor < 0) throw output_error(path, "make the file", errno);
  const auto give_up = [&](std::string_view what, int error_number) {
    files::remove(temporary);
    throw output_error(path, what, error_number);
  };
  if (files::write(descriptor, text) != text.size()) {
    const int error_number = errno;
    files::close(descriptor);
    give_up("write", error_number);
  }
  if (!files::close(descriptor)) give_up("write", errno);
  if (!files::rename(temporary, path)) give_up("rename into place", errno);
}

void write_durably(const std::string& path, const std::string& before,
                   const std::function<void(std::ostream&)>& fill) {
  const std::string temporary = temporary_of(path);
  const auto give_up = [&](std::string_view what, int error_number) {
    files::remove(temporary);
    throw output_error(path, what, error_number);
  };
  errno = 0;
  std::ofstream out(path_of(temporary), std::ios::binary | std::ios::trunc);
  if (!out) throw output_error(path, "make the file", errno);
  fill(out);
  out.close();
  if (!out) give_up("write", errno);
  if (!files::sync_file(temporary)) give_up("write to the disk", errno);
  // There is a whole file at `path` at any time: what stands there gets its second name first.
  const std::string second = temporary_of(before);
  files::remove(second);
  if (files::link(path, second)) {
    if (!files::rename(second, before)) give_up("rename", errno);
    files::remove(second);  // it is still there if it was the same file already, as after a kill below
  } else if (errno != ENOENT && !files::rename(path, before)) {  // no links there
    give_up("rename", errno);
  }
  if (!files::rename(temporary, path)) give_up("rename into place", errno);
  const fs::path folder = fs::absolute(path_of(path)).parent_path();
  if (!files::sync_folder(text_of(folder))) give_up("write to the disk", errno);
  // The folder's own name must stay, too, and those above it; what others own is theirs.
  for (fs::path above = folder.parent_path(); above.has_relative_path(); above = above.parent_path())
    files::sync_folder(text_of(above));
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
  lock_ = files::lock(path_);
  if (lock_) return;
  if (errno != EWOULDBLOCK) throw output_error(path_, "open the folder", errno);
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
    if (fs::create_directory(path_of(path), error)) {
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
  const int descriptor = files::create(path_);
  if (descriptor < 0) throw output_error(path_, "make the file", errno);
  // Written, not just asked for: a sparse file or one of zeros may hold no space at all.
  std::string block(std::size_t{1} << 16, '\0');
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<char>((i * 2654435761U) >> 13);
  int error_number = 0;
  for (std::size_t done = 0; done < bytes && error_number == 0;) {
    const std::size_t n = std::min(block.size(), bytes - done);
    if (files::write(descriptor, std::string_view(block).substr(0, n)) != n) error_number = errno;
    done += n;
  }
  if (!files::close(descriptor) && error_number == 0) error_number = errno;
  if (error_number != 0) {
    release();
    throw output_error(path_, "set space aside", error_number);
  }
}

void Reserve::shrink(std::size_t bytes) noexcept {
  std::error_code error;
  const fs::path path = path_of(path_);
  if (held_ && fs::file_size(path, error) > bytes && !error) fs::resize_file(path, bytes, error);
}

void Reserve::release() noexcept {
  if (held_) files::remove(path_);
  held_ = false;
}

RowFile::RowFile(std::string path) : path_(std::move(path)) {
  descriptor_ = files::create(path_);
  if (descriptor_ < 0) throw output_error(path_, "make the file", errno);
}

RowFile::RowFile(std::string path, std::uint64_t bytes) : path_(std::move(path)) {
  descriptor_ = files::open_to_change(path_);
  if (descriptor_ < 0) throw output_error(path_, "open the file to go on", errno);
  const std::uint64_t found = files::size_of(descriptor_).value_or(0);
  std::string problem;
  if (found < bytes)
    problem = "expected " + std::to_string(bytes) +
              " bytes at least, as there were at the checkpoint, found " + std::to_string(found);
  if (problem.empty() && !files::cut(descriptor_, bytes))
    problem = "cannot cut the file back: " + std::generic_category().message(errno);
  size_ = static_cast<std::size_t>(bytes);
  if (problem.empty()) return;
  files::close(descriptor_);
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
  const std::size_t written = files::write(descriptor_, rows);
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
  const bool cut = files::cut(descriptor_, size_);
  files::close(descriptor_);
  descriptor_ = -1;
  throw output_error(path_, cut ? "write" : "write (its last row is cut short)", error_number);
}

std::uint64_t RowFile::sync() {
  flush();
  if (descriptor_ >= 0 && !files::sync(descriptor_)) throw output_error(path_, "write to the disk", errno);
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
  if (!files::close(descriptor)) throw output_error(path_, "write", errno);
}

}  // namespace firsthit
