#include "world/motion/path_length.hpp"

#include "core/vec_math.hpp"

#include <cmath>

namespace firsthit {

template <int D>
double path_length(const Vec<D>& velocity, const Vec<D>& acceleration, double duration) {
  if (is_zero(acceleration)) return length(velocity) * duration;
  // With a and b the velocities along the acceleration g at both ends, p the one across it, and s and
  // S the speeds, sqrt(p^2 + a^2) and sqrt(p^2 + b^2), the integral is
  //   (b S - a s) / (2 |g|) + p^2 (asinh(b / p) - asinh(a / p)) / (2 |g|),   |g| = (b - a) / duration.
  // The differences of both terms contain the factor b - a, taken out here:
  //   duration ((s + S) / 4 + (a + b)^2 / (4 (s + S)) + p^2 atanh(x) / (x (s + S))),  x = (b - a) / (s + S).
  const double largest = max_abs(acceleration);
  Vec<D> along;
  for (std::size_t axis = 0; axis < D; ++axis) along[axis] = acceleration[axis] / largest;  // no underflow
  const double strength = largest * length(along);
  along = (1.0 / length(along)) * along;
  const double gain = strength * duration;
  const double b = dot(velocity, along);
  const double a = b - gain;
  const double across = length_squared(velocity - b * along);
  const double speeds = std::sqrt(across + a * a) + std::sqrt(across + b * b);
  if (!(speeds > 0.0)) return 0.0;
  const double x = gain / speeds;  // 1 only where hardly anything goes across
  const double curved = x > 0.0 && x < 1.0 ? across * (std::atanh(x) / x) : across;
  return duration * (0.25 * speeds + (0.25 * (a + b) * (a + b) + curved) / speeds);
}

template double path_length(const Vec<2>&, const Vec<2>&, double);
template double path_length(const Vec<3>&, const Vec<3>&, double);

}  // namespace firsthit
