// No #pragma once: it is included once for single doubles, and again for every instruction set, by whoever
// has defined FIRSTHIT_LANES, the namespace of Lanes, and what stands around it.

// Two boxes of the plane that spin and move straight, per lane. In the numbers of either box the other's
// corners are a turned rectangle around a centre, so that four axes tell all, and its corner that is nearest
// along one of them differs from its neighbours by one side. Derivation: docs/numerics/turning.md.

#ifdef FIRSTHIT_LANES
FIRSTHIT_LANES_BEGIN
namespace firsthit::FIRSTHIT_LANES {

/// One of the two, as it is before it turns.
struct SpinningBox {
  Lanes half[2];   // [L]
  Lanes place[2];  // [L] of the box' middle, seen from the centre that it turns about
  Lanes spin;      // [rad/T]
  Lanes rate;      // [rad/T] its size
  Lanes cos;       // of the turn at the start
  Lanes sin;
  Lanes reach;  // [L] no corner is further from the centre, or a little less
};

struct SpinningBoxes {
  SpinningBox box[2];
  Lanes place[2];     // [L] of b's centre, seen from a's
  Lanes velocity[2];  // [L/T]
  Lanes sizes;        // [L] of both reaches
  Lanes place_size;   // [L] the sum of the sizes of its coordinates
  Lanes velocity_size;
  Lanes speed;     // [L/T] the length of the velocity
  Lanes spinning;  // [L/T] how fast corners of both move at most by their spins
  Lanes fastest;   // [rad/T] the larger rate
};

/// When they may touch.
struct LaneWindow {
  Mask open;    // or else they never do
  Mask usual;   // or else it is for others to tell
  Lanes start;  // [T]
  Lanes end;
};

/// Both at a time, and the face of one of them along which they are furthest apart.
struct BoxLook {
  Lanes t;       // [T]
  Lanes cos[2];  // of the turn of each
  Lanes sin[2];
  Lanes place[2];  // [L]
  Lanes error;     // [L] of any gap
  Lanes blur;
  Lanes height;    // [L] of the other above that face
  Mask of_b;       // is it a face of b?
  Mask along_y;    // does its normal go along the box' second axis?
  Lanes side;      // 1 or -1: on which side of the box it is
  Lanes along[2];  // unit: its normal, outward, as the other tells it
};

/// The nearest corner of the other along that face's normal, and how long it stays apart.
struct BoxStep {
  Lanes safe;  // [T]
  Lanes rate;  // [L/T] of the corner that comes nearest first
  Lanes bend;
  Lanes third;
  Lanes value;  // [L]
  Lanes fourth[2];
};

template <class Row>
HWY_INLINE void take_box(const Row& row, SpinningBox& box) {
  constexpr std::size_t kSpin = 6;
  constexpr std::size_t kCentre = 11;
  box.half[0] = row.column(0);
  box.half[1] = row.column(1);
  box.place[0] = -row.column(kCentre);
  box.place[1] = -row.column(kCentre + 1);
  box.spin = row.column(kSpin);
  box.rate = abs(box.spin);
  const Lanes w = row.column(kSpin + 1);
  const Lanes z = row.column(kSpin + 2);
  const Lanes square = w * w + z * z;
  box.cos = (w - z) * (w + z) / square;
  box.sin = Lanes(2.0) * (w * z) / square;
  const Lanes x = abs(box.place[0]) + box.half[0];
  const Lanes y = abs(box.place[1]) + box.half[1];
  box.reach = sqrt(x * x + y * y) * Lanes(1.0 + 0x1p-50);
}

template <class Row>
HWY_INLINE SpinningBoxes boxes_of(const Row& a, const Row& b) {
  SpinningBoxes r;
  take_box(a, r.box[0]);
  take_box(b, r.box[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    r.place[i] = b.column(2 + i) - a.column(2 + i);
    r.velocity[i] = b.column(4 + i) - a.column(4 + i);
  }
  r.sizes = r.box[0].reach + r.box[1].reach;
  r.place_size = abs(r.place[0]) + abs(r.place[1]);
  r.velocity_size = abs(r.velocity[0]) + abs(r.velocity[1]);
  r.speed = sqrt(r.velocity[0] * r.velocity[0] + r.velocity[1] * r.velocity[1]);
  r.spinning = r.box[0].rate * r.box[0].reach + r.box[1].rate * r.box[1].reach;
  r.fastest = larger(r.box[0].rate, r.box[1].rate);
  return r;
}

/// The part of [0, end] in which the balls around both may meet. Requires, to be usual: one moves, and one
/// spins, seen from the other.
HWY_INLINE LaneWindow window_of(const SpinningBoxes& boxes, double end) {
  constexpr double kWide = 0x1p-40;
  const Lanes* p = boxes.place;
  const Lanes along[2] = {boxes.velocity[0] / boxes.speed, boxes.velocity[1] / boxes.speed};
  const Lanes nearest = -(p[0] * along[0] + p[1] * along[1]);
  const Lanes there[2] = {p[0] + nearest * along[0], p[1] + nearest * along[1]};
  const Lanes grown = boxes.sizes + Lanes(kWide) * (boxes.sizes + boxes.place_size);
  const Lanes beside = sqrt(there[0] * there[0] + there[1] * there[1]);
  const Lanes half = sqrt((grown - beside) * (grown + beside)) + Lanes(kWide) * grown;
  const Lanes slack = Lanes(kWide) * (abs(nearest) + half);
  const Lanes last = ((nearest + half) + slack) / boxes.speed;
  LaneWindow r;
  r.start = larger(((nearest - half) - slack) / boxes.speed, 0.0);
  r.open = (beside <= grown) & (last >= Lanes(0.0)) & (r.start <= Lanes(end));
  r.end = smaller(last, end);
  r.usual = (boxes.speed > Lanes(0.0)) & (boxes.fastest > Lanes(0.0)) &
            (boxes.fastest * r.end <= Lanes(kLargestAngle));
  return r;
}

/// Turns both to t.
HWY_INLINE void turn(const SpinningBoxes& boxes, Lanes t, BoxLook& look) {
  look.t = t;
  LaneTurns turns = turns_of(boxes.box[0].spin, boxes.box[1].spin, t);
  for (std::size_t i = 0; i < 2; ++i) {
    const SpinningBox& box = boxes.box[i];
    look.cos[i] = turns.cos[i] * box.cos - turns.sin[i] * box.sin;
    look.sin[i] = turns.sin[i] * box.cos + turns.cos[i] * box.sin;
    look.place[i] = boxes.place[i] + t * boxes.velocity[i];
  }
  const Lanes moved = t * boxes.velocity_size;
  look.error = Lanes(kTurningError<2>) * ((boxes.place_size + moved) + boxes.sizes);
  look.blur = (Lanes(0x1p-51) * t) * (boxes.velocity_size + boxes.spinning);
}

/// One of the four axes, as it may be the best.
struct BoxAxis {
  Lanes height;   // [L] the gap along it
  Lanes facing;   // [L] how far the middles are apart along it
  Lanes turning;  // [L^2/T] how fast it turns towards the other's middle
};

HWY_INLINE Mask is_better(const BoxAxis& p, const BoxAxis& q) {
  return (p.height > q.height) |
         ((p.height == q.height) &
          ((p.facing > q.facing) | ((p.facing == q.facing) & (p.turning > q.turning))));
}

/// Finds the face along which they are furthest apart.
HWY_INLINE void find_face(const SpinningBoxes& boxes, BoxLook& look) {
  const SpinningBox& a = boxes.box[0];
  const SpinningBox& b = boxes.box[1];
  // What takes a's directions to b's numbers.
  const Lanes cos = look.cos[0] * look.cos[1] + look.sin[0] * look.sin[1];
  const Lanes sin = look.sin[0] * look.cos[1] - look.cos[0] * look.sin[1];
  const Lanes* p = look.place;
  // From a's middle to b's, in the numbers of a, and of b.
  const Lanes in_a[2] = {
      (look.cos[0] * p[0] + look.sin[0] * p[1]) + ((cos * b.place[0] + sin * b.place[1]) - a.place[0]),
      (look.cos[0] * p[1] - look.sin[0] * p[0]) + ((cos * b.place[1] - sin * b.place[0]) - a.place[1])};
  const Lanes in_b[2] = {
      (look.cos[1] * p[0] + look.sin[1] * p[1]) + (b.place[0] - (cos * a.place[0] - sin * a.place[1])),
      (look.cos[1] * p[1] - look.sin[1] * p[0]) + (b.place[1] - (sin * a.place[0] + cos * a.place[1]))};
  const Lanes c = abs(cos);
  const Lanes s = abs(sin);
  const BoxAxis axis[4] = {{(abs(in_a[0]) - a.half[0]) - (c * b.half[0] + s * b.half[1]), abs(in_a[0]),
                            a.spin * times_sign(in_a[1], in_a[0])},
                           {(abs(in_a[1]) - a.half[1]) - (s * b.half[0] + c * b.half[1]), abs(in_a[1]),
                            -(a.spin * times_sign(in_a[0], in_a[1]))},
                           {(abs(in_b[0]) - b.half[0]) - (c * a.half[0] + s * a.half[1]), abs(in_b[0]),
                            b.spin * times_sign(in_b[1], in_b[0])},
                           {(abs(in_b[1]) - b.half[1]) - (s * a.half[0] + c * a.half[1]), abs(in_b[1]),
                            -(b.spin * times_sign(in_b[0], in_b[1]))}};
  const Mask a_y = is_better(axis[1], axis[0]);
  const Mask b_y = is_better(axis[3], axis[2]);
  const BoxAxis of_a = {either(a_y, axis[1].height, axis[0].height),
                        either(a_y, axis[1].facing, axis[0].facing),
                        either(a_y, axis[1].turning, axis[0].turning)};
  const BoxAxis of_b = {either(b_y, axis[3].height, axis[2].height),
                        either(b_y, axis[3].facing, axis[2].facing),
                        either(b_y, axis[3].turning, axis[2].turning)};
  look.of_b = is_better(of_b, of_a);
  look.along_y = (look.of_b & b_y) | ((!look.of_b) & a_y);
  look.height = either(look.of_b, of_b.height, of_a.height);
  // b sees a on the other side.
  const Lanes towards = either(look.of_b, -either(b_y, in_b[1], in_b[0]), either(a_y, in_a[1], in_a[0]));
  look.side = times_sign(1.0, towards);
  const Lanes turned = either(look.of_b, -sin, sin);
  look.along[0] = look.side * either(look.along_y, -turned, cos);
  look.along[1] = look.side * either(look.along_y, cos, turned);
}

/// A corner's course along the face's normal, less what all corners have in common.
struct CornerCourse {
  Lanes value;
  Lanes rate;
  Lanes bend;
  Lanes third;
};

/// So long f stays above 0, if that is within a time: until the zero of a parabola that is below it there.
HWY_INLINE Lanes above_within(const CornerCourse& f, const Lanes* fourth, Lanes time) {
  const Lanes of_fourth = (fourth[0] + time * fourth[1]) * time;
  const Mask leans = (f.third > Lanes(0.0)) & (f.rate < Lanes(0.0));
  const Lanes of_third =
      either(f.third < Lanes(0.0), Lanes(-1.0 / 3.0) * f.third, or_zero(leans, Lanes(-2.0 / 3.0) * f.third));
  const Lanes falls = (of_fourth * Lanes(1.0 / 12.0) + of_third) * time - f.bend;
  const Lanes rate = either(leans, f.rate - f.third * Lanes(1.0 / 6.0) * (time * time), f.rate);
  const Lanes square = rate * rate + Lanes(2.0) * f.value * falls;
  const Lanes root = sqrt(larger(square, 0.0));
  const Mask rises = rate > Lanes(0.0);
  const Lanes over = either(rises, rate + root, Lanes(2.0) * f.value);
  const Lanes under = either(rises, larger(falls, 0.0), or_zero(!(square < Lanes(0.0)), root - rate));
  return over / under * Lanes(1.0 - 0x1p-45);
}

/// A step is long enough if it misses so much of what it might be.
inline constexpr double kEnough = 0x1p-12;

/// Near the zero of what f is above of, if that is within a time: where the parabola without third and
/// fourth derivatives is 0, and from there by Newton.
HWY_INLINE Lanes zero_near(const CornerCourse& f, const Lanes* fourth, Lanes longest) {
  const Lanes square = f.rate * f.rate - Lanes(2.0) * f.value * f.bend;
  const Lanes root = sqrt(larger(square, 0.0));
  const Mask rises = f.rate > Lanes(0.0);
  Lanes r = smaller(
      either(rises, f.rate + root, Lanes(2.0) * f.value) / either(rises, larger(-f.bend, 0.0), root - f.rate),
      longest);
  for (int i = 0; i < 2; ++i) {
    const Lanes of_fourth = (fourth[0] + r * fourth[1]) * (r * r) * Lanes(1.0 / 24.0);
    const Lanes value = f.value + r * (f.rate + r * (Lanes(0.5) * f.bend + r * Lanes(1.0 / 6.0) * f.third));
    const Lanes slope = f.rate + r * (f.bend + r * Lanes(0.5) * f.third);
    const Lanes next = r - (value - of_fourth * (r * r)) / (slope - Lanes(4.0) * of_fourth * r);
    r = either((next > Lanes(0.0)) & (next < longest), next, r);
  }
  return r;
}

/// [T] So long f stays above 0, at least, and no longer than `longest`; 0 if it is not now.
HWY_INLINE Lanes time_above_zero(const CornerCourse& f, const Lanes* fourth, Lanes longest) {
  const Mask is_above = f.value > Lanes(0.0);
  Lanes safe = above_within(f, fourth, longest);
  const Mask is_whole = is_above & (safe >= longest);
  safe = or_zero(is_above & (!is_whole) & (safe > Lanes(0.0)), safe);
  Mask open = is_above & (!is_whole);
  if (!none(open)) {
    Lanes behind = longest;
    Lanes time = zero_near(f, fourth, longest);
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
      const Lanes found = above_within(f, fourth, time);
      const Mask is_safe = found >= time;
      safe = either(open, larger(safe, either(is_safe, time, found)), safe);
      behind = either(open, either(is_safe, smaller(behind, found), time), behind);
      open = open & (behind > Lanes(1.0 + kEnough) * safe);
      if (none(open)) break;
      time = either(behind < Lanes(2.0) * safe, behind, sqrt(safe * behind));
    }
  }
  return either(is_whole, longest, safe);
}

/// Lets them step on along the face's normal while they are apart by more than `least` [L], no longer than
/// `left`.
HWY_INLINE BoxStep step_of(const SpinningBoxes& boxes, const BoxLook& look, Lanes least, Lanes left) {
  const SpinningBox& a = boxes.box[0];
  const SpinningBox& b = boxes.box[1];
  const Lanes spin = either(look.of_b, b.spin, a.spin);
  const Lanes relative = either(look.of_b, a.spin - b.spin, b.spin - a.spin);
  const Lanes half[2] = {either(look.of_b, a.half[0], b.half[0]), either(look.of_b, a.half[1], b.half[1])};
  const Lanes middle[2] = {either(look.of_b, a.place[0], b.place[0]),
                           either(look.of_b, a.place[1], b.place[1])};
  const Lanes reach = either(look.of_b, a.reach, b.reach);

  // From a to b, in the world.
  const Lanes cos = either(look.of_b, look.cos[1], look.cos[0]);
  const Lanes sin = either(look.of_b, look.sin[1], look.sin[0]);
  const Lanes outward = either(look.of_b, -look.side, look.side);
  const Lanes n[2] = {outward * either(look.along_y, -sin, cos), outward * either(look.along_y, cos, sin)};
  const Lanes along = n[0] * look.place[0] + n[1] * look.place[1];
  const Lanes beside = n[0] * look.place[1] - n[1] * look.place[0];
  const Lanes closing = n[0] * boxes.velocity[0] + n[1] * boxes.velocity[1];
  const Lanes sliding = n[0] * boxes.velocity[1] - n[1] * boxes.velocity[0];
  const Lanes square = spin * spin;
  const Lanes w = abs(spin);
  const Lanes v = boxes.speed;
  const Lanes p = sqrt(look.place[0] * look.place[0] + look.place[1] * look.place[1]);

  // The corner that is lowest along the normal, or of two the one that comes nearer sooner.
  const Lanes squared = relative * relative;
  const Lanes* m = look.along;
  const Lanes across[2] = {-m[1], m[0]};
  Lanes corner[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const Lanes up = either(m[i] == Lanes(0.0), relative * across[i], -m[i]);
    corner[i] = times_sign(half[i], up);
  }
  const Lanes x[2] = {middle[0] + corner[0], middle[1] + corner[1]};
  const Lanes low = m[0] * x[0] + m[1] * x[1];
  const Lanes turning = relative * (across[0] * x[0] + across[1] * x[1]);

  Lanes fourth[2];
  fourth[0] = (square * w * (Lanes(4.0) * v + w * p) + squared * squared * reach) * Lanes(1.0 + 0x1p-40);
  fourth[1] = square * square * v * Lanes(1.0 + 0x1p-40);
  // Rounding of the derivatives: no place moves faster, seen from the axis, and turns faster.
  const Lanes fastest = w + boxes.fastest;
  const Lanes moving = v + fastest * (p + boxes.sizes);
  const Lanes error = Lanes(kDerivativeError) * moving;
  CornerCourse f;
  f.value = look.height - least;
  f.rate = (spin * beside + closing) - turning - error;
  f.bend = (Lanes(2.0) * spin * sliding - square * along) - squared * low - Lanes(2.0) * fastest * error;
  f.third = squared * turning - square * (Lanes(3.0) * closing + spin * beside) -
            Lanes(3.0) * (fastest * fastest) * error;

  const Lanes longest = smaller(left, Lanes(2.0) / boxes.fastest);
  BoxStep r;
  const Lanes most = time_above_zero(f, fourth, longest);
  r.safe = most;
  CornerCourse first = f;
  // Its neighbours, and the corner across, where they may be lowest by then.
  const Lanes moved = abs(relative) * most * Lanes(1.0 + 0x1p-40);
  const Mask beyond[3] = {
      abs(m[0]) <= moved, abs(m[1]) <= moved,
      abs(m[0] * half[0]) + abs(m[1] * half[1]) <= moved * sqrt(half[0] * half[0] + half[1] * half[1])};
  for (std::size_t k = 0; k < 3; ++k) {
    const Mask counts = beyond[k] & (most > Lanes(0.0));
    if (none(counts)) continue;
    const Lanes change[2] = {k == 1 ? Lanes(0.0) : Lanes(-2.0) * corner[0],
                             k == 0 ? Lanes(0.0) : Lanes(-2.0) * corner[1]};
    const Lanes higher = m[0] * change[0] + m[1] * change[1];
    const Lanes turns = relative * (across[0] * change[0] + across[1] * change[1]);
    const CornerCourse other = {f.value + higher, f.rate - turns, f.bend - squared * higher,
                                f.third + squared * turns};
    const Lanes safe = time_above_zero(other, fourth, most);
    const Mask is_first = counts & (safe < r.safe);
    r.safe = either(is_first, safe, r.safe);
    first.value = either(is_first, other.value, first.value);
    first.rate = either(is_first, other.rate, first.rate);
    first.bend = either(is_first, other.bend, first.bend);
    first.third = either(is_first, other.third, first.third);
  }
  r.value = first.value;
  r.rate = first.rate;
  r.bend = first.bend;
  r.third = first.third;
  r.fourth[0] = fourth[0];
  r.fourth[1] = fourth[1];
  return r;
}

/// What comes next.
struct BoxNext {
  Mask misses;   // they stay apart until the end
  Mask lands;    // they are apart until `clear`, and then to be in each other at `upper`
  Mask unknown;  // it takes a closer look
  Lanes clear;   // [T]
  Lanes upper;   // [T]
};

/// t + step, rounded down by a digit, but at least the next double.
HWY_INLINE Lanes later(Lanes t, Lanes step) {
  const Lanes r = t + step;
  const Lanes lower = r - r * Lanes(0x1p-52);
  return either(lower > t, lower, after(t));
}

/// From a look on. `is_first`: is it the first, so that nothing is known yet?
HWY_INLINE BoxNext next_of(const SpinningBoxes& boxes, const BoxLook& look, Lanes end, Mask is_first) {
  const Mask is_clear = look.height > Lanes(6.0) * look.error;
  const Lanes left = end - look.t;
  const Lanes resolution = Lanes(kResolutionInErrors) * look.error + look.blur;
  const Lanes least = either(is_clear, Lanes(4.0) * look.error, look.error - resolution);
  const BoxStep step = step_of(boxes, look, least, left);
  const Lanes next = either(step.safe < left, later(look.t, step.safe), end);
  BoxNext r;
  r.misses = is_clear & (next >= end);
  r.clear = either(is_clear, next, look.t);

  // When they will be in each other beyond doubt, if that is so soon that it is a sharp answer.
  const Lanes time = next - look.t;
  const Lanes closing = -(step.rate + time * (step.bend + time * Lanes(0.5) * step.third));
  const Lanes value =
      step.value +
      time * (step.rate + time * (Lanes(0.5) * step.bend + time * Lanes(1.0 / 6.0) * step.third));
  const Lanes spread =
      (step.fourth[0] + time * step.fourth[1]) * (time * time) * (time * time) * Lanes(1.0 / 24.0);
  const Lanes rest = larger(value, 0.0) + spread;
  const Lanes more = ((rest + Lanes(8.0) * look.error) + look.blur) / closing;
  const Mask is_sharp =
      (closing > Lanes(0.0)) & ((rest <= Lanes(8.0) * look.error) | (more <= Lanes(0x1p-42) * next));
  r.upper = either(is_clear, after(next + or_zero(is_sharp, more)), next);
  r.lands = (!r.misses) & (r.upper < end) & ((!is_clear) | is_sharp);
  r.unknown = (!is_clear) & (is_first | (!r.lands));
  r.lands = r.lands & (!r.unknown);
  return r;
}

/// Where they meet.
struct BoxMeeting {
  Mask overlaps;  // are they in each other beyond doubt?
  Mask is_told;   // is it one corner that meets a face?
  Lanes normal[2];
  Lanes middle[2];  // [L] in the world
  Lanes face;       // its number
  Lanes vertex;     // the corner's number
};

/// Proves that two who were apart at `clear` are in each other at the time of a look, and tells where they
/// met. The rows are those that the boxes were made from.
template <class Row>
HWY_INLINE BoxMeeting meeting_of(const SpinningBoxes& boxes, const BoxLook& look, const Row& row_a,
                                 const Row& row_b, Lanes clear) {
  const SpinningBox& a = boxes.box[0];
  const SpinningBox& b = boxes.box[1];
  BoxMeeting r;
  r.overlaps = look.height < -(Lanes(2.0) * look.error);
  const Lanes back = clear - look.t;
  const Lanes* m = look.along;
  const Lanes half[2] = {either(look.of_b, a.half[0], b.half[0]), either(look.of_b, a.half[1], b.half[1])};
  r.is_told = (boxes.fastest * -back < Lanes(0x1p-18)) & (abs(m[0]) * half[0] > look.error) &
              (abs(m[1]) * half[1] > look.error);
  r.face = or_zero(look.along_y, 2.0) + or_zero(look.side > Lanes(0.0), 1.0);
  r.vertex = or_zero(m[0] < Lanes(0.0), 1.0) + or_zero(m[1] < Lanes(0.0), 2.0);

  // Turned back by as much as both turn from `clear` until then.
  const Lanes own_spin = either(look.of_b, b.spin, a.spin);
  const Lanes own_turn = own_spin * back;
  const Lanes own_cos = either(look.of_b, look.cos[1], look.cos[0]);
  const Lanes own_sin = either(look.of_b, look.sin[1], look.sin[0]);
  const Lanes bent = Lanes(1.0) - Lanes(0.5) * own_turn * own_turn;
  const Lanes cos = bent * own_cos - own_turn * own_sin;
  const Lanes sin = own_turn * own_cos + bent * own_sin;
  const Lanes outward = either(look.of_b, -look.side, look.side);
  r.normal[0] = outward * either(look.along_y, -sin, cos);
  r.normal[1] = outward * either(look.along_y, cos, sin);

  const Lanes other_spin = either(look.of_b, a.spin, b.spin);
  const Lanes other_turn = other_spin * back;
  const Lanes other_cos = either(look.of_b, look.cos[0], look.cos[1]);
  const Lanes other_sin = either(look.of_b, look.sin[0], look.sin[1]);
  const Lanes straight = Lanes(1.0) - Lanes(0.5) * other_turn * other_turn;
  const Lanes c = straight * other_cos - other_turn * other_sin;
  const Lanes s = other_turn * other_cos + straight * other_sin;
  Lanes x[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const Lanes middle = either(look.of_b, a.place[i], b.place[i]);
    x[i] = middle + either(m[i] < Lanes(0.0), half[i], -half[i]);
  }
  const Lanes turned[2] = {c * x[0] - s * x[1], s * x[0] + c * x[1]};
  for (std::size_t i = 0; i < 2; ++i) {
    const Lanes position = either(look.of_b, row_a.column(2 + i), row_b.column(2 + i));
    const Lanes velocity = either(look.of_b, row_a.column(4 + i), row_b.column(4 + i));
    r.middle[i] = (position + clear * velocity) + turned[i];
  }
  return r;
}

}  // namespace firsthit::FIRSTHIT_LANES
FIRSTHIT_LANES_END
#endif
