#include "query/turning/turning_body.hpp"

#include "core/vec_math.hpp"
#include "geometry/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firsthit {
namespace {

/// A box along its axes, counterclockwise, if it has extent along both.
bool add_plain_box(const RoundedPolytope<2>& core, auto& corners) {
  if (!is_plain_box(core) || core.own[3][0] <= 0.0 || core.own[3][1] <= 0.0) return false;
  for (const int number : {0, 1, 3, 2})
    corners.push_back({core.own[static_cast<std::size_t>(number)], number});
  return true;
}

/// The corners of the hull, counterclockwise, from the lowest in the order of coordinates on; exact.
/// Source: Andrew, Inf. Process. Lett. 9, 216 (1979).
void add_corners(const RoundedPolytope<2>& core, auto& corners) {
  using Corner = TurningBody<2>::Corner;
  if (add_plain_box(core, corners)) return;
  std::vector<Corner> all;
  for (std::size_t i = 0; i < vertex_count(core); ++i)
    all.push_back({offset_of(core, i), static_cast<int>(i)});
  const auto before = [](const Corner& p, const Corner& q) {
    return p.place[0] != q.place[0] ? p.place[0] < q.place[0] : p.place[1] < q.place[1];
  };
  if (all.empty()) return;  // of a plane
  std::stable_sort(all.begin(), all.end(), before);
  const auto same = [](const Corner& p, const Corner& q) { return p.place == q.place; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  const std::size_t count = all.size();
  std::vector<Corner> chain;
  const auto add_side = [&](std::size_t i, std::size_t least) {
    while (chain.size() >= least + 2 &&
           orientation(chain[chain.size() - 2].place, chain.back().place, all[i].place) <= 0)
      chain.pop_back();
    chain.push_back(all[i]);
  };
  for (std::size_t i = 0; i < count; ++i) add_side(i, 0);
  const std::size_t lower = chain.size() - 1;
  for (std::size_t i = count - 1; i-- > 0;) add_side(i, lower);
  if (chain.size() > 1) chain.pop_back();
  for (const Corner& corner : chain) corners.push_back(corner);
}

void add_corners(const RoundedPolytope<3>& core, auto& corners) {
  for (std::size_t i = 0; i < vertex_count(core); ++i)
    corners.push_back({offset_of(core, i), static_cast<int>(i)});
}

}  // namespace

template <int D>
TurningBody<D>::TurningBody(const RoundedPolytope<D>& core, const TurningMotion<D>& motion)
    : radius_(core.radius),
      rate_(size_of(motion.angular_velocity) * (1.0 + 0x1p-50)),
      path_(motion.centre),
      angular_velocity_(motion.angular_velocity),
      spin_(motion.angular_velocity),
      start_rotation_(rotation_of(motion.orientation)) {
  add_corners(core, start_);
  const bool turned = !(motion.orientation == Orientation<D>{});
  double square = 0.0;
  for (Corner& corner : start_.all()) {
    corner.place = corner.place - motion.centre_of_shape;
    if (turned) corner.place = start_rotation_.of(corner.place);
    square = std::max(square, length_squared(corner.place));
    now_.push_back(corner);
  }
  reach_ = std::sqrt(square) * (1.0 + 0x1p-50);
}

template <int D>
void TurningBody<D>::turn(double t) {
  if (rate_ == 0.0) return;
  rotation_ = spin_.after(t);
  const std::span<const Corner> from = start_.all();
  const std::span<Corner> to = now_.all();
  for (std::size_t i = 0; i < from.size(); ++i) to[i].place = rotation_.of(from[i].place);
}

template class TurningBody<2>;
template class TurningBody<3>;

}  // namespace firsthit
