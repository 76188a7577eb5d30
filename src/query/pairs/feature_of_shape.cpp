#include "core/vec_math.hpp"
#include "query/pairs/pair_kernels.hpp"

#include <algorithm>

namespace firsthit {
namespace {

using Kind = Feature::Kind;

/// The numbers of a patch's vertices, lowest first.
class Numbers {
 public:
  template <int D>
  Numbers(const SupportFeature<D>& patch, std::span<const int> numbers) {
    for (const auto& vertex : patch.vertices())
      all_.push_back(numbers.empty() ? vertex.number : numbers[static_cast<std::size_t>(vertex.number)]);
    std::sort(all_.all().begin(), all_.all().end());
  }
  explicit Numbers(std::span<const int> numbers) {
    for (const int number : numbers) all_.push_back(number);
    std::sort(all_.all().begin(), all_.all().end());
  }
  int lowest() const { return all_.all().front(); }
  int highest() const { return all_.all().back(); }
  bool has(int number) const { return std::binary_search(all_.all().begin(), all_.all().end(), number); }
  std::span<const int> all() const { return all_.all(); }

 private:
  InlineVector<int, 8> all_;
};

/// Of an edge from vertex i to the next one: i, of the first such edge.
int edge_of_chain(const Numbers& numbers, int count) {
  for (const int i : numbers.all())
    if (numbers.has((i + 1) % count)) return i;
  return numbers.lowest();
}

/// Of a box's side: twice the axis that it is across, and 1 if it is the upper one.
template <int D>
int side_of_box(const Numbers& numbers, const std::array<Vec<D>, std::size_t{D}>& axes,
                const Vec<D>& outward) {
  const auto bit = [](int number, int axis) { return number >> axis & 1; };
  int axis = 0;
  while (axis + 1 < D && !std::all_of(numbers.all().begin(), numbers.all().end(), [&](int number) {
           return bit(number, axis) == bit(numbers.lowest(), axis);
         }))
    ++axis;
  return 2 * axis + (dot(outward, axes[static_cast<std::size_t>(axis)]) > 0.0 ? 1 : 0);
}

/// Of a box's edge in space: four times the axis that it runs along, 1 if it is on the upper side of the
/// first of the other two axes, and 2 if on that of the second.
int edge_of_box(const Numbers& numbers) {
  const int from = numbers.lowest();
  const int along = (from ^ numbers.highest());
  const int axis = (along & 1) != 0 ? 0 : ((along & 2) != 0 ? 1 : 2);
  const int first = from >> (axis == 0 ? 1 : 0) & 1;
  const int second = from >> (axis == 2 ? 1 : 2) & 1;
  return 4 * axis + first + 2 * second;
}

template <int D>
int part_of_box(const Numbers& numbers, bool is_side, const std::array<Vec<D>, std::size_t{D}>& axes,
                const Vec<D>& outward) {
  return is_side ? side_of_box<D>(numbers, axes, outward) : edge_of_box(numbers);
}

template <int D>
Feature part_of(const Shape<D>& shape, std::size_t count, const Numbers& corners, const Vec<D>& outward) {
  if (count == 1) return {Kind::Vertex, corners.lowest()};
  const Kind kind = count == 2 ? Kind::Edge : Kind::Face;
  const bool is_side = kind == (D == 2 ? Kind::Edge : Kind::Face);
  if (std::holds_alternative<Box<D>>(shape))
    return {kind, part_of_box<D>(corners, is_side, kCoordinateAxes<D>, outward)};
  if (const auto* box = std::get_if<OrientedBox<D>>(&shape))
    return {kind, part_of_box<D>(corners, is_side, box->axes, outward)};
  if (const auto* polygon = std::get_if<Polygon>(&shape))
    return {kind, edge_of_chain(corners, static_cast<int>(polygon->vertices().size()))};
  if (std::holds_alternative<Triangle>(shape))
    return {kind, kind == Kind::Edge ? edge_of_chain(corners, 3) : 0};
  return {kind, corners.lowest()};
}

}  // namespace

template <int D>
Feature feature_of(const Shape<D>& shape, const SupportFeature<D>& patch, const Vec<D>& outward,
                   std::span<const int> numbers) {
  if (std::holds_alternative<Ball>(shape)) return {Kind::Face, 0};
  return part_of(shape, patch.corners().size(), Numbers(patch, numbers), outward);
}

Feature feature_of(const Shape<2>& shape, std::span<const int> vertices, const Vec<2>& outward) {
  if (std::holds_alternative<Ball>(shape)) return {Kind::Face, 0};
  return part_of(shape, vertices.size(), Numbers(vertices), outward);
}

template Feature feature_of(const Shape<2>&, const SupportFeature<2>&, const Vec<2>&, std::span<const int>);
template Feature feature_of(const Shape<3>&, const SupportFeature<3>&, const Vec<3>&, std::span<const int>);

}  // namespace firsthit
