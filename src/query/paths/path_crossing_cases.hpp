#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

// Where two paths are closest, case by case. The numbers may be whole, or rounded with a known error:
// then their signs may be in doubt. Derivation: docs/numerics/path-crossing.md.

namespace firsthit {

/// A numerator and a denominator above 0.
template <class N>
struct PathFraction {
  N numerator{0};
  N denominator{1};
};

/// A delay: one of the ends of a particle's window, or a fraction.
template <class N>
struct PathMoment {
  enum class At { Start, Horizon, Between };

  At at = At::Start;
  PathFraction<N> delay{};  // if between
};

template <class N, int D>
using PathVector = std::array<N, std::size_t{D}>;

/// A particle's velocity and window. Its start is known from the other's only.
template <class N, int D>
struct PathCourse {
  PathVector<N, D> velocity;
  bool rests = false;
  bool forever = false;  // then there is no horizon
  N horizon{0};
};

template <class N, int D>
struct PathPair {
  PathCourse<N, D> p, q;
  PathVector<N, D> offset;  // q's place now, seen from p's
};

template <class N>
struct PathStay {
  PathMoment<N> enter, leave;
};

/// Where two paths are closest.
template <class N>
struct PathApproach {
  bool stretch = false;
  bool opposed = false;
  PathStay<N> p, q;
  PathFraction<N> distance_squared{};
};

template <class N, int D>
class PathCases {
  static constexpr std::size_t kAxes{D};
  using Vector = PathVector<N, D>;
  using Area = std::array<N, D == 2 ? 1 : 3>;
  using Moment = PathMoment<N>;
  using At = typename Moment::At;
  using Course = PathCourse<N, D>;

 public:
  explicit PathCases(const PathPair<N, D>& pair) : p_(pair.p), q_(pair.q), offset_(pair.offset) {}

  /// Nothing if a sign is in doubt.
  std::optional<PathApproach<N>> solve() {
    if (p_.rests || q_.rests) {
      solve_at_rest();
    } else {
      const Area normal = cross(p_.velocity, q_.velocity);
      const N normal_squared = dot(normal, normal);
      if (sign(normal_squared) == 0) {
        solve_parallel();
      } else {
        solve_crossing(normal, normal_squared);
      }
    }
    if (!certain_) return std::nullopt;
    return found_;
  }

 private:
  /// A place of a course, and how far it is from the other path.
  struct Nearest {
    Moment moment;
    PathFraction<N> distance_squared;
  };

  /// Where a course begins or ends along the line of both.
  struct End {
    bool of_p = true;
    At at = At::Start;
    bool infinite = false;
    N along{0};  // if finite
  };

  template <std::size_t K>
  static N dot(const std::array<N, K>& a, const std::array<N, K>& b) {
    N r = a[0] * b[0];
    for (std::size_t i = 1; i < K; ++i) r = r + a[i] * b[i];
    return r;
  }

  static Area cross(const Vector& a, const Vector& b) {
    if constexpr (D == 2) {
      return {a[0] * b[1] - a[1] * b[0]};
    } else {
      return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }
  }

  static Vector sum(const Vector& a, const Vector& b) {
    Vector r;
    for (std::size_t i = 0; i < kAxes; ++i) r[i] = a[i] + b[i];
    return r;
  }

  static Vector difference(const Vector& a, const Vector& b) {
    Vector r;
    for (std::size_t i = 0; i < kAxes; ++i) r[i] = a[i] - b[i];
    return r;
  }

  /// Requires: the moment is an end.
  static Vector travelled(const Course& course, const Moment& moment) {
    Vector r{};
    if (moment.at == At::Horizon)
      for (std::size_t i = 0; i < kAxes; ++i) r[i] = course.velocity[i] * course.horizon;
    return r;
  }

  int sign(const N& x) {
    const std::optional<int> certain = x.sign();
    if (!certain) certain_ = false;
    return certain.value_or(0);
  }

  /// numerator / denominator, or the end of the course's window that it is beyond.
  Moment within(const Course& course, const N& numerator, const N& denominator) {
    if (sign(numerator) < 0) return {At::Start, {}};
    if (!course.forever && sign(numerator - denominator * course.horizon) > 0) return {At::Horizon, {}};
    return {At::Between, {numerator, denominator}};
  }

  /// The place of a course nearest to a point, which is given as seen from the course's start.
  Nearest nearest(const Course& course, const Vector& point) {
    if (course.rests) return {{}, {dot(point, point), N(1)}};
    const N speed_squared = dot(course.velocity, course.velocity);
    Nearest r{within(course, dot(course.velocity, point), speed_squared), {}};
    if (r.moment.at == At::Between) {
      const Area area = cross(point, course.velocity);
      r.distance_squared = {dot(area, area), speed_squared};
    } else {
      const Vector apart = difference(point, travelled(course, r.moment));
      r.distance_squared = {dot(apart, apart), N(1)};
    }
    return r;
  }

  Nearest nearest_of_p(const Moment& end_of_q) { return nearest(p_, sum(offset_, travelled(q_, end_of_q))); }
  Nearest nearest_of_q(const Moment& end_of_p) {
    return nearest(q_, difference(travelled(p_, end_of_p), offset_));
  }

  void finish(const Moment& p, const Moment& q, const PathFraction<N>& distance_squared) {
    found_.p = {p, p};
    found_.q = {q, q};
    found_.distance_squared = distance_squared;
  }

  void solve_at_rest() {
    const Nearest r = p_.rests ? nearest_of_q({}) : nearest_of_p({});
    finish(r.moment, r.moment, r.distance_squared);
    const PathStay<N> throughout = {{At::Start, {}}, {At::Horizon, {}}};
    if (p_.rests) found_.p = throughout;
    if (q_.rests) found_.q = throughout;
  }

  void solve_crossing(const Area& normal, const N& normal_squared) {
    Moment p = within(p_, dot(cross(offset_, q_.velocity), normal), normal_squared);
    Moment q;
    if (p.at == At::Between) {
      q = within(q_, dot(cross(offset_, p_.velocity), normal), normal_squared);
      if (q.at == At::Between) {
        if constexpr (D == 2) {
          finish(p, q, {});
        } else {
          const N height = dot(offset_, normal);
          finish(p, q, {height * height, normal_squared});
        }
        return;
      }
    } else {
      const Nearest r = nearest_of_q(p);
      q = r.moment;
      if (q.at == At::Between) {
        finish(p, q, r.distance_squared);
        return;
      }
    }
    // q is at an end of its window, whether or not p is.
    const Nearest r = nearest_of_p(q);
    finish(r.moment, q, r.distance_squared);
  }

  void solve_parallel() {
    // Along the line, in units of p's speed squared: p goes from 0 upwards, q up or down.
    const N speed_squared = dot(p_.velocity, p_.velocity);
    const N rate_of_q = dot(p_.velocity, q_.velocity);
    const N start_of_q = dot(p_.velocity, offset_);
    const bool opposed = sign(rate_of_q) < 0;
    const End p_low{true, At::Start, false, N(0)};
    const End p_high{true, At::Horizon, p_.forever, speed_squared * p_.horizon};
    End q_low{false, At::Start, false, start_of_q};
    End q_high{false, At::Horizon, q_.forever, start_of_q + rate_of_q * q_.horizon};
    if (opposed) std::swap(q_low, q_high);
    if (is_above(q_low, p_high)) return finish_apart(p_high.at, q_low.at);
    if (is_above(p_low, q_high)) return finish_apart(p_low.at, q_high.at);

    const End low = q_low.infinite || is_above(p_low, q_low) ? p_low : q_low;
    const End high = q_high.infinite || is_above(q_high, p_high) ? p_high : q_high;
    const auto of_p = [&](const End& end) -> Moment {
      if (end.of_p) return {end.at, {}};
      return {At::Between, {end.along, speed_squared}};
    };
    const auto of_q = [&](const End& end) -> Moment {
      if (end.infinite || !end.of_p) return {end.at, {}};
      if (opposed) return {At::Between, {start_of_q - end.along, -rate_of_q}};
      return {At::Between, {end.along - start_of_q, rate_of_q}};
    };
    const Area area = cross(offset_, p_.velocity);
    found_.stretch = high.infinite || is_above(high, low);
    found_.opposed = opposed && found_.stretch;
    found_.p = {of_p(low), of_p(high)};
    found_.q = {of_q(opposed ? high : low), of_q(opposed ? low : high)};
    found_.distance_squared = {dot(area, area), speed_squared};
  }

  /// Is an end further along the line than another? One of infinite ends is not.
  bool is_above(const End& a, const End& b) {
    return !a.infinite && !b.infinite && sign(a.along - b.along) > 0;
  }

  /// The paths are on one line or side by side, and one ends before the other begins.
  void finish_apart(At end_of_p, At end_of_q) {
    const Moment p{end_of_p, {}};
    const Moment q{end_of_q, {}};
    const Vector apart = difference(sum(offset_, travelled(q_, q)), travelled(p_, p));
    finish(p, q, {dot(apart, apart), N(1)});
  }

  const Course& p_;
  const Course& q_;
  const Vector& offset_;
  bool certain_ = true;
  PathApproach<N> found_;
};

}  // namespace firsthit
