#include <firsthit/error.hpp>
#include <firsthit/shape.hpp>

#include <utility>

namespace firsthit::inline v0 {

Polygon::Polygon(std::vector<Vec<2>> vertices) : vertices_(std::move(vertices)) {
  throw InputError("Polygon: expected a build that knows polygons, found one that does not yet");
}

}  // namespace firsthit::inline v0
