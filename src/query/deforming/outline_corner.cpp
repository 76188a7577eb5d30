#include "query/deforming/outline_corner.hpp"

#include "exact/dyadic.hpp"

#include <array>
#include <optional>

namespace firsthit {
namespace {

using Exact = std::array<Dyadic, 2>;

int cross_sign(const Exact& a, const Exact& b) { return (a[0] * b[1] - a[1] * b[0]).sign(); }
int dot_sign(const Exact& a, const Exact& b) { return (a[0] * b[0] + a[1] * b[1]).sign(); }
bool is_zero(const Exact& a) { return a[0].sign() == 0 && a[1].sign() == 0; }

/// From the point to a vertex: start + change t.
struct Path {
  Exact start;
  Exact change;
};

/// What a point sees of a chain at the moment when it is at one of its vertices.
class Corner {
 public:
  Corner(const FlyingPoint& point, const DeformingOutline& chain, std::size_t vertex)
      : point_(point), chain_(chain), vertex_(vertex) {
    const Path path = to(vertex);
    const std::size_t axis = path.change[0].sign() != 0 ? 0 : 1;
    const bool forwards = path.change[axis].sign() > 0;
    numerator_ = forwards ? -path.start[axis] : path.start[axis];
    denominator_ = forwards ? path.change[axis] : -path.change[axis];
    met_ = numerator_.sign() > 0 && (numerator_ - denominator_).sign() <= 0 && is_zero(then(path));
  }

  /// Is there such a moment, a single one and behind the start of the window?
  bool is_met() const { return met_; }
  bool is_at(std::size_t vertex) const { return is_zero(then(to(vertex))); }

  /// By how many halves of a turn the angle jumps at which the point sees the first edge on the way along the
  /// chain, forwards or backwards, that leaves it: 1, -1, or 0 if it is on the edge's line for ever. Nothing
  /// if it passes that line.
  std::optional<int> jump(bool forwards) const {
    const std::size_t n = chain_.start.size();
    const std::size_t step = forwards ? 1 : n - 1;
    std::size_t near = vertex_;
    std::size_t far = (vertex_ + step) % n;
    while (far != vertex_ && is_at(far)) {
      near = far;
      far = (far + step) % n;
    }
    if (far == vertex_) return std::nullopt;
    const Path passing = to(near);
    const Path ahead = to(far);
    const Exact place = then(ahead);
    if (cross_sign(place, passing.change) != 0) return std::nullopt;
    const int side = cross_sign(passing.change, ahead.change) * (forwards ? 1 : -1);
    return -dot_sign(place, passing.change) * side;
  }

 private:
  Path to(std::size_t vertex) const {
    Path r;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      r.start[axis] = Dyadic(chain_.start[vertex][axis]) - Dyadic(point_.start[axis]);
      r.change[axis] = Dyadic(chain_.end[vertex][axis]) - Dyadic(point_.end[axis]) - r.start[axis];
    }
    return r;
  }

  /// Where a path is at the moment, times the denominator of that.
  Exact then(const Path& path) const {
    return {path.start[0] * denominator_ + path.change[0] * numerator_,
            path.start[1] * denominator_ + path.change[1] * numerator_};
  }

  const FlyingPoint& point_;
  const DeformingOutline& chain_;
  std::size_t vertex_;
  Dyadic numerator_;  // of the moment
  Dyadic denominator_;
  bool met_ = false;
};

}  // namespace

bool passes_in_line(const FlyingPoint& point, const DeformingOutline& chain, std::size_t edge,
                    std::size_t end) {
  const std::size_t n = chain.start.size();
  const Corner corner(point, chain, (edge + end) % n);
  if (!corner.is_met() || corner.is_at((edge + 1 - end) % n)) return false;
  const std::optional<int> jump = corner.jump(end == 0);
  if (!jump || *jump == 0) return false;
  const std::optional<int> jump_of_next = corner.jump(end != 0);
  return jump_of_next && *jump + *jump_of_next != 0;
}

}  // namespace firsthit
