#pragma once

#include <firsthit/features.hpp>

// The last stage of first_touch: whole numbers, no rounding. Slow, and certain for all finite doubles.

namespace firsthit {

FeatureTouch exact_first_touch(const Deformation<VertexFace>& pair);
FeatureTouch exact_first_touch(const Deformation<EdgeEdge>& pair);
FeatureTouch exact_first_touch(const Deformation<PointSegment>& pair);

}  // namespace firsthit
