#pragma once

#include "scene/base/problem.hpp"

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

// What the program says, and to whom: a person's terminal, or a file or pipe.

namespace firsthit {

/// Is somebody watching? False also on a terminal that cannot go back in its line.
bool is_terminal(std::FILE* stream);

/// Columns of the terminal; 80 if it does not tell.
std::size_t terminal_width(std::FILE* stream);

enum class Paint { Bold, Red, Yellow, Green };

/// The text in a colour, where the stream is a terminal and NO_COLOR is not set.
std::string painted(std::FILE* stream, Paint paint, std::string_view text);

/// `a, b, c`
std::string joined(const std::vector<std::string>& texts);

void print_line(std::FILE* stream, std::string_view line);

/// From now on complaints are JSON, an object a line: `{"severity": "error", "message": ...}`, and `file`,
/// `line` and `column` where there are such. Called once, before anything else is said.
void complain_as_json();

/// `firsthit: MESSAGE` on standard error.
void complain(std::string_view message);

/// `FILE:LINE:COLUMN: MESSAGE` on standard error.
void complain(const Problem& problem);

/// Writes to standard output. Throws OutputError if it cannot be written.
void print_result(std::string_view text);

}  // namespace firsthit
