#include "oracle/turning/random_pairs.hpp"

#include "core/vec_math.hpp"
#include "oracle/turning/random_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace firsthit::turning_judge {
namespace {

/// How much of what is drawn.
constexpr double kFast = 0.1;        // of spins: up to 50 turns, else up to 4
constexpr double kUnturned = 0.3;    // of orientations
constexpr double kCentred = 0.5;     // of shapes
constexpr double kFalling = 0.3;     // of motions
constexpr double kAimed = 0.5;       // of pairs
constexpr double kSpline = 0.1;      // of those that may spin
constexpr double kPrecessing = 0.1;  // of those that may spin

double rate(Random& random, double horizon) {
  const double most = random.uniform() < kFast ? 50.0 : 4.0;
  return 2.0 * std::numbers::pi * random.uniform(-most, most) / horizon;
}

template <int D>
AngularVelocity<D> angular_velocity(Random& random, double horizon) {
  const double size = rate(random, horizon);
  if constexpr (D == 2) return size;
  if constexpr (D == 3) {
    if (random.uniform() < 0.2) return {0.0, 0.0, size};
    return size * random_direction<3>(random);
  }
}

template <int D>
Orientation<D> orientation(Random& random) {
  Orientation<D> r;
  if (random.uniform() < kUnturned) return r;
  r.w = random.normal();
  if constexpr (D == 3) {
    r.x = random.normal();
    r.y = random.normal();
  }
  r.z = random.normal();
  return r;
}

/// How two are drawn: sizes and times that fit each other.
template <int D>
class Drawing {
 public:
  Drawing(Kind a, Kind b, std::uint64_t seed, bool tumbles = false)
      : random_(seed, 0x7e11), kinds_{a, b}, tumbles_(tumbles) {}

  Asked<D> run() {
    const double scale = log_uniform(random_, 1e-3, 1e3);
    const double ratio = log_uniform(random_, 0.05, 20.0);
    sizes_[0] = scale;
    sizes_[1] = scale * ratio;
    horizon_ = log_uniform(random_, 1e-3, 1e3);
    Asked<D> r;
    r.query.horizon = horizon_;
    if (random_.uniform() < 0.1) r.query.margin = scale * log_uniform(random_, 1e-3, 1.0);
    const std::uint64_t spins = 1 + random_.below(3);
    r.a = moving(kinds_[0], sizes_[0], (spins & 1U) != 0);
    r.b = moving(kinds_[1], sizes_[1], (spins & 2U) != 0);
    aim_roughly(r);
    if (random_.uniform() < kAimed) aim(r);
    return r;
  }

 private:
  Moving<D> moving(Kind kind, double size, bool spins) {
    Moving<D> r{random_shape<D>(random_, kind, size), {}};
    const double speed = (sizes_[0] + sizes_[1]) / horizon_ * log_uniform(random_, 1e-2, 10.0);
    const Vec<D> velocity = random_.uniform() < 0.3 ? Vec<D>{} : speed * random_direction<D>(random_);
    const bool falls = random_.uniform() < kFalling;
    Vec<D> acceleration;
    if (falls) {
      acceleration = random_direction<D>(random_);
      acceleration = (speed / horizon_ * log_uniform(random_, 0.1, 3.0)) * acceleration;
    }
    if (kind == Kind::HalfSpace || !spins) {
      if (falls)
        r.motion = Falling<D>{{}, velocity, acceleration};
      else
        r.motion = Linear<D>{{}, velocity};
      return r;
    }
    const Vec<D> offset = random_place<D>(random_, size * log_uniform(random_, 1e-2, 3.0));
    Spinning<D> m{.velocity = velocity, .acceleration = acceleration};
    m.angular_velocity = angular_velocity<D>(random_, horizon_);
    m.orientation = orientation<D>(random_);
    if (random_.uniform() >= kCentred) m.centre = offset;
    if (tumbles_) {
      r.motion = Tumbling<D>{m.position,     m.velocity, m.angular_velocity, m.orientation,
                             m.acceleration, m.centre,   symmetric_inertia()};
      return r;
    }
    const double way = random_.uniform();
    r.motion = m;
    if (way < kSpline) {
      Spline<D> s{.duration = horizon_ * random_.uniform(0.9, 2.0), .angular_velocity = m.angular_velocity};
      for (Vec<D>& place : s.control) place = random_place<D>(random_, 2.0 * (sizes_[0] + sizes_[1]));
      s.orientation = m.orientation;
      s.centre = m.centre;
      r.motion = s;
    } else if (way < kSpline + kPrecessing) {
      Precessing<D> p{.velocity = velocity, .precession = m.angular_velocity};
      p.spin = angular_velocity<D>(random_, horizon_);
      p.orientation = m.orientation;
      p.acceleration = acceleration;
      p.centre = m.centre;
      r.motion = p;
    }
    return r;
  }

  /// Of a top that the judge knows in closed form. Half of them are told with two moments that differ by a
  /// rounding: so the library has to follow them step by step.
  PrincipalInertia symmetric_inertia() {
    const std::size_t own = random_.below(3);
    const double equal = log_uniform(random_, 1e-3, 1e3);
    PrincipalInertia r{{equal, equal, equal}, orientation<3>(random_)};
    r.moments[own] = equal * random_.uniform(0.1, 1.9);
    if (random_.uniform() < 0.5) r.moments[(own + 1) % 3] = std::nextafter(equal, HUGE_VAL);
    return r;
  }

  static void shift(Moving<D>& moving, const Vec<D>& by) {
    const auto shift_one = [&by](Vec<D>& place) { place = place + by; };
    if (auto* linear = std::get_if<Linear<D>>(&moving.motion)) shift_one(linear->position);
    if (auto* falling = std::get_if<Falling<D>>(&moving.motion)) shift_one(falling->position);
    if (auto* spinning = std::get_if<Spinning<D>>(&moving.motion)) shift_one(spinning->position);
    if (auto* precessing = std::get_if<Precessing<D>>(&moving.motion)) shift_one(precessing->position);
    if (auto* tumbling = std::get_if<Tumbling<D>>(&moving.motion)) shift_one(tumbling->position);
    if (auto* spline = std::get_if<Spline<D>>(&moving.motion))
      for (Vec<D>& place : spline->control) shift_one(place);
  }

  /// Somewhere near each other at some time.
  void aim_roughly(Asked<D>& r) {
    const double t = random_.uniform(0.0, horizon_);
    const PairView<D, double> start(r);
    const double reach = start.a().reach() + start.b().reach() + start.a().radius() + start.b().radius();
    PairView<D, double> then(r);
    then.look(t);
    const double far = reach * log_uniform(random_, 0.2, 2.0);
    const Vec<D> away = far * random_direction<D>(random_);
    Vec<D> meets;
    for (std::size_t i = 0; i < std::size_t{D}; ++i)
      meets[i] = then.a().place()[i] - then.b().place()[i] + away[i];
    const Vec<D> somewhere = random_.uniform() < 0.5 ? Vec<D>{} : random_place<D>(random_, reach);
    shift(r.a, somewhere);
    shift(r.b, somewhere + meets);
  }

  /// The least of a piece's gaps within [0, horizon]: by samples, then by cuts of thirds around the least.
  struct Lowest {
    double t = 0.0;
    Vec<D> normal{};  // [unit] times what is to go
  };
  Lowest lowest(const Asked<D>& r, double from, double to, std::size_t samples, int cuts) const {
    PairView<D, double> view(r);
    const auto gap = [&](double t) {
      view.look(t);
      return view.gap();
    };
    double best = from;
    double least = gap(from);
    const double step = (to - from) / static_cast<double>(samples);
    for (std::size_t i = 1; i <= samples; ++i) {
      const double t = std::min(to, from + step * static_cast<double>(i));
      const double g = gap(t);
      if (g < least) {
        least = g;
        best = t;
      }
    }
    double low = std::max(from, best - step);
    double high = std::min(to, best + step);
    for (int i = 0; i < cuts; ++i) {
      const double p = low + (high - low) / 3.0;
      const double q = high - (high - low) / 3.0;
      if (gap(p) < gap(q))
        high = q;
      else
        low = p;
    }
    for (const double t : {low, high, 0.5 * (low + high)}) {
      const double g = gap(t);
      if (g < least) {
        least = g;
        best = t;
      }
    }
    PairView<D, long double> fine(r);
    fine.look(best);
    std::size_t nearest = 0;
    for (std::size_t pair = 1; pair < fine.pairs(); ++pair)
      if (fine.gap(pair) < fine.gap(nearest)) nearest = pair;
    Lowest found{best, {}};
    const auto near = fine.near(nearest);
    if (near.axes.empty()) return found;
    const long double go = fine.gap(nearest);
    for (std::size_t i = 0; i < std::size_t{D}; ++i) {
      found.normal[i] = static_cast<double>(near.axes[0].normal[i]);
      shift_[i] = static_cast<double>(go * near.axes[0].normal[i]);
    }
    return found;
  }

  /// Moves b so that the least gap is 0, or by a little more or less.
  void aim(Asked<D>& r) {
    constexpr int kRounds = 4;
    const double end = random_.uniform() < 0.1 ? horizon_ * random_.uniform() : horizon_;
    Lowest found = lowest(r, 0.0, end, 32, 12);
    double span = end / 64.0;
    for (int i = 0; i < kRounds; ++i) {
      shift(r.b, -shift_);
      found = lowest(r, std::max(0.0, found.t - span), std::min(end, found.t + span), 2, 12);
      span *= 0.1;
    }
    shift(r.b, -shift_);
    const double way = random_.uniform();
    const double depth = std::min(sizes_[0], sizes_[1]) * log_uniform(random_, 1e-16, 1.0);
    if (way < 0.4)
      shift(r.b, (-depth) * found.normal);
    else if (way < 0.8)
      shift(r.b, depth * found.normal);
  }

  Random random_;
  std::array<Kind, 2> kinds_;
  bool tumbles_;  // who may spin
  std::array<double, 2> sizes_{};
  double horizon_ = 1.0;
  mutable Vec<D> shift_{};
};

}  // namespace

template <int D>
Asked<D> spinning_pair(Kind a, Kind b, std::uint64_t seed) {
  return Drawing<D>(a, b, seed).run();
}

namespace {

template <int D>
std::array<Kind, 2> drawn_kinds(std::uint64_t seed) {
  Random random(seed, 0xd1ce);
  const auto& all = judging::kinds(D);
  Kind a = Kind::HalfSpace;
  Kind b = Kind::HalfSpace;
  while (a == Kind::HalfSpace && b == Kind::HalfSpace) {
    a = all[random.below(all.size())];
    b = all[random.below(all.size())];
  }
  return {a, b};
}

}  // namespace

template <int D>
Drawn<D> drawn_pair(std::uint64_t seed) {
  const auto [a, b] = drawn_kinds<D>(seed);
  return {a, b, spinning_pair<D>(a, b, seed)};
}

Drawn<3> drawn_tumbling_pair(std::uint64_t seed) {
  const auto [a, b] = drawn_kinds<3>(seed);
  return {a, b, Drawing<3>(a, b, seed, true).run()};
}

Drawn<2> drawn_arc_pair(std::uint64_t seed) {
  Random random(seed, 0xa2c);
  const auto& all = judging::kinds(2);
  const Kind other = all[random.below(all.size())];
  const bool is_first = random.uniform() < 0.5;
  const Kind a = is_first ? Kind::Arc : other;
  const Kind b = is_first ? other : Kind::Arc;
  return {a, b, spinning_pair<2>(a, b, seed)};
}

template Asked<2> spinning_pair<2>(Kind, Kind, std::uint64_t);
template Asked<3> spinning_pair<3>(Kind, Kind, std::uint64_t);
template Drawn<2> drawn_pair<2>(std::uint64_t);
template Drawn<3> drawn_pair<3>(std::uint64_t);

}  // namespace firsthit::turning_judge
