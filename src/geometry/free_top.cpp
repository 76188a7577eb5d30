#include "geometry/free_top.hpp"

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

namespace firsthit {
namespace {

/// Of a bound, for what rounds in it.
constexpr double kMore = 1.0 + 0x1p-40;

/// [rad] A step turns by no more, and by more than half of that. Larger: more terms. Smaller: more steps.
constexpr double kStepAngle = 0.25;

/// The terms that are left out come to less than this, of 1. Larger: they show beside roundings.
constexpr double kLeftOut = 0x1p-56;

/// [rad] So far it is followed without passing over whole periods. Larger: long flights cost more. Smaller:
/// the period's rounding comes in earlier, which is large where it nearly comes to rest about its middle
/// axis.
constexpr double kFollowed = 128.0;

/// [rad/T] What turns more slowly does so steadily: a step would be longer than numbers are.
constexpr double kSlowest = 0x1p-900;

/// So many knots are kept, for those who ask for a time a little before. Smaller: more is found again.
constexpr std::size_t kKept = 64;

/// What lets the energy change by so little with the momentum's direction, over the fastest, is no measure of
/// that. Smaller: what rounds of the energy moves the momentum by more.
constexpr double kTells = 0.125;

using Quaternion = Orientation<3>;

Vec<3> imaginary(const Quaternion& q) { return {q.x, q.y, q.z}; }
Quaternion quaternion(double w, const Vec<3>& v) { return {w, v[0], v[1], v[2]}; }

/// First q, then p.
Quaternion operator*(const Quaternion& p, const Quaternion& q) {
  const Vec<3> a = imaginary(p);
  const Vec<3> b = imaginary(q);
  return quaternion(p.w * q.w - dot(a, b), p.w * b + q.w * a + cross(a, b));
}

Quaternion back_of(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

/// Requires: not all 0, finite.
Quaternion unit(Quaternion q) {
  const double most =
      std::max(std::max(std::fabs(q.w), std::fabs(q.x)), std::max(std::fabs(q.y), std::fabs(q.z)));
  const int exponent = -std::ilogb(most);
  if (exponent > 100 || exponent < -100)  // squares would overflow, or vanish
    for (double* x : {&q.w, &q.x, &q.y, &q.z}) *x = std::ldexp(*x, exponent);
  const double size = std::sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
  return {q.w / size, q.x / size, q.y / size, q.z / size};
}

/// By a steady turning [rad/T] in a time; beyond the largest angle by whole turns less, which err by u each.
Quaternion turn_of(const Vec<3>& turning, double time) {
  constexpr double kTwoTurns = 12.566370614359172;
  const double size = length(turning);
  if (!(size > 0.0)) return {};
  if (size * time > kLargestAngle) time = std::fmod(time, kTwoTurns / size);
  const auto [sine, cosine] = sin_cos_of_product(0.5 * size, time);
  return quaternion(cosine, (sine / size) * turning);
}

Vec<3> times(const Vec<3>& a, const Vec<3>& b) { return {a[0] * b[0], a[1] * b[1], a[2] * b[2]}; }

/// The square of the fastest that a top of these moments and this turning ever turns. Energy and momentum are
/// linear in the squares of the momentum's parts, and so is this: it is largest where one of these is 0.
double fastest_squared(const Vec<3>& moments, const Vec<3>& turning) {
  constexpr double kNearly = 0x1p-40;  // what rounds
  const Vec<3> own = times(moments, turning);
  const double size = length_squared(own);
  const double energy = dot(own, turning);
  double most = length_squared(turning);
  for (std::size_t i = 0; i < 3; ++i) {
    const double a = moments[i];
    const double b = moments[(i + 1) % 3];
    if (a == b) continue;
    const double of_a = a * (size - energy * b) / (a - b);  // the square of the part along its axis
    if (of_a < -kNearly * size || of_a > (1.0 + kNearly) * size) continue;
    const double part = std::clamp(of_a, 0.0, size);
    most = std::max(most, part / (a * a) + (size - part) / (b * b));
  }
  return most;
}

/// The mean of two that arithmetic and geometric means lead to.
double arithmetic_geometric_mean(double a, double b) {
  while (std::fabs(a - b) > 0x1p-50 * a) {
    const double middle = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = middle;
  }
  return a;
}

/// The time in which the turning, in principal axes, comes back. Source: Landau and Lifshitz, Mechanics, par.
/// 37; the elliptic integral by Gauss's mean. Of what never comes back, as it comes to rest about its middle
/// axis, a long time.
double period_of(Vec<3> moments, const Vec<3>& turning) {
  const Vec<3> own = times(moments, turning);
  const double size = length_squared(own);
  const double energy = dot(own, turning);
  std::sort(std::begin(moments.c), std::end(moments.c));
  const double middle = moments[1];
  if (energy * middle > size) std::swap(moments[0], moments[2]);
  const double first = moments[0];
  const double last = moments[2];
  const double all = first * middle * last;
  const double faster = std::max((size - energy * first) * (last - middle) / all, 0x1p-200);
  const double slower = std::max((size - energy * middle) * (last - first) / all, 0x1p-90 * faster);
  constexpr double kTurn = 6.283185307179587;
  return kTurn / arithmetic_geometric_mean(std::sqrt(faster), std::sqrt(slower));
}

/// The cube root of 1 + y, or a little more.
double cube_root_above(double y) {
  double z = 1.0 + y / 3.0;
  for (int i = 0; i < 4; ++i) z -= (z * z * z - (1.0 + y)) / (3.0 * z * z);
  return z * kMore;
}

}  // namespace

FreeTop::FreeTop(const Orientation<3>& orientation, const Vec<3>& angular_velocity,
                 const PrincipalInertia& inertia)
    : start_(unit(unit(orientation) * unit(inertia.axes))), back_(back_of(unit(inertia.axes))) {
  moments_ = (1.0 / max_abs(inertia.moments)) * inertia.moments;
  begin(angular_velocity);
}

void FreeTop::begin(const Vec<3>& angular_velocity) {
  const Vec<3> turning = rotation_of(start_).inverse_of(angular_velocity);
  if (!(max_abs(turning) > kSlowest)) return take_steady(angular_velocity, {});
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    // About an axis of its own, as it is told: what the way there and back rounds is nothing.
    const double beside = std::max(std::fabs(turning[i]), std::fabs(turning[j]));
    if (beside <= 0x1p-50 * std::fabs(turning[k])) return take_steady(angular_velocity, {});
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    if (moments_[i] != moments_[j]) continue;
    Vec<3> spin;
    spin[k] = ((moments_[i] - moments_[k]) / moments_[i]) * turning[k];
    return take_steady(rotation_of(start_).of((1.0 / moments_[i]) * times(moments_, turning)), spin);
  }
  take_steps(turning);
}

void FreeTop::take_steady(const Vec<3>& precession, const Vec<3>& spin) {
  precession_ = precession;
  spin_ = spin;
  rate_ = fastest_ = (length(precession) + length(spin)) * kMore;
}

void FreeTop::take_steps(const Vec<3>& turning) {
  is_stepped_ = true;
  const double size = max_abs(turning);
  fastest_ = size * std::sqrt(fastest_squared(moments_, (1.0 / size) * turning)) * kMore;
  for (std::size_t i = 0; i < 3; ++i)
    gain_[i] = (moments_[(i + 1) % 3] - moments_[(i + 2) % 3]) / moments_[i];
  const double growth = max_abs(gain_) / std::sqrt(3.0) * kMore;
  const double second = std::sqrt(1.0 + growth);
  const double third = cube_root_above(growth * (4.0 + 2.0 * growth));
  rate_ = fastest_ * std::max(second, third) * kMore;
  step_ = std::ldexp(1.0, std::ilogb(kStepAngle / fastest_));
  // Terms are no larger than those of (1 - growth x)^(-1 / (2 growth)), for x the angle of a step.
  const double angle = fastest_ * step_;
  const double most = angle * std::max(0.5, growth);  // of each over the one before
  double term = 1.0;
  for (terms_ = 1; terms_ < kMostTerms && term > kLeftOut * (1.0 - most); ++terms_)
    term *= angle * (0.5 + growth * static_cast<double>(terms_ - 1)) / static_cast<double>(terms_);
  period_ = period_of(moments_, (1.0 / size) * turning) / size;
  start_knot_ = {start_, step_ * turning};
  knots_.push_back(start_knot_);
  const Vec<3> own = times(moments_, start_knot_.turning);
  energy_ = dot(own, start_knot_.turning);
  momentum_ = rotation_of(start_).of(own);
}

/// The series of the turning, by Euler's equations, and of the orientation, q' = q (0, turning) / 2.
void FreeTop::expand(const Knot& knot) {
  const Quaternion& q = knot.orientation;
  series_[0] = {knot.turning[0], knot.turning[1], knot.turning[2], q.w, q.x, q.y, q.z};
  for (std::size_t n = 0; n + 1 < terms_; ++n) {
    std::array<double, 7> sum{};
    for (std::size_t m = 0; m <= n; ++m) {
      const std::array<double, 7>& a = series_[m];
      const std::array<double, 7>& b = series_[n - m];
      sum[0] += a[1] * b[2];
      sum[1] += a[2] * b[0];
      sum[2] += a[0] * b[1];
      sum[3] -= (a[4] * b[0] + a[5] * b[1]) + a[6] * b[2];
      sum[4] += (a[3] * b[0] + a[5] * b[2]) - a[6] * b[1];
      sum[5] += (a[3] * b[1] + a[6] * b[0]) - a[4] * b[2];
      sum[6] += (a[3] * b[2] + a[4] * b[1]) - a[5] * b[0];
    }
    const double over = 1.0 / static_cast<double>(n + 1);
    for (std::size_t i = 0; i < 3; ++i) series_[n + 1][i] = (gain_[i] * over) * sum[i];
    for (std::size_t i = 3; i < 7; ++i) series_[n + 1][i] = (0.5 * over) * sum[i];
  }
}

/// `part`: of a step, from 0 to 1.
auto FreeTop::at_part(double part) const -> Knot {
  std::array<double, 7> r = series_[terms_ - 1];
  for (std::size_t n = terms_ - 1; n-- > 0;)
    for (std::size_t i = 0; i < 7; ++i) r[i] = series_[n][i] + part * r[i];
  return {unit({r[3], r[4], r[5], r[6]}), {r[0], r[1], r[2]}};
}

/// The knot after the one that is expanded. Energy and momentum are what they were, but for roundings that do
/// not add up: the turning is moved to both, and the whole turned so that the momentum leads where it did.
auto FreeTop::next() const -> Knot {
  Knot r = at_part(1.0);
  Vec<3> own = times(moments_, r.turning);
  const Vec<3> along = (1.0 / length(own)) * own;
  const Vec<3> across = r.turning - dot(r.turning, along) * along;
  const double square = length_squared(across);
  if (square > kTells * kTells * length_squared(r.turning))
    own = own + (0.5 * (energy_ - dot(own, r.turning)) / square) * across;
  const double size = length(momentum_);
  own = (size / length(own)) * own;
  for (std::size_t i = 0; i < 3; ++i) r.turning[i] = own[i] / moments_[i];
  const Vec<3> off = cross(rotation_of(r.orientation).of(own), momentum_);
  r.orientation = unit(quaternion(1.0, (0.5 / (size * size)) * off) * r.orientation);
  return r;
}

/// Expands the knot of that number, counted from the start.
void FreeTop::go_to(std::size_t number) {
  if (number < first_) {
    knots_.assign(1, start_knot_);
    first_ = 0;
  }
  while (first_ + knots_.size() <= number) {
    go_to(first_ + knots_.size() - 1);
    if (knots_.size() == kKept) {
      first_ += kKept / 2;
      knots_.erase(knots_.begin(), knots_.begin() + kKept / 2);
    }
    knots_.push_back(next());
  }
  if (expanded_ == number) return;
  expand(knots_[number - first_]);
  expanded_ = number;
}

auto FreeTop::followed(double time) -> Knot {
  const double steps = time / step_;
  const double whole = std::floor(steps);
  go_to(static_cast<std::size_t>(whole));
  return at_part(steps - whole);
}

/// What so many periods turn it by, about its momentum.
Orientation<3> FreeTop::periods_passed(double count) {
  if (after_period_ == Quaternion{0.0, 0.0, 0.0, 0.0}) {
    const Quaternion turned = followed(period_).orientation * back_of(start_);
    const Vec<3> along = (1.0 / length(momentum_)) * momentum_;
    after_period_ = unit(quaternion(turned.w, dot(imaginary(turned), along) * along));
  }
  Quaternion r;
  Quaternion power = after_period_;
  constexpr double kMostPeriods = 0x1p62;  // what more are is beyond the digits of any time
  for (auto left = static_cast<std::uint64_t>(std::min(count, kMostPeriods)); left > 0; left >>= 1U) {
    if ((left & 1U) != 0) r = unit(power * r);
    power = unit(power * power);
  }
  return r;
}

FreeTop::Turned FreeTop::after(double time) {
  Turned r;
  if (!is_stepped_) {
    const Quaternion stands = unit(turn_of(precession_, time) * start_ * turn_of(spin_, time));
    const Vec<3> own = rotation_of(stands).of(spin_);
    r.orientation = stands * back_;
    r.angular_velocity = precession_ + own;
    r.angular_acceleration = cross(precession_, own);
    return r;
  }
  const double rest = time * fastest_ > kFollowed ? std::fmod(time, period_) : time;
  Knot now = followed(rest);
  if (rest < time)
    now.orientation = unit(periods_passed(std::nearbyint((time - rest) / period_)) * now.orientation);
  const Rotation<3> stands = rotation_of(now.orientation);
  const Vec<3>& w = now.turning;
  const Vec<3> faster{gain_[0] * (w[1] * w[2]), gain_[1] * (w[2] * w[0]), gain_[2] * (w[0] * w[1])};
  r.orientation = now.orientation * back_;
  r.angular_velocity = (1.0 / step_) * stands.of(w);
  r.angular_acceleration = (1.0 / (step_ * step_)) * stands.of(faster);
  return r;
}

}  // namespace firsthit
