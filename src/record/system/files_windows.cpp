#include "record/system/files.hpp"

#include "record/system/paths.hpp"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

// A program of Windows takes paths as UTF-16 and tells errors by numbers of its own.

namespace firsthit::files {
namespace {

std::wstring wide(const std::string& path) { return path_of(path).native(); }

/// What a call of Windows says of its success, and errno.
bool told(BOOL success) {
  if (success != 0) return true;
  const std::error_code error(static_cast<int>(::GetLastError()), std::system_category());
  const std::error_condition condition = error.default_error_condition();
  errno = condition.category() == std::generic_category() ? condition.value() : EIO;
  return false;
}

int open(const std::string& path, int flags) {
  return ::_wopen(wide(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

/// The file that is there, and open, while a run writes in its folder. It goes with the process.
constexpr std::string_view kLock = ".firsthit-lock";

}  // namespace

int create(const std::string& path) { return open(path, _O_WRONLY | _O_CREAT | _O_TRUNC); }
int open_to_change(const std::string& path) { return open(path, _O_WRONLY); }
int open_to_read(const std::string& path) { return open(path, _O_RDONLY); }
bool close(int descriptor) { return ::_close(descriptor) == 0; }

std::size_t write(int descriptor, std::string_view text) {
  constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes a call, which counts in 32 bits
  std::size_t done = 0;
  while (done < text.size()) {
    const auto count = static_cast<unsigned>(std::min(kMost, text.size() - done));
    const int n = ::_write(descriptor, text.data() + done, count);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

std::ptrdiff_t read(int descriptor, char* bytes, std::size_t most) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  return ::_read(descriptor, bytes, static_cast<unsigned>(std::min(kMost, most)));
}

std::optional<std::uint64_t> size_of(int descriptor) {
  struct _stat64 status {};
  if (::_fstat64(descriptor, &status) != 0 || (status.st_mode & _S_IFMT) != _S_IFREG) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

bool cut(int descriptor, std::uint64_t bytes) {
  const auto length = static_cast<__int64>(bytes);
  if (const errno_t error_number = ::_chsize_s(descriptor, length); error_number != 0) {
    errno = error_number;
    return false;
  }
  return ::_lseeki64(descriptor, length, SEEK_SET) == length;
}

bool sync(int descriptor) { return ::_commit(descriptor) == 0; }

bool sync_file(const std::string& path) {
  const int descriptor = open_to_change(path);
  if (descriptor < 0) return false;
  const bool synced = sync(descriptor);
  const int error_number = errno;
  ::_close(descriptor);
  errno = error_number;
  return synced;
}

/// Names are on the disk when a call that changes one returns: those below ask for it.
bool sync_folder(const std::string&) { return true; }

bool rename(const std::string& from, const std::string& to) {
  return told(::MoveFileExW(wide(from).c_str(), wide(to).c_str(),
                            MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
}

bool link(const std::string& path, const std::string& second) {
  return told(::CreateHardLinkW(wide(second).c_str(), wide(path).c_str(), nullptr));
}

bool remove(const std::string& path) { return told(::DeleteFileW(wide(path).c_str())); }

/// Who may, access lists say, at the first file that is made.
bool may_write_in(const std::string& folder) { return ::_waccess(wide(folder).c_str(), 2) == 0; }

std::shared_ptr<const void> lock(const std::string& folder) {
  const HANDLE file = ::CreateFileW((path_of(folder) / kLock).c_str(), GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS,
                                    FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    // One that is to be removed as it is closed cannot be opened by others either.
    const DWORD error = ::GetLastError();
    if (error == ERROR_SHARING_VIOLATION || error == ERROR_DELETE_PENDING) {
      errno = EWOULDBLOCK;
      return nullptr;
    }
    told(FALSE);
    return nullptr;
  }
  return {file, [](const void* held) { ::CloseHandle(const_cast<void*>(held)); }};
}

}  // namespace firsthit::files
