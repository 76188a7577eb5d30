#pragma once

#include <firsthit/features.hpp>

namespace firsthit {

/// first_hit without its guards. Requires: finite numbers; an FpEnvironment lives.
FeatureEncounter staged_first_hit(const Deformation<PointSegment>& pair);

}  // namespace firsthit
