#include "query/turning/planar/planar_view.hpp"

#include "exact/sin_cos.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <bit>
#include <cmath>

namespace firsthit {
namespace {

using Numbers = PlanarFigure::Numbers;

/// Which of these are at least so high, as bits.
template <std::size_t kWidth>
unsigned at_least(const Numbers& highest, double height) {
  unsigned r = 0;
  for (std::size_t i = 0; i < kWidth; ++i) r |= (highest[i] >= height ? 1U : 0U) << i;
  return r;
}
std::size_t most_of(const Numbers& numbers, std::size_t count) {
  std::size_t r = 0;
  for (std::size_t i = 1; i < count; ++i) r = numbers[i] > numbers[r] ? i : r;
  return r;
}

}  // namespace

PlanarView::Side::Side(const MovingFigure& moving)
    : figure(moving.figure),
      spin(moving.motion.angular_velocity),
      rate(std::fabs(spin)),
      start(turn_of(moving.motion.orientation)),
      path(moving.motion.centre) {}

PlanarView::PlanarView(const MovingFigure& a, const MovingFigure& b, double margin)
    : side_{Side(a), Side(b)},
      place_(b.motion.centre.position - a.motion.centre.position),
      velocity_(b.motion.centre.velocity - a.motion.centre.velocity),
      acceleration_(b.motion.centre.acceleration - a.motion.centre.acceleration),
      jerk_(b.motion.centre.jerk - a.motion.centre.jerk),
      radii_((a.figure.radius + b.figure.radius) + margin),
      is_straight_(is_zero(acceleration_) && is_zero(jerk_)),
      jerk_size_(length(jerk_)),
      place_size_(sum_abs(place_)),
      velocity_size_(sum_abs(velocity_)),
      acceleration_sum_(sum_abs(acceleration_)),
      jerk_sum_(sum_abs(jerk_)),
      sizes_((a.figure.reach + b.figure.reach) + radii_),
      spinning_(side_[0].rate * a.figure.reach + side_[1].rate * b.figure.reach),
      fastest_(std::max({side_[0].rate, side_[1].rate, kSmallestRate})) {
  now_.velocity = velocity_;
  now_.speed = length(velocity_);
}

bool PlanarView::reaches(double t) const { return t * fastest_ <= kLargestAngle; }

void PlanarView::look(double t) {
  now_.t = t;
  if (t == 0.0) {
    for (std::size_t i = 0; i < 2; ++i) now_.turn[i] = side_[i].start;
  } else {
    const auto angles = sin_cos_of_products(side_[0].spin, side_[1].spin, t);
    for (std::size_t i = 0; i < 2; ++i)
      now_.turn[i] = PlanarTurn{angles[i].cos, angles[i].sin} * side_[i].start;
  }
  now_.relative = now_.turn[0] - now_.turn[1];
  double moved;
  if (is_straight_) {
    now_.place = place_ + t * velocity_;
    moved = t * velocity_size_;
  } else {
    now_.acceleration = acceleration_ + t * jerk_;
    now_.velocity = velocity_ + t * (acceleration_ + (0.5 * t) * jerk_);
    now_.place = place_ + t * (velocity_ + t * (0.5 * acceleration_ + (t * (1.0 / 6.0)) * jerk_));
    now_.speed = length(now_.velocity);
    now_.acceleration_size = length(now_.acceleration);
    moved = t * (velocity_size_ + t * (acceleration_sum_ + t * jerk_sum_));
  }
  now_.distance = length(now_.place);
  now_.error = kTurningError<2> * (place_size_ + moved + sizes_);
  now_.blur = 0x1p-51 * t * (sum_abs(now_.velocity) + spinning_);
}

/// Of edges that are as far, the one that faces more from centre to centre; then whatever comes first.
bool PlanarView::is_better(const PlanarFace& p, const PlanarFace& q) const {
  if (p.height != q.height) return p.height > q.height;
  if (p.facing != q.facing) return p.facing > q.facing;
  return turning_to(p) > turning_to(q);
}

double PlanarView::turning_to(const PlanarFace& face) const {
  const Side& side = side_[face.owner];
  return side.spin * cross(side.figure.normal(face.edge), place_of_other(face.owner));
}

/// [L] How high the other is above each edge of one, at most.
template <std::size_t kWidth>
void PlanarView::look_out(std::size_t owner, Numbers& highest) const {
  const PlanarFigure& own = side_[owner].figure;
  const Vec<2> place = place_of_other(owner);
  const double inner = side_[1 - owner].figure.inner;
  for (std::size_t i = 0; i < kWidth; ++i)
    highest[i] = ((own.normal_x[i] * place[0] + own.normal_y[i] * place[1]) - own.height[i]) - inner;
}

PlanarFace PlanarView::furthest(const PlanarFace* hint) const {
  Numbers highest[2];
  for (std::size_t i = 0; i < 2; ++i)
    side_[i].figure.with_width([&](auto width) { look_out<width>(i, highest[i]); });
  PlanarFace best;
  if (side_[0].figure.edges + side_[1].figure.edges == 0) return best;
  if (hint != nullptr) {
    best.owner = hint->owner;
    best.edge = hint->edge;
  } else {
    const std::size_t edge[2] = {most_of(highest[0], side_[0].figure.width),
                                 most_of(highest[1], side_[1].figure.width)};
    best.owner = highest[1][edge[1]] > highest[0][edge[0]] ? 1 : 0;
    best.edge = edge[best.owner];
  }
  look_at(best);
  unsigned looked[2] = {0, 0};
  looked[best.owner] = 1U << best.edge;
  PlanarFace face;
  for (face.owner = 0; face.owner < 2; ++face.owner) {
    const Numbers& all = highest[face.owner];
    unsigned left =
        side_[face.owner].figure.with_width([&](auto width) { return at_least<width>(all, best.height); });
    for (left &= ~looked[face.owner]; left != 0; left &= left - 1) {
      face.edge = static_cast<std::size_t>(std::countr_zero(left));
      if (all[face.edge] < best.height) continue;
      look_at(face);
      if (is_better(face, best)) best = face;
    }
  }
  return best;
}

}  // namespace firsthit
