#pragma once

#include "record/base/number_text.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Cells of rows, and of their headers.

namespace firsthit {

inline void put(std::string& text, double value) {
  char number[kMostOfNumber];
  text.append(number, write_number(number, value));
}

inline void put_cell(std::string& text, double value) {
  text += ',';
  put(text, value);
}

inline void put_cell(std::string& text, const std::optional<double>& value) {
  text += ',';
  if (value) put(text, *value);
}

inline void put_cells(std::string& text, std::span<const double> vector) {
  for (const double each : vector) put_cell(text, each);
}

/// `,NAME_x [UNIT],NAME_y [UNIT]`
inline std::string vector_header(std::size_t dimension, std::string_view name, std::string_view unit) {
  std::string text;
  for (std::size_t axis = 0; axis < dimension; ++axis)
    text += fmt::format(",{}_{} [{}]", name, "xyz"[axis], unit);
  return text;
}

}  // namespace firsthit
