#include "referee.hpp"

namespace turning {

template <int D>
Referee<D>::Referee(const Pair<D>& pair) : asked_{pair.a, pair.b, {.horizon = 1.0}}, subdivision_(asked_) {}

template <int D>
double Referee<D>::gap(double time) {
  subdivision_.fine().look(time);
  return static_cast<double>(subdivision_.fine().gap());
}

template <int D>
typename Referee<D>::Depth Referee<D>::deeper(double tolerance, double until) {
  const auto apart = subdivision_.apart(0.0, until, [tolerance](double) { return tolerance; });
  if (apart.deep_at) return Depth::Proven;
  return apart.proven ? Depth::Excluded : Depth::Open;
}

template class Referee<2>;
template class Referee<3>;

}  // namespace turning
