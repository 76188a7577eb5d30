#pragma once

#include "query/convex/filter/filter_corners.hpp"
#include "query/convex/filter/filter_nearest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace firsthit {

/// A feature of K (a vertex, an edge or a facet) and the moment at which x is at the distance s from it:
/// what is proven of it. Derivation: docs/numerics/convex-filter.md.
template <int D>
class ProvenTouch {
 public:
  /// `simplex`: corners of the feature; t: a guess of the moment.
  ProvenTouch(const CorePair<D>& pair, const Simplex<D>& simplex, double t);

  /// A facet with p behind it, whatever s is.
  ProvenTouch(const CorePair<D>& pair, const Simplex<D>& facet);

  /// x is within s of K at t, or it is not, and it moves towards it, or away: all sure.
  enum class Sign { Positive, Negative, Doubt };
  Sign gap_at_guess() const {
    return gap_.surely_positive() ? Sign::Positive : gap_.surely_negative() ? Sign::Negative : Sign::Doubt;
  }
  Sign closing() const {
    return closing_ > closing_error_    ? Sign::Positive
           : closing_ < -closing_error_ ? Sign::Negative
                                        : Sign::Doubt;
  }

  /// The first time at which the gap is 0, near the guess; in doubt its error is infinite.
  DoubleDouble time() const { return time_; }
  double time_error() const { return time_error_; }

  /// Is the feature's place nearest to x, at the guess and `around` before and after it, its own inside,
  /// and all of K behind it?
  bool surely_nearest(double around) const;

  /// Is all of K behind the facet?
  bool surely_facet() const;

  /// Is a corner of K on the facet's plane? Requires: it is a facet.
  bool surely_on_plane(const Difference<D>& corner) const;

  /// The direction from K's nearest place to x at t.
  bool direction_at(double t, Vec<D>& direction) const;

 private:
  using Exact = std::array<Enclosed, kAxes<D>>;

  /// The corners of one core that the feature has: those that are used span it, the others that are listed
  /// are on its plane, if that can be proven.
  struct Members {
    std::array<std::size_t, 3> index{};
    std::size_t used = 0;
    std::size_t listed = 0;
    std::size_t free = 0;  // a bit for each axis of a box that the feature extends along

    void insert(std::size_t k) {
      if (!lists(k)) index[listed++] = k;
      used = listed;
    }
    void put_first(std::size_t k) { std::swap(index[0], *std::find(index.begin(), index.end(), k)); }
    bool lists(std::size_t k) const {
      const auto end = index.begin() + static_cast<std::ptrdiff_t>(listed);
      return std::find(index.begin(), end, k) != end;
    }
    bool extend_to(const Corners<D>& corners, std::size_t k) const {
      if (corners.is_box) return ((k ^ index[0]) & ~free) == 0;
      const auto end = index.begin() + static_cast<std::ptrdiff_t>(used);
      return std::find(index.begin(), end, k) != end;
    }
  };

  bool collect(const Simplex<D>& simplex);
  bool add_sides(const Corners<D>& corners, Members& members);
  static Exact step(const Corners<D>& corners, std::size_t from, std::size_t to);
  Exact place(double t) const;
  void find_facet_gap();
  void find_normal();
  void flip();
  void find_facet_closing();
  void find_vertex_gap();
  void find_edge_gap();
  void find_time();
  bool surely_within(const Vec<D>& slack) const;
  std::size_t find_hub() const;
  bool surely_behind(const Vec<D>& normal, const Vec<D>& error) const;
  bool surely_behind(const Corners<D>& corners, const Members& members, double sign, const Vec<D>& normal,
                     const Vec<D>& error) const;
  bool surely_along_edge(const Exact& step) const;

  const CorePair<D>& pair_;
  double t_;
  bool valid_ = false;
  bool is_parallelogram_ = false;  // the facet: the simplex' first corner is between two sides of it
  std::size_t corners_;            // of the simplex: 1 for a vertex, D for a facet
  Members of_a_;
  Members of_b_;
  std::array<Difference<D>, kAxes<D>> corner_{};  // of the simplex
  std::array<Exact, 4> side_{};                   // directions that the feature extends in
  std::size_t sides_ = 0;
  Exact y_{};       // from the first corner to x
  Exact normal_{};  // of a facet, outwards
  Enclosed gap_;    // with the sign of the gap at t
  double closing_ = 0.0;
  double closing_error_ = 0.0;
  double bend_ = 0.0;
  DoubleDouble time_;
  double time_error_;
};

}  // namespace firsthit
