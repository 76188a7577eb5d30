#include "query/turning/planar_approach.hpp"

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"
#include "query/turning/planar_course.hpp"
#include "query/turning/planar_turn.hpp"
#include "query/turning/turning_gap.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

using Numbers = PlanarFigure::Numbers;

/// One of the two.
struct Side {
  const PlanarFigure& figure;
  double spin;  // [rad/T]
  double rate;  // [rad/T] its size
  PlanarTurn start;
  const CubicPath<2>& path;

  explicit Side(const MovingFigure& moving)
      : figure(moving.figure),
        spin(moving.motion.angular_velocity),
        rate(std::fabs(spin)),
        start(turn_of(moving.motion.orientation)),
        path(moving.motion.centre) {}
};

/// The corners of one figure along a direction, of which the lowest count.
struct Along {
  Numbers value;            // [L]
  double lowest = 0.0;      // [L] of them
  std::size_t nearest = 0;  // the one that is lowest
  bool is_alone = true;     // is no other as low?
  Vec<2> direction;         // unit, as the figure tells it

  template <std::size_t kWidth>
  void look(const PlanarFigure& figure) {
    for (std::size_t i = 0; i < kWidth; ++i)
      value[i] = direction[0] * figure.x[i] + direction[1] * figure.y[i];
    Numbers least = value;
    for (std::size_t half = kWidth / 2; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) least[i] = std::min(least[i], least[i + half]);
    lowest = least[0];
  }
  void look(const PlanarFigure& figure, const Vec<2>& along) {
    direction = along;
    figure.with_width([&](auto width) { look<width>(figure); });
  }
  /// Finds `nearest`.
  void find(const PlanarFigure& figure) {
    std::size_t found = figure.corners;
    unsigned count = 0;
    for (std::size_t i = figure.corners; i-- > 0;) {
      const bool is_lowest = value[i] == lowest;
      found = is_lowest ? i : found;
      count += is_lowest ? 1U : 0U;
    }
    nearest = found;
    is_alone = count == 1;
  }
};

/// An edge of one figure as it faces the other.
struct Face {
  std::size_t owner = 0;
  std::size_t edge = 0;
  double height = -std::numeric_limits<double>::infinity();  // [L] of the other's lowest corner above it
  double facing = 0.0;                                       // [L] of the other's centre along its normal
  double beside = 0.0;                                       // [L] how far that corner is beside it
  Along along;                                               // of the other's corners
};

/// A direction that turns.
struct Axis {
  Vec<2> normal;  // unit, from a to b
  double rate = 0.0;
  double value = 0.0;  // [L] between the nearest corners along it
};

struct Instant {
  double t = 0.0;
  PlanarTurn turn[2];   // of a and b
  PlanarTurn relative;  // what takes a's directions to b's numbers
  Vec<2> place;
  Vec<2> velocity;
  Vec<2> acceleration;
  double distance = 0.0;
  double speed = 0.0;
  double acceleration_size = 0.0;
  double error = 0.0;
  double blur = 0.0;
};

constexpr double kDerivativeError = 0x1p-49;

/// t + step, rounded down by a digit, but at least the next double.
double later(double t, double step) {
  const double r = t + step;
  const double lower = r - r * 0x1p-52;
  return lower > t ? lower : std::nextafter(t, std::numeric_limits<double>::infinity());
}

class Follow {
 public:
  Follow(const MovingFigure& a, const MovingFigure& b, double margin, double end, QueryTrace* trace)
      : side_{Side(a), Side(b)},
        place_(b.motion.centre.position - a.motion.centre.position),
        velocity_(b.motion.centre.velocity - a.motion.centre.velocity),
        acceleration_(b.motion.centre.acceleration - a.motion.centre.acceleration),
        jerk_(b.motion.centre.jerk - a.motion.centre.jerk),
        margin_(margin),
        radii_((a.figure.radius + b.figure.radius) + margin),
        end_(end),
        trace_(trace),
        is_straight_(is_zero(acceleration_) && is_zero(jerk_)),
        jerk_size_(length(jerk_)),
        place_size_(sum_abs(place_)),
        velocity_size_(sum_abs(velocity_)),
        acceleration_sum_(sum_abs(acceleration_)),
        jerk_sum_(sum_abs(jerk_)),
        sizes_((a.figure.reach + b.figure.reach) + radii_),
        spinning_(side_[0].rate * a.figure.reach + side_[1].rate * b.figure.reach),
        fastest_(std::max({side_[0].rate, side_[1].rate, 0x1p-300})) {
    now_.velocity = velocity_;
    now_.speed = length(velocity_);
  }

  PlanarApproach run(double start) {
    double t = start;
    for (int steps = 0; steps < kMostSteps; ++steps) {
      if (t * fastest_ > kLargestAngle) break;
      look(t);
      find();
      const bool is_clear = gap_ > 6.0 * now_.error;
      if (!is_clear && steps == 0) break;
      const double left = end_ - t;
      if (left <= 0.0) return {TurningEvent<2>{}, t, {}};
      const double resolution = kResolutionInErrors * now_.error + now_.blur;
      const double best = longest(is_clear ? 4.0 * now_.error : now_.error - resolution, left);
      const double next = best < left ? later(t, best) : end_;
      if (is_clear && next >= end_) return {TurningEvent<2>{}, t, {}};
      const double clear = is_clear ? next : t;
      const double upper = is_clear ? landing(next) : next;
      if (upper < end_ && (!is_clear || upper > 0.0)) {
        PlanarApproach r = land(clear, upper);
        r.clear = t;
        return r;
      }
      if (!is_clear) break;
      t = next;
    }
    return {std::nullopt, t, {}};
  }

 private:
  static constexpr int kMostSteps = 1000;

  void look(double t) {
    if (trace_ != nullptr) ++trace_->steps;
    now_.t = t;
    const auto angles = sin_cos_of_products(side_[0].spin, side_[1].spin, t);
    for (std::size_t i = 0; i < 2; ++i)
      now_.turn[i] = PlanarTurn{angles[i].cos, angles[i].sin} * side_[i].start;
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

  /// The other's centre, as the owner tells it.
  Vec<2> place_of_other(std::size_t owner) const {
    const Vec<2> place = now_.turn[owner].back(now_.place);
    return owner == 0 ? place : -place;
  }
  /// A direction of the owner, as the other tells it.
  Vec<2> to_other(std::size_t owner, const Vec<2>& direction) const {
    return owner == 0 ? now_.relative.of(direction) : now_.relative.back(direction);
  }

  /// How the other is above an edge.
  void look_at(Face& face) const {
    const PlanarFigure& own = side_[face.owner].figure;
    const PlanarFigure& other = side_[1 - face.owner].figure;
    const Vec<2> normal = own.normal(face.edge);
    const Vec<2> place = place_of_other(face.owner);
    face.facing = dot(normal, place);
    face.along.look(other, to_other(face.owner, normal));
    face.height = (face.facing - own.height[face.edge]) + face.along.lowest;
  }
  void look_beside(Face& face) const {
    const PlanarFigure& own = side_[face.owner].figure;
    const PlanarFigure& other = side_[1 - face.owner].figure;
    face.along.find(other);
    const double centre = dot(turned_left(own.normal(face.edge)), place_of_other(face.owner));
    const Vec<2> across = turned_left(face.along.direction);
    const auto beside = [&](std::size_t i) {
      const double x = centre + dot(across, other.corner(i));
      return std::max(own.first[face.edge] - x, x - own.last[face.edge]);
    };
    face.beside = beside(face.along.nearest);
    if (face.along.is_alone) return;
    for (std::size_t i = face.along.nearest + 1; i < other.corners; ++i) {
      if (face.along.value[i] != face.along.lowest) continue;
      const double there = beside(i);
      if (there < face.beside) face.along.nearest = i;
      face.beside = std::min(face.beside, there);
    }
  }

  /// Of edges that are as far, the one that faces more from centre to centre; then whatever comes first.
  bool is_better(const Face& p, const Face& q) const {
    if (p.height != q.height) return p.height > q.height;
    if (p.facing != q.facing) return p.facing > q.facing;
    return turning_to(p) > turning_to(q);
  }
  double turning_to(const Face& face) const {
    const Side& side = side_[face.owner];
    return side.spin * cross(side.figure.normal(face.edge), place_of_other(face.owner));
  }

  /// [L] How high the other is above each edge of one, at most.
  template <std::size_t kWidth>
  void look_out(std::size_t owner, Numbers& highest) const {
    const PlanarFigure& own = side_[owner].figure;
    const Vec<2> place = place_of_other(owner);
    const double inner = side_[1 - owner].figure.inner;
    for (std::size_t i = 0; i < kWidth; ++i)
      highest[i] = ((own.normal_x[i] * place[0] + own.normal_y[i] * place[1]) - own.height[i]) - inner;
  }
  /// Which of these are at least so high, as bits.
  template <std::size_t kWidth>
  static unsigned at_least(const Numbers& highest, double height) {
    unsigned r = 0;
    for (std::size_t i = 0; i < kWidth; ++i) r |= (highest[i] >= height ? 1U : 0U) << i;
    return r;
  }
  static std::size_t most_of(const Numbers& numbers, std::size_t count) {
    std::size_t r = 0;
    for (std::size_t i = 1; i < count; ++i) r = numbers[i] > numbers[r] ? i : r;
    return r;
  }

  /// The edge from which the other is furthest.
  Face furthest() const {
    Numbers highest[2];
    for (std::size_t i = 0; i < 2; ++i)
      side_[i].figure.with_width([&](auto width) { look_out<width>(i, highest[i]); });
    Face best;
    if (side_[0].figure.edges + side_[1].figure.edges == 0) return best;
    if (hinted_) {
      best.owner = face_.owner;
      best.edge = face_.edge;
    } else {
      const std::size_t edge[2] = {most_of(highest[0], side_[0].figure.width),
                                   most_of(highest[1], side_[1].figure.width)};
      best.owner = highest[1][edge[1]] > highest[0][edge[0]] ? 1 : 0;
      best.edge = edge[best.owner];
    }
    look_at(best);
    unsigned looked[2] = {0, 0};
    looked[best.owner] = 1U << best.edge;
    Face face;
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

  /// Is the other's nearest corner above the edge, or hardly beside it?
  bool is_above() const { return face_.beside <= face_.height - radii_; }

  /// The gap, and the axes that separate them.
  void find() {
    has_face_ = has_corners_ = false;
    if (hinted_) {
      look_at(face_);
      if (face_.height > radii_ + 6.0 * now_.error) {
        look_beside(face_);
        has_face_ = is_above();
      }
    }
    if (!has_face_) {
      const Face best = furthest();
      hinted_ = best.height > 0.0;
      if (hinted_) {
        face_ = best;
        look_beside(face_);
        has_face_ = is_above();
      }
      if (!hinted_ && side_[0].figure.edges + side_[1].figure.edges > 0) {
        gap_ = best.height - radii_;
        return;
      }
      if (!has_face_) find_corners();
    }
    if (has_face_) gap_ = face_.height - radii_;
  }

  /// The corners that are next to each other beside a face, or of two that have only these.
  void find_corners() {
    corner_[0] = corner_[1] = 0;
    if (hinted_) {
      const PlanarFigure& own = side_[face_.owner].figure;
      const Vec<2> normal = own.normal(face_.edge);
      const double x =
          dot(turned_left(normal), place_of_other(face_.owner)) +
          dot(turned_left(face_.along.direction), side_[1 - face_.owner].figure.corner(face_.along.nearest));
      const bool is_last = x - own.last[face_.edge] > own.first[face_.edge] - x;
      corner_[face_.owner] = is_last ? own.next(face_.edge) : face_.edge;
      corner_[1 - face_.owner] = face_.along.nearest;
    }
    const Vec<2> at_a = now_.turn[0].of(side_[0].figure.corner(corner_[0]));
    const Vec<2> at_b = now_.turn[1].of(side_[1].figure.corner(corner_[1]));
    const Vec<2> way = now_.place + (at_b - at_a);
    const double distance = length(way);
    const double gap_of_face = hinted_ ? face_.height : 0.0;
    gap_ = gap_of_face - radii_;
    has_face_ = false;
    if (distance > kSharp * now_.error) {
      const Vec<2> velocity =
          now_.velocity + (side_[1].spin * turned_left(at_b) - side_[0].spin * turned_left(at_a));
      axis_.normal = (1.0 / distance) * way;
      axis_.rate = cross(axis_.normal, velocity) / distance;
      along_[0].look(side_[0].figure, now_.turn[0].back(-axis_.normal));
      along_[1].look(side_[1].figure, now_.turn[1].back(axis_.normal));
      for (std::size_t i = 0; i < 2; ++i) along_[i].find(side_[i].figure);
      axis_.value = dot(axis_.normal, now_.place) + (along_[0].lowest + along_[1].lowest);
      has_corners_ = axis_.value > gap_of_face;
      if (has_corners_) gap_ = axis_.value - radii_;
    }
    has_face_ = hinted_ && !has_corners_;
  }

  double longest(double least, double left) {
    double best = 0.0;
    if (has_face_) best = step_from_face(least, left);
    if (has_corners_ && best < left) {
      const PlanarCourse of_face = binding_;
      const double step = step_between_corners(least, left);
      if (step < best) binding_ = of_face;
      best = std::max(best, step);
    }
    if (!is_straight_ && best < left) best = std::max(best, step_of_balls(least, left));
    return best;
  }

  /// Of the centres, along an axis; `value` is what is known of it. Lowered by what rounding may add to the
  /// derivatives of the whole.
  PlanarCourse of_path(const Vec<2>& n, double rate, double value) const {
    const Vec<2> across = turned_left(n);
    const double along = dot(n, now_.place);
    const double beside = dot(across, now_.place);
    const double closing = dot(n, now_.velocity);
    const double sliding = dot(across, now_.velocity);
    const double square = rate * rate;
    const double w = std::fabs(rate);
    const double p = now_.distance;
    const double v = now_.speed;
    PlanarCourse f;
    f.value = value;
    f.rate = rate * beside + closing;
    f.bend = 2.0 * rate * sliding - square * along;
    f.third = -square * (3.0 * closing + rate * beside);
    f.fourth[0] = square * w * (4.0 * v + w * p) * (1.0 + 0x1p-40);
    f.fourth[1] = square * square * v * (1.0 + 0x1p-40);
    // No place moves faster, seen from the axis, and turns faster.
    const double turning = w + fastest_;
    const double moving = v + turning * (p + sizes_);
    double of_bend = 2.0 * turning * moving;
    double of_third = 3.0 * turning * turning * moving;
    if (!is_straight_) {
      const double a = now_.acceleration_size;
      const double j = jerk_size_;
      f.bend += dot(n, now_.acceleration);
      f.third += 3.0 * rate * dot(across, now_.acceleration) + dot(n, jerk_);
      f.fourth[0] += w * (4.0 * j + w * 6.0 * a) * (1.0 + 0x1p-40);
      f.fourth[1] += square * (6.0 * j + w * 4.0 * a) * (1.0 + 0x1p-40);
      f.fourth[2] = square * w * (4.0 * j + w * a) * (1.0 + 0x1p-40);
      f.fourth[3] = square * square * j * (1.0 + 0x1p-40);
      of_bend += a;
      of_third += 3.0 * turning * a + j;
    }
    f.rate -= kDerivativeError * moving;
    f.bend -= kDerivativeError * of_bend;
    f.third -= kDerivativeError * of_third;
    return f;
  }

  PlanarCourse of_corner(const PlanarFigure& figure, const Along& along, double relative,
                         std::size_t i) const {
    const double square = relative * relative;
    const double across = relative * dot(turned_left(along.direction), figure.corner(i));
    PlanarCourse f{along.value[i], -across, -square * along.value[i], square * across};
    f.fourth[0] = square * square * figure.reach * (1.0 + 0x1p-40);
    return f;
  }

  /// Requires: along.nearest is found.
  PlanarCourse nearest_of(const PlanarFigure& figure, Along& along, double relative) const {
    if (relative == 0.0) return PlanarCourse{along.lowest};
    PlanarCourse best = of_corner(figure, along, relative, along.nearest);
    if (along.is_alone) return best;
    for (std::size_t i = 0; i < figure.corners; ++i) {
      if (along.value[i] != along.lowest || i == along.nearest) continue;
      const PlanarCourse f = of_corner(figure, along, relative, i);
      if (f.rate < best.rate) {
        best = f;
        along.nearest = i;
      }
    }
    return best;
  }

  static void for_others(const PlanarFigure& figure, const Along& along, double relative, double time,
                         const auto& use) {
    if (relative == 0.0) return;
    const double moved = std::fabs(relative) * time;
    const double square = moved * moved * (1.0 + 0x1p-40);
    const double x = figure.x[along.nearest];
    const double y = figure.y[along.nearest];
    for (std::size_t i = 0; i < figure.corners; ++i) {
      const double beyond = along.value[i] - along.lowest;
      const double dx = figure.x[i] - x;
      const double dy = figure.y[i] - y;
      if (i != along.nearest && beyond * beyond <= square * (dx * dx + dy * dy)) use(i);
    }
  }

  double step_from_face(double least, double left) {
    const Side& own = side_[face_.owner];
    const Side& other = side_[1 - face_.owner];
    const Vec<2> outward = now_.turn[face_.owner].of(own.figure.normal(face_.edge));
    const Vec<2> normal = face_.owner == 0 ? outward : -outward;
    const double relative = other.spin - own.spin;
    const double time = std::min(left, 2.0 / fastest_);
    const PlanarCourse common =
        of_path(normal, own.spin, face_.height - (radii_ + least) - face_.along.lowest);
    normal_ = normal;
    rate_ = own.spin;
    const PlanarCourse nearest = common + nearest_of(other.figure, face_.along, relative);
    if (!(nearest.value > 0.0)) return 0.0;
    const double most = time_above_zero(nearest, time);
    double safe = most;
    binding_ = nearest;
    for_others(other.figure, face_.along, relative, most, [&](std::size_t i) {
      const PlanarCourse f = common + of_corner(other.figure, face_.along, relative, i);
      const double found = f.value > 0.0 ? time_above_zero(f, most) : 0.0;
      if (found < safe) binding_ = f;
      safe = std::min(safe, found);
    });
    return safe;
  }

  double step_between_corners(double least, double left) {
    const double time = std::min(left, 2.0 / std::max(fastest_, std::fabs(axis_.rate)));
    const double alongs = along_[0].lowest + along_[1].lowest;
    const PlanarCourse common = of_path(axis_.normal, axis_.rate, axis_.value - (radii_ + least) - alongs);
    if (!has_face_) {
      normal_ = axis_.normal;
      rate_ = axis_.rate;
    }
    const double relative[2] = {side_[0].spin - axis_.rate, side_[1].spin - axis_.rate};
    const PlanarFigure& a = side_[0].figure;
    const PlanarFigure& b = side_[1].figure;
    const PlanarCourse of_a = nearest_of(a, along_[0], relative[0]);
    const PlanarCourse of_b = nearest_of(b, along_[1], relative[1]);
    const PlanarCourse nearest = common + (of_a + of_b);
    if (!(nearest.value > 0.0)) return 0.0;
    const double most = time_above_zero(nearest, time);
    double safe = most;
    binding_ = nearest;
    const auto keep = [&](const PlanarCourse& two) {
      const PlanarCourse f = common + two;
      const double found = f.value > 0.0 ? time_above_zero(f, most) : 0.0;
      if (found < safe) binding_ = f;
      safe = std::min(safe, found);
    };
    for_others(a, along_[0], relative[0], most,
               [&](std::size_t i) { keep(of_corner(a, along_[0], relative[0], i) + of_b); });
    for_others(b, along_[1], relative[1], most, [&](std::size_t k) {
      const PlanarCourse other = of_corner(b, along_[1], relative[1], k);
      keep(of_a + other);
      for_others(a, along_[0], relative[0], most,
                 [&](std::size_t i) { keep(of_corner(a, along_[0], relative[0], i) + other); });
    });
    return safe;
  }

  double step_of_balls(double least, double left) const {
    const double apart = now_.distance - (sizes_ + least);
    if (!(apart > 0.0)) return 0.0;
    const Vec<2> normal = (1.0 / now_.distance) * now_.place;
    const double rate = cross(normal, now_.velocity) / now_.distance;
    return time_above_zero(of_path(normal, rate, apart), left);
  }

  /// [T] When they will be in each other beyond doubt, if they are apart until `clear` and then meet fast
  /// enough for that to be a sharp answer; or else 0.
  double landing(double clear) const {
    const double time = clear - now_.t;
    const double closing = -binding_.rate_at(time);
    if (!(closing > 0.0)) return 0.0;
    const double spread = binding_.fourth_within(time) * (time * time) * (time * time) * (1.0 / 24.0);
    const double left = std::max(binding_.value_at(time), 0.0) + spread;
    const double more = (left + 8.0 * now_.error + now_.blur) / closing;
    constexpr double kSharpest = 0x1p-42;
    if (left > 8.0 * now_.error && more > kSharpest * clear) return 0.0;
    return std::nextafter(clear + more, std::numeric_limits<double>::infinity());
  }

  /// Proves that those who are apart at `clear` are in each other at `upper`.
  PlanarApproach land(double clear, double upper) {
    PlanarApproach r;
    if (upper * fastest_ > kLargestAngle) return r;
    const double since = clear - now_.t;
    look(upper);
    if (!overlap()) return r;
    TurningEvent<2>& what = r.event.emplace();
    what.event.kind = GapEvent::Kind::Impact;
    what.event.lower = clear;
    what.event.upper = upper;
    what.event.touch = clear;
    const double back = clear - upper;
    if (fastest_ * -back < 0x1p-18) {
      if (has_corners_)
        tell_corners(back, r);
      else
        tell_face(back, r);
      return r;
    }
    const SinCos angle = sin_cos_of_product(rate_, since);
    what.normal = PlanarTurn{angle.cos, angle.sin}.of(normal_);
    return r;
  }

  /// Of a corner above a face. `back` [T], below 0: so long ago they were apart.
  void tell_face(double back, PlanarApproach& r) {
    look_at(face_);
    const PlanarFigure& own = side_[face_.owner].figure;
    const PlanarFigure& other = side_[1 - face_.owner].figure;
    const Vec<2> outward =
        (small_turn(side_[face_.owner].spin * back) * now_.turn[face_.owner]).of(own.normal(face_.edge));
    r.event->normal = face_.owner == 0 ? outward : -outward;
    face_.along.find(other);
    if (!is_alone(other, face_.along)) return;
    PlanarContact& contact = r.contact.emplace();
    contact.of[face_.owner] = {own.numbers[face_.edge], own.numbers[own.next(face_.edge)]};
    contact.of[1 - face_.owner][0] = other.numbers[face_.along.nearest];
    contact.is_side[face_.owner] = true;
    contact.is_side[1 - face_.owner] = false;
    contact.outward[face_.owner] = own.normal(face_.edge);
    contact.outward[1 - face_.owner] = -face_.along.direction;
    const double out = other.radius + 0.5 * margin_;
    contact.place = place_of(1 - face_.owner, face_.along.nearest, back) - out * outward;
  }

  /// Of two corners; which is sharp, as they are apart by the radii.
  void tell_corners(double back, PlanarApproach& r) {
    const Vec<2> way = between_corners();
    const Vec<2> normal = small_turn(axis_.rate * back).of((1.0 / length(way)) * way);
    r.event->normal = normal;
    PlanarContact contact;
    for (std::size_t i = 0; i < 2; ++i) {
      const PlanarFigure& figure = side_[i].figure;
      along_[i].look(figure, now_.turn[i].back(i == 0 ? -normal : normal));
      along_[i].find(figure);
      if (along_[i].nearest != corner_[i] || !is_alone(figure, along_[i])) return;
      contact.of[i][0] = figure.numbers[corner_[i]];
      contact.is_side[i] = false;
      contact.outward[i] = -along_[i].direction;
    }
    const Vec<2> on_a = place_of(0, corner_[0], back) + side_[0].figure.radius * normal;
    const Vec<2> on_b = place_of(1, corner_[1], back) - side_[1].figure.radius * normal;
    contact.place = 0.5 * on_a + 0.5 * on_b;
    r.contact = contact;
  }

  /// Of an angle below 2^-18.
  static PlanarTurn small_turn(double angle) { return {1.0 - 0.5 * angle * angle, angle}; }

  /// Is no other corner as low, to rounding?
  bool is_alone(const PlanarFigure& figure, const Along& along) const {
    for (std::size_t i = 0; i < figure.corners; ++i)
      if (i != along.nearest && along.value[i] <= along.lowest + 2.0 * now_.error) return false;
    return true;
  }

  /// [L] Of a corner, in the world, at a time shortly before now.
  Vec<2> place_of(std::size_t side, std::size_t corner, double back) const {
    const CubicPath<2>& path = side_[side].path;
    const double t = now_.t + back;
    const Vec<2> centre =
        path.position + t * (path.velocity + t * (0.5 * path.acceleration + (t / 6.0) * path.jerk));
    return centre +
           (small_turn(side_[side].spin * back) * now_.turn[side]).of(side_[side].figure.corner(corner));
  }

  /// Are they in each other beyond doubt?
  bool overlap() {
    const double proven = radii_ - 2.0 * now_.error;
    if (radii_ == 0.0) {
      const Face best = furthest();
      return best.height < proven && best.height > -std::numeric_limits<double>::infinity();
    }
    if (has_corners_) return length(between_corners()) < proven;
    look_at(face_);
    look_beside(face_);
    const double beside = std::max(face_.beside, 0.0);
    return face_.height > 0.0 && length(Vec<2>{face_.height, beside}) < proven;
  }

  /// [L] From the one of a to the one of b.
  Vec<2> between_corners() const {
    return now_.place + (now_.turn[1].of(side_[1].figure.corner(corner_[1])) -
                         now_.turn[0].of(side_[0].figure.corner(corner_[0])));
  }

  const Side side_[2];
  Vec<2> place_;
  Vec<2> velocity_;
  Vec<2> acceleration_;
  Vec<2> jerk_;
  double margin_;
  double radii_;
  double end_;
  QueryTrace* trace_;
  bool is_straight_;
  double jerk_size_;
  double place_size_;
  double velocity_size_;
  double acceleration_sum_;
  double jerk_sum_;
  double sizes_;
  double spinning_;
  double fastest_;
  Instant now_;
  Face face_;
  bool hinted_ = false;
  bool has_face_ = false;
  bool has_corners_ = false;
  Axis axis_;
  Along along_[2];
  std::size_t corner_[2] = {0, 0};
  double gap_ = 0.0;
  PlanarCourse binding_;  // along which they come nearest first
  Vec<2> normal_;
  double rate_ = 0.0;
};

}  // namespace

PlanarApproach approach(const MovingFigure& a, const MovingFigure& b, double margin,
                        const TurningWindow& window, QueryTrace* trace) {
  return Follow(a, b, margin, window.end, trace).run(window.start);
}

}  // namespace firsthit
