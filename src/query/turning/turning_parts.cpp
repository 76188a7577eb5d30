#include "query/turning/turning_parts.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firsthit {
namespace {

/// A place near the middle between p and q, on the side of `inner`, and not nearer to either end than a
/// quarter of the way.
Vec<2> beside(const Vec<2>& p, const Vec<2>& q, const Vec<2>& inner) {
  const Vec<2> along = q - p;
  const Vec<2> middle = 0.5 * (p + q);
  const double shift = std::fabs(dot(along, inner - middle)) / length_squared(along);
  return middle + std::min(0.25, 0.25 / shift) * (inner - middle);
}

/// [L] The corner of a piece that is furthest from a diagonal; the middle of two.
Vec<2> furthest_from(const Polygon& polygon, int from, int to, std::span<const Vec<2>> piece) {
  const Vec<2>& p = polygon.vertices()[static_cast<std::size_t>(from)];
  const Vec<2>& q = polygon.vertices()[static_cast<std::size_t>(to)];
  const Vec<2> along = q - p;
  double most = 0.0;
  Vec<2> found;
  for (const Vec<2>& corner : piece) {
    const double far = std::fabs(cross(along, corner - p) + cross(along, corner - q));  // for both ends alike
    if (far < most) continue;
    found = far > most ? corner : 0.5 * (found + corner);
    most = far;
  }
  return found;
}

}  // namespace

std::deque<TurningPart<2>> parts_of(const Polygon& polygon) {
  const auto count = static_cast<int>(polygon.vertices().size());
  std::deque<TurningPart<2>> r(polygon.pieces());
  struct Diagonal {
    int from, to;
    Vec<2> inner;  // beyond it, in the piece
  };
  std::vector<Diagonal> diagonals;
  for (std::size_t i = 0; i < polygon.pieces(); ++i) {
    r[i].core.offsets = polygon.piece(i);
    r[i].numbers = polygon.numbers(i);
    for (std::size_t k = 0; k < r[i].numbers.size(); ++k) {
      const int from = r[i].numbers[k];
      const int to = r[i].numbers[(k + 1) % r[i].numbers.size()];
      if ((from + 1) % count != to && (to + 1) % count != from)
        diagonals.push_back({from, to, furthest_from(polygon, from, to, polygon.piece(i))});
    }
  }
  for (const Diagonal& one : diagonals)
    for (const Diagonal& other : diagonals) {
      if (one.from != other.to || one.to != other.from || one.from > one.to) continue;
      const Vec<2> p = polygon.vertices()[static_cast<std::size_t>(one.from)];
      const Vec<2> q = polygon.vertices()[static_cast<std::size_t>(one.to)];
      TurningPart<2>& kite = r.emplace_back();
      kite.is_kite = true;
      kite.core.own[4] = p;
      kite.core.own[5] = beside(p, q, one.inner);
      kite.core.own[6] = q;
      kite.core.own[7] = beside(p, q, other.inner);
      kite.core.offsets = {kite.core.own.data() + 4, 4};  // the first four would be a box's
    }
  return r;
}

}  // namespace firsthit
