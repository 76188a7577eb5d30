#include "c/motions.hpp"

#include "c/structs.hpp"
#include "c/values.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace firsthit::c {
namespace {

enum class Kind { Linear, Falling, Spinning, Spline, Precessing, Tumbling };

/// Places far in the future are told as long as the angle until then is one that can be told.
constexpr double kLargestAngle = 0x1p30;  // rad, as motion.hpp says

/// The least moment of inertia over the largest, as queries have it.
constexpr double kThin = 1e-6;

double largest(const FirsthitVec& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

void check_finite(const FirsthitVec& a, const char* where) {
  for (const double x : {a.x, a.y, a.z})
    if (!std::isfinite(x)) refuse(where, "finite numbers", x);
}

void check_not_zero(const FirsthitOrientation& q, const std::string& where) {
  for (const double x : {q.w, q.x, q.y, q.z})
    if (!std::isfinite(x)) refuse(where, "finite numbers", x);
  if (q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0) refuse(where, "numbers that are not all 0", 0.0);
}

/// Moments of inertia of something that is thick in all directions; returns how many times faster than now it
/// may come to turn.
double check_inertia(const FirsthitPrincipalInertia& inertia) {
  check_not_zero(inertia.axes, "motion.inertia.axes");
  const FirsthitVec& m = inertia.moments;
  const double most = largest(m);
  for (const double x : {m.x, m.y, m.z})
    if (!(x > kThin * most && most >= 0x1p-500 && most <= 0x1p+500))
      refuse("motion.inertia.moments", "> 1e-6 of the largest, which is from 2^-500 to 2^500", x);
  for (const double others : {m.y + m.z, m.z + m.x, m.x + m.y})
    if (!(most <= (1.0 + kThin) * others))
      refuse("motion.inertia.moments", "at most the sum of the two others", most);
  return std::sqrt(most / std::min({m.x, m.y, m.z}));
}

/// What C++ takes for granted where a motion is asked for a place.
void check_for_places(std::int32_t dimension, const FirsthitMotion& m, double delay) {
  check_finite(m.position, "motion.position");
  check_finite(m.velocity, "motion.velocity");
  check_finite(m.acceleration, "motion.acceleration");
  check_finite(m.angular_velocity, "motion.angular_velocity");
  check_finite(m.centre, "motion.centre");
  check_finite(m.spin, "motion.spin");
  for (const FirsthitVec& point : m.control) check_finite(point, "motion.control");
  if (!(m.duration > 0.0 && std::isfinite(m.duration)))
    refuse("motion.duration", "a finite number > 0", m.duration);
  check_not_zero(m.orientation, "motion.orientation");
  if (!(std::abs(delay) < HUGE_VAL)) refuse("delay", "a finite number", delay);
  const bool tumbles = m.kind == FIRSTHIT_MOTION_TUMBLING && dimension == 3;
  const double faster = tumbles ? check_inertia(m.inertia) : 1.0;
  for (const double rate : {faster * largest(m.angular_velocity), largest(m.spin)})
    if (!(rate * std::abs(delay) <= kLargestAngle)) refuse("delay", "at most 2^30 rad until then", delay);
}

template <int D>
Vec<D> place(const Motion<D>& motion, double delay, const Vec<D>* of_shape) {
  return std::visit(
      [&](const auto& any) {
        if constexpr (requires { any.at(delay, Vec<D>{}); }) {
          return of_shape == nullptr ? any.at(delay) : any.at(delay, *of_shape);
        } else {
          const Vec<D> centre = any.at(delay);
          // By the same sum as of what turns, as C++'s flags see to.
          return of_shape == nullptr ? centre : Spinning<D>{.position = centre}.at(0.0, *of_shape);
        }
      },
      motion);
}

}  // namespace

FirsthitMotion default_motion() {
  FirsthitMotion r{};
  r.size = sizeof r;
  r.orientation.w = 1.0;
  r.duration = 1.0;
  r.inertia = told(PrincipalInertia{});
  return r;
}

template <int D>
Motion<D> motion(const FirsthitMotion* from, const char* what) {
  if (from == nullptr) return Linear<D>{};
  const FirsthitMotion m = read(from, what, default_motion());
  const auto at = [what](const char* field) { return std::string(what) + "." + field; };
  const auto read_vec = [&](const FirsthitVec& a, const char* field) { return vec<D>(a, at(field).c_str()); };
  const auto rate = [&](const FirsthitVec& a, const char* field) {
    return angular_velocity<D>(a, at(field).c_str());
  };
  const Kind kind = choice(m.kind, Kind::Tumbling, at("kind").c_str());
  if (kind == Kind::Spline) {
    Spline<D> r{{},
                m.duration,
                rate(m.angular_velocity, "angular_velocity"),
                orientation<D>(m.orientation, at("orientation").c_str()),
                read_vec(m.centre, "centre")};
    for (std::size_t i = 0; i < 4; ++i) r.control[i] = read_vec(m.control[i], "control");
    return r;
  }
  const Vec<D> position = read_vec(m.position, "position"), velocity = read_vec(m.velocity, "velocity");
  if (kind == Kind::Linear) return Linear<D>{position, velocity};
  const Vec<D> acceleration = read_vec(m.acceleration, "acceleration");
  if (kind == Kind::Falling) return Falling<D>{position, velocity, acceleration};
  const auto turns = rate(m.angular_velocity, "angular_velocity");
  const Orientation<D> stands = orientation<D>(m.orientation, at("orientation").c_str());
  const Vec<D> centre = read_vec(m.centre, "centre");
  if (kind == Kind::Spinning) return Spinning<D>{position, velocity, turns, stands, acceleration, centre};
  if (kind == Kind::Precessing)
    return Precessing<D>{position, velocity, turns, rate(m.spin, "spin"), stands, acceleration, centre};
  Tumbling<D> r{position, velocity, turns, stands, acceleration, centre, {}};
  if (D == 3) r.inertia = principal_inertia(m.inertia, at("inertia").c_str());
  return r;
}

template Motion<2> motion(const FirsthitMotion* from, const char* what);
template Motion<3> motion(const FirsthitMotion* from, const char* what);

}  // namespace firsthit::c

using namespace firsthit;
using namespace firsthit::c;

FirsthitStatus firsthit_motion_default(FirsthitMotion* into, std::size_t size) {
  return give_default(default_motion(), into, size);
}

FirsthitStatus firsthit_motion_at(std::int32_t dimension, const FirsthitMotion* motion, double delay,
                                  const FirsthitVec* of_shape, FirsthitVec* into) {
  return guarded([&] {
    there(into, "into");
    check_for_places(dimension, read(motion, "motion", default_motion()), delay);
    if (of_shape != nullptr) check_finite(*of_shape, "of_shape");
    in_dimension(dimension, [&]<int D>() {
      const Vec<D> point = of_shape == nullptr ? Vec<D>{} : vec<D>(*of_shape, "of_shape");
      *into = told(place(c::motion<D>(motion, "motion"), delay, of_shape == nullptr ? nullptr : &point));
    });
  });
}

FirsthitStatus firsthit_turned_by(double degrees, const FirsthitVec* axis, FirsthitOrientation* into) {
  return guarded([&] {
    there(into, "into") =
        axis == nullptr ? told(turned_by(degrees)) : told(turned_by(degrees, vec<3>(*axis, "axis")));
  });
}
