#pragma once

#include <firsthit/motion.hpp>
#include <firsthit/shape.hpp>

#include "query/base/course.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

// The one table from a pair of shapes, and how they move, to the kernel that answers. `first_hit`,
// `distance`, the batches and the event engine read it and nothing else (worlds only who answers for two
// shapes: their bodies have courses, not motions). A new shape is a ShapeRow, a new motion a MotionRow, a new
// kernel a name here and a case wherever a switch over the kernels wants one. Whatever has no row does not
// compile. CONTRIBUTING.md has the recipe.

namespace firsthit {

/// What a shape is to kernels.
enum class ShapeClass : std::uint8_t {
  Round,      ///< a point, or all places within a radius of one
  Segment,    ///< convex, with kernels of its own where balls fall or bounce
  Convex,     ///< the hull of some vertices, grown by a radius
  Concave,    ///< convex pieces
  HalfSpace,  ///< all below a plane
  Container,  ///< all around a ball
  Arc         ///< a piece of a circle
};
inline constexpr std::size_t kShapeClasses = 7;

/// How one of the two moves, seen from the other.
enum class PairPath : std::uint8_t {
  Straight,  ///< both have the same acceleration, or none
  Falling    ///< they have different ones
};

/// What answers first_hit; with PairPath::Straight, also distance, but for Turning.
enum class QueryKernel : std::uint8_t {
  None,            ///< the pair is refused
  Convex,          ///< convex_meet: filter and exact stage over the vertices of both
  Pieces,          ///< polygons_meet: the same over all pairs of convex pieces
  HalfSpace,       ///< half_space_meets
  FallingRound,    ///< falling_balls_meet: a polynomial of fourth degree
  FallingSegment,  ///< falling_segment_meets: its cuts at the segment's ends
  Turning          ///< turning_meet: its steps along axes that separate; for all where one turns, and arcs
};

/// What may answer first_hit at once where both move straight: nothing but the answer of QueryKernel, sooner.
enum class QuickKernel : std::uint8_t { None, Balls, Boxes, BoxAndBall, BallAndBox, OrientedBoxes };

/// What tells in a world when two bodies meet.
enum class WorldKernel : std::uint8_t {
  None,         ///< such bodies are refused beside each other
  Balls,        ///< the kernels of balls (query/round)
  BallAtFixed,  ///< the same if the other is fixed, or else Solids
  Solids        ///< convex pieces, with the derived tolerance (query/tolerant)
};

/// One row of the table; for the two in either order.
struct PairRow {
  ShapeClass a;
  ShapeClass b;
  QueryKernel straight;
  QueryKernel falling;
  WorldKernel world;
};

/// All of them, in D dimensions.
template <int D>
constexpr auto pair_rows() {
  using S = ShapeClass;
  using Q = QueryKernel;
  using W = WorldKernel;
  constexpr bool kFlat = D == 2;
  constexpr Q kFallingSegment = kFlat ? Q::FallingSegment : Q::Turning;
  constexpr W kAtSegment = kFlat ? W::BallAtFixed : W::Solids;
  constexpr W kAtArc = kFlat ? W::BallAtFixed : W::None;
  constexpr Q kArc = kFlat ? Q::Turning : Q::None;
  return std::to_array<PairRow>({
      // a            b              straight      falling          in a world
      {S::Round, S::Round, Q::Convex, Q::FallingRound, W::Balls},
      {S::Round, S::Segment, Q::Convex, kFallingSegment, kAtSegment},
      {S::Round, S::Convex, Q::Convex, Q::Turning, W::Solids},
      {S::Round, S::Concave, Q::Pieces, Q::Turning, W::Solids},
      {S::Round, S::HalfSpace, Q::HalfSpace, Q::HalfSpace, W::BallAtFixed},
      {S::Round, S::Container, Q::None, Q::None, W::BallAtFixed},
      {S::Round, S::Arc, kArc, kArc, kAtArc},
      {S::Segment, S::Segment, Q::Convex, Q::Turning, W::Solids},
      {S::Segment, S::Convex, Q::Convex, Q::Turning, W::Solids},
      {S::Segment, S::Concave, Q::Pieces, Q::Turning, W::Solids},
      {S::Segment, S::HalfSpace, Q::HalfSpace, Q::HalfSpace, W::Solids},
      {S::Segment, S::Container, Q::None, Q::None, W::None},
      {S::Segment, S::Arc, kArc, kArc, W::None},
      {S::Convex, S::Convex, Q::Convex, Q::Turning, W::Solids},
      {S::Convex, S::Concave, Q::Pieces, Q::Turning, W::Solids},
      {S::Convex, S::HalfSpace, Q::HalfSpace, Q::HalfSpace, W::Solids},
      {S::Convex, S::Container, Q::None, Q::None, W::None},
      {S::Convex, S::Arc, kArc, kArc, W::None},
      {S::Concave, S::Concave, Q::Pieces, Q::Turning, W::Solids},
      {S::Concave, S::HalfSpace, Q::HalfSpace, Q::HalfSpace, W::Solids},
      {S::Concave, S::Container, Q::None, Q::None, W::None},
      {S::Concave, S::Arc, kArc, kArc, W::None},
      {S::HalfSpace, S::HalfSpace, Q::HalfSpace, Q::HalfSpace, W::None},
      {S::HalfSpace, S::Container, Q::None, Q::None, W::None},
      {S::HalfSpace, S::Arc, kArc, kArc, W::None},
      {S::Container, S::Container, Q::None, Q::None, W::None},
      {S::Container, S::Arc, Q::None, Q::None, W::None},
      {S::Arc, S::Arc, Q::None, Q::None, W::None},
  });
}

/// The only row of two classes: it does not compile otherwise.
template <int D, ShapeClass A, ShapeClass B>
consteval PairRow row_of() {
  PairRow found{};
  int count = 0;
  for (const PairRow& row : pair_rows<D>())
    if ((row.a == A && row.b == B) || (row.a == B && row.b == A)) {
      found = row;
      ++count;
    }
  if (count != 1) throw "a pair of classes has no row in pair_rows(), or two";
  return found;
}

/// The rows by both classes, the first times kShapeClasses plus the second.
template <int D>
consteval auto pair_table() {
  return []<std::size_t... Pair>(std::index_sequence<Pair...>) {
    return std::array{row_of<D, static_cast<ShapeClass>(Pair / kShapeClasses),
                             static_cast<ShapeClass>(Pair % kShapeClasses)>()...};
  }
  (std::make_index_sequence<kShapeClasses * kShapeClasses>());
}
template <int D>
inline constexpr auto kPairTable = pair_table<D>();

template <int D>
constexpr const PairRow& pair_row(ShapeClass a, ShapeClass b) {
  return kPairTable<D>[static_cast<std::size_t>(a) * kShapeClasses + static_cast<std::size_t>(b)];
}
template <int D>
constexpr QueryKernel query_kernel(ShapeClass a, ShapeClass b, PairPath path) {
  const PairRow& row = pair_row<D>(a, b);
  return path == PairPath::Straight ? row.straight : row.falling;
}

/// Which of the two a kernel takes first, where it matters: the lower. A half-space, then what is round last.
constexpr int kernel_rank(ShapeClass c) {
  return c == ShapeClass::HalfSpace ? 0 : (c == ShapeClass::Round ? 2 : 1);
}

// Of each shape: its class, and its name where a pair is refused. There is none for a type that has no row.
template <class S>
struct ShapeRow;
template <ShapeClass Class>
struct ShapeRowOf {
  static constexpr ShapeClass kClass = Class;
};
template <>
struct ShapeRow<Point> : ShapeRowOf<ShapeClass::Round> {
  static constexpr const char* kName = "point";
};
template <>
struct ShapeRow<Ball> : ShapeRowOf<ShapeClass::Round> {
  static constexpr const char* kName = "ball";
};
template <int D>
struct ShapeRow<Segment<D>> : ShapeRowOf<ShapeClass::Segment> {
  static constexpr const char* kName = "segment";
};
template <int D>
struct ShapeRow<HalfSpace<D>> : ShapeRowOf<ShapeClass::HalfSpace> {
  static constexpr const char* kName = "half-space";
};
template <>
struct ShapeRow<Container> : ShapeRowOf<ShapeClass::Container> {
  static constexpr const char* kName = "container";
};
template <>
struct ShapeRow<Arc> : ShapeRowOf<ShapeClass::Arc> {
  static constexpr const char* kName = "arc";
};
template <int D>
struct ShapeRow<Capsule<D>> : ShapeRowOf<ShapeClass::Convex> {
  static constexpr const char* kName = "capsule";
};
template <int D>
struct ShapeRow<Box<D>> : ShapeRowOf<ShapeClass::Convex> {
  static constexpr const char* kName = "box";
};
template <int D>
struct ShapeRow<OrientedBox<D>> : ShapeRowOf<ShapeClass::Convex> {
  static constexpr const char* kName = "oriented box";
};
template <int D>
struct ShapeRow<Hull<D>> : ShapeRowOf<ShapeClass::Convex> {
  static constexpr const char* kName = "hull";
};
template <>
struct ShapeRow<Polygon> : ShapeRowOf<ShapeClass::Concave> {  // or convex, if it is one piece
  static constexpr const char* kName = "polygon";
};
template <>
struct ShapeRow<Triangle> : ShapeRowOf<ShapeClass::Convex> {
  static constexpr const char* kName = "triangle";
};

/// What the rows of all alternatives of a variant say, by index.
template <class Value, template <class> class Row, class... Each>
constexpr std::array<Value, sizeof...(Each)> of_each(const std::variant<Each...>*, auto value) {
  return {value.template operator()<Row<Each>>()...};
}
template <int D>
inline constexpr auto kShapeClassOf = of_each<ShapeClass, ShapeRow>(static_cast<const Shape<D>*>(nullptr),
                                                                    []<class Row>() { return Row::kClass; });
template <int D>
inline constexpr auto kShapeNames = of_each<const char*, ShapeRow>(static_cast<const Shape<D>*>(nullptr),
                                                                   []<class Row>() { return Row::kName; });

template <int D>
ShapeClass class_of(const Shape<D>& shape) {
  const ShapeClass own = kShapeClassOf<D>[shape.index()];
  if (own != ShapeClass::Concave) return own;
  return std::get_if<Polygon>(&shape)->pieces() > 1 ? ShapeClass::Concave : ShapeClass::Convex;
}
template <int D>
const char* name_of(const Shape<D>& shape) {
  return kShapeNames<D>[shape.index()];
}

// Of two shapes, by type: those that are asked about most have kernels that know them by their own numbers.
template <class A, class B>
inline constexpr QuickKernel kQuickRow = QuickKernel::None;
template <>
inline constexpr QuickKernel kQuickRow<Ball, Ball> = QuickKernel::Balls;
template <int D>
inline constexpr QuickKernel kQuickRow<Box<D>, Box<D>> = QuickKernel::Boxes;
template <int D>
inline constexpr QuickKernel kQuickRow<Ball, Box<D>> = QuickKernel::BallAndBox;
template <int D>
inline constexpr QuickKernel kQuickRow<Box<D>, Ball> = QuickKernel::BoxAndBall;
template <int D>
inline constexpr QuickKernel kQuickRow<OrientedBox<D>, OrientedBox<D>> = QuickKernel::OrientedBoxes;

/// The rows by both indices, the first times the number of shapes plus the second.
template <class... Each>
consteval auto quick_table(const std::variant<Each...>*) {
  std::array<QuickKernel, sizeof...(Each) * sizeof...(Each)> r{};
  std::size_t i = 0;
  const auto row_of = [&]<class A>(std::type_identity<A>) { ((r[i++] = kQuickRow<A, Each>), ...); };
  (row_of(std::type_identity<Each>()), ...);
  return r;
}
template <int D>
inline constexpr auto kQuickTable = quick_table(static_cast<const AnyShape<D>*>(nullptr));

template <int D>
QuickKernel quick_kernel(const Shape<D>& a, const Shape<D>& b) {
  return kQuickTable<D>[a.index() * std::variant_size_v<AnyShape<D>> + b.index()];
}

// Of each motion: its course, as far as kernels follow it that know no turns. There is none for a type that
// has no row.
template <class M>
struct MotionRow;
template <int D>
struct MotionRow<Linear<D>> {
  static Course<D> course(const Linear<D>& m) { return {m.position, m.velocity, {}}; }
};
template <int D>
struct MotionRow<Falling<D>> {
  static Course<D> course(const Falling<D>& m) { return {m.position, m.velocity, m.acceleration}; }
};
/// [L] Of the shape, where it does not turn.
template <int D, template <int> class M>
Vec<D> place_of(const M<D>& motion) {
  Vec<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = motion.position[i] - motion.centre[i];
  return r;
}
template <int D>
struct MotionRow<Spinning<D>> {
  static Course<D> course(const Spinning<D>& m) { return {place_of(m), m.velocity, m.acceleration}; }
};
template <int D>
struct MotionRow<Precessing<D>> {
  static Course<D> course(const Precessing<D>& m) { return {place_of(m), m.velocity, m.acceleration}; }
};
template <int D>
struct MotionRow<Tumbling<D>> {
  static Course<D> course(const Tumbling<D>& m) { return {place_of(m), m.velocity, m.acceleration}; }
};
template <int D>
struct MotionRow<Spline<D>> {  // no course: it always has the kernel of what turns
  static Course<D> course(const Spline<D>& m) { return {m.control[0], {}, {}}; }
};

template <int D>
Course<D> course_of(const Motion<D>& motion) {
  return std::visit([]<class M>(const M& m) { return MotionRow<M>::course(m); }, motion);
}
template <int D>
PairPath path_of(const Course<D>& a, const Course<D>& b) {
  return a.acceleration == b.acceleration ? PairPath::Straight : PairPath::Falling;
}

/// May a ball that moves be told by kernels of its own when it meets such a thing?
template <int D>
constexpr bool is_met_by_balls(ShapeClass other, bool is_fixed) {
  const WorldKernel kernel = pair_row<D>(ShapeClass::Round, other).world;
  return kernel == WorldKernel::Balls || (kernel == WorldKernel::BallAtFixed && is_fixed);
}

}  // namespace firsthit
