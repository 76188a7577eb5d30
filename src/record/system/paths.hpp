#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

// Texts and paths. Our texts are UTF-8, with `/` between names, on every system.

namespace firsthit {

inline std::filesystem::path path_of(const std::string& text) {
  return std::u8string(text.begin(), text.end());
}

inline std::string text_of(const std::filesystem::path& path) {
  const std::u8string bytes = path.u8string();
  std::string text(bytes.begin(), bytes.end());
  if constexpr (std::filesystem::path::preferred_separator != '/')
    std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

}  // namespace firsthit
