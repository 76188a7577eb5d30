#pragma once

#include <firsthit/body.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

// The simplest world that there is, of balls: it looks at every pair through every image, moves all to the
// next impact, and begins anew. It has nothing of the library's but its options, and computes with 64-bit
// mantissas.
//
// With every number it carries how far the library's may be from it. The library rounds: a place and the
// delay of an impact by at most 20 u of the largest length, u = 2^-53 (docs/numerics/arcs.md), the clock by u
// of a tick, in which what is fastest flies no farther than a radius, or 2^7 of them where it came later:
// together below kPlace; the velocities of an impact by at most kSpeed of the fastest. What comes of that is
// followed to first order, twofold: an impact within +-dt has its normal wrong by dn = (dx + |w| dt) / sigma,
// and leaves velocities that are wrong by that much of |w|, and places by the change of velocity times dt.
// That is how chaos grows: a digit an impact. When an impact happens is bounded without that: between the
// times when balls meet that are larger, and smaller, by all that their distance may be wrong. Where that
// leaves open what happens, it ends.

namespace firsthit::fuzzing {

using Real = long double;

template <int D>
class NaiveWorld {
 public:
  using Vector = std::array<Real, std::size_t{D}>;

  struct Member {
    std::uint32_t id = 0;
    Vector position{}, velocity{}, acceleration{};
    Real radius = 0.0L;
    Real inverse_mass = 0.0L;  // 0: impacts do not move it
    Real position_error = 0.0L, velocity_error = 0.0L;
  };
  struct Impact {
    Real time = 0.0L, error = 0.0L;  // since the start of the run
    std::uint32_t a = 0, b = 0;      // the smaller id first
    Vector velocity_a{}, velocity_b{};
    Real velocity_error_a = 0.0L, velocity_error_b = 0.0L;
  };

  static constexpr std::uint32_t kFirstSide = 0xfffffff0U;

  NaiveWorld(const WorldOptions<D>& options, std::vector<Member> members)
      : space_(options.space),
        restitution_(options.restitution),
        pull_(pull_of(options.gravity)),
        members_(std::move(members)) {
    for (std::size_t axis = 0; axis < D; ++axis)
      if (space_.sides[axis] == Side::Periodic)
        period_[axis] = Real{space_.max[axis]} - Real{space_.min[axis]};
    note_scales();
    for (Member& each : members_) {
      each.position_error = kPlace * length_;
      each.velocity_error = kSpeed * speed_;
    }
  }

  static Real pull_of(const Vec<D>& gravity) {
    Real square = 0.0L;
    for (const double g : gravity.c) square += Real{g} * g;
    return std::sqrt(square);
  }
  /// Where gravity brings bodies together that lose energy, those who meet so slowly may be pressed together:
  /// from then on they hop at once, and whoever meets them meets all of them.
  static bool may_press(Real pull, Real restitution, Real closing, Real radius) {
    constexpr Real kSlow = 0.125L;  // of the speed from a fall of half a radius; the library's are slower
    return pull > 0.0L && restitution < 1.0L && closing < kSlow * std::sqrt(pull * radius);
  }

  /// Runs on for so long, as far as it can tell what happens.
  void run(Real duration) {
    for (const Member& a : members_)
      for (const Member& b : members_) is_sure_ = is_sure_ && (a.id >= b.id || !overlap(a, b));
    while (is_sure_ && time_ < duration) {
      const Real left = duration - time_;
      const Real span = std::min(left, longest_span());
      find_next(span);
      if (!is_sure_) return;
      const bool is_told_apart = second_ > next_.latest;
      if (is_told_apart && next_.latest <= span) {
        advance(next_.time);
        bounce();
        continue;
      }
      const Real open = std::min(second_, next_.earliest);
      if (open > span) {
        advance(span);
      } else if (span == left || 0.5L * open < kLeastStep || (!is_told_apart && next_.latest <= span)) {
        give_up(open);
      } else {  // at the end of a span, which will be later
        advance(0.5L * open);
      }
    }
  }

  /// Until when [T] it knows what happens; impacts after that are not told.
  Real sure_until() const { return time_ + open_; }
  bool is_sure() const { return is_sure_; }
  const std::vector<Impact>& impacts() const { return impacts_; }
  const std::vector<Member>& members() const { return members_; }

 private:
  static constexpr Real kPlace = 0x1p-48L;
  static constexpr Real kSpeed = 0x1p-48L;
  static constexpr Real kMostError = 1e-6L;  // of places; beyond it nothing is compared
  static constexpr Real kNever = std::numeric_limits<Real>::infinity();
  static constexpr Real kLeastStep = 1e-9L;
  static constexpr Real kTiny = 1e-4000L;

  /// An impact that may come, and when the library may see it.
  struct Next {
    Real time = kNever, earliest = kNever, latest = kNever;
    std::size_t a = 0, b = 0;  // b: a member, or the number of members and the side's number
    Vector apart{};            // from a to b, then
  };

  void give_up(Real in) {
    is_sure_ = false;
    open_ = in;
  }

  static Real dot(const Vector& a, const Vector& b) {
    Real sum = 0.0L;
    for (std::size_t axis = 0; axis < D; ++axis) sum += a[axis] * b[axis];
    return sum;
  }
  static Vector sum(Vector a, Real s, const Vector& b) {
    for (std::size_t axis = 0; axis < D; ++axis) a[axis] += s * b[axis];
    return a;
  }
  static Real size(const Vector& a) { return std::sqrt(dot(a, a)); }

  void note_scales() {
    speed_ = 0.0L;
    length_ = 0.0L;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (space_.sides[axis] != Side::Open)
        length_ = std::max({length_, std::fabs(Real{space_.min[axis]}), std::fabs(Real{space_.max[axis]})});
    for (const Member& each : members_) {
      speed_ = std::max(speed_, size(each.velocity));
      for (std::size_t axis = 0; axis < D; ++axis)
        if (!(period_[axis] > 0.0L))
          length_ = std::max(length_, std::fabs(each.position[axis]) + each.radius);
    }
  }

  /// [T] In which nobody flies more than a quarter of a periodic side.
  Real longest_span() const {
    Real span = kNever;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (period_[axis] > 0.0L && speed_ > 0.0L) span = std::min(span, 0.25L * period_[axis] / speed_);
    return span;
  }

  bool can_meet(const Member& a, const Member& b) const { return a.inverse_mass + b.inverse_mass > 0.0L; }

  bool overlap(const Member& a, const Member& b) const {
    if (!can_meet(a, b)) return false;
    Vector apart = sum(b.position, -1.0L, a.position);
    for (std::size_t axis = 0; axis < D; ++axis)
      if (period_[axis] > 0.0L) apart[axis] -= std::round(apart[axis] / period_[axis]) * period_[axis];
    return size(apart) < a.radius + b.radius - a.position_error - b.position_error;
  }

  /// Lowest power first.
  using Polynomial = std::array<Real, 5>;

  static Real value(const Polynomial& p, Real t) {
    return p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * p[4])));
  }

  /// Where the sign changes in (0, span], in order.
  static std::size_t sign_changes(const Polynomial& p, Real span, std::array<Real, 4>& found) {
    return p[3] == 0.0L && p[4] == 0.0L ? roots_of_quadratic(p, span, found) : bisected(p, span, found);
  }

  static std::size_t roots_of_quadratic(const Polynomial& p, Real span, std::array<Real, 4>& found) {
    std::array<Real, 2> roots{-p[0] / p[1], kNever};
    if (p[2] != 0.0L) {
      const Real discriminant = p[1] * p[1] - 4.0L * p[0] * p[2];
      if (!(discriminant > 0.0L)) return 0;
      const Real q = -0.5L * (p[1] + std::copysign(std::sqrt(discriminant), p[1]));
      roots = {std::min(q / p[2], p[0] / q), std::max(q / p[2], p[0] / q)};
    }
    std::size_t count = 0;
    for (const Real root : roots)
      if (root > 0.0L && root <= span) found[count++] = root;
    return count;
  }

  /// Between two extrema there is at most one.
  static std::size_t bisected(const Polynomial& p, Real span, std::array<Real, 4>& found) {
    Polynomial slope{};
    for (std::size_t i = 1; i < p.size(); ++i) slope[i - 1] = static_cast<Real>(i) * p[i];
    std::array<Real, 4> extrema{};
    const std::size_t many = sign_changes(slope, span, extrema);
    std::size_t count = 0;
    Real low = 0.0L;
    for (std::size_t i = 0; i <= many; ++i) {
      const Real high = i < many ? extrema[i] : span;
      const bool is_above = value(p, low) > 0.0L;
      if (is_above != (value(p, high) > 0.0L)) {
        Real below = low;
        Real above = high;
        while (true) {
          const Real middle = 0.5L * (below + above);
          if (!(middle > below && middle < above)) break;
          ((value(p, middle) > 0.0L) == is_above ? below : above) = middle;
        }
        found[count++] = above;
      }
      low = high;
    }
    return count;
  }

  /// The first time in (0, span] at which it goes from above 0 to below.
  static Real first_fall(Polynomial p, Real span) {
    if (p[0] == 0.0L) p[0] = std::copysign(kTiny, p[1]);
    std::array<Real, 4> changes{};
    const std::size_t count = sign_changes(p, span, changes);
    const std::size_t first = p[0] > 0.0L ? 0 : 1;
    return first < count ? changes[first] : kNever;
  }

  /// [L^2] The gap of two balls at a distance: |apart + v t + g t^2 / 2|^2 - sigma^2.
  static Polynomial gap(const Vector& apart, const Vector& v, const Vector& g, Real sigma) {
    return {dot(apart, apart) - sigma * sigma, 2.0L * dot(apart, v), dot(v, v) + dot(apart, g), dot(v, g),
            0.25L * dot(g, g)};
  }

  void find_next(Real span) {
    next_ = {};
    second_ = kNever;
    for (std::size_t a = 0; a < members_.size() && is_sure_; ++a) {
      for (std::size_t b = a + 1; b < members_.size(); ++b)
        if (can_meet(members_[a], members_[b])) look_at_pair(a, b, span);
      if (members_[a].inverse_mass > 0.0L)
        for (std::size_t side = 0; side < 2 * std::size_t{D}; ++side) look_at_side(a, side, span);
    }
  }

  void look_at_pair(std::size_t a, std::size_t b, Real span) {
    const Member& one = members_[a];
    const Member& other = members_[b];
    const Vector v = sum(other.velocity, -1.0L, one.velocity);
    const Vector g = sum(other.acceleration, -1.0L, one.acceleration);
    const Real error = one.position_error + other.position_error +
                       2.0L * span * (one.velocity_error + other.velocity_error) + kPlace * length_;
    const Real reach = one.radius + other.radius + 2.0L * error;
    const Vector between = sum(other.position, -1.0L, one.position);
    std::array<int, std::size_t{D}> low{}, high{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      const Real far = reach + std::fabs(v[axis]) * span + 0.5L * std::fabs(g[axis]) * span * span;
      if (period_[axis] > 0.0L) {
        low[axis] = static_cast<int>(std::ceil((-far - between[axis]) / period_[axis]));
        high[axis] = static_cast<int>(std::floor((far - between[axis]) / period_[axis]));
      } else if (std::fabs(between[axis]) > far) {
        return;
      }
      if (low[axis] > high[axis]) return;
    }
    for (std::array<int, std::size_t{D}> image = low;;) {
      Vector apart = between;
      for (std::size_t axis = 0; axis < D; ++axis)
        apart[axis] += static_cast<Real>(image[axis]) * period_[axis];
      look_at_image({kNever, kNever, kNever, a, b, apart}, v, g, error, span);
      std::size_t axis = 0;
      while (axis < D && image[axis] == high[axis]) {
        image[axis] = low[axis];
        ++axis;
      }
      if (axis == D) return;
      ++image[axis];
    }
  }

  void look_at_image(Next next, const Vector& v, const Vector& g, Real error, Real span) {
    const Member& one = members_[next.a];
    const Member& other = members_[next.b];
    const Real sigma = one.radius + other.radius;
    const Polynomial larger = gap(next.apart, v, g, sigma + error);
    if (larger[0] <= 0.0L) {  // they have just met, and must be about to part
      const Real velocity_error = one.velocity_error + other.velocity_error;
      const bool part = 0.5L * larger[1] > 2.0L * (sigma * velocity_error + error * size(v));
      if (!part || value(larger, span) <= 0.0L) return give_up(0.0L);
    }
    find_times(next, larger, gap(next.apart, v, g, sigma), gap(next.apart, v, g, sigma - error), span);
    if (next.time <= span) next.apart = sum(sum(next.apart, next.time, v), 0.5L * next.time * next.time, g);
    take(next, span);
  }

  void look_at_side(std::size_t a, std::size_t side, Real span) {
    const Member& one = members_[a];
    const std::size_t axis = side / 2;
    if (space_.sides[axis] != Side::Wall) return;
    const Real sign = side % 2 == 0 ? 1.0L : -1.0L;
    const Real wall = side % 2 == 0 ? space_.min[axis] : space_.max[axis];
    const Real error = one.position_error + 2.0L * span * one.velocity_error + kPlace * length_;
    const Polynomial exact = {sign * (one.position[axis] - wall) - one.radius, sign * one.velocity[axis],
                              0.5L * sign * one.acceleration[axis], 0.0L, 0.0L};
    Polynomial larger = exact;
    Polynomial smaller = exact;
    larger[0] -= error;
    smaller[0] += error;
    const bool parts = exact[1] > 2.0L * one.velocity_error && value(larger, span) > 0.0L;
    if (smaller[0] < 0.0L || (larger[0] <= 0.0L && !parts)) return give_up(0.0L);
    Next next{kNever, kNever, kNever, a, members_.size() + side, {}};
    find_times(next, larger, exact, smaller, span);
    next.apart[axis] = -sign;
    take(next, span);
  }

  /// `larger` and `smaller`: of bodies that are so by all that may be wrong.
  static void find_times(Next& next, const Polynomial& larger, const Polynomial& exact,
                         const Polynomial& smaller, Real span) {
    next.earliest = first_fall(larger, span);
    if (next.earliest == kNever) return;
    next.time = first_fall(exact, 2.0L * span);
    next.latest = first_fall(smaller, 2.0L * span);
  }

  /// A near miss, or one that may be, is told by its earliest time alone.
  void take(const Next& next, Real span) {
    const bool is_first = next.time <= span && next.latest < kNever && next.time < next_.time;
    second_ = std::min(second_, is_first ? next_.earliest : next.earliest);
    if (is_first) next_ = next;
  }

  void advance(Real delay) {
    time_ += delay;
    for (Member& each : members_) {
      each.position = sum(sum(each.position, delay, each.velocity), 0.5L * delay * delay, each.acceleration);
      each.velocity = sum(each.velocity, delay, each.acceleration);
      each.position_error += delay * each.velocity_error;
    }
  }

  void bounce() {
    Member& a = members_[next_.a];
    const bool is_side = next_.b >= members_.size();
    Member wall;  // nothing moves it, and nothing about it is wrong
    Member& b = is_side ? wall : members_[next_.b];
    const std::size_t side = next_.b - members_.size();
    if (is_side) b.id = kFirstSide + static_cast<std::uint32_t>(side);

    const Vector w = sum(b.velocity, -1.0L, a.velocity);
    const Real speed = size(w);
    const Real dt = std::max(next_.latest - next_.time, next_.time - next_.earliest);
    const Real dx = a.position_error + b.position_error + kPlace * length_;
    const Real distance = size(next_.apart);
    const Vector normal = sum(Vector{}, 1.0L / distance, next_.apart);
    const Real dn = is_side ? 0.0L : 2.0L * (dx + speed * dt) / distance;
    const Real pull = size(sum(a.acceleration, -1.0L, b.acceleration));
    const Real dw = a.velocity_error + b.velocity_error + pull * dt;
    const Real closing = -dot(w, normal);
    const Real share = (1.0L + restitution_) / (a.inverse_mass + b.inverse_mass);
    if (!(closing > 4.0L * (dw + speed * dn)) || dn > 1e-3L) return give_up(-dt);
    if (may_press(pull_, restitution_, closing, std::max(a.radius, b.radius))) return give_up(-dt);
    for (Member* each : {&a, &b}) {
      const Real part = share * each->inverse_mass;
      if (part == 0.0L) continue;
      each->velocity = sum(each->velocity, each == &a ? -part * closing : part * closing, normal);
      each->velocity_error += 2.0L * part * (dw + (speed + closing) * dn);
      each->position_error += 2.0L * part * closing * dt + kPlace * length_;
    }
    note_scales();
    a.velocity_error += kSpeed * speed_;
    const auto falls_by = [&](const Member& each) { return dt * size(each.acceleration); };
    Impact met{time_, dt, a.id, b.id, a.velocity, b.velocity, a.velocity_error + falls_by(a), 0.0L};
    if (!is_side) {
      b.velocity_error += kSpeed * speed_;
      met.velocity_error_b = b.velocity_error + falls_by(b);
    }
    if (b.id < a.id) {
      std::swap(met.a, met.b);
      std::swap(met.velocity_a, met.velocity_b);
      std::swap(met.velocity_error_a, met.velocity_error_b);
    }
    impacts_.push_back(met);
    if (a.position_error > kMostError || b.position_error > kMostError) give_up(-dt);
  }

  Space<D> space_;
  Real restitution_;
  Real pull_;  // [L/T^2] gravity
  Vector period_{};
  std::vector<Member> members_;
  Real time_ = 0.0L;
  Real open_ = 0.0L;  // from now on
  Real speed_ = 0.0L, length_ = 0.0L;
  bool is_sure_ = true;
  Next next_;
  Real second_ = kNever;  // when the library may see another
  std::vector<Impact> impacts_;
};

}  // namespace firsthit::fuzzing
