#pragma once

#include "core/random.hpp"

#include <firsthit/features.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// Random and hostile pairs of features that deform.

namespace firsthit {

/// How the numbers of a pair are drawn.
enum class Hostility : std::uint8_t {
  None,        ///< from the continuum
  Grid,        ///< small whole numbers: ties and degeneracies everywhere
  Neighbours,  ///< a grid, some of its numbers one unit in the last place off
  Flat,        ///< a grid or the continuum, in one plane or on one line for ever
  Parallel,    ///< edges nearly parallel, triangles nearly without area
  Tangent,     ///< made to touch at a moment that is a fraction, then rounded
  Ratios,      ///< sizes that differ by up to 2^60
  Scaled       ///< any of those above, times 1e-100 to 1e100
};
inline constexpr std::size_t kHostilities = 8;

template <class Features>
class FeatureSource {
  static constexpr bool kPlane = std::is_same_v<Features, PointSegment>;
  static constexpr std::size_t kAxes = kPlane ? 2 : 3;
  static constexpr std::size_t kVertices = kPlane ? 3 : 4;
  static constexpr std::size_t kSplit = std::is_same_v<Features, EdgeEdge> ? 2 : 1;
  using Numbers = std::array<std::array<std::array<double, kAxes>, kVertices>, 2>;
  static_assert(sizeof(Numbers) == sizeof(Deformation<Features>));

 public:
  explicit FeatureSource(std::uint64_t seed) : random_(seed, 0x5eed) {}

  Deformation<Features> next(Hostility hostility) {
    return std::bit_cast<Deformation<Features>>(draw(hostility));
  }

 private:
  bool chance(double p) { return random_.uniform() < p; }
  double whole(std::uint64_t largest) {
    return static_cast<double>(random_.below(2 * largest + 1)) - static_cast<double>(largest);
  }

  Numbers drawn(double (FeatureSource::*number)()) {
    Numbers r;
    for (auto& end : r)
      for (auto& vertex : end)
        for (double& x : vertex) x = (this->*number)();
    return r;
  }
  double continuum() { return random_.uniform(-1.0, 1.0); }
  double small() { return whole(1); }
  double medium() { return whole(3); }

  Numbers grid() { return drawn(chance(0.5) ? &FeatureSource::small : &FeatureSource::medium); }

  Numbers draw(Hostility hostility) {
    switch (hostility) {
      case Hostility::None:
        return drawn(&FeatureSource::continuum);
      case Hostility::Grid:
        return repeated(grid());
      case Hostility::Neighbours:
        return neighbours(repeated(grid()));
      case Hostility::Flat:
        return flat(chance(0.5) ? grid() : drawn(&FeatureSource::continuum));
      case Hostility::Parallel:
        return parallel();
      case Hostility::Tangent:
        return tangent();
      case Hostility::Ratios:
        return ratios();
      default:
        break;
    }
    Numbers r = draw(static_cast<Hostility>(random_.below(kHostilities - 1)));
    const double exponent = random_.uniform(-332.0, 332.0);
    const double scale = chance(0.5) ? std::exp2(exponent) : std::exp2(std::floor(exponent));
    for (auto& end : r)
      for (auto& vertex : end)
        for (double& x : vertex) x *= scale;
    return r;
  }

  /// Sometimes a vertex is another, or stays where it is.
  Numbers repeated(Numbers r) {
    if (chance(0.2)) r[0][random_.below(kVertices)] = r[0][random_.below(kVertices)];
    if (chance(0.2)) r[1][random_.below(kVertices)] = r[1][random_.below(kVertices)];
    for (std::size_t i = 0; i < kVertices; ++i)
      if (chance(0.1)) r[1][i] = r[0][i];
    return r;
  }

  Numbers neighbours(Numbers r) {
    for (auto& end : r)
      for (auto& vertex : end)
        for (double& x : vertex)
          if (chance(0.2)) x = std::nextafter(x, chance(0.5) ? 9.0 : -9.0);
    return r;
  }

  /// One coordinate, sometimes two, are zero or a sum of others for ever.
  Numbers flat(Numbers r) {
    const bool sum = chance(0.3);
    const bool line = kAxes == 2 || chance(0.2);
    for (auto& end : r)
      for (auto& vertex : end) {
        vertex[kAxes - 1] = sum ? vertex[0] : 0.0;
        if (line && kAxes == 3) vertex[1] = sum ? -vertex[0] : 0.0;
      }
    return r;
  }

  /// All vertices are near one line that moves.
  Numbers parallel() {
    const Numbers noise = drawn(&FeatureSource::continuum);
    const Numbers line = drawn(&FeatureSource::continuum);
    const double size = std::exp2(random_.uniform(-60.0, -5.0));
    Numbers r;
    for (std::size_t end = 0; end < 2; ++end)
      for (std::size_t i = 0; i < kVertices; ++i)
        for (std::size_t axis = 0; axis < kAxes; ++axis)
          r[end][i][axis] =
              line[end][0][axis] + line[0][i][0] * line[end][1][axis] + size * noise[end][i][axis];
    return r;
  }

  /// At a moment t, a point of one set is a point of the other; then backwards and forwards in time.
  Numbers tangent() {
    Numbers velocity = drawn(chance(0.5) ? &FeatureSource::small : &FeatureSource::continuum);
    Numbers place = chance(0.5) ? grid() : drawn(&FeatureSource::continuum);
    std::array<double, kVertices> weight{};
    double sum = 0.0;
    for (std::size_t i = kSplit; i < kVertices; ++i) sum += weight[i] = static_cast<double>(random_.below(3));
    if (sum == 0.0) sum = weight[kSplit] = 1.0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      double meeting = 0.0;
      for (std::size_t i = kSplit; i < kVertices; ++i) meeting += weight[i] / sum * place[0][i][axis];
      const double half = kSplit == 2 ? place[0][1][axis] : 0.0;
      place[0][0][axis] = meeting + half;
      if (kSplit == 2) place[0][1][axis] = meeting - half;
      // All in one plane to first order, too: the polynomial has a root twice.
      if (chance(0.3)) {
        const double common = velocity[0][0][axis];
        for (auto& vertex : velocity[0]) vertex[axis] = common;
      }
    }
    const double t = static_cast<double>(random_.below(9)) / (chance(0.5) ? 8.0 : 10.0);
    for (std::size_t i = 0; i < kVertices; ++i)
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const double x = place[0][i][axis];
        const double v = velocity[0][i][axis];
        place[0][i][axis] = x - t * v;
        place[1][i][axis] = x + (1.0 - t) * v;
      }
    return place;
  }

  Numbers ratios() {
    Numbers r = drawn(chance(0.5) ? &FeatureSource::medium : &FeatureSource::continuum);
    const bool by_axis = chance(0.5);
    std::array<double, 4> scale{};
    for (double& s : scale) s = std::exp2(-static_cast<double>(random_.below(61)));
    for (auto& end : r)
      for (std::size_t i = 0; i < kVertices; ++i)
        for (std::size_t axis = 0; axis < kAxes; ++axis) end[i][axis] *= scale[by_axis ? axis : i];
    return r;
  }

  Random random_;
};

}  // namespace firsthit
