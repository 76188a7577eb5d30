#include "query/pairs/turning/turning_order.hpp"

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

template <int D>
std::size_t rank(const Shape<D>& shape) {
  if (std::holds_alternative<HalfSpace<D>>(shape)) return 0;
  if (std::holds_alternative<Arc>(shape)) return 1;
  return 2 + shape.index();
}

/// [L] Where it begins.
template <int D>
const Vec<D>& start(const Motion<D>& motion) {
  return std::visit(
      [](const auto& m) -> const Vec<D>& {
        if constexpr (requires { m.control; })
          return m.control[0];
        else
          return m.position;
      },
      motion);
}

class Numbers {
 public:
  template <int D>
  explicit Numbers(const Moving<D>& moving) {
    std::visit([&](const auto& m) { add_motion(m); }, moving.motion);
    std::visit([&](const auto& s) { add_shape(s); }, moving.shape);
  }
  const std::vector<double>& all() const { return all_; }

 private:
  void add(double x) { all_.push_back(x); }
  template <int D>
  void add(const Vec<D>& v) {
    all_.insert(all_.end(), std::begin(v.c), std::end(v.c));
  }
  void add(const Orientation<2>& q) { all_.insert(all_.end(), {q.w, q.z}); }
  void add(const Orientation<3>& q) { all_.insert(all_.end(), {q.w, q.x, q.y, q.z}); }
  template <class Range>
  void add_each(const Range& range) {
    for (const auto& each : range) add(each);
  }

  template <class M>
  void add_motion(const M& m) {
    if constexpr (requires { m.control; })
      add_each(m.control);
    else
      add(m.velocity);
    if constexpr (requires { m.acceleration; }) add(m.acceleration);
    if constexpr (requires { m.duration; }) add(m.duration);
    if constexpr (requires { m.angular_velocity; }) add(m.angular_velocity);
    if constexpr (requires { m.precession; }) {
      add(m.precession);
      add(m.spin);
    }
    if constexpr (requires { m.orientation; }) {
      add(m.orientation);
      add(m.centre);
    }
    if constexpr (requires { m.inertia; }) {
      add(m.inertia.moments);
      add(m.inertia.axes);
    }
  }
  template <class S>
  void add_shape(const S& s) {
    if constexpr (requires { s.radius; }) add(s.radius);
    if constexpr (requires { s.from; }) {
      add(s.from);
      add(s.to);
    }
    if constexpr (requires { s.half_extents; }) add(s.half_extents);
    if constexpr (requires { s.axes; }) add_each(s.axes);
    if constexpr (std::is_same_v<S, Polygon>)
      add_each(s.vertices());
    else if constexpr (requires { s.vertices; })
      add_each(s.vertices);
  }

  std::vector<double> all_;
};

}  // namespace

template <int D>
int turning_order(const Moving<D>& one, const Moving<D>& other) {
  const auto order = [](const auto& a, const auto& b) { return a < b ? -1 : b < a ? 1 : 0; };
  if (const int r = order(rank<D>(one.shape), rank<D>(other.shape)); r != 0) return r;
  if (const int r = order(one.motion.index(), other.motion.index()); r != 0) return r;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (const int r = order(start<D>(one.motion)[axis], start<D>(other.motion)[axis]); r != 0) return r;
  return order(Numbers(one).all(), Numbers(other).all());
}

template int turning_order(const Moving<2>&, const Moving<2>&);
template int turning_order(const Moving<3>&, const Moving<3>&);

}  // namespace firsthit
