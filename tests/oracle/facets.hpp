#pragma once

#include "oracle/bodies.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

// The polytope K of all differences of two hulls, as an intersection of half-spaces: one along every normal
// that two of their edge directions make.

namespace firsthit::judging {

/// One of the half-spaces: K lies behind the plane. The course is outside while start + rate t > 0.
template <class T, int D>
struct Plane {
  Vector<T, D> normal;
  T start;
  T rate;
};

/// All facets of K, and planes besides that touch K. The moment must outlive it.
template <int D>
class Facets {
 public:
  explicit Facets(const Moment<D>& moment);

  std::size_t size() const { return rounded_.size(); }
  const Plane<mpz_class, D>& exact(std::size_t i) const;
  /// Has K an inside?
  bool has_inside() const { return has_inside_; }

  int rate_sign(std::size_t i) const;
  int start_sign(std::size_t i) const;
  /// Is the course in front of (1), on (0) or behind (-1) the plane at a time?
  int side(std::size_t i, const Time& t) const;
  /// Which of two planes does the course cross first? Requires: rates not 0. -1: i, 0: both at once.
  int order(std::size_t i, std::size_t k) const;
  /// Which of two planes is nearer to the course's start? The planes are behind one another, so to speak:
  /// compares |start| / |normal|. Requires: start <= 0.
  int compare_depth(std::size_t i, std::size_t k) const;

  /// The largest sign of side.
  int side_of_all(const Time& t) const;
  /// Those on which the course is when it crosses one of them.
  std::vector<std::size_t> met_with(std::size_t crossed) const;
  /// Those on which the course starts.
  std::vector<std::size_t> met_at_start() const;
  /// Those with the least depth at the start.
  std::vector<std::size_t> least_deep() const;

 private:
  template <class Formula>
  int sign(std::size_t i, std::size_t k, const Formula& formula) const {
    if (const std::optional<int> known = formula(rounded_[i], rounded_[k]).sign()) return *known;
    return sgn(formula(exact(i), exact(k)));
  }

  /// How to make a normal of two, three or one of the directions.
  struct Recipe {
    enum class Kind { Turned, Cross, Twice, Along, AcrossAxis, Axis };
    Kind kind;
    std::array<std::size_t, 3> of{};
  };
  void add_directions(const Topology& shape, bool of_b);
  std::vector<Recipe> recipes();
  void add(const Recipe& recipe);
  template <class T>
  Vector<T, D> direction(const Geometry<T, D>& g, std::size_t i) const;
  template <class T>
  Vector<T, D> normal(const Geometry<T, D>& g, const Recipe& recipe) const;

  struct Direction {
    bool of_b;
    Edge vertices;
  };
  struct Origin {
    Recipe recipe;
    bool opposite;
  };

  const Moment<D>& moment_;
  bool has_inside_ = true;
  std::vector<Direction> directions_;
  std::vector<Vector<Approx, D>> rounded_directions_;
  std::size_t of_a_ = 0;  ///< the first so many directions are a's
  std::vector<Plane<Approx, D>> rounded_;
  std::vector<Origin> origins_;
  mutable std::vector<std::unique_ptr<Plane<mpz_class, D>>> exact_;
};

/// The course against the planes.
template <int D>
struct Passage {
  int at_start = 0;          ///< outside (1), on the boundary (0), inside (-1) of K at the start
  bool touches = false;      ///< some time after the start, if it starts outside
  bool enters = false;       ///< its inside, if it starts outside
  std::size_t entrance = 0;  ///< the last plane crossed inwards, if it touches
};

template <int D>
Passage<D> passage(const Facets<D>& facets);

}  // namespace firsthit::judging
