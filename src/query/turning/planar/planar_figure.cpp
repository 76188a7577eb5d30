#include "query/turning/planar/planar_figure.hpp"

#include "core/vec_math.hpp"
#include "query/turning/base/turning_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// An edge's direction, from its ends as they were given: the difference of two doubles has no error but its
/// own rounding.
Vec<2> edge_of(const RoundedPolytope<2>& core, int from, int to) {
  if (core.box == nullptr)
    return core.offsets[static_cast<std::size_t>(to)] - core.offsets[static_cast<std::size_t>(from)];
  // Along the one axis by whose bit the two numbers differ.
  const auto change = static_cast<unsigned>(from ^ to);
  const Vec<2> axis = core.box->axes[change >> 1U];
  return (static_cast<unsigned>(to) & change) != 0 ? axis : -axis;
}

/// Or a little more.
double reach_of(const PlanarFigure& figure) {
  double most = 0.0;
  for (std::size_t i = 0; i < figure.corners; ++i) most = std::max(most, length_squared(figure.corner(i)));
  return std::sqrt(most) * (1.0 + 0x1p-50);
}

/// Rounded down by more than heights are rounded by.
double inner_of(const PlanarFigure& figure) {
  if (figure.edges < 3) return -figure.reach;
  const double least = *std::min_element(figure.height.begin(), figure.height.begin() + figure.edges);
  return least > 0.0 ? least - 0x1p-48 * figure.reach : -figure.reach;
}

}  // namespace

void take_figure(const Box<2>& box, const Vec<2>& centre, PlanarFigure& figure) {
  const double left = -box.half_extents[0] - centre[0];
  const double right = box.half_extents[0] - centre[0];
  const double bottom = -box.half_extents[1] - centre[1];
  const double top = box.half_extents[1] - centre[1];
  figure.corners = figure.edges = figure.width = 4;
  figure.numbers = {0, 1, 3, 2};
  figure.x = {left, right, right, left};
  figure.y = {bottom, bottom, top, top};
  figure.normal_x = {0.0, 1.0, 0.0, -1.0};
  figure.normal_y = {-1.0, 0.0, 1.0, 0.0};
  figure.height = {-bottom, right, top, -left};
  figure.first = {left, bottom, -right, -top};
  figure.last = {right, top, -left, -bottom};
  figure.reach = reach_of(figure);
  figure.inner = inner_of(figure);
}

void take_figure(const Vec<2>& from, const Vec<2>& to, double radius, const Vec<2>& centre,
                 PlanarFigure& figure) {
  const Vec<2> along = to - from;
  const Vec<2> direction = (1.0 / length(along)) * along;
  const Vec<2> right{direction[1], -direction[0]};
  const Vec<2> first = from - centre;
  const Vec<2> last = to - centre;
  const double high = std::max(dot(right, first), dot(right, last));
  const double low = std::min(dot(right, first), dot(right, last));
  figure.corners = figure.edges = figure.width = 2;
  figure.radius = radius;
  figure.numbers = {0, 1};
  figure.x = {first[0], last[0]};
  figure.y = {first[1], last[1]};
  figure.normal_x = {right[0], -right[0]};
  figure.normal_y = {right[1], -right[1]};
  figure.height = {high, -low};
  figure.first = {dot(direction, first), -dot(direction, last)};
  figure.last = {dot(direction, last), -dot(direction, first)};
  figure.reach = reach_of(figure);
  figure.inner = inner_of(figure);
}

bool take_figure(const RoundedPolytope<2>& core, const Vec<2>& centre, PlanarFigure& figure) {
  InlineVector<int, 8> numbers;
  add_corners(core, numbers);
  const std::span<const int> all = numbers.all();
  const std::size_t count = all.size();
  if (count > PlanarFigure::kMost) return false;
  figure.corners = count;
  figure.edges = count > 1 ? count : 0;
  figure.width = count > 4 ? PlanarFigure::kMost : count > 2 ? 4 : 2;
  figure.radius = core.radius;
  for (std::size_t i = 0; i < figure.width; ++i) {
    const std::size_t corner = std::min(i, count - 1);
    const Vec<2> place = offset_of(core, static_cast<std::size_t>(all[corner])) - centre;
    figure.numbers[i] = all[corner];
    figure.x[i] = place[0];
    figure.y[i] = place[1];
  }
  figure.reach = reach_of(figure);
  for (std::size_t i = 0; i < figure.edges; ++i) {
    const std::size_t next = figure.next(i);
    const Vec<2> along = edge_of(core, all[i], all[next]);
    const double scale = 1.0 / length(along);
    const Vec<2> normal{scale * along[1], scale * -along[0]};
    const Vec<2> from = figure.corner(i);
    const Vec<2> to = figure.corner(next);
    figure.normal_x[i] = normal[0];
    figure.normal_y[i] = normal[1];
    figure.height[i] = std::max(dot(normal, from), dot(normal, to));
    figure.first[i] = dot(turned_left(normal), from);
    figure.last[i] = dot(turned_left(normal), to);
  }
  for (std::size_t i = figure.edges; i < figure.width; ++i) {
    figure.normal_x[i] = figure.normal_y[i] = 0.0;
    figure.height[i] = std::numeric_limits<double>::infinity();
  }
  figure.inner = inner_of(figure);
  return true;
}

}  // namespace firsthit
