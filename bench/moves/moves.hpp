#pragma once

#include <firsthit/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// A box that walks and roams through a landscape of fixed boxes, and slides along what it hits.

namespace moves {

using firsthit::Vec;

template <int D>
struct Block {
  Vec<D> middle;  ///< [L]
  Vec<D> half;    ///< [L]
};

/// Floors of tiles 0.7 wide, most of them flush to rounding only, 20 above each other, and as many boxes 0.2
/// to 1.5 wide scattered between them. Up is the last axis.
template <int D>
struct Landscape {
  std::vector<Block<D>> blocks;
  Vec<D> half;  ///< [L] of who moves in it
};

template <int D>
Landscape<D> draw(std::size_t blocks);

enum class Gait {
  Walks,  ///< steps of 0.1 along a floor, and 0.05 down, each direction kept for 50 of them
  Roams   ///< anywhere, up to 2 along each axis
};

/// From a free place, so many moves one after the other.
template <int D>
struct Journey {
  Vec<D> start;              ///< [L]
  std::vector<Vec<D>> ways;  ///< [L]
};

template <int D>
class Judge;

template <int D>
std::vector<Journey<D>> draw_journeys(const Landscape<D>& landscape, const Judge<D>& judge, Gait gait,
                                      std::size_t count, std::uint64_t seed);

/// How a move went: the places at which it turned, and its end.
template <int D>
struct Path {
  std::vector<Vec<D>> corners;  ///< [L] at each hit
  Vec<D> end{};                 ///< [L]
};

/// Somebody who moves the box.
template <int D>
class Program {
 public:
  virtual ~Program() = default;
  virtual std::string name() const = 0;
  virtual void put(const Vec<D>& place) = 0;
  virtual void move(const Vec<D>& way, Path<D>& path) = 0;
};

template <int D>
std::unique_ptr<Program<D>> firsthit_in(const Landscape<D>& landscape);
#ifdef MOVES_WITH_BOX2D
std::unique_ptr<Program<2>> box2d_in(const Landscape<2>& landscape);
#endif

}  // namespace moves
