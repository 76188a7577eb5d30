#pragma once

#include "commands.hpp"

namespace firsthit {

/// `firsthit report --movie`: shows a run as a film. Throws InputError, OutputError.
ExitCode movie(const ReportOptions& options);

}  // namespace firsthit
