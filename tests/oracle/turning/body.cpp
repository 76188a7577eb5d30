#include "oracle/turning/body.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>

namespace firsthit::turning_judge {
namespace {

template <int D>
Spinning<D> spinning(const Linear<D>& m) {
  return {.position = m.position, .velocity = m.velocity};
}
template <int D>
Spinning<D> spinning(const Falling<D>& m) {
  return {.position = m.position, .velocity = m.velocity, .acceleration = m.acceleration};
}
template <int D>
Spinning<D> spinning(const Spinning<D>& m) {
  return m;
}

template <int D>
Spinning<D> spinning(const auto&) {
  throw std::logic_error("turning judge: a spline, or what precesses");
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
  const Spinning<D> motion = std::visit([](const auto& m) { return spinning<D>(m); }, moving.motion);
  start_place_ = place_of<N>(motion.position);
  start_velocity_ = place_of<N>(motion.velocity);
  acceleration_ = place_of<N>(motion.acceleration);
  rate_ = rate_of<N>(motion.angular_velocity);
  const Place<D, N> centre = place_of<N>(motion.centre);
  const auto turned = turn_of<N>(motion.orientation);
  for (Part<D, N>& part : start_.parts) {
    for (Place<D, N>& x : part.corners) {
      x = turned(x - centre);
      reach_ = std::max(reach_, length(x));
    }
    for (auto* directions : {&part.normals, &part.along})
      for (Place<D, N>& x : *directions) x = turned(x);
  }
  if (is_plane()) {
    start_.normal = turned(start_.normal);
    start_.height -= dot(start_.normal, turned(centre));
    using std::fabs;
    reach_ = fabs(start_.height);
  }
  now_ = start_;
  look(0.0);
}

template <int D, class N>
void Body<D, N>::look(double t) {
  velocity_ = start_velocity_ + N(t) * acceleration_;
  place_ = start_place_ + N(t) * (start_velocity_ + N(0.5 * t) * acceleration_);
  const auto turned = spin_of(rate_, t);
  for (std::size_t i = 0; i < start_.parts.size(); ++i) {
    const Part<D, N>& from = start_.parts[i];
    Part<D, N>& to = now_.parts[i];
    std::transform(from.corners.begin(), from.corners.end(), to.corners.begin(), turned);
    std::transform(from.normals.begin(), from.normals.end(), to.normals.begin(), turned);
    std::transform(from.along.begin(), from.along.end(), to.along.begin(), turned);
  }
}

template <int D, class N>
N Body<D, N>::size(double t) const {
  return length(start_place_) + N(t) * (length(start_velocity_) + N(t) * length(acceleration_)) + reach_ +
         start_.radius;
}

template class Body<2, double>;
template class Body<2, long double>;
template class Body<2, LongFloat>;
template class Body<3, double>;
template class Body<3, long double>;
template class Body<3, LongFloat>;

}  // namespace firsthit::turning_judge
