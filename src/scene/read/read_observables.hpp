#pragma once

#include "scene/read/draft.hpp"

namespace firsthit {

/// Reads `[observables]`, once the box and the bodies are known. A box that is wrong is not looked at.
void read_observables(Draft& draft, const Value& table, bool box_is_wrong);

}  // namespace firsthit
