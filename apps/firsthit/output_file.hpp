#pragma once

#include <filesystem>

namespace firsthit {

/// Refuses to write a single file at `path` if something stands there: only a regular file is ever
/// replaced, and only by force. Throws OutputError.
void check_target(const std::filesystem::path& path, bool force);

}  // namespace firsthit
