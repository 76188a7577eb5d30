#include "moves.hpp"

#include "core/random.hpp"
#include "judge.hpp"

#include <cmath>

namespace moves {
namespace {

constexpr double kTile = 0.7;     // [L] wide
constexpr double kStorey = 20.0;  // [L] from floor to floor
constexpr std::size_t kFloors2 = 20;
constexpr std::size_t kFloors3 = 2;

template <int D>
constexpr std::size_t floors() {
  return D == 2 ? kFloors2 : kFloors3;
}

/// Tiles along an edge of a floor, if half of all blocks are tiles.
template <int D>
std::size_t tiles_along(std::size_t blocks) {
  const double of_floor = 0.5 * static_cast<double>(blocks) / static_cast<double>(floors<D>());
  return static_cast<std::size_t>(D == 2 ? of_floor : std::sqrt(of_floor));
}

/// [L] How far floors reach.
template <int D>
double width(std::size_t blocks) {
  return kTile * static_cast<double>(tiles_along<D>(blocks));
}

template <int D>
void add_floor(std::size_t floor, std::size_t along, Landscape<D>& landscape) {
  std::size_t count = 1;
  for (int axis = 1; axis < D; ++axis) count *= along;
  for (std::size_t i = 0; i < count; ++i) {
    Block<D> tile;
    std::size_t rest = i;
    for (std::size_t axis = 0; axis + 1 < D; ++axis) {
      tile.middle[axis] = kTile * (static_cast<double>(rest % along) + 0.5);
      rest /= along;
    }
    tile.middle[D - 1] = kStorey * static_cast<double>(floor) - 0.5 * kTile;
    for (double& half : tile.half.c) half = 0.5 * kTile;
    landscape.blocks.push_back(tile);
  }
}

}  // namespace

template <int D>
Landscape<D> draw(std::size_t blocks) {
  firsthit::Random random(1);
  Landscape<D> landscape;
  for (double& half : landscape.half.c) half = 0.4;
  landscape.half[D - 1] = 0.9;
  for (std::size_t floor = 0; floor < floors<D>(); ++floor)
    add_floor<D>(floor, tiles_along<D>(blocks), landscape);
  while (landscape.blocks.size() < blocks) {
    Block<D> block;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const bool up = axis + 1 == D;
      block.middle[axis] =
          random.uniform(0.0, up ? kStorey * static_cast<double>(floors<D>()) : width<D>(blocks));
      block.half[axis] = random.uniform(0.1, 0.75);
    }
    landscape.blocks.push_back(block);
  }
  return landscape;
}

namespace {

/// Somewhere with room for who moves, and well away from where floors end.
template <int D>
Vec<D> free_place(const Landscape<D>& landscape, const Judge<D>& judge, Gait gait, firsthit::Random& random) {
  const double far = width<D>(landscape.blocks.size());
  for (;;) {
    Vec<D> place;
    for (double& c : place.c) c = random.uniform(0.25, 0.75) * far;
    const auto floor = static_cast<double>(random.below(floors<D>()));
    place[D - 1] = kStorey * floor + landscape.half[D - 1] +
                   (gait == Gait::Walks ? random.uniform(0.01, 0.5) : random.uniform(0.01, kStorey - 3.0));
    if (judge.depth(place) < 0.0) return place;
  }
}

}  // namespace

template <int D>
std::vector<Journey<D>> draw_journeys(const Landscape<D>& landscape, const Judge<D>& judge, Gait gait,
                                      std::size_t count, std::uint64_t seed) {
  constexpr std::size_t kKept = 50;
  const std::size_t moves = gait == Gait::Walks ? 4 * kKept : 20;
  firsthit::Random random(seed);
  std::vector<Journey<D>> journeys(count);
  for (Journey<D>& journey : journeys) {
    journey.start = free_place(landscape, judge, gait, random);
    Vec<D> way;
    for (std::size_t i = 0; i < moves; ++i) {
      if (gait == Gait::Roams) {
        for (double& c : way.c) c = random.uniform(-2.0, 2.0);
      } else if (i % kKept == 0) {
        const double angle = random.uniform(0.0, 6.283185307179586);
        way[0] = 0.1 * std::cos(angle);
        if (D == 2) way[0] = std::copysign(0.1, way[0]);
        if (D == 3) way[1] = 0.1 * std::sin(angle);
        way[D - 1] = -0.05;
      }
      journey.ways.push_back(way);
    }
  }
  return journeys;
}

template Landscape<2> draw<2>(std::size_t);
template Landscape<3> draw<3>(std::size_t);
template std::vector<Journey<2>> draw_journeys(const Landscape<2>&, const Judge<2>&, Gait, std::size_t,
                                               std::uint64_t);
template std::vector<Journey<3>> draw_journeys(const Landscape<3>&, const Judge<3>&, Gait, std::size_t,
                                               std::uint64_t);

}  // namespace moves
