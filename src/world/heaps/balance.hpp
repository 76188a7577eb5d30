#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// What a push of size 1 does to the few numbers of a sum that it reaches.
struct UnitPush {
  std::array<std::uint32_t, 12> row{};
  std::array<double, 12> value{};
  std::uint32_t count = 0;

  void add(std::size_t at, double x) {
    row[count] = static_cast<std::uint32_t>(at);
    value[count++] = x;
  }
  double dot(std::span<const double> v) const {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < count; ++i) sum += value[i] * v[row[i]];
    return sum;
  }
  /// As an impulse of that size it changes speeds. `inverse_mass`, and they: of each row.
  void give(double size, std::span<const double> inverse_mass, std::vector<double>& speeds) const {
    for (std::uint32_t i = 0; i < count; ++i) speeds[row[i]] += size * value[i] * inverse_mass[row[i]];
  }
  /// By so much it changes, as one of size 1, how fast all moves along it.
  double gives(std::span<const double> inverse_mass) const {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < count; ++i) sum += value[i] * value[i] * inverse_mass[row[i]];
    return sum;
  }
};

/// Sizes, none below zero, with which pushes add up to a target.
struct Balance {
  std::vector<double> size;  ///< of each push
  std::vector<bool> missed;  ///< by row: they do not add up there
};

/// The balance of least total cost: the simplex method in two phases, each choice in a fixed order. Where
/// there is none, what comes nearest in the sum of what is missed. Costs >= 0. All pushes have about the same
/// length.
/// Cost: O(rows^2) a step, of which there are at most 24 a row.
/// Source: Dantzig 1963, Linear Programming and Extensions, ch. 5 and 9.
Balance cheapest_balance(std::span<const UnitPush> pushes, std::span<const double> cost,
                         std::span<const double> target);

/// The sizes, none below zero, of pushes after which each row that it pushes against moves along it by at
/// least `wanted` (of each push), and which move all least: with `inverse_mass` of each row, the least of
/// sum(mass * change^2). `speed`: of each row before.
/// Cost: O(n^2) for each that comes to push, and O(n^3) for each that pushes no more.
/// Source: Lawson and Hanson 1974, Solving Least Squares Problems, ch. 23.
std::vector<double> least_pushes(std::span<const UnitPush> pushes, std::span<const double> wanted,
                                 std::span<const double> speed, std::span<const double> inverse_mass);

/// As many of the pushes, in order, as say something of their own: whichever has most that is new, each time,
/// and of equals the first.
/// Cost: O(n r^2), for r of them.
/// Source: Higham 2002, Accuracy and Stability of Numerical Algorithms, sec. 10.3.
std::vector<std::size_t> independent(std::span<const UnitPush> pushes, std::size_t rows);
/// The same, of the first ones: each that says something new to those before it.
std::vector<std::size_t> first_independent(std::span<const UnitPush> pushes, std::size_t rows);

/// A symmetric matrix above zero, in factors (Cholesky, in a fixed order).
class Factors {
 public:
  /// `matrix`: n rows of n. Without success if a pivot is below `least` of the largest number.
  Factors(std::vector<double> matrix, std::size_t n, double least);
  bool is_sound() const { return sound_; }
  /// What gives `right` if the matrix is applied to it.
  std::vector<double> solved(std::vector<double> right) const;

 private:
  std::vector<double> lower_;
  std::size_t n_;
  bool sound_ = true;
};

}  // namespace firsthit
