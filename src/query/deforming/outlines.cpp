#include <firsthit/error.hpp>
#include <firsthit/outlines.hpp>

#include "core/fp_environment.hpp"
#include "query/deforming/outline_search.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>

namespace firsthit {
namespace {

void check(std::span<const Vec2> places, const std::string& name) {
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double x = places[i][axis];
      if (std::isfinite(x)) continue;
      char found[40];
      std::snprintf(found, sizeof found, "%g", x);
      throw InputError("first_hit: " + name + "[" + std::to_string(i) + "][" + std::to_string(axis) +
                       "]: expected a finite number, found " + found);
    }
}

void check(const DeformingOutline& outline, const std::string& name) {
  if (outline.start.empty()) throw InputError("first_hit: " + name + ".start: expected a vertex, found none");
  if (outline.end.size() != outline.start.size())
    throw InputError("first_hit: " + name + ".end: expected as many vertices as at the start, " +
                     std::to_string(outline.start.size()) + ", found " + std::to_string(outline.end.size()));
  check(outline.start, name + ".start");
  check(outline.end, name + ".end");
}

}  // namespace

inline namespace v0 {

Encounter<2> first_hit(const DeformingOutline& a, const DeformingOutline& b) {
  check(a, "a");
  check(b, "b");
  const FpEnvironment environment;
  return meeting(a, b).encounter();
}

}  // namespace v0

}  // namespace firsthit
