#pragma once

#include <string>
#include <string_view>

namespace firsthit {

/// The viewer, with a line for a run's data: built from web/, and part of the program.
std::string_view report_template();

/// report.html of the run in `folder`, from the files in it alone. Throws InputError, naming what is missing
/// or damaged.
std::string report_html(const std::string& folder);

}  // namespace firsthit
