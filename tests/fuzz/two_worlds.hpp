#pragma once

#include "fuzz/bytes.hpp"
#include "fuzz/naive_world.hpp"

#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace firsthit::fuzzing {

/// What came of it, told at the end if FIRSTHIT_FUZZ_COUNTS is set.
struct Counts {
  std::uint64_t calls = 0, refused = 0, collisions = 0;
  std::uint64_t naive_runs = 0;     // compared with the simplest world,
  std::uint64_t naive_ends = 0;     // to the end,
  std::uint64_t naive_impacts = 0;  // with so many impacts
  ~Counts();
};
extern Counts counts;

/// Keeps the impacts that it sees.
template <int D>
struct ImpactLog final : Observer<D> {
  std::vector<Impact<D>> impacts;
  void impact(const Impact<D>& seen) override { impacts.push_back(seen); }
};

/// A world as it comes, which nobody watches; and one that looks at all pairs, runs in pieces, is saved and
/// loaded now and then, and is watched. They must be the same, and what the watched one tells must be what
/// the simplest world tells, wherever that can.
template <int D>
class TwoWorlds {
 protected:
  TwoWorlds(Bytes& bytes, const WorldOptions<D>& options, std::uint64_t most_collisions)
      : bytes_(bytes),
        options_(options),
        most_collisions_(most_collisions),
        plain_(options),
        slow_(slow_options()),
        is_plain_(options.friction == 0.0 && options.tangential_restitution == 0.0 &&
                  options.contact_duration == 0.0) {}

  /// Calls act(world) of both, and expects the same of them, and nothing changed if it is refused.
  template <class Act>
  bool both(const Act& act, bool may_change_if_refused = false) {
    struct Outcomes {
      std::string complaint, answer;
    };
    const auto tried = [&](World<D>& world) {
      Outcomes r;
      try {
        r.answer = act(world);
      } catch (const InputError& error) {
        r.complaint = error.what();
      }
      return r;
    };
    const std::uint64_t before = plain_.state_hash();
    const Outcomes one = tried(plain_);
    const Outcomes other = tried(slow_);
    expect_same("refusal", one.complaint, other.complaint);
    expect_same("answer", one.answer, other.answer);
    if (!one.complaint.empty()) {
      ++counts.refused;
      if (one.complaint.find("expected") == std::string::npos &&
          one.complaint.find("too many") == std::string::npos)
        expect(false, "an error that says what was expected, found " + one.complaint);
      if (!may_change_if_refused && plain_.state_hash() != before)
        expect(false, "nothing changed by what is refused: " + one.complaint);
    }
    return check();
  }

  bool check() {
    expect(plain_.state_hash() == slow_.state_hash(), "the same bits of both");
    expect(plain_.collisions() == slow_.collisions(), "as many collisions in both");
    expect(plain_.time() == slow_.time() && plain_.size() == slow_.size(), "the same time and size of both");
    for (std::uint32_t id = 0; id < plain_.size(); ++id) {
      if (!plain_.contains({id})) continue;
      const BodyState<D> state = plain_.state({id});
      for (std::size_t axis = 0; axis < D; ++axis) {
        expect(std::isfinite(state.position[axis]) && std::isfinite(state.velocity[axis]),
               "states that are finite");
        if (options_.space.sides[axis] == Side::Periodic && plain_.time() > 0.0 &&
            plain_.body({id}).kind != BodyKind::Fixed)
          expect(options_.space.min[axis] <= state.position[axis] &&
                     state.position[axis] <= options_.space.max[axis],
                 "places within the box that repeats");
      }
    }
    return true;
  }

  bool advance(double duration) {
    is_plain_ = is_plain_ && !may_press(0.0);  // nobody looks whether they do
    RunLimits limits;
    limits.events = kMostEvents;
    const auto frame = [&](World<D>& world) { return world.advance(duration, limits).outcome; };
    try {
      const RunOutcome one = frame(plain_);
      const RunOutcome other = frame(slow_);
      if (one == RunOutcome::Paused || other == RunOutcome::Paused) return false;
      expect(one == other, "the same end of both");
      return check() && one == RunOutcome::ReachedTime;
    } catch (const InputError&) {
      return false;
    }
  }

  bool run(double duration) {
    const double begin = plain_.time();
    const std::uint64_t collisions = plain_.collisions();
    std::vector<typename NaiveWorld<D>::Member> members;
    const bool has_naive = is_plain_ && read_members(members);
    ImpactLog<D> log;
    const bool watches = is_plain_;
    if (watches) slow_.observe(log);
    RunLimits limits;
    limits.events = kMostEvents;
    limits.collisions = collisions + most_collisions_;
    std::string complaint;
    RunOutcome one = RunOutcome::ReachedTime;
    RunOutcome other = one;
    try {
      one = plain_.run_until(begin + duration, limits).outcome;
    } catch (const InputError& error) {
      complaint = error.what();
    }
    try {
      other = slow_.run_until(begin + 0.5 * duration, limits).outcome;
      if (other == RunOutcome::ReachedTime) {
        other = slow_.run_until(begin + duration, limits).outcome;
        expect(complaint.empty(), "a refusal of both, found only " + complaint);
      }
      if (!complaint.empty()) return false;  // it has ended before it was asked for that time
    } catch (const InputError& error) {
      expect(!complaint.empty() || one == RunOutcome::Paused,  // whose numbers are those of its piece
             "the same refusal of both, found " + complaint + " and " + error.what());
      return false;
    }
    if (watches) slow_.unobserve(log);
    if (one == RunOutcome::Paused || other == RunOutcome::Paused) return false;
    expect(one == other, "the same end of both");
    counts.collisions += plain_.collisions() - collisions;
    if (has_naive && one != RunOutcome::Crushed && one != RunOutcome::Collapsed)
      compare(std::move(members), begin, begin + duration, one == RunOutcome::ReachedTime, log.impacts);
    is_plain_ = is_plain_ && !any_may_press(log.impacts);
    return check() && (one == RunOutcome::ReachedTime || one == RunOutcome::ReachedCollisions);
  }

  bool save_and_load() {
    std::stringstream file;
    slow_.save(file);
    slow_ = World<D>::load(file);
    for (const Rule& rule : responses_) respond(slow_, rule);
    return check();
  }

  /// What bodies of two materials do: the smaller one first.
  struct Rule {
    std::uint32_t a, b;
    std::size_t kind;
    double x;
  };
  static void respond(World<D>& world, const Rule& rule) {
    const auto [a, b, kind, x] = rule;
    if (kind < 5) {
      world.set_response(Material{a}, Material{b}, static_cast<Response>(kind));
      return;
    }
    world.set_response(Material{a}, Material{b}, [kind = kind, x = x](const Contact<D>& contact) {
      Reaction<D> r{contact.velocity_a, contact.velocity_b, kind == 5 && contact.normal[0] > 0.0};
      for (std::size_t axis = 0; axis < D; ++axis) {
        r.velocity_a[axis] -= x * contact.normal[axis];
        r.velocity_b[axis] += x * contact.normal[axis];
      }
      if (kind == 7 && contact.normal[0] > 0.5) throw InputError("World: a response that expected another");
      return r;
    });
  }

  Bytes& bytes_;
  WorldOptions<D> options_;
  std::uint64_t most_collisions_;  // of one run
  World<D> plain_;
  World<D> slow_;
  bool is_plain_;  // nothing tells surfaces apart, and all bounce
  std::vector<Rule> responses_;

 private:
  static constexpr std::uint64_t kMostEvents = 4000;  // of one run: then the worlds are left
  static constexpr double kLargest = 32.0;            // [L] of radii

  WorldOptions<D> slow_options() const {
    WorldOptions<D> options = options_;
    options.neighbours = NeighbourSearch::AllPairs;
    return options;
  }

  bool may_press(double closing) const {
    using Naive = NaiveWorld<D>;
    return Naive::may_press(Naive::pull_of(options_.gravity), options_.restitution, closing, kLargest);
  }
  bool any_may_press(const std::vector<Impact<D>>& seen) const {
    return std::any_of(seen.begin(), seen.end(), [this](const Impact<D>& one) {
      double closing = 0.0;
      for (std::size_t axis = 0; axis < D; ++axis)
        closing += one.normal[axis] * (one.a.velocity_before[axis] - one.b.velocity_before[axis]);
      return may_press(closing);
    });
  }

  static void expect_same(const char* what, const std::string& one, const std::string& other) {
    if (one != other)
      expect(false, std::string("the same ") + what + " of both, found " + one + " and " + other);
  }

  static typename NaiveWorld<D>::Vector widened(const Vec<D>& v) {
    typename NaiveWorld<D>::Vector r;
    for (std::size_t axis = 0; axis < D; ++axis) r[axis] = v[axis];
    return r;
  }

  /// False if there is anything but balls of sizes near 1 that fly, or move as they are told.
  bool read_members(std::vector<typename NaiveWorld<D>::Member>& members) const {
    for (std::uint32_t id = 0; id < plain_.size(); ++id) {
      if (!plain_.contains({id})) continue;
      const Body<D> body = plain_.body({id});
      const BodyState<D> state = plain_.state({id});
      const auto* ball = std::get_if<Ball>(&body.shape);
      if (ball == nullptr || !(ball->radius >= 0x1p-4 && ball->radius < kLargest) || body.spins ||
          body.sensor || body.filter != Filter{} || body.after_hit != AfterHit::GoesOn ||
          body.on_crush != OnCrush::EndsRun || body.kind == BodyKind::Pinned)
        return false;
      const bool is_dynamic = body.kind == BodyKind::Dynamic;
      if (is_dynamic && !(body.mass > 0.125 && body.mass < 16.0)) return false;
      if (is_dynamic && plain_.time() > 0.0 && state.acceleration != options_.gravity) return false;
      for (std::size_t axis = 0; axis < D; ++axis)
        if (!(std::fabs(state.position[axis]) < 128.0) || !(std::fabs(state.velocity[axis]) < 128.0))
          return false;
      typename NaiveWorld<D>::Member member;
      member.id = id;
      member.position = widened(state.position);
      member.velocity = widened(state.velocity);
      if (is_dynamic) member.acceleration = widened(options_.gravity);
      member.radius = ball->radius;
      member.inverse_mass = is_dynamic ? 1.0L / body.mass : 0.0L;
      members.push_back(member);
    }
    return true;
  }

  /// What the world did from `begin` [T] until `end`, or until it had as many impacts as it was to have.
  void compare(std::vector<typename NaiveWorld<D>::Member> members, double begin, double end, bool to_end,
               const std::vector<Impact<D>>& seen) {
    if (!(end > begin)) return;  // what is to happen at once is not told by a run of no time
    // Times that are short binary numbers are told without rounding.
    if (std::fmod(begin, 0x1p-10) != 0.0 || std::fmod(end, 0x1p-10) != 0.0) return;
    NaiveWorld<D> naive(options_, std::move(members));
    naive.run(Real{end} - begin);
    ++counts.naive_runs;
    const auto& told = naive.impacts();
    if (to_end) expect(told.size() <= seen.size(), "all impacts of the simplest world");
    const Real rounding = 0x1p-51L * end;  // of times that are told
    for (std::size_t i = 0; i < std::min(told.size(), seen.size()); ++i) {
      const auto& known = told[i];
      expect(known.a == seen[i].a.id.value && known.b == seen[i].b.id.value,
             "the pairs of the simplest world");
      expect(std::fabs(seen[i].time - begin - known.time) <= known.error + rounding,
             "the times of the simplest world");
      for (std::size_t axis = 0; axis < D; ++axis) {
        expect(std::fabs(seen[i].a.velocity_after[axis] - known.velocity_a[axis]) <= known.velocity_error_a,
               "the velocities after impacts of the simplest world");
        expect(std::fabs(seen[i].b.velocity_after[axis] - known.velocity_b[axis]) <= known.velocity_error_b,
               "the velocities after impacts of the simplest world");
      }
    }
    counts.naive_impacts += std::min(told.size(), seen.size());
    if (seen.size() > told.size()) {
      expect(!naive.is_sure(), "no impacts but those of the simplest world");
      expect(seen[told.size()].time - begin >= naive.sure_until() - rounding,
             "none before the simplest world loses sight");
    }
    if (!naive.is_sure() || !to_end) return;
    ++counts.naive_ends;
    for (const auto& member : naive.members()) {
      const BodyState<D> state = plain_.state({member.id});
      for (std::size_t axis = 0; axis < D; ++axis) {
        Real off = state.position[axis] - member.position[axis];
        if (options_.space.sides[axis] == Side::Periodic) {
          const Real period = Real{options_.space.max[axis]} - options_.space.min[axis];
          off -= std::round(off / period) * period;
        }
        expect(std::fabs(off) <= 2.0L * member.position_error, "the places of the simplest world");
        expect(std::fabs(state.velocity[axis] - member.velocity[axis]) <= 2.0L * member.velocity_error,
               "the velocities of the simplest world");
      }
    }
  }
};

}  // namespace firsthit::fuzzing
