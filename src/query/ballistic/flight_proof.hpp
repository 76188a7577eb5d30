#pragma once

#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <optional>

// What rounded arithmetic proves about polynomials in time of degree 4 at most: it says nothing, or what is
// certain. Derivation: docs/numerics/ball-kernels.md.

namespace firsthit {

/// A polynomial known but for rounding: the exact coefficient is within 2^-49 size[k] of c[k].
struct RoundedPolynomial {
  std::array<double, 5> c{};
  std::array<double, 5> size{};  ///< at least |c[k]|
  std::size_t degree = 4;        ///< all above are 0

  RoundedPolynomial operator-() const;

  /// On all of [begin, end]?
  bool surely_positive(double begin, double end) const;
  bool surely_negative(double begin, double end) const { return (-*this).surely_positive(begin, end); }
  bool surely_rises(double begin, double end) const;
  bool surely_falls(double begin, double end) const;
  /// On (0, end], if its rate is exactly 0 now?
  bool surely_rises_from_rest(double end) const;
  /// The sign of its value at t; 0 if that is not sure.
  int sure_sign(double t) const;
  /// The sign of the lowest derivative now that is not exactly 0; 0 if that is not sure.
  int sure_trend() const;

  /// At all times from t on? Rising may mean staying.
  bool stays_positive(double t) const;
  bool only_rises(double t) const;

  /// As a polynomial in the time since t.
  RoundedPolynomial shifted(double t) const;

  /// Its derivative, times 1 or -1.
  RoundedPolynomial rate(double sign) const;

  /// The sizes of what it grows by until t: its value there is within about 2^-50 of this, if c[0] is exact.
  double growth(double t) const;
};

/// sign (|d + v t + g t^2 / 2|^2 - sigma^2): what balls are apart, for a sign of 1.
template <int D>
RoundedPolynomial squared_gap(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma, double sign);

/// A sum of products a[i] b[i], as a coefficient with the exact sign, and known to nearly all of its digits.
void set_coefficient(RoundedPolynomial& p, std::size_t power, const double* a, const double* b,
                     std::size_t count);

/// The first event of a gap that begins near 0, if it is nearly a parabola, as after a small bounce: its own
/// coefficients tell of it what is below the rounding of places. None where it is no small bounce: the gap
/// begins at more than 2^-20 of `size`, the least of what it is a difference of, or grows by as much.
std::optional<double> small_bounce_delay(const RoundedPolynomial& gap, double size);

/// The part of a delay by which a proof leaves open when exactly an event happens. Smaller: fewer proofs.
/// Larger: delays with fewer digits. It is proven that the gap is below 0 and falls at t (1 + w), and that
/// nothing has happened by t (1 - w); whatever the guess t came from, the event is within w of it.
inline constexpr double kProofWidth = 0x1p-36;

/// Is [begin, end] made of a few stretches of which `quiet` is true?
template <class Quiet>
bool quiet_throughout(double begin, double end, const Quiet& quiet, int halvings = 40) {
  if (quiet(begin, end)) return true;
  const double middle = begin + 0.5 * (end - begin);
  return halvings > 0 && quiet_throughout(begin, middle, quiet, halvings - 1) &&
         quiet_throughout(middle, end, quiet, halvings - 1);
}

}  // namespace firsthit
