#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/spinning_boxes.cpp"
#include <hwy/foreach_target.h>

#include "exact/sin_cos.hpp"
#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/survivors.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#undef FIRSTHIT_LANES
#undef FIRSTHIT_LANES_BEGIN
#undef FIRSTHIT_LANES_END
#define FIRSTHIT_LANES HWY_NAMESPACE
#define FIRSTHIT_LANES_BEGIN HWY_BEFORE_NAMESPACE();
#define FIRSTHIT_LANES_END HWY_AFTER_NAMESPACE();
#include "exact/quarter_turns.hpp"

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// Sines and cosines of two angles per lane.
struct LaneTurns {
  Lanes cos[2];
  Lanes sin[2];
};

/// 1 or -1: whether half of a whole number is odd, rounded down.
HWY_INLINE Lanes sign_of_half(Lanes number, Mask is_odd) {
  const Lanes half = Lanes(0.5) * either(is_odd, number - Lanes(1.0), number);
  const Lanes quarter = Lanes(0.5) * half;
  const Lanes whole = (quarter + Lanes(kToWhole)) - Lanes(kToWhole);
  return either(half == Lanes(2.0) * whole, 1.0, -1.0);
}

HWY_INLINE LaneTurns turns_of(Lanes spin, Lanes other_spin, Lanes time) {
  LaneTurns r;
  for (std::size_t i = 0; i < 2; ++i) {
    const QuarterTurns near = quarter_turns(exact_product(i == 0 ? spin : other_spin, time));
    const Lanes half = Lanes(0.5) * near.quarters;
    const Mask is_even = half == (half + Lanes(kToWhole)) - Lanes(kToWhole);
    r.sin[i] = sign_of_half(near.quarters, !is_even) * either(is_even, near.sine, near.cosine);
    r.cos[i] = sign_of_half(near.quarters + Lanes(1.0), is_even) * either(is_even, near.cosine, near.sine);
  }
  return r;
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "query/turning/planar/spinning_boxes.hpp"

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

using Body = Turning<Box<2>, 2>;

/// Numbers of pairs, with what is known of them.
struct Waiting {
  Numbers numbers;
  std::array<double, kBlock + 1> first;   // [T] one per number in the order of `numbers`
  std::array<double, kBlock + 1> second;  // [T]

  HWY_INLINE void push_back(std::size_t number, double a, double b) {
    first[numbers.size()] = a;
    second[numbers.size()] = b;
    numbers.push_back_if(true, number);
  }
  /// From i on; beyond the end the last one again.
  HWY_INLINE Lanes load(const std::array<double, kBlock + 1>& from, std::size_t i) const {
    HWY_ALIGN double x[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) x[k] = from[std::min(i + k, numbers.size() - 1)];
    return hn::Load(Tag(), x);
  }
};

/// Is it a box wider than 0 that moves straight, of moderate numbers?
HWY_INLINE Mask is_moderate(const Rows<Body>& row) {
  Mask r = (row.column(0) > Lanes(0.0)) & (row.column(1) > Lanes(0.0));
  for (std::size_t i = 0; i < sizeof(Body) / sizeof(double); ++i) r = r & in_range(row.column(i));
  return r & (row.column(9) == Lanes(0.0)) & (row.column(10) == Lanes(0.0)) &
         !((row.column(7) == Lanes(0.0)) & (row.column(8) == Lanes(0.0)));
}

/// How often a pair is looked at before it is left to others, which begin anew.
constexpr int kMostLooks = 30;

class Block {
 public:
  HWY_INLINE Block(const Body* a, const Body* b, std::size_t count, double end, Encounter<2>* out,
                   Leftover<2>& leftover)
      : a_(a), b_(b), count_(count), end_(end), out_(out), leftover_(leftover) {}

  /// Answers all misses, as `miss`.
  HWY_INLINE void open(const Encounter<2>& miss) {
    const Stamp<2> stamp(miss);
    for (std::size_t i = 0; i < count_; i += kLanes) {
      const Group group = group_from(i, count_);
      const Rows<Body> a(a_, group);
      const Rows<Body> b(b_, group);
      const LaneWindow window = window_of(boxes_of(a, b), end_);
      const std::uint64_t usual = bits_of(window.usual & is_moderate(a) & is_moderate(b));
      const std::uint64_t open = bits_of(window.open);
      HWY_ALIGN double start[kLanes];
      HWY_ALIGN double end[kLanes];
      store(window.start, start);
      store(window.end, end);
      for (std::size_t k = 0; k < std::min(kLanes, count_ - i); ++k) {
        stamp.print(out_[i + k]);
        if ((usual >> k & 1U) == 0)
          leftover_.add(i + k);
        else if ((open >> k & 1U) != 0)
          waiting_.push_back(i + k, start[k], end[k]);
      }
    }
  }

  /// Looks at all that still wait.
  HWY_INLINE void look(bool is_first) {
    const Waiting before = waiting_;
    waiting_.numbers = {};
    for (std::size_t i = 0; i < before.numbers.size(); i += kLanes) {
      const Group group = before.numbers.group(i);
      const SpinningBoxes boxes = boxes_of(Rows<Body>(a_, group), Rows<Body>(b_, group));
      BoxLook now;
      turn(boxes, before.load(before.first, i), now);
      find_face(boxes, now);
      const BoxNext next =
          next_of(boxes, now, before.load(before.second, i), is_first ? always() : !always());
      const std::uint64_t misses = bits_of(next.misses);
      const std::uint64_t lands = bits_of(next.lands);
      const std::uint64_t unknown = bits_of(next.unknown);
      HWY_ALIGN double clear[kLanes];
      HWY_ALIGN double upper[kLanes];
      store(next.clear, clear);
      store(next.upper, upper);
      for (std::size_t k = 0; k < std::min(kLanes, before.numbers.size() - i); ++k) {
        const std::size_t number = group.number[k];
        if ((misses >> k & 1U) != 0) continue;
        if ((unknown >> k & 1U) != 0)
          leftover_.add(number);
        else if ((lands >> k & 1U) != 0)
          landing_.push_back(number, clear[k], upper[k]);
        else
          waiting_.push_back(number, clear[k], before.second[i + k]);
      }
    }
  }
  bool waits() const { return waiting_.numbers.size() > 0; }
  void leave() {
    for (std::size_t i = 0; i < waiting_.numbers.size(); ++i)
      leftover_.add(waiting_.numbers.group(i).number[0]);
  }

  /// Proves the impacts of those that land.
  HWY_INLINE void land() {
    Fields<2> fields;
    for (std::size_t i = 0; i < landing_.numbers.size(); i += kLanes) {
      const Group group = landing_.numbers.group(i);
      const Rows<Body> a(a_, group);
      const Rows<Body> b(b_, group);
      const SpinningBoxes boxes = boxes_of(a, b);
      const Lanes clear = landing_.load(landing_.first, i);
      const Lanes upper = landing_.load(landing_.second, i);
      BoxLook now;
      turn(boxes, upper, now);
      find_face(boxes, now);
      const BoxMeeting met = meeting_of(boxes, now, a, b, clear);
      store(clear, fields.lower.data());
      store(upper, fields.upper.data());
      for (std::size_t axis = 0; axis < 2; ++axis) {
        store(met.normal[axis], fields.normal[axis].data());
        store(met.middle[axis], fields.point_a[axis].data());
        store(met.middle[axis], fields.point_b[axis].data());
      }
      constexpr double kEdge = number_of(Feature::Kind::Edge);
      constexpr double kVertex = number_of(Feature::Kind::Vertex);
      store(either(now.of_b, kVertex, kEdge), fields.kind_a.data());
      store(either(now.of_b, met.vertex, met.face), fields.index_a.data());
      store(either(now.of_b, kEdge, kVertex), fields.kind_b.data());
      store(either(now.of_b, met.face, met.vertex), fields.index_b.data());
      const std::uint64_t told = bits_of(met.overlaps & met.is_told);
      for (std::size_t k = 0; k < std::min(kLanes, landing_.numbers.size() - i); ++k) {
        if ((told >> k & 1U) != 0)
          fields.write(k, 0.0, out_[group.number[k]]);
        else
          leftover_.add(group.number[k]);
      }
    }
  }

 private:
  const Body* a_;
  const Body* b_;
  std::size_t count_;
  double end_;
  Encounter<2>* out_;
  Leftover<2>& leftover_;
  Waiting waiting_;
  Waiting landing_;
};

void answer_spinning_boxes(const Body* a, const Body* b, std::size_t count, const Query& query,
                           Encounter<2>* out, Leftover<2>& leftover) {
  if (query.margin != 0.0) return leave_all(count, leftover);
  Block block(a, b, count, std::min(query.horizon, std::numeric_limits<double>::max()), out, leftover);
  Encounter<2> miss;
  miss.delay = miss.delay_upper = miss.first_touch = query.horizon;
  block.open(miss);
  for (int looks = 0; looks < kMostLooks && block.waits(); ++looks) block.look(looks == 0);
  block.leave();
  block.land();
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_spinning_boxes);

void answer(const Turning<Box<2>, 2>* a, const Turning<Box<2>, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_spinning_boxes)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
