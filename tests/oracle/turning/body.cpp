#include "oracle/turning/body.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <variant>

namespace firsthit::turning_judge {
namespace {

template <int D>
Precessing<D> precessing(const Linear<D>& m) {
  return {.position = m.position, .velocity = m.velocity};
}
template <int D>
Precessing<D> precessing(const Falling<D>& m) {
  return {.position = m.position, .velocity = m.velocity, .acceleration = m.acceleration};
}
template <int D>
Precessing<D> precessing(const Spinning<D>& m) {
  return {.position = m.position,
          .velocity = m.velocity,
          .precession = m.angular_velocity,
          .orientation = m.orientation,
          .acceleration = m.acceleration,
          .centre = m.centre};
}
/// But for its centre's course.
template <int D>
Precessing<D> precessing(const Spline<D>& m) {
  return {.precession = m.angular_velocity, .orientation = m.orientation, .centre = m.centre};
}
template <int D>
Precessing<D> precessing(const Precessing<D>& m) {
  return m;
}
/// But for how it turns in space.
template <int D>
Precessing<D> precessing(const Tumbling<D>& m) {
  return precessing<D>(
      Spinning<D>{m.position, m.velocity, m.angular_velocity, m.orientation, m.acceleration, m.centre});
}

template <class N>
N rate_of(double rate) {
  return N(rate);
}
template <class N>
Place<3, N> rate_of(const Vec<3>& rate) {
  return place_of<N>(rate);
}

/// By z^2 / |z|^2.
template <class N>
auto turn_of(const Orientation<2>& q) {
  const N w(q.w);
  const N z(q.z);
  const N all = w * w + z * z;
  const N cosine = (w * w - z * z) / all;
  const N sine = (w * z + w * z) / all;
  return [=](const Place<2, N>& x) { return cosine * x + sine * turned_left(x); };
}

/// By q x q* / |q|^2.
template <class N>
auto turn_of(const Orientation<3>& q) {
  const N w(q.w);
  const Place<3, N> v{{N(q.x), N(q.y), N(q.z)}};
  const N all = w * w + dot(v, v);
  return [=](const Place<3, N>& x) {
    const Place<3, N> sum = (w * w - dot(v, v)) * x + (N(2.0) * dot(v, x)) * v + (N(2.0) * w) * cross(v, x);
    return (N(1.0) / all) * sum;
  };
}

Orientation<3> back_of(const Orientation<3>& q) { return {q.w, -q.x, -q.y, -q.z}; }

template <class N>
struct Rates {
  Place<3, N> precession;
  Place<3, N> spin;
};

/// Of a symmetric top, by its angular momentum l: l / i in the world, and (1 / k - 1 / i) times the part of l
/// along its own axis. Of its two equal moments one may be the next double: it errs by less than 2^-52 of the
/// angle. What has no two of them is not judged.
template <class N>
Rates<N> rates_of(const Tumbling<3>& m) {
  const Vec<3>& moments = m.inertia.moments;
  std::size_t own = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double difference = moments[(k + 1) % 3] - moments[(k + 2) % 3];
    if (std::fabs(difference) <= 0x1p-50 * moments[(k + 1) % 3]) own = k;
  }
  const auto axes = turn_of<N>(m.inertia.axes);
  const auto stands = turn_of<N>(m.orientation);
  Place<3, N> rate = turn_of<N>(back_of(m.orientation))(place_of<N>(m.angular_velocity));
  rate = turn_of<N>(back_of(m.inertia.axes))(rate);
  const N ratio = N(moments[own]) / N(moments[(own + 1) % 3]);
  Place<3, N> spin{};
  spin[own] = (N(1.0) - ratio) * rate[own];
  rate[own] = ratio * rate[own];
  return {stands(axes(rate)), axes(spin)};
}

template <class N>
auto spin_of(const N& rate, double t) {
  const SineCosine<N> turn = sine_cosine(rate, t);
  return [turn](const Place<2, N>& x) { return turn.cosine * x + turn.sine * turned_left(x); };
}

/// About a vector, by Rodrigues' formula.
template <class N>
auto spin_of(const Place<3, N>& rate, double t) {
  const Place<3, N> axis = unit(rate);
  const SineCosine<N> turn = sine_cosine(length(rate), t);
  return [axis, turn](const Place<3, N>& x) {
    const Place<3, N> lengthwise = dot(axis, x) * axis;
    return lengthwise + turn.cosine * (x - lengthwise) + turn.sine * cross(axis, x);
  };
}

}  // namespace

template <int D, class N>
Body<D, N>::Body(const Moving<D>& moving) : start_(anatomy_of<D, N>(moving.shape)) {
  const Precessing<D> motion = std::visit([](const auto& m) { return precessing<D>(m); }, moving.motion);
  start_place_ = place_of<N>(motion.position);
  start_velocity_ = place_of<N>(motion.velocity);
  start_acceleration_ = place_of<N>(motion.acceleration);
  if (const auto* spline = std::get_if<Spline<D>>(&moving.motion)) {
    std::array<Place<D, N>, 4> p;
    for (std::size_t i = 0; i < 4; ++i) p[i] = place_of<N>(spline->control[i]);
    const N per_time = N(1.0) / N(spline->duration);
    start_place_ = p[0];
    start_velocity_ = (N(3.0) * per_time) * (p[1] - p[0]);
    start_acceleration_ = (N(6.0) * per_time * per_time) * (p[2] - p[1] - (p[1] - p[0]));
    jerk_ = (N(6.0) * per_time * per_time * per_time) * (p[3] - p[0] - N(3.0) * (p[2] - p[1]));
  }
  precession_ = rate_of<N>(motion.precession);
  spin_ = rate_of<N>(motion.spin);
  if constexpr (D == 3) {
    if (const auto* tumbling = std::get_if<Tumbling<3>>(&moving.motion)) {
      const Rates<N> rates = rates_of<N>(*tumbling);
      precession_ = rates.precession;
      spin_ = rates.spin;
    }
  }
  orientation_ = motion.orientation;
  precesses_ = size_of(spin_) > N(0.0);
  fastest_ = size_of(precession_) + size_of(spin_);
  rate_ = precession_;
  const Place<D, N> centre = place_of<N>(motion.centre);
  const auto turned = turn_of<N>(motion.orientation);
  if (is_plane()) {
    start_.height -= dot(start_.normal, centre);
    start_.normal = turned(start_.normal);
    using std::fabs;
    reach_ = fabs(start_.height);
  }
  for (Part<D, N>& part : start_.parts) {
    for (Place<D, N>& x : part.corners) {
      x = x - centre;
      reach_ = std::max(reach_, length(x));
    }
    if (precesses_) continue;
    for (auto* all : {&part.corners, &part.normals, &part.along})
      for (Place<D, N>& x : *all) x = turned(x);
  }
  now_ = start_;
  look(0.0);
}

template <int D, class N>
void Body<D, N>::look(double t) {
  const N time(t);
  acceleration_ = start_acceleration_ + time * jerk_;
  velocity_ = start_velocity_ + time * (start_acceleration_ + N(0.5 * t) * jerk_);
  place_ =
      start_place_ + time * (start_velocity_ + N(0.5 * t) * (start_acceleration_ + (time / N(3.0)) * jerk_));
  const auto precessed = spin_of(precession_, t);
  const auto turn_all = [&](const auto& turned) {
    for (std::size_t i = 0; i < start_.parts.size(); ++i) {
      const Part<D, N>& from = start_.parts[i];
      Part<D, N>& to = now_.parts[i];
      std::transform(from.corners.begin(), from.corners.end(), to.corners.begin(), turned);
      std::transform(from.normals.begin(), from.normals.end(), to.normals.begin(), turned);
      std::transform(from.along.begin(), from.along.end(), to.along.begin(), turned);
    }
  };
  if (!precesses_) return turn_all(precessed);
  const auto spun_first = spin_of(spin_, t);
  const auto turned = turn_of<N>(orientation_);
  turn_all([&](const Place<D, N>& x) { return precessed(turned(spun_first(x))); });
  if constexpr (D == 2) {
    rate_ = precession_ + spin_;
  } else {
    const Place<3, N> own = precessed(turned(spin_));
    rate_ = precession_ + own;
    rate_change_ = cross(precession_, own);
  }
}

template <int D, class N>
N Body<D, N>::size(double t) const {
  const N time(t);
  return length(start_place_) +
         time * (length(start_velocity_) + time * (length(start_acceleration_) + time * length(jerk_))) +
         reach_ + start_.radius;
}

template class Body<2, double>;
template class Body<2, long double>;
template class Body<2, LongFloat>;
template class Body<3, double>;
template class Body<3, long double>;
template class Body<3, LongFloat>;

}  // namespace firsthit::turning_judge
