#pragma once

#include <firsthit/features.hpp>

// The last stage of first_touch and first_hit: whole numbers, no rounding. Slow, and certain for all finite
// doubles.

namespace firsthit {

FeatureTouch exact_first_touch(const Deformation<VertexFace>& pair);
FeatureTouch exact_first_touch(const Deformation<EdgeEdge>& pair);
FeatureTouch exact_first_touch(const Deformation<PointSegment>& pair);

FeatureEncounter exact_first_hit(const Deformation<VertexFace>& pair);
FeatureEncounter exact_first_hit(const Deformation<EdgeEdge>& pair);
FeatureEncounter exact_first_hit(const Deformation<PointSegment>& pair);

}  // namespace firsthit
