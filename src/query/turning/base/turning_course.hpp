#pragma once

namespace firsthit {

/// A function of time from an instant on: its value and first three derivatives there, and a bound on the
/// size of the fourth, a polynomial of the time that has passed since.
struct TurningCourse {
  double value = 0.0;
  double rate = 0.0;
  double bend = 0.0;
  double third = 0.0;
  double fourth[4] = {};

  double fourth_within(double time) const {
    return fourth[0] + time * (fourth[1] + time * (fourth[2] + time * fourth[3]));
  }
  double value_at(double time) const {
    return value + time * (rate + time * (0.5 * bend + time * (1.0 / 6.0) * third));
  }
  double rate_at(double time) const { return rate + time * (bend + time * 0.5 * third); }

  friend TurningCourse operator+(const TurningCourse& f, const TurningCourse& g) {
    TurningCourse r{f.value + g.value, f.rate + g.rate, f.bend + g.bend, f.third + g.third};
    for (int i = 0; i < 4; ++i) r.fourth[i] = f.fourth[i] + g.fourth[i];
    return r;
  }
};

/// [T] So long it stays above 0, at least, and no longer than `longest`. Requires: value > 0.
/// Derivation: docs/numerics/turning.md.
double time_above_zero(const TurningCourse& f, double longest);

/// [T] When it will be `deep` [L] below 0 beyond doubt: of a course that is above 0 for `time` from the
/// instant t on, and then falls fast enough for that to be a sharp answer, by errors of so much [L]; else 0.
double sharp_landing(const TurningCourse& f, double t, double time, double deep, double error);

}  // namespace firsthit
