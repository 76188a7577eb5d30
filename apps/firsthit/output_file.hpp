#pragma once

#include <string>

namespace firsthit {

/// Refuses to write a single file at `path` if something stands there: only a regular file is ever
/// replaced, and only by force. Throws OutputError.
void check_target(const std::string& path, bool force);

/// How the name ends: `.svg`, or nothing.
std::string extension_of(const std::string& path);

}  // namespace firsthit
