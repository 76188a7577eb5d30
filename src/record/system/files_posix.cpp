#include "record/system/files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace firsthit::files {
namespace {

bool sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = sync(descriptor);
  const int error_number = errno;
  ::close(descriptor);
  errno = error_number;
  return synced;
}

}  // namespace

int create(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

int open_to_change(const std::string& path) { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC); }
int open_to_read(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }
bool close(int descriptor) { return ::close(descriptor) == 0; }

std::size_t write(int descriptor, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

std::ptrdiff_t read(int descriptor, char* bytes, std::size_t most) {
  ssize_t count = 0;
  do {
    count = ::read(descriptor, bytes, most);
  } while (count < 0 && errno == EINTR);
  return count;
}

std::optional<std::uint64_t> size_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

bool cut(int descriptor, std::uint64_t bytes) {
  const auto length = static_cast<off_t>(bytes);
  return ::ftruncate(descriptor, length) == 0 && ::lseek(descriptor, length, SEEK_SET) == length;
}

bool sync(int descriptor) { return ::fsync(descriptor) == 0; }
bool sync_file(const std::string& path) { return sync_path(path, O_WRONLY); }
bool sync_folder(const std::string& path) { return sync_path(path, O_RDONLY | O_DIRECTORY); }

bool rename(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0;
}

bool link(const std::string& path, const std::string& second) {
  return ::link(path.c_str(), second.c_str()) == 0;
}

bool remove(const std::string& path) { return ::unlink(path.c_str()) == 0; }
bool may_write_in(const std::string& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

std::shared_ptr<const void> lock(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  std::shared_ptr<const int> held(new int(descriptor), [](const int* each) {
    ::close(*each);
    delete each;
  });
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return held;
  held.reset();
  errno = EWOULDBLOCK;
  return nullptr;
}

}  // namespace firsthit::files
