#pragma once

#include <string>

// Names of files, as texts: `/` stands between them, and on Windows `\` too.

namespace firsthit {

/// "scenes" of "scenes/break.toml"; empty if it names none.
std::string folder_of(const std::string& path);

/// "break" of "scenes/break.toml".
std::string stem_of(const std::string& path);

/// A path that is told in a file of a folder: itself if it begins at the root.
std::string path_beside(const std::string& folder, const std::string& path);

}  // namespace firsthit
