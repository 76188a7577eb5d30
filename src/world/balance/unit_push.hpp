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
  /// A push of that size is added to a sum.
  void add_to(std::span<double> sum, double size) const {
    for (std::uint32_t i = 0; i < count; ++i) sum[row[i]] += size * value[i];
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

}  // namespace firsthit
