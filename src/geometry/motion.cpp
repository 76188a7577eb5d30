#include <firsthit/motion.hpp>

#include "core/vec_math.hpp"

namespace firsthit::inline v0 {

template <int D>
Vec<D> Linear<D>::at(double delay) const {
  return position + delay * velocity;
}

template <int D>
Vec<D> Falling<D>::at(double delay) const {
  return position + delay * (velocity + (0.5 * delay) * acceleration);
}

template struct Linear<2>;
template struct Linear<3>;
template struct Falling<2>;
template struct Falling<3>;

}  // namespace firsthit::inline v0
