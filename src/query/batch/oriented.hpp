// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_ORIENTED_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_ORIENTED_HPP
#undef FIRSTHIT_QUERY_BATCH_ORIENTED_HPP
#else
#define FIRSTHIT_QUERY_BATCH_ORIENTED_HPP
#endif

#include "query/batch/rounding.hpp"
#include "query/batch/split.hpp"

#include <firsthit/batch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

// Boxes in any direction. K is the sum of pieces along the axes of both, its sides: so each facet of K
// extends along one of them in the plane, and along two in space. K is what lies between both facets of every
// such choice, and the course is inside of it while it is between all of them.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// The sides that a facet extends along: in the plane they are the same.
struct Along {
  std::size_t first;
  std::size_t second;
};

template <int D>
inline constexpr std::size_t kSides = 2 * static_cast<std::size_t>(D);

template <int D>
inline constexpr std::size_t kFacets = D == 2 ? 4 : 15;

template <int D>
constexpr std::array<Along, kFacets<D>> all_facets() {
  std::array<Along, kFacets<D>> r{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < kSides<D>; ++i) {
    if (D == 2) r[count++] = {i, i};
    for (std::size_t j = i + 1; D == 3 && j < kSides<D>; ++j) r[count++] = {i, j};
  }
  return r;
}

template <int D>
inline constexpr std::array<Along, kFacets<D>> kAlong = all_facets<D>();

HWY_INLINE Lanes dot(const PerAxis<Lanes, 2>& x, const PerAxis<Lanes, 2>& y) {
  return x[0] * y[0] + x[1] * y[1];
}
HWY_INLINE Lanes dot(const PerAxis<Lanes, 3>& x, const PerAxis<Lanes, 3>& y) {
  return (x[0] * y[0] + x[1] * y[1]) + x[2] * y[2];
}

/// What is perpendicular to the sides of a facet.
HWY_INLINE PerAxis<Lanes, 2> normal_of(const PerAxis<Lanes, 2>& x, const PerAxis<Lanes, 2>&) {
  return {{x[1], -x[0]}};
}
HWY_INLINE PerAxis<Lanes, 3> normal_of(const PerAxis<Lanes, 3>& x, const PerAxis<Lanes, 3>& y) {
  return {{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}};
}

/// Two boxes per lane: b seen from a.
template <int D>
struct Boxes {
  PerAxis<LongLanes, D> exact_p;  // [L]
  PerAxis<LongLanes, D> exact_v;  // [L/T]
  PerAxis<Lanes, D> p;
  PerAxis<Lanes, D> v;
  PerAxis<Lanes, D> side[kSides<D>];  // a's axes, then b's
  Lanes half[kSides<D>];
  Lanes largest[2];  // component of an axis of a, of b
  Lanes size = 0.0;  // [L] of p and both boxes
  Lanes speed_size = 0.0;
  Mask valid = always();
  Mask extended[2];  // without a half extent of 0

  HWY_INLINE Boxes(const Straight<OrientedBox<D>, D>* table_a, const Straight<OrientedBox<D>, D>* table_b,
                   const Group& group) {
    const Rows a(table_a, group);
    const Rows b(table_b, group);
    take(a, 0);
    take(b, 1);
    constexpr std::size_t kPlace = D + D * D;
    for (std::size_t i = 0; i < D; ++i) {
      exact_p[i] = two_sum(checked(b.column(kPlace + i)), -checked(a.column(kPlace + i)));
      exact_v[i] = two_sum(checked(b.column(kPlace + D + i)), -checked(a.column(kPlace + D + i)));
      p[i] = exact_p[i].high;
      v[i] = exact_v[i].high;
      size = size + abs(p[i]);
      speed_size = speed_size + abs(v[i]);
    }
  }

  /// The largest product of the axes' components that a facet's normal is made of.
  HWY_INLINE Lanes scale(const Along& along) const {
    const Lanes first = largest[along.first / D];
    return D == 2 ? first : first * largest[along.second / D];
  }

 private:
  template <class Table>
  HWY_INLINE void take(const Table& table, std::size_t box) {
    Lanes most = 0.0;
    Lanes reach = 0.0;
    extended[box] = always();
    for (std::size_t k = 0; k < D; ++k) {
      const Lanes extent = checked(table.column(k));
      valid = valid & (extent >= 0.0);
      extended[box] = extended[box] & (extent > 0.0);
      half[D * box + k] = extent;
      reach = reach + extent;
      for (std::size_t i = 0; i < D; ++i) {
        const Lanes x = checked(table.column(D + D * k + i));
        side[D * box + k][i] = x;
        most = larger(most, abs(x));
      }
    }
    largest[box] = most;
    size = size + Lanes(3.0) * (most * reach);
  }

  HWY_INLINE Lanes checked(Lanes x) {
    valid = valid & in_range(x);
    return x;
  }
};

/// K between two facets, and x, seen along their normal and times its length.
template <int D>
struct Shadows {
  Lanes place[kFacets<D>];
  Lanes speed[kFacets<D>];
  Lanes reach[kFacets<D>];
  Lanes scale[kFacets<D>];
  Mask solid;  // at least one of the two

  HWY_INLINE explicit Shadows(const Boxes<D>& boxes) {
    for (std::size_t k = 0; k < kFacets<D>; ++k) {
      const Along along = kAlong<D>[k];
      const PerAxis<Lanes, D> normal = normal_of(boxes.side[along.first], boxes.side[along.second]);
      place[k] = dot(normal, boxes.p);
      speed[k] = dot(normal, boxes.v);
      scale[k] = boxes.scale(along);
      Lanes sum = 0.0;
      for (std::size_t m = 0; m < kSides<D>; ++m)
        if (m != along.first && m != along.second)
          sum = sum + boxes.half[m] * abs(dot(normal, boxes.side[m]));
      reach[k] = sum;
    }
    solid = is_solid(boxes, 0) | is_solid(boxes, 1);
  }

  HWY_INLINE Lanes error(const Boxes<D>& boxes, std::size_t k) const {
    return Lanes(24.0 * kHalfUlp) * (boxes.size * scale[k]);
  }
  HWY_INLINE Lanes speed_error(const Boxes<D>& boxes, std::size_t k) const {
    return Lanes(16.0 * kHalfUlp) * (boxes.speed_size * scale[k]);
  }

 private:
  static HWY_INLINE Mask is_solid(const Boxes<D>& boxes, std::size_t box) {
    const std::size_t k = D * box;
    const Lanes volume = abs(dot(normal_of(boxes.side[k], boxes.side[k + D - 2]), boxes.side[k + D - 1]));
    Lanes most = boxes.largest[box];
    for (std::size_t i = 1; i < D; ++i) most = most * boxes.largest[box];
    return boxes.extended[box] & (volume > Lanes(0x1p-20) * most);
  }
};

/// When the course enters what is between all facets, and when it leaves.
template <int D>
struct Sweep {
  Lanes enter = -std::numeric_limits<double>::infinity();  // surely not before
  Lanes exit = std::numeric_limits<double>::infinity();    // surely by then
  Mask outside = !always();                                // for ever
  Integers last = hn::Zero(IntegerTag());                  // the facet that is entered last

  HWY_INLINE Sweep(const Boxes<D>& boxes, const Shadows<D>& shadows, double end) {
    for (std::size_t k = 0; k < kFacets<D>; ++k) {
      const Lanes error = shadows.error(boxes, k);
      const Lanes speed_error = shadows.speed_error(boxes, k);
      const Lanes fast = abs(shadows.speed[k]);
      const Mask moves = fast > Lanes(4.0) * speed_error;
      const Mask beyond = abs(shadows.place[k]) - shadows.reach[k] > error + Lanes(6.0) * (speed_error * end);
      outside = outside | ((!moves) & beyond);
      const Lanes inverse = Lanes(1.0) / either(moves, fast, 1.0);
      const Lanes behind = -times_sign(shadows.place[k], shadows.speed[k]);
      const Lanes in = (behind - shadows.reach[k]) * inverse;
      const Lanes out = (behind + shadows.reach[k]) * inverse;
      const Lanes doubt = Lanes(1.5) * inverse;
      const Lanes lowest = in - doubt * (error + abs(in) * speed_error);
      const Lanes highest = out + doubt * (error + abs(out) * speed_error);
      const Mask later = moves & (lowest > enter);
      enter = either(later, lowest, enter);
      last = hn::IfThenElse(hn::RebindMask(IntegerTag(), later.m),
                            hn::Set(IntegerTag(), static_cast<std::int64_t>(k)), last);
      exit = either(moves & (highest < exit), highest, exit);
    }
  }

  HWY_INLINE Mask missed(double end) const { return outside | (enter > exit) | (exit < 0.0) | (enter > end); }
};

/// The first touch of boxes that are apart and meet inside a facet, beyond doubt.
template <int D>
class FacetTouch {
 public:
  Between time;
  Direction<D> direction;
  Mask sure;
  Mask along[kSides<D>];       // which sides the facet extends along
  Mask side_of_a = !always();  // it is a side of a, which b's corner meets
  Mask side_of_b = !always();

  HWY_INLINE FacetTouch(const Boxes<D>& boxes, const Shadows<D>& shadows, const Sweep<D>& sweep) {
    choose(boxes, shadows, sweep);
    const Mask approaches = fast_ > Lanes(4.0) * speed_error_;
    const Lanes inverse = Lanes(1.0) / either(approaches, fast_, 1.0);
    const Lanes guess = head((sign_ * place_ - reach_) * inverse);
    sure = approaches & shadows.solid & (guess > 0.0) & surely_between_others(boxes, shadows, sweep, guess);
    find_time(boxes, guess, inverse);
  }

 private:
  static constexpr double kNear = 0x1p-24;

  HWY_INLINE void choose(const Boxes<D>& boxes, const Shadows<D>& shadows, const Sweep<D>& sweep) {
    place_ = shadows.place[0];
    Lanes speed = shadows.speed[0];
    reach_ = shadows.reach[0];
    scale_ = shadows.scale[0];
    for (std::size_t i = 0; i < D; ++i) {
      first_[i] = boxes.side[kAlong<D>[0].first][i];
      second_[i] = boxes.side[kAlong<D>[0].second][i];
    }
    for (std::size_t m = 0; m < kSides<D>; ++m) along[m] = !always();
    for (std::size_t k = 0; k < kFacets<D>; ++k) {
      const Along sides = kAlong<D>[k];
      const Mask chosen = is_last(sweep, k);
      place_ = either(chosen, shadows.place[k], place_);
      speed = either(chosen, shadows.speed[k], speed);
      reach_ = either(chosen, shadows.reach[k], reach_);
      scale_ = either(chosen, shadows.scale[k], scale_);
      along[sides.first] = along[sides.first] | chosen;
      along[sides.second] = along[sides.second] | chosen;
      if (sides.first < D && sides.second < D) side_of_a = side_of_a | chosen;
      if (sides.first >= D && sides.second >= D) side_of_b = side_of_b | chosen;
      for (std::size_t i = 0; i < D; ++i) {
        first_[i] = either(chosen, boxes.side[sides.first][i], first_[i]);
        second_[i] = either(chosen, boxes.side[sides.second][i], second_[i]);
      }
    }
    fast_ = abs(speed);
    sign_ = -times_sign(1.0, speed);  // of the outward normal that meets x
    speed_error_ = Lanes(16.0 * kHalfUlp) * (boxes.speed_size * scale_);
  }

  static HWY_INLINE Mask is_last(const Sweep<D>& sweep, std::size_t k) {
    const auto mask = hn::Eq(sweep.last, hn::Set(IntegerTag(), static_cast<std::int64_t>(k)));
    return {hn::RebindMask(Tag(), mask)};
  }

  /// Within kNear of the guess, relative to it.
  HWY_INLINE Mask surely_between_others(const Boxes<D>& boxes, const Shadows<D>& shadows,
                                        const Sweep<D>& sweep, Lanes guess) const {
    Mask inside = always();
    for (std::size_t k = 0; k < kFacets<D>; ++k) {
      const Lanes place = abs(shadows.place[k] + shadows.speed[k] * guess);
      const Lanes drift = shadows.speed_error(boxes, k) + Lanes(2.0 * kNear) * abs(shadows.speed[k]);
      const Lanes doubt = shadows.error(boxes, k) + drift * guess;
      inside = inside & ((place + doubt < shadows.reach[k]) | is_last(sweep, k));
    }
    return inside;
  }

  /// With twice the digits: how high x is above the facet at the guess.
  HWY_INLINE void find_time(const Boxes<D>& boxes, Lanes guess, Lanes inverse) {
    const LongVec<D> normal = long_normal();
    const PerAxis<Lanes, D> rough = normal_of(first_, second_);
    PerAxis<SplitSum, D> place;
    const Split moment{guess, 0.0};
    for (std::size_t i = 0; i < D; ++i) {
      place[i] = {boxes.exact_p[i].high, boxes.exact_p[i].low};
      place[i].add_product(split(boxes.exact_v[i]), moment);
    }
    for (std::size_t m = 0; m < kSides<D>; ++m) {
      const Lanes reach = dot(rough, boxes.side[m]);
      const Lanes least = Lanes(32.0 * kHalfUlp) * (scale_ * boxes.largest[m / D]);
      sure = sure & (along[m] | (abs(reach) > least));
      // From x back to K's corner.
      const Lanes half = -sign_ * times_sign(boxes.half[m], reach);
      const Split extent = split(either(along[m], 0.0, half));
      for (std::size_t i = 0; i < D; ++i) place[i].add_product(extent, split(boxes.side[m][i]));
    }
    SplitSum height{0.0, 0.0};
    for (std::size_t i = 0; i < D; ++i)
      height.add_product(split({normal.high[i], normal.low[i]}), split({place[i].sum, place[i].rest}));
    const Lanes step = (height.sum + height.rest) * inverse;
    const Lanes length = boxes.size + boxes.speed_size * guess;
    const Lanes error = abs(step) * (Lanes(1.1) * (speed_error_ * inverse) + Lanes(0x1p-49)) +
                        Lanes(0x1p-67) * (scale_ * length) * inverse;
    time_is(guess, step, error);
    direction = scaled<D>(normal);
  }

  HWY_INLINE void time_is(Lanes guess, Lanes step, Lanes error) {
    time = between(fast_two_sum(guess, step), error);
    sure = sure & time.sure & (abs(step) < Lanes(kNear) * guess);
  }

  /// Outwards, with 26 bits more.
  HWY_INLINE LongVec<D> long_normal() const {
    LongVec<D> r;
    if constexpr (D == 2) {
      const PerAxis<Lanes, 2> normal = normal_of(first_, second_);
      for (std::size_t i = 0; i < 2; ++i) {
        r.high[i] = sign_ * normal[i];
        r.low[i] = 0.0;
        r.error[i] = 0.0;
      }
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t x = (i + 1) % 3;
        const std::size_t y = (i + 2) % 3;
        SplitSum sum{0.0, 0.0};
        sum.add_product(split(sign_ * first_[x]), split(second_[y]));
        sum.add_product(split(-sign_ * first_[y]), split(second_[x]));
        r.high[i] = sum.sum;
        r.low[i] = sum.rest;
        r.error[i] = Lanes(0x1p-73) * (abs(first_[x] * second_[y]) + abs(first_[y] * second_[x]));
      }
    }
    return r;
  }

  PerAxis<Lanes, D> first_;
  PerAxis<Lanes, D> second_;
  Lanes place_;
  Lanes reach_;
  Lanes scale_;
  Lanes fast_;
  Lanes sign_;
  Lanes speed_error_;
};

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
