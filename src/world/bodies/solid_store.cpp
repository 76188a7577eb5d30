#include "world/bodies/solid_store.hpp"

#include "core/room.hpp"
#include "query/base/pair_table.hpp"

#include <type_traits>
#include <utility>
#include <variant>

namespace firsthit {
namespace {

/// All numbers of a shape.
class Numbers {
 public:
  template <int D>
  explicit Numbers(const Shape<D>& shape) {
    all_.push_back(static_cast<double>(shape.index()));
    std::visit([numbers = this](const auto& one) { numbers->take(one); }, shape);
  }
  std::vector<double> all() && { return std::move(all_); }

 private:
  void take(double x) { all_.push_back(x); }
  template <int D>
  void take(const Vec<D>& v) {
    for (std::size_t axis = 0; axis < D; ++axis) take(v[axis]);
  }
  template <class Range>
  void take_each(const Range& range) {
    for (const auto& each : range) take(each);
  }
  void take(const Point&) {}
  void take(const Ball& ball) { take(ball.radius); }
  template <int D>
  void take(const Segment<D>& segment) {
    take(segment.from);
    take(segment.to);
  }
  template <int D>
  void take(const Capsule<D>& capsule) {
    take(capsule.from);
    take(capsule.to);
    take(capsule.radius);
  }
  template <int D>
  void take(const Box<D>& box) {
    take(box.half_extents);
  }
  template <int D>
  void take(const OrientedBox<D>& box) {
    take(box.half_extents);
    take_each(box.axes);
  }
  template <int D>
  void take(const Hull<D>& hull) {
    take_each(hull.vertices);
    take(hull.radius);
  }
  void take(const Polygon& polygon) { take_each(polygon.vertices()); }
  void take(const Triangle& triangle) { take_each(triangle.vertices); }
  template <int D>
  void take(const HalfSpace<D>& half_space) {
    take(half_space.normal);
    take(half_space.offset);
  }
  void take(const Container& container) { take(container.radius); }
  void take(const Arc& arc) {
    take(arc.radius);
    take(arc.from);
    take(arc.to);
  }

  std::vector<double> all_;
};

}  // namespace

template <int D>
void SolidStore<D>::add(const Shape<D>& shape, bool is_fixed) {
  const ShapeClass kind = class_of<D>(shape);
  const bool round = kind == ShapeClass::Round;
  const bool for_balls = is_met_by_balls<D>(kind, is_fixed);
  make_room(kinds_);
  make_room(places_);
  make_room(plain_);
  make_room(solids_);
  std::vector<double> numbers = Numbers(shape).all();
  auto known = known_.find(numbers);
  if (known == known_.end()) {
    const bool is_curved = kind == ShapeClass::Container || kind == ShapeClass::Arc;
    Solid<D> made = is_curved ? Solid<D>{} : solid_of(shape);
    known = known_.try_emplace(std::move(numbers), static_cast<std::uint32_t>(solids_.size())).first;
    solids_.push_back(std::move(made));
  }
  kinds_.push_back(static_cast<std::uint8_t>((round ? kRound : 0) | (for_balls ? kForBalls : 0)));
  places_.push_back(known->second);
  using Kind = typename SolidPiece<D>::Kind;
  const Solid<D>& solid = solids_[known->second];
  Plain plain{{}, 0.0, -1.0};
  if (solid.pieces.size() == 1) {
    const SolidPiece<D>& piece = solid.pieces[0];
    if (piece.kind == Kind::Ball) plain = {{}, piece.radius, solid.extent};
    if (piece.kind == Kind::Box) plain = {piece.half, -1.0, solid.extent};
  }
  plain_.push_back(plain);
}

template <int D>
std::span<const SolidPiece<D>> SolidStore<D>::pieces(Id id, SolidPiece<D>& room) const {
  if (!is_plain(id)) return (*this)[id].pieces;
  const Plain& plain = plain_[id];
  const bool is_ball = plain.radius >= 0.0;
  room.kind = is_ball ? SolidPiece<D>::Kind::Ball : SolidPiece<D>::Kind::Box;
  room.radius = is_ball ? plain.radius : 0.0;
  room.half = plain.half;
  room.width =
      2.0 * (is_ball ? plain.radius : *std::min_element(std::begin(plain.half.c), std::end(plain.half.c)));
  return {&room, 1};
}

template class SolidStore<2>;
template class SolidStore<3>;

}  // namespace firsthit
