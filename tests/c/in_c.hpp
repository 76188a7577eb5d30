#pragma once

#include <firsthit/firsthit.h>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

// C++'s shapes and motions, made anew through the interface for C by what a caller in C would write.

namespace firsthit {

inline FirsthitVec in_c(const Vec<2>& a) { return {a[0], a[1], 0.0}; }
inline FirsthitVec in_c(const Vec<3>& a) { return {a[0], a[1], a[2]}; }
inline FirsthitVec rate_in_c(double a) { return {0.0, 0.0, a}; }
inline FirsthitVec rate_in_c(const Vec<3>& a) { return in_c(a); }
inline FirsthitOrientation in_c(const Orientation<2>& q) { return {q.w, 0.0, 0.0, q.z}; }
inline FirsthitOrientation in_c(const Orientation<3>& q) { return {q.w, q.x, q.y, q.z}; }

template <class V>
std::vector<FirsthitVec> all_in_c(const V& places) {
  std::vector<FirsthitVec> r;
  for (const auto& place : places) r.push_back(in_c(place));
  return r;
}

struct DestroyShape {
  void operator()(FirsthitShape* shape) const { firsthit_shape_destroy(shape); }
};
using ShapeInC = std::unique_ptr<FirsthitShape, DestroyShape>;

/// Makes a shape by one of the functions for that.
template <int D>
struct MakeInC {
  FirsthitShape** into;

  FirsthitStatus operator()(const Point&) const { return firsthit_shape_point(D, into); }
  FirsthitStatus operator()(const Ball& s) const { return firsthit_shape_ball(D, s.radius, into); }
  template <int E>
  FirsthitStatus operator()(const Segment<E>& s) const {
    return firsthit_shape_segment(D, in_c(s.from), in_c(s.to), into);
  }
  template <int E>
  FirsthitStatus operator()(const HalfSpace<E>& s) const {
    return firsthit_shape_half_space(D, in_c(s.normal), s.offset, into);
  }
  FirsthitStatus operator()(const Container& s) const { return firsthit_shape_container(D, s.radius, into); }
  FirsthitStatus operator()(const Arc& s) const {
    return firsthit_shape_arc(s.radius, in_c(s.from), in_c(s.to), into);
  }
  template <int E>
  FirsthitStatus operator()(const Capsule<E>& s) const {
    return firsthit_shape_capsule(D, in_c(s.from), in_c(s.to), s.radius, into);
  }
  template <int E>
  FirsthitStatus operator()(const Box<E>& s) const {
    return firsthit_shape_box(D, in_c(s.half_extents), into);
  }
  template <int E>
  FirsthitStatus operator()(const OrientedBox<E>& s) const {
    return firsthit_shape_oriented_box(D, in_c(s.half_extents), all_in_c(s.axes).data(), into);
  }
  template <int E>
  FirsthitStatus operator()(const Hull<E>& s) const {
    return firsthit_shape_hull(D, all_in_c(s.vertices).data(), s.vertices.size(), s.radius, into);
  }
  FirsthitStatus operator()(const Polygon& s) const {
    return firsthit_shape_polygon(all_in_c(s.vertices()).data(), s.vertices().size(), into);
  }
  FirsthitStatus operator()(const Triangle& s) const {
    return firsthit_shape_triangle(all_in_c(s.vertices).data(), into);
  }
};

template <int D>
ShapeInC in_c(const Shape<D>& shape) {
  FirsthitShape* made = nullptr;
  EXPECT_EQ(std::visit(MakeInC<D>{&made}, shape), FIRSTHIT_OK) << firsthit_last_error();
  return ShapeInC(made);
}

template <int D>
FirsthitMotion in_c(const Motion<D>& motion) {
  FirsthitMotion r;
  EXPECT_EQ(firsthit_motion_default(&r, sizeof r), FIRSTHIT_OK);
  r.kind = static_cast<FirsthitMotionKind>(motion.index());
  std::visit(
      [&r](const auto& m) {
        if constexpr (requires { m.position; }) {
          r.position = in_c(m.position);
          r.velocity = in_c(m.velocity);
        }
        if constexpr (requires { m.acceleration; }) r.acceleration = in_c(m.acceleration);
        if constexpr (requires { m.angular_velocity; }) r.angular_velocity = rate_in_c(m.angular_velocity);
        if constexpr (requires { m.precession; }) {
          r.angular_velocity = rate_in_c(m.precession);
          r.spin = rate_in_c(m.spin);
        }
        if constexpr (requires { m.orientation; }) {
          r.orientation = in_c(m.orientation);
          r.centre = in_c(m.centre);
        }
        if constexpr (requires { m.inertia; }) r.inertia = {in_c(m.inertia.moments), in_c(m.inertia.axes)};
        if constexpr (requires { m.control; }) {
          for (std::size_t i = 0; i < 4; ++i) r.control[i] = in_c(m.control[i]);
          r.duration = m.duration;
        }
      },
      motion);
  return r;
}

/// The bytes of numbers: so -0.0 is not 0.0, and a NaN is itself.
template <class T>
std::vector<unsigned char> bytes(const T& numbers) {
  std::vector<unsigned char> r(sizeof numbers);
  std::memcpy(r.data(), &numbers, sizeof numbers);
  return r;
}

/// Field by field, each by its bits.
template <int D>
void expect_same(const FirsthitEncounter& in_c_now, const Encounter<D>& e) {
  EXPECT_EQ(in_c_now.size, sizeof(FirsthitEncounter));
  EXPECT_EQ(in_c_now.outcome, static_cast<FirsthitOutcome>(e.outcome));
  EXPECT_EQ(bytes(in_c_now.delay), bytes(e.delay));
  EXPECT_EQ(bytes(in_c_now.delay_upper), bytes(e.delay_upper));
  EXPECT_EQ(bytes(in_c_now.first_touch), bytes(e.first_touch));
  EXPECT_EQ(bytes(in_c_now.gap), bytes(e.gap));
  EXPECT_EQ(bytes(in_c_now.normal), bytes(in_c(e.normal)));
  EXPECT_EQ(bytes(in_c_now.point_a), bytes(in_c(e.point_a)));
  EXPECT_EQ(bytes(in_c_now.point_b), bytes(in_c(e.point_b)));
  EXPECT_EQ(in_c_now.feature_a.kind, static_cast<std::int32_t>(e.feature_a.kind));
  EXPECT_EQ(in_c_now.feature_a.index, e.feature_a.index);
  EXPECT_EQ(in_c_now.feature_b.kind, static_cast<std::int32_t>(e.feature_b.kind));
  EXPECT_EQ(in_c_now.feature_b.index, e.feature_b.index);
}

}  // namespace firsthit
