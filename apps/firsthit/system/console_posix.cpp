#include "system/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace firsthit {

void set_up_console() {}  // all of it is so

bool is_console(std::FILE* stream) { return ::isatty(::fileno(stream)) != 0; }

std::size_t console_width(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace firsthit
