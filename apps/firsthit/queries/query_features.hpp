#pragma once

#include "commands.hpp"

#include <string>

namespace firsthit {

/// Answers a file of features that deform (docs/formats/features.md). Throws InputError, OutputError.
ExitCode query_features(const std::string& file, const std::string& kind);

}  // namespace firsthit
