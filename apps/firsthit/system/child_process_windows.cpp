#include "system/child_process.hpp"

#include "record/system/paths.hpp"

#include <fmt/core.h>

#include <windows.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace firsthit {
namespace {

constexpr DWORD kPause = 5;                           // [ms] between looks whether the child has ended
constexpr std::size_t kPiece = std::size_t{1} << 16;  // bytes handed on at a time
constexpr LONGLONG kMostWords = 1 << 16;              // bytes of what it says, its last; a page of text

std::system_error failed(const char* what) {
  const std::error_code error(static_cast<int>(::GetLastError()), std::system_category());
  const std::error_condition condition = error.default_error_condition();
  if (condition.category() != std::generic_category()) return {error, what};
  return {std::make_error_code(static_cast<std::errc>(condition.value())), what};
}

class Handle {
 public:
  Handle() = default;
  ~Handle() { close(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void close() {
    if (is_open()) ::CloseHandle(std::exchange(handle_, INVALID_HANDLE_VALUE));
  }
  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE && handle_ != nullptr; }
  HANDLE get() const { return handle_; }
  HANDLE* out() { return &handle_; }

 private:
  HANDLE handle_ = INVALID_HANDLE_VALUE;
};

/// As a program of Windows takes its line apart again: in quotes, with a backslash before each quote, and
/// two for each backslash before one.
std::string quoted_word(const std::string& word) {
  std::string text = "\"";
  std::size_t backslashes = 0;
  for (const char c : word) {
    if (c == '"') text.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, '\\') + '"';
}

/// A file that is gone when it is closed, which a child may write.
void open_temporary(Handle& file, SECURITY_ATTRIBUTES& inherited) {
  std::array<wchar_t, MAX_PATH + 1> folder{}, path{};
  if (::GetTempPathW(MAX_PATH, folder.data()) == 0 ||
      ::GetTempFileNameW(folder.data(), L"fst", 0, path.data()) == 0)
    throw failed("make a temporary file");
  *file.out() =
      ::CreateFileW(path.data(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                    CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (!file.is_open()) throw failed("make a temporary file");
}

}  // namespace

struct ChildProcess::Impl {
  Handle child, pipe, said;
  bool ended = false;
  DWORD status = 0;
};

ChildProcess::ChildProcess(const std::vector<std::string>& words) : impl_(std::make_unique<Impl>()) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  open_temporary(impl_->said, inherited);
  Handle input;
  if (::CreatePipe(input.out(), impl_->pipe.out(), &inherited, static_cast<DWORD>(kPiece)) == 0)
    throw failed("make a pipe");
  ::SetHandleInformation(impl_->pipe.get(), HANDLE_FLAG_INHERIT, 0);  // else the child would hold it open

  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted_word(word);
  std::wstring wide = path_of(line).native();
  STARTUPINFOW how{};
  how.cb = sizeof how;
  how.dwFlags = STARTF_USESTDHANDLES;
  how.hStdInput = input.get();
  how.hStdOutput = how.hStdError = impl_->said.get();
  PROCESS_INFORMATION process{};
  // In a group of its own, so that Ctrl-C is ours alone.
  if (::CreateProcessW(nullptr, wide.data(), nullptr, nullptr, TRUE, CREATE_NEW_PROCESS_GROUP, nullptr,
                       nullptr, &how, &process) == 0)
    throw failed("start it");
  ::CloseHandle(process.hThread);
  *impl_->child.out() = process.hProcess;
}

ChildProcess::~ChildProcess() {
  close_input();
  if (impl_->ended) return;
  ::TerminateProcess(impl_->child.get(), 1);
  ::WaitForSingleObject(impl_->child.get(), INFINITE);
}

/// (While it is busy this waits: a moment, for a piece.)
std::ptrdiff_t ChildProcess::hand_on(std::span<const std::uint8_t> bytes) {
  DWORD written = 0;
  const auto count = static_cast<DWORD>(std::min(kPiece, bytes.size()));
  return ::WriteFile(impl_->pipe.get(), bytes.data(), count, &written, nullptr) != 0
             ? static_cast<std::ptrdiff_t>(written)
             : -1;
}

void ChildProcess::close_input() { impl_->pipe.close(); }

bool ChildProcess::has_ended() {
  if (impl_->ended) return true;
  if (::WaitForSingleObject(impl_->child.get(), kPause) != WAIT_OBJECT_0) return false;
  ::GetExitCodeProcess(impl_->child.get(), &impl_->status);
  return impl_->ended = true;
}

std::string ChildProcess::failure() const {
  return impl_->status == 0 ? "" : fmt::format("failed with exit code {}", impl_->status);
}

std::string ChildProcess::words() const {
  LARGE_INTEGER size{}, from{};
  if (::GetFileSizeEx(impl_->said.get(), &size) == 0) return "";
  from.QuadPart = std::max<LONGLONG>(0, size.QuadPart - kMostWords);
  if (::SetFilePointerEx(impl_->said.get(), from, nullptr, FILE_BEGIN) == 0) return "";
  std::string text(static_cast<std::size_t>(size.QuadPart - from.QuadPart), '\0');
  DWORD read = 0;
  if (::ReadFile(impl_->said.get(), text.data(), static_cast<DWORD>(text.size()), &read, nullptr) == 0)
    return "";
  text.resize(read);
  return text;
}

}  // namespace firsthit
