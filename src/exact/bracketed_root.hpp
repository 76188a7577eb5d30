#pragma once

namespace firsthit {

/// A function's value and its derivative at one place.
struct Slope {
  double value = 0.0;
  double derivative = 0.0;
};

/// The root of a function that is monotone on [low, high] and changes sign there, `rising` from
/// minus to plus. Newton's steps, kept inside the bracket and replaced by halving where they
/// converge slowly. Always ends; the same bits everywhere. Error: what rounding of f lets through.
/// Source: Press et al., Numerical Recipes, 9.4.
template <class Function>
double bracketed_root(double low, double high, bool rising, const Function& f) {
  double x = low + 0.5 * (high - low);
  double step_before = high - low;
  double step = step_before;
  for (int i = 0; i < 256; ++i) {
    const Slope at = f(x);
    if (at.value == 0.0) return x;
    if ((at.value > 0.0) == rising) {
      high = x;
    } else {
      low = x;
    }
    double next = x - at.value / at.derivative;
    const double newton_step = next > x ? next - x : x - next;
    if (!(next > low && next < high) || newton_step > 0.5 * step_before) {
      next = low + 0.5 * (high - low);
      if (!(next > low && next < high)) return x;  // neighbouring doubles
    }
    step_before = step;
    step = next > x ? next - x : x - next;
    if (step <= 0x1p-53 * x) return next;
    x = next;
  }
  return x;
}

}  // namespace firsthit
