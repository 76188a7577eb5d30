#include "system/console.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <initializer_list>

namespace firsthit {
namespace {

HANDLE handle_of(std::FILE* stream) { return reinterpret_cast<HANDLE>(::_get_osfhandle(::_fileno(stream))); }

}  // namespace

void set_up_console() {
  for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  ::SetConsoleOutputCP(CP_UTF8);
  for (std::FILE* stream : {stdout, stderr}) {
    DWORD mode = 0;
    if (::GetConsoleMode(handle_of(stream), &mode) != 0)
      ::SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

/// (isatty says so of NUL, too.)
bool is_console(std::FILE* stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t console_width(std::FILE* stream) {
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (::GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0) return 0;
  return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

}  // namespace firsthit
