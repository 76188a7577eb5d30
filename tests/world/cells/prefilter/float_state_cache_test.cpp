#include "world/cells/prefilter/float_state_cache.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"
#include "support/instruction_sets.hpp"
#include "world/cells/prefilter/first_in_cells.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Whom float states find first, beside the kernel of one pair, which rational numbers judge elsewhere.
// Everybody is seen as long ago as cells allow (docs/numerics/float-states.md).

namespace firsthit {
namespace {

/// What a scene is like. Cells are 1 wide [L], the largest of the small balls 1 in diameter.
struct Like {
  std::string name;
  bool lattice = false;     ///< places and velocities are quarters, or a rounding beside them
  double cells = 40.0;      ///< along each axis
  bool walls = false;       ///< along the first axis
  double large_ball = 0.0;  ///< [L] radius of the one who looks, if it is not small
  double smallest = 1.0;    ///< of the radii, as a part of the largest
  double near = 1.9;        ///< [L] how far others are from the one who looks
  bool touching = false;    ///< the first of them touches, and goes along the surface but for rounding
  double fast = 1.0;        ///< how much faster some are
  double slow = 1.0;        ///< how much slower others are; 0: they rest
  double drift = 0.0;       ///< [L/T] that is added to all velocities
  double was_faster = 1.0;  ///< how fast all were when the frame was made
  double corner = 0.0;      ///< [L] where the box begins
  double over = 0.0;        ///< [L] how far others may be beyond their cells
  bool alike = false;       ///< all have one radius, and many look around again before they are met
  double sure = 0.9;        ///< of all looks
  double met = 0.1;         ///< so many find somebody
};

const std::vector<Like>& likes() {
  static const std::vector<Like> all{
      {.name = "gas"},
      {.name = "walls", .walls = true},
      {.name = "channel", .cells = 5.0, .walls = true},
      {.name = "5 cells", .cells = 5.0},
      {.name = "6 cells", .cells = 6.0},
      {.name = "7 cells", .cells = 7.0},
      {.name = "8 cells", .cells = 8.0},
      {.name = "12 cells", .cells = 12.0},
      {.name = "lattice", .lattice = true, .sure = 0.2},
      {.name = "lattice of 5 cells", .lattice = true, .cells = 5.0, .sure = 0.2},
      {.name = "lattice between walls", .lattice = true, .walls = true, .sure = 0.2},
      {.name = "touching", .touching = true},
      {.name = "touching, walls", .walls = true, .smallest = 0.1, .touching = true},
      {.name = "large", .cells = 5000.0},
      {.name = "overhang", .near = 2.8, .over = 0.4},
      {.name = "overhang, few cells", .cells = 6.0, .near = 2.8, .over = 0.4},
      {.name = "mixture", .smallest = 1e-4},
      {.name = "tiny", .smallest = 1e-4, .near = 0.001},
      {.name = "tiny, large box", .cells = 4096.0, .smallest = 2e-5, .near = 2e-4},
      {.name = "large ball", .cells = 20.0, .large_ball = 5.0},
      {.name = "large ball, widest", .cells = 40.0, .large_ball = 18.0},
      {.name = "large ball between walls",
       .cells = 40.0,
       .walls = true,
       .large_ball = 10.0,
       .smallest = 1e-4},
      {.name = "fast ones", .fast = 1e5, .sure = 0.7},
      {.name = "slow ones", .slow = 1e-6, .sure = 0.8},
      {.name = "resting ones", .slow = 0.0, .sure = 0.8},
      {.name = "drift", .drift = 8.0},
      {.name = "strong drift", .cells = 4000.0, .drift = 1000.0},
      {.name = "flights of many boxes", .drift = 1000.0, .sure = 0.0, .met = 0.0},
      {.name = "cooled", .was_faster = 1e4},
      {.name = "heated", .was_faster = 1e-4},
      {.name = "far from the origin", .corner = 0x1p30},
      {.name = "alike", .alike = true},
      {.name = "alike, 5 cells", .cells = 5.0, .alike = true},
      {.name = "alike, walls", .walls = true, .alike = true},
      {.name = "alike, touching", .touching = true, .alike = true},
      {.name = "alike, overhang", .near = 2.8, .over = 0.4, .alike = true},
      {.name = "alike, fast ones", .fast = 1e5, .alike = true, .sure = 0.7},
      {.name = "alike, slow ones", .slow = 1e-6, .alike = true, .sure = 0.8},
      {.name = "alike, drift", .drift = 8.0, .alike = true},
      {.name = "alike, heated", .was_faster = 1e-4, .alike = true},
      {.name = "alike on a lattice", .lattice = true, .alike = true, .sure = 0.2},
  };
  return all;
}

struct Tally {
  std::size_t looks = 0;
  std::size_t sure = 0;
  std::size_t met = 0;
  std::size_t left_out = 0;  ///< somebody comes earlier, but looks around again before
};

template <int D>
class Scene {
 public:
  Scene(const Like& like, std::uint64_t seed) : like_(like), random_(seed, D) {
    fill();
    see_all();
  }

  void check(Tally& tally) {
    PrefilterQuery<D> one;
    if (!float_states_->own(0, now_, one.own)) return;
    one.ids = std::span(ids_).first(ids_.size() - kRoomBehind);
    Instant until = kEndOfTime;
    if (random_.below(3) == 0) {
      const double bound = random_.uniform(0.0, 2.0) / speed_;
      until = flight_.timebase().after(now_, bound);
      one.bound = float_states_->in_frame(flight_.timebase().between(now_, until));
    }
    const PrefilterField<D> field{float_states_->frame(), float_states_->by_id(), records_.data(), table_,
                                  flight_};
    prefilter(field, {&one, 1});
    Meeting<D> first;
    ++tally.looks;
    if (!first_in_cells(field, now_, one, first)) return;
    ++tally.sure;
    expect_first(first, until, tally);
  }

  bool is_seen() const { return float_states_->are_kept(); }

 private:
  static constexpr std::size_t kAxes{D};

  bool repeats(std::size_t axis) const { return space_.sides[axis] == Side::Periodic; }

  double part(double most) {
    if (!like_.lattice) return random_.uniform(-most, most);
    const auto steps = static_cast<std::uint64_t>(8.0 * most + 1.0);
    const double x =
        0.25 * (static_cast<double>(random_.below(steps)) - 0.5 * static_cast<double>(steps - 1));
    return random_.below(3) == 0 ? x + (static_cast<double>(random_.below(5)) - 2.0) * 0x1p-46 : x;
  }

  /// The one who looks, with number 0, and others around it.
  void fill() {
    Period<D> period;
    layout_.largest = 0.5;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double side = like_.cells;
      space_.sides[axis] = like_.walls && axis == 0 ? Side::Wall : Side::Periodic;
      space_.min[axis] = period.min[axis] = like_.corner;
      space_.max[axis] = like_.corner + side;
      if (repeats(axis)) period.length[axis] = side;
      layout_.count[axis] = static_cast<std::int32_t>(like_.cells);
      layout_.width[axis] = 1.0;
      layout_.overhang[axis] = like_.over;
    }
    speed_ = random_.below(2) == 0 ? 1.0 : 0.001;
    const std::size_t count = 1 + random_.below(like_.lattice ? 12 : 40);
    std::vector<Vec<D>> velocities;
    double fastest = 0.0;
    double squares = 0.0;
    for (Id id = 0; id <= count; ++id) {
      velocities.push_back(velocity());
      fastest = std::max(fastest, max_abs(velocities.back()));
      squares += length_squared(velocities.back());
      table_.add(ball<D>({}, {}, id == 0 && like_.large_ball > 0.0 ? like_.large_ball : radius()));
    }
    table_.close();
    flight_ = FreeFlight<D>(Vec<D>{}, period, Timebase(std::ldexp(1.0, std::ilogb(0.5 / (fastest + 1e-9)))));
    // Frames are renewed after a thousand times of theirs.
    const double rms = like_.was_faster * std::sqrt(squares / static_cast<double>(count + 1)) + 1e-9;
    lasted_ = std::floor(0x1p20 * random_.uniform(0.0, 900.0 / rms)) * 0x1p-20;
    now_ = flight_.timebase().after(Instant{}, lasted_);
    Vec<D> own;
    for (std::size_t axis = 0; axis < kAxes; ++axis) own[axis] = own_place(axis);
    for (Id id = 0; id <= count; ++id) add(id, id == 0 ? own : beside(own, id), velocities[id]);
    if (like_.touching) touch();
  }

  double own_place(std::size_t axis) {
    const double side = like_.cells;
    const double margin = repeats(axis) ? 0.0 : table_.radius[0];
    const double x = random_.uniform(margin, side - margin);
    return like_.corner + (like_.lattice ? std::clamp(0.25 * std::floor(4.0 * x), margin, side - margin) : x);
  }

  double radius() {
    if (like_.lattice || like_.alike) return 0.5;
    return 0.5 * (like_.near < 1.0 || random_.below(2) == 0 ? like_.smallest * random_.uniform(1.0, 2.0)
                                                            : random_.uniform(like_.smallest, 1.0));
  }

  Vec<D> velocity() {
    const std::uint64_t kind = random_.below(4);
    const double factor = kind == 0 ? like_.fast : kind == 1 ? like_.slow : 1.0;
    Vec<D> v;
    for (std::size_t axis = 0; axis < kAxes; ++axis) v[axis] = speed_ * (factor * part(1.0) + like_.drift);
    if (like_.lattice && random_.below(2) == 0)
      for (std::size_t axis = 1; axis < kAxes; ++axis) v[axis] = 0.0;
    return v;
  }

  /// A place not far from the own one; in a gas they do not overlap.
  Vec<D> beside(const Vec<D>& own, Id id) {
    const double touching = table_.radius[0] + table_.radius[id];
    Vec<D> way;
    for (int tries = 0; tries < 1000; ++tries) {
      bool fits = true;
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        way[axis] = like_.large_ball > 0.0 ? part(like_.large_ball + 1.75) : part(like_.near);
        const double within = own[axis] + way[axis] - like_.corner;
        fits &= repeats(axis) ? std::fabs(way[axis]) < 0.499 * like_.cells
                              : within >= table_.radius[id] && within <= like_.cells - table_.radius[id];
      }
      if (fits && (like_.lattice || length(way) > (1.0 + 1e-9) * touching)) break;
    }
    return own + way;
  }

  /// Puts the first of the others to the surface of the one who looks, as if the two had just met.
  void touch() {
    Record<D>& own = records_[0];
    Record<D>& other = records_[1];
    own = {flight_.place_at(0, own, now_).position, own.velocity, now_};
    Vec<D> way;
    for (double& x : way.c) x = random_.uniform(-1.0, 1.0);
    way = ((table_.radius[0] + table_.radius[1]) / length(way)) * way;
    Vec<D> along = other.velocity - own.velocity;
    along = along - (dot(along, way) / length_squared(way)) * way;
    other = {flight_.wrapped(own.position + way).position, own.velocity + along, now_};
  }

  /// A ball that is at `place` now: its course began some time ago. Who looks has mostly just bounced.
  void add(Id id, const Vec<D>& place, const Vec<D>& velocity) {
    const bool just_now = id == 0 && random_.below(4) > 0;
    double since = just_now ? 0.0 : std::min(lasted_, random_.uniform(0.0, 6.0) / (max_abs(velocity) + 1e-9));
    since = std::floor(0x1p20 * since) * 0x1p-20;
    Record<D> record{place, velocity, {}};
    for (int half = 0; half < 60; ++half) {
      record.position = place - since * velocity;
      bool is_inside = true;
      for (std::size_t axis = 0; axis < kAxes; ++axis)
        is_inside &=
            repeats(axis) || (record.position[axis] - like_.corner >= table_.radius[id] &&
                              record.position[axis] - like_.corner <= like_.cells - table_.radius[id]);
      if (is_inside) break;
      since = half > 50 ? 0.0 : 0.5 * since;
    }
    record.position = flight_.wrapped(record.position).position;
    record.clock = flight_.timebase().after(Instant{}, lasted_ - since);
    records_.push_back(record);
  }

  /// Everybody is seen as long ago as he may be.
  void see_all() {
    float_states_.emplace(table_, flight_, space_, layout_, like_.large_ball > 0.0);
    if (!float_states_->are_kept()) return;
    std::vector<Record<D>> then = records_;
    for (Record<D>& record : then) record.velocity = like_.was_faster * record.velocity;
    float_states_->start(then, Instant{});
    const double flown =
        std::clamp(0.5 * like_.cells - 3.25 - 4.0 * like_.over, 0.0, 3.0) + 1.0 + 2.0 * like_.over;
    for (Id id = 0; id < records_.size(); ++id) {
      const double fastest = max_abs(records_[id].velocity);
      const double age = flight_.timebase().between(records_[id].clock, now_);
      const double allowed = (random_.below(2) == 0 ? 0.9999 : random_.uniform(0.0, 0.9999)) * flown;
      const double seen = fastest * age > allowed ? allowed / fastest : age;
      const Instant time = flight_.timebase().after(Instant{}, std::max(lasted_ - seen, 0.0));
      float_states_->start_anew(records_, id, earlier(later(time, records_[id].clock), now_));
      // What should have happened before now is nobody's next meeting: such balls are not there.
      if (id == 0 || !(meeting(id) < now_)) ids_.push_back(id);
    }
    looks_.assign(records_.size(), kEndOfTime);
    if (like_.alike) tell_looks();
    ids_.insert(ids_.end(), kRoomBehind, Id{0});
  }

  /// When others look around again: at any time, or just before or after they meet the one who looks now.
  void tell_looks() {
    for (const Id id : ids_) {
      const Instant met = meeting(id);
      double after = random_.uniform(0.0, 2.0) / speed_;
      if (random_.below(2) == 0 && !(met == kEndOfTime)) {
        const double part = std::ldexp(random_.uniform(-1.0, 1.0), -static_cast<int>(random_.below(50)));
        after = (1.0 + part) * flight_.timebase().between(now_, met);
      }
      looks_[id] = random_.below(4) == 0 ? kEndOfTime : flight_.timebase().after(now_, after);
      float_states_->set_next_prediction_time(id, looks_[id]);
    }
  }

  Image<D> nearest(Id other) const {
    const Vec<D> d = flight_.separation(0, records_[0], other, records_[other], {}, now_);
    Image<D> image{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (!repeats(axis)) continue;
      for (std::int32_t n = -4; n <= 4; ++n)
        if (std::fabs(d[axis] + n * like_.cells) < std::fabs(d[axis] + image[axis] * like_.cells))
          image[axis] = n;
    }
    return image;
  }

  Instant meeting(Id other) const {
    const Instant start = later(records_[0].clock, records_[other].clock);
    const Vec<D> d = flight_.separation(0, records_[0], other, records_[other], nearest(other), start);
    const double delay = ball_ball_delay(d, records_[other].velocity - records_[0].velocity,
                                         table_.radius[0] + table_.radius[other]);
    return delay == kNever ? kEndOfTime : flight_.timebase().after(start, delay);
  }

  void expect_first(const Meeting<D>& first, const Instant& until, Tally& tally) const {
    Instant time = kEndOfTime;
    Id with = 0;
    bool is_tie = false;
    for (const Id id : ids_) {
      if (id == 0) continue;
      const Instant one = meeting(id);
      if (id != first.with.partner && looks_[id] < one) {
        tally.left_out += one < first.time ? 1U : 0U;
        continue;
      }
      is_tie = one == kEndOfTime ? is_tie : one == time || (is_tie && time < one);
      if (!(one < time)) continue;
      time = one;
      with = id;
    }
    if (until < time) {
      EXPECT_TRUE(until < first.time);
      return;
    }
    if (time == kEndOfTime) {
      EXPECT_EQ(first.time, kEndOfTime);
      return;
    }
    ++tally.met;
    ASSERT_FALSE(is_tie);
    ASSERT_EQ(first.with.partner, with);
    ASSERT_EQ(first.time, time);
    ASSERT_EQ(first.with.image, nearest(with));
  }

  const Like& like_;
  Random random_;
  Space<D> space_;
  BodyTable<D> table_;
  CellLayout<D> layout_;
  FreeFlight<D> flight_;
  std::optional<FloatStateCache<D>> float_states_;
  std::vector<Record<D>> records_;
  std::vector<Id> ids_;
  std::vector<Instant> looks_;  // when they look around again
  Instant now_;
  double speed_ = 1.0;
  double lasted_ = 0.0;  // [T] since the frame's start
};

template <int D>
void check(const Like& like, std::uint64_t scenes) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= scenes && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << like.name << ", D " << D << ", seed " << seed);
    Scene<D> scene(like, seed);
    ASSERT_TRUE(scene.is_seen());
    scene.check(tally);
  }
  SCOPED_TRACE(testing::Message() << like.name << ", D " << D);
  const auto looks = static_cast<double>(tally.looks);
  EXPECT_GT(looks, 0.5 * static_cast<double>(scenes));
  EXPECT_GE(static_cast<double>(tally.sure), like.sure * looks);
  EXPECT_GE(static_cast<double>(tally.met), like.met * looks);
  EXPECT_GE(static_cast<double>(tally.left_out), like.alike ? 0.02 * looks : 0.0);
}

TEST(FloatStateCache, TellWhomTheKernelOfOnePairFindsFirstByEveryInstructionSet) {
  for (const std::int64_t set : instruction_sets()) {
    const OnlyInstructionSet only(set);
    SCOPED_TRACE(hwy::TargetName(set));
    for (const Like& like : likes()) {
      check<2>(like, 500);
      check<3>(like, 500);
    }
  }
}

TEST(FloatStateCache, SeeWhoJustBouncedAtTheOppositeWall) {
  // It is seen as of the beginning of a quantum: a 32nd of a length behind the wall, or, if it is too fast
  // for quanta, so far that float states do not tell.
  for (const double speed : {0x1p15, 0x1p22}) {
    const double side = 2.2;
    const Space<2> space = box<2>(Side::Wall, side).space;
    BodyTable<2> table;
    for (int i = 0; i < 2; ++i) table.add(ball<2>({}, {}, 0.001));
    table.close();
    const CellLayout<2> layout{.count = {2, 2}, .width = {1.1, 1.1}, .overhang = {}, .largest = 0.5};
    const FreeFlight<2> flight(Vec<2>{}, Period<2>{}, Timebase(0x1p-30));
    FloatStateCache<2> float_states(table, flight, space, layout, false);
    const Instant now = flight.timebase().after(Instant{}, 0.999 * 0x1p-20);
    std::vector<Record<2>> records{{{side - 0.001, 1.0}, {1.0, 0.0}, {}}, {{0.001, 1.0}, {1.0, 0.0}, {}}};
    float_states.start(records, Instant{});
    records[0] = {{side - 0.001, 1.0}, {}, now};
    records[1] = {{0.001, 1.0}, {speed, 0.0}, now};
    for (Id id = 0; id < 2; ++id) float_states.course_changed(records, id);
    std::vector<Id> ids(1 + kRoomBehind, Id{0});
    ids[0] = 1;
    PrefilterQuery<2> one;
    ASSERT_TRUE(float_states.own(0, now, one.own));
    one.ids = std::span(ids).first(1);
    const PrefilterField<2> field{float_states.frame(), float_states.by_id(), records.data(), table, flight};
    prefilter(field, {&one, 1});
    Meeting<2> first;
    EXPECT_TRUE(first_in_cells(field, now, one, first));
    EXPECT_EQ(first.with.partner, 1U);
    EXPECT_NE(first.time, kEndOfTime);
  }
}

TEST(FloatStateCache, AreNotKeptWhereTheyAreOfNoUse) {
  const auto are_kept = [](double cells, double width, double corner) {
    const auto options = box<2>(Side::Wall, cells * width);
    Space<2> space = options.space;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      space.min[axis] += corner;
      space.max[axis] += corner;
    }
    BodyTable<2> table;
    table.add(ball<2>({}, {}, 0.5));
    table.close();
    CellLayout<2> layout;
    layout.count.fill(static_cast<std::int32_t>(cells));
    for (double& w : layout.width.c) w = width;
    layout.largest = 0.5;
    const FreeFlight<2> flight(Vec<2>{}, Period<2>{}, Timebase(1.0));
    return FloatStateCache<2>(table, flight, space, layout, false).are_kept();
  };
  EXPECT_TRUE(are_kept(100.0, 1.0, 0.0));
  EXPECT_FALSE(are_kept(30000.0, 1.0, 0.0)) << "places are too coarse";
  EXPECT_FALSE(are_kept(100.0, 100.0, 0.0)) << "flights are too long";
  EXPECT_FALSE(are_kept(100.0, 1.0, 0x1p40)) << "doubles are too coarse";
}

TEST(FloatStateCache, AreNotKeptOfOtherShapes) {
  auto options = box<2>(Side::Periodic, 20.0);
  const auto hash = [&](NeighbourSearch search) {
    options.neighbours = search;
    Random random(5);
    World<2> world(options);
    for (int i = 0; i < 64; ++i) {
      const double vx = random.uniform(-1.0, 1.0);
      const double vy = random.uniform(-1.0, 1.0);
      world.add({.shape = Box<2>{{0.4, 0.5}},
                 .position = {2.5 * (i % 8) + 1.0, 2.5 * (i / 8) + 1.0},
                 .velocity = {vx, vy}});
    }
    world.run_until(10.0);
    EXPECT_GT(world.collisions(), 100U);
    return world.state_hash();
  };
  EXPECT_EQ(hash(NeighbourSearch::Automatic), hash(NeighbourSearch::AllPairs));
}

}  // namespace
}  // namespace firsthit
