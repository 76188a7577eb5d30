#include "query/turning/base/turning_body.hpp"

#include "core/vec_math.hpp"
#include "geometry/orientation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace firsthit {
namespace {

using Numbers = InlineVector<int, 8>;

/// The corners of a hull, counterclockwise, from the lowest in the order of coordinates on; exact.
/// Source: Andrew, Inf. Process. Lett. 9, 216 (1979).
void add_hull(const RoundedPolytope<2>& core, Numbers& numbers) {
  struct Corner {
    Vec<2> place;
    int number;
  };
  std::vector<Corner> all;
  for (std::size_t i = 0; i < vertex_count(core); ++i)
    all.push_back({offset_of(core, i), static_cast<int>(i)});
  const auto before = [](const Corner& p, const Corner& q) {
    return p.place[0] != q.place[0] ? p.place[0] < q.place[0] : p.place[1] < q.place[1];
  };
  std::stable_sort(all.begin(), all.end(), before);
  const auto same = [](const Corner& p, const Corner& q) { return p.place == q.place; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  std::vector<Corner> chain;
  const auto add_to_side = [&](const Corner& corner, std::size_t least) {
    while (chain.size() >= least + 2 &&
           orientation(chain[chain.size() - 2].place, chain.back().place, corner.place) <= 0)
      chain.pop_back();
    chain.push_back(corner);
  };
  for (const Corner& corner : all) add_to_side(corner, 0);
  const std::size_t lower = chain.size() - 1;
  for (std::size_t i = all.size() - 1; i-- > 0;) add_to_side(all[i], lower);
  if (chain.size() > 1) chain.pop_back();
  for (const Corner& corner : chain) numbers.push_back(corner.number);
}

/// Are these corners of a convex polygon, each of which counts, counterclockwise?
bool is_convex_ring(std::span<const Vec<2>> corners) {
  const std::size_t count = corners.size();
  int turns = 0;  // how often it turns from left to right, and back
  bool goes_right = corners[0][0] > corners[count - 1][0];
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<2>& from = corners[i];
    const Vec<2>& by = corners[i + 1 < count ? i + 1 : 0];
    const Vec<2>& to = corners[i + 2 < count ? i + 2 : i + 2 - count];
    if (orientation(from, by, to) <= 0) return false;
    if (from[0] == by[0]) continue;
    turns += (by[0] > from[0]) != goes_right ? 1 : 0;
    goes_right = by[0] > from[0];
  }
  return turns <= 2;
}

/// Is a box so wide that its corners, rounded, are those of one?
bool is_wide(const OrientedBox<2>* box) {
  constexpr double kWide = 0x1p-30;
  if (box == nullptr) return false;
  const Vec<2>& half = box->half_extents;
  return std::min(half[0], half[1]) > kWide * std::max(half[0], half[1]);
}

void add_corners(const RoundedPolytope<3>& core, Numbers& numbers) {
  for (std::size_t i = 0; i < vertex_count(core); ++i) numbers.push_back(static_cast<int>(i));
}

/// The half edges of a box, as its corners have them; false if it is none, or one whose edges are not across
/// each other.
bool take_box(const RoundedPolytope<3>& core, TurningBox& box) {
  if (core.box == nullptr && !is_plain_box(core)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    box.half[k] = core.box == nullptr ? core.own[7][k] * kCoordinateAxes<3>[k]
                                      : core.box->half_extents[k] * core.box->axes[k];
  }
  constexpr double kAcross = 0x1p-8;  // so that the sides' directions are as sharp as the edges'
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3>& p = box.half[k];
    const Vec<3>& q = box.half[(k + 1) % 3];
    const double along = dot(p, q);
    if (along * along > kAcross * (length_squared(p) * length_squared(q))) return false;
  }
  return true;
}

/// The corners of a box, as its vertices are numbered.
void put_corners(const TurningBox& box, std::span<Vec<3>> corners) {
  const Vec<3> low = box.middle - box.half[2];
  const Vec<3> high = box.middle + box.half[2];
  const std::array<Vec<3>, 4> sums{low - box.half[1], low + box.half[1], high - box.half[1],
                                   high + box.half[1]};
  for (std::size_t i = 0; i < 4; ++i) {
    corners[2 * i] = sums[i] - box.half[0];
    corners[2 * i + 1] = sums[i] + box.half[0];
  }
}

TurningBox turned(const TurningBox& box, const Rotation<3>& rotation) {
  return {{rotation.of(box.half[0]), rotation.of(box.half[1]), rotation.of(box.half[2])},
          is_zero(box.middle) ? Vec<3>{} : rotation.of(box.middle)};
}

}  // namespace

void add_corners(const RoundedPolytope<2>& core, InlineVector<int, 8>& numbers) {
  const std::size_t count = vertex_count(core);
  const bool is_wide_box = is_plain_box(core) && core.own[3][0] > 0.0 && core.own[3][1] > 0.0;
  if (is_wide_box || is_wide(core.box)) {
    const bool is_left = is_wide_box || cross(core.box->axes[0], core.box->axes[1]) > 0.0;
    for (const int number : {0, is_left ? 1 : 2, 3, is_left ? 2 : 1}) numbers.push_back(number);
  } else if (count > 2 && core.box == nullptr && is_convex_ring(core.offsets)) {
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<int>(i));
  } else if (count < 3) {
    for (std::size_t i = 0; i < count; ++i)
      if (i == 0 || offset_of(core, i) != offset_of(core, 0)) numbers.push_back(static_cast<int>(i));
  } else {
    add_hull(core, numbers);
  }
}

template <int D>
TurningBody<D>::TurningBody(const RoundedPolytope<D>& core, const TurningMotion<D>& motion)
    : radius_(core.radius),
      rate_(motion.top ? motion.top->rate()
                       : (size_of(motion.angular_velocity) + length(motion.own_spin)) * (1.0 + 0x1p-50)),
      path_(motion.centre),
      angular_velocity_(motion.angular_velocity),
      steady_(motion.angular_velocity),
      own_spin_(motion.own_spin),
      own_rate_(motion.top ? motion.top->rate() : length(motion.own_spin)),
      spin_(motion.angular_velocity),
      top_(motion.top),
      start_rotation_(rotation_of(motion.orientation)) {
  add_corners(core, numbers_);
  const bool turned = !precesses() && !(motion.orientation == Orientation<D>{});
  const std::span<const int> numbers = numbers_.all();
  const std::size_t count = numbers.size();
  start_.grow_to(count);
  now_.grow_to(count);
  reaches_.grow_to(count);
  for (std::size_t i = 0; i < count; ++i) {
    Vec<D> place = offset_of(core, static_cast<std::size_t>(numbers[i])) - motion.centre_of_shape;
    if (turned) place = start_rotation_.of(place);
    start_.all()[i] = now_.all()[i] = place;
    reaches_.all()[i] = length(place) * (1.0 + 0x1p-50);
    reach_ = std::max(reach_, reaches_.all()[i]);
  }
  if constexpr (D == 3) {
    is_box_ = take_box(core, box_start_);
    if (is_box_) {
      box_start_.middle = Vec<3>{} - motion.centre_of_shape;
      if (turned) box_start_ = firsthit::turned(box_start_, start_rotation_);
      box_ = box_start_;
      put_corners(box_, now_.all());
    }
  }
  if constexpr (D == 2) {
    edge_scales_.grow_to(count);
    const std::span<const Vec<2>> corners = start_.all();
    for (std::size_t i = 0; i < count; ++i)
      edge_scales_.all()[i] = 1.0 / length(corners[i + 1 < count ? i + 1 : 0] - corners[i]);
  }
}

template <int D>
TurningBody<D>::TurningBody(const TurningBody& body, std::span<const Vec<D>> places)
    : radius_(0.0),
      rate_(body.rate_),
      path_(body.path_),
      angular_velocity_(body.angular_velocity_),
      angular_acceleration_(body.angular_acceleration_),
      steady_(body.steady_),
      own_spin_(body.own_spin_),
      own_rate_(body.own_rate_),
      spin_(body.spin_),
      top_(body.top_),
      start_rotation_(body.start_rotation_) {
  for (const Vec<D>& place : places) {
    now_.push_back(place);
    reaches_.push_back(length(place) * (1.0 + 0x1p-50));
    reach_ = std::max(reach_, reaches_.all().back());
  }
}

template <int D>
void TurningBody<D>::turn(double t) {
  if constexpr (D == 3)
    if (tumbles()) {
      const FreeTop::Turned now = top_->after(t);
      rotation_ = rotation_of(now.orientation);
      angular_velocity_ = now.angular_velocity;
      angular_acceleration_ = now.angular_acceleration;
      put_corners_at();
      return;
    }
  if (rate_ > 0.0) turn_by(spin_.after(t), t);
}

template <int D>
void TurningBody<D>::turn(TurningBody& a, TurningBody& b, double t) {
  if (a.rate_ == 0.0 || b.rate_ == 0.0 || a.tumbles() || b.tumbles()) {
    a.turn(t);
    b.turn(t);
    return;
  }
  const std::array<Rotation<D>, 2> spun = SteadySpin<D>::after(a.spin_, b.spin_, t);
  a.turn_by(spun[0], t);
  b.turn_by(spun[1], t);
}

template <int D>
void TurningBody<D>::turn_by(const Rotation<D>& spun, double t) {
  rotation_ = spun;
  if constexpr (D == 3)
    if (precesses()) {
      const Vec<3> own = rotation_.of(start_rotation_.of(own_spin_));
      angular_velocity_ = steady_ + own;
      angular_acceleration_ = cross(steady_, own);
      rotation_ = rotation_ * start_rotation_ * SteadySpin<3>(own_spin_).after(t);
    }
  put_corners_at();
}

/// As the rotation puts them.
template <int D>
void TurningBody<D>::put_corners_at() {
  if constexpr (D == 3)
    if (is_box_) {
      box_ = turned(box_start_, rotation_);
      put_corners(box_, now_.all());
      return;
    }
  const std::span<const Vec<D>> from = start_.all();
  const std::span<Vec<D>> to = now_.all();
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = rotation_.of(from[i]);
}

template <int D>
Vec<D> TurningBody<D>::in_shape(const Vec<D>& direction) const {
  const Vec<D> turned_back = rotation_.inverse_of(direction);
  return precesses() ? turned_back : start_rotation_.inverse_of(turned_back);
}

template class TurningBody<2>;
template class TurningBody<3>;

}  // namespace firsthit
