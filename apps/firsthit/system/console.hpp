#pragma once

#include <cstddef>
#include <cstdio>

// What a terminal is to each operating system.

namespace firsthit {

/// To be called before anything is said or read: texts are UTF-8, bytes go through as they are, and colours
/// are understood.
void set_up_console();

bool is_console(std::FILE* stream);

/// 0 if it does not tell.
std::size_t console_width(std::FILE* stream);

}  // namespace firsthit
