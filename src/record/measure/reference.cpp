#include "record/measure/reference.hpp"

#include "core/vec_math.hpp"
#include "record/base/compensated_sum.hpp"

namespace firsthit {

template <int D>
double Reference<D>::mean_square_displacement(const Frame<D>& present) const {
  const Vec<D> edges = setup_.space.max - setup_.space.min;
  const Vec<D> drifted = (present.time - begin_.time) * drift_;
  CompensatedSum sum;
  for (std::size_t i = 0; i < present.states.size(); ++i) {
    if (setup_.bodies[i].kinematic) continue;
    const FrameState<D>& was = begin_.states[i];
    const FrameState<D>& is = present.states[i];
    Vec<D> way = is.position - was.position;
    for (std::size_t axis = 0; axis < D; ++axis)
      way[axis] += static_cast<double>(is.wraps[axis] - was.wraps[axis]) * edges[axis];
    sum.add(length_squared(way - drifted));
  }
  return sum.value() / static_cast<double>(dynamic_count(setup_));
}

template <int D>
double Reference<D>::velocity_autocorrelation(const Frame<D>& present) const {
  CompensatedSum sum;
  for (std::size_t i = 0; i < present.states.size(); ++i)
    if (!setup_.bodies[i].kinematic)
      sum.add(dot(begin_.states[i].velocity - drift_, present.states[i].velocity - drift_));
  return sum.value() / static_cast<double>(dynamic_count(setup_));
}

template class Reference<2>;
template class Reference<3>;

}  // namespace firsthit
