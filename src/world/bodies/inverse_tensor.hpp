#pragma once

#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"

#include <cstddef>
#include <type_traits>

namespace firsthit {

/// [1/(M L^2)] What a moment does to how a body of space turns: the same about all axes, or of its own about
/// each of three.
class InverseTensor {
 public:
  /// About all axes.
  InverseTensor(double even = 0.0) : values_{{even, even, even}} {}
  /// About those that `axes` makes of the coordinate axes.
  InverseTensor(const Vec<3>& values, const Rotation<3>& axes)
      : values_(values), axes_(axes), is_even_(false) {}

  bool is_even() const { return is_even_; }
  const Vec<3>& values() const { return values_; }
  /// A vector as its parts along the axes, and back.
  Vec<3> along_axes(const Vec<3>& v) const { return is_even_ ? v : axes_.inverse_of(v); }
  Vec<3> of_axes(const Vec<3>& parts) const { return is_even_ ? parts : axes_.of(parts); }
  Vec<3> operator*(const Vec<3>& moment) const {
    if (is_even_) return values_[0] * moment;
    Vec<3> parts = axes_.inverse_of(moment);
    for (std::size_t k = 0; k < 3; ++k) parts[k] *= values_[k];
    return axes_.of(parts);
  }

 private:
  Vec<3> values_;
  Rotation<3> axes_;
  bool is_even_ = true;
};

/// The same of the plane, where it is a number.
inline double along_axes(double, double turning) { return turning; }
inline double of_axes(double, double turning) { return turning; }
inline double values_of(double inverse) { return inverse; }
inline Vec<3> along_axes(const InverseTensor& inverse, const Vec<3>& v) { return inverse.along_axes(v); }
inline Vec<3> of_axes(const InverseTensor& inverse, const Vec<3>& parts) { return inverse.of_axes(parts); }
inline Vec<3> values_of(const InverseTensor& inverse) { return inverse.values(); }

template <int D>
using InverseInertia = std::conditional_t<D == 2, double, InverseTensor>;

}  // namespace firsthit
