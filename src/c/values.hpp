#pragma once

#include <firsthit/c/base.h>
#include <firsthit/error.hpp>
#include <firsthit/observer.hpp>
#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

// Numbers and vectors of C's, and of C++'s.

namespace firsthit::c {

inline void refuse(const std::string& where, const std::string& expected, double found) {
  char number[32];
  std::snprintf(number, sizeof number, "%.17g", found);
  throw InputError(where + ": expected " + expected + ", found " + number);
}

inline void zero_in_the_plane(double x, const char* where, const char* field) {
  if (!(x == 0.0)) refuse(std::string(where) + "." + field, "0 in the plane", x);
}

template <int D>
Vec<D> vec(const FirsthitVec& a, const char* where) {
  if constexpr (D == 2) {
    zero_in_the_plane(a.z, where, "z");
    return {a.x, a.y};
  } else {
    return {a.x, a.y, a.z};
  }
}

inline FirsthitVec told(const Vec<2>& a) { return {a[0], a[1], 0.0}; }
inline FirsthitVec told(const Vec<3>& a) { return {a[0], a[1], a[2]}; }

template <int D>
AngularVelocity<D> angular_velocity(const FirsthitVec& a, const char* where) {
  if constexpr (D == 2) {
    zero_in_the_plane(a.x, where, "x");
    zero_in_the_plane(a.y, where, "y");
    return a.z;
  } else {
    return vec<3>(a, where);
  }
}

/// Of an angular velocity in the plane.
inline FirsthitVec told_rate(double rate) { return {0.0, 0.0, rate}; }
inline FirsthitVec told_rate(const Vec<3>& rate) { return told(rate); }

template <int D>
Orientation<D> orientation(const FirsthitOrientation& q, const char* where) {
  if constexpr (D == 2) {
    zero_in_the_plane(q.x, where, "x");
    zero_in_the_plane(q.y, where, "y");
    return {q.w, q.z};
  } else {
    return {q.w, q.x, q.y, q.z};
  }
}

inline FirsthitOrientation told(const Orientation<2>& q) { return {q.w, 0.0, 0.0, q.z}; }
inline FirsthitOrientation told(const Orientation<3>& q) { return {q.w, q.x, q.y, q.z}; }

inline PrincipalInertia principal_inertia(const FirsthitPrincipalInertia& i, const char* where) {
  return {vec<3>(i.moments, where), orientation<3>(i.axes, where)};
}

inline FirsthitPrincipalInertia told(const PrincipalInertia& i) { return {told(i.moments), told(i.axes)}; }

template <int D>
std::vector<Vec<D>> vecs(const FirsthitVec* a, std::size_t count, const char* where) {
  std::vector<Vec<D>> r;
  r.reserve(count);
  for (std::size_t i = 0; i < count; ++i) r.push_back(vec<D>(a[i], where));
  return r;
}

/// One of the constants 0, 1, ... `last`.
template <class Enum>
Enum choice(std::int32_t value, Enum last, const char* where) {
  if (value < 0 || value > static_cast<std::int32_t>(last))
    throw InputError(std::string(where) + ": expected 0 to " + std::to_string(static_cast<int>(last)) +
                     ", found " + std::to_string(value));
  return static_cast<Enum>(value);
}

/// Calls `ask.template operator()<D>()` for the dimension that is told.
template <class Ask>
auto in_dimension(std::int32_t dimension, const Ask& ask) {
  if (dimension != 2 && dimension != 3)
    throw InputError("dimension: expected 2 or 3, found " + std::to_string(dimension));
  return dimension == 2 ? ask.template operator()<2>() : ask.template operator()<3>();
}

inline std::vector<BodyId> ids(const FirsthitBodyId* from, std::size_t count) {
  std::vector<BodyId> r;
  r.reserve(count);
  for (std::size_t i = 0; i < count; ++i) r.push_back({from[i]});
  return r;
}

inline FirsthitBodyId told(BodyId id) { return id.value; }

}  // namespace firsthit::c
