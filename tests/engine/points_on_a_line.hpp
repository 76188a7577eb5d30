#pragma once

#include "core/random.hpp"
#include "engine/engine.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

// The smallest world that an engine can run: equal points on a line that exchange their velocities
// when they meet. No shapes: the engine must need none.

namespace firsthit {

/// An impact that has happened.
struct Happened {
  Id body = 0;
  Id partner = 0;
  Instant time;
  std::uint32_t generation = 0;

  friend bool operator==(const Happened&, const Happened&) = default;
};

/// Points in the order of their ids, the lowest leftmost: the gap between two is never negative.
class LinePredictor final : public Predictor<2> {
 public:
  explicit LinePredictor(const Timebase& timebase) : timebase_(timebase) {}

  void predict(std::span<const Record<2>> records, Id body, const Candidates<2>& candidates, const Instant&,
               const Instant&, std::vector<Meeting<2>>& meetings) const override {
    for (std::size_t i = 0; i < candidates.moving; ++i) {
      const Id left = std::min(body, candidates.partner[i]);
      const Id right = std::max(body, candidates.partner[i]);
      meetings.push_back({candidates[i], meet(records[left], records[right]), area(left, right)});
    }
  }

  /// Makes the contact of a pair larger than that of others.
  void enlarge(Id left, Id right, double area) { areas_[{left, right}] = area; }

 private:
  Instant meet(const Record<2>& left, const Record<2>& right) const {
    const Instant& start = later(left.clock, right.clock);
    const double closing = left.velocity[0] - right.velocity[0];
    const double gap = place(right, start) - place(left, start);
    return closing > 0.0 ? timebase_.after(start, std::max(gap, 0.0) / closing) : kEndOfTime;
  }
  double place(const Record<2>& record, const Instant& time) const {
    return record.position[0] + timebase_.between(record.clock, time) * record.velocity[0];
  }
  double area(Id left, Id right) const {
    const auto found = areas_.find({left, right});
    return found == areas_.end() ? 0.0 : found->second;
  }

  Timebase timebase_;
  std::map<std::pair<Id, Id>, double> areas_;
};

/// Everybody is a neighbour of everybody; lists may be told to expire now and then all the same.
class Everybody final : public Neighbours<2> {
 public:
  Everybody(const Timebase& timebase, std::size_t count, double lifetime)
      : timebase_(timebase),
        count_(count),
        lifetime_(lifetime),
        expiry_(count, timebase.after({}, lifetime)) {}

  Candidates<2> candidates(Id body) override {
    ++looks;
    found_.clear();
    const Id first = body > sight_ ? body - sight_ : 0;
    for (Id other = first; other < count_ && other <= body + sight_; ++other)
      if (other != body) found_.add_moving(other, {});
    return found_.view_of(body);
  }
  /// Only those so many places away are neighbours from now on.
  void see_no_further_than(Id places) { sight_ = places; }

  Instant expiry(std::span<const Record<2>>, Id body, const Instant&) override { return expiry_[body]; }
  void course_changed(std::span<const Record<2>>, Id) override { ++changes; }
  void refresh(std::span<const Record<2>>, Id body, const Instant& now) override {
    expiry_[body] = timebase_.after(now, lifetime_);
    ++refreshes;
  }

  std::uint64_t changes = 0;
  std::uint64_t refreshes = 0;
  std::uint64_t looks = 0;

 private:
  Timebase timebase_;
  std::size_t count_;
  double lifetime_;
  Id sight_ = 1U << 30U;
  std::vector<Instant> expiry_;
  CandidateList<2> found_;
};

/// Tells by itself whom a point meets first, and leaves out whoever looks around again before.
class Foresighted final : public Neighbours<2> {
 public:
  Foresighted(Everybody& all, const LinePredictor& predictor, std::size_t count)
      : all_(all), predictor_(predictor), looks_(count, kEndOfTime) {}

  Candidates<2> candidates(Id body) override { return all_.candidates(body); }
  Instant expiry(std::span<const Record<2>> records, Id body, const Instant& now) override {
    return all_.expiry(records, body, now);
  }
  void course_changed(std::span<const Record<2>>, Id body) override { looks_[body] = kEndOfTime; }
  void refresh(std::span<const Record<2>> records, Id body, const Instant& now) override {
    all_.refresh(records, body, now);
  }
  std::span<const Id> prefilter(std::span<const Record<2>>, std::span<const Id> bodies,
                                const Instant&) override {
    looking_.assign(bodies.begin(), bodies.end());
    // Of two who look at once each could leave the other to him.
    for (const Id body : bodies) rely_on_each_other |= bodies.size() > 1 && !(looks_[body] == kEndOfTime);
    return {};
  }
  bool first_meetings(std::span<const Record<2>> records, const Instant& now,
                      std::span<Meeting<2>> first) override {
    for (std::size_t i = 0; i < looking_.size(); ++i) {
      std::vector<Meeting<2>> meetings;
      predictor_.predict(records, looking_[i], candidates(looking_[i]), now, kEndOfTime, meetings);
      for (const Meeting<2>& meeting : meetings) {
        if (looks_[meeting.with.partner] < meeting.time) {
          ++left_out;
        } else if (meeting.time == first[i].time && !(meeting.time == kEndOfTime)) {
          return false;  // the total order decides
        } else if (meeting.time < first[i].time) {
          first[i] = meeting;
        }
      }
    }
    return true;
  }
  void set_next_prediction_time(Id body, const Instant& time) override { looks_[body] = time; }

  std::size_t left_out = 0;
  bool rely_on_each_other = false;

 private:
  Everybody& all_;
  const LinePredictor& predictor_;
  std::vector<Instant> looks_;
  std::vector<Id> looking_;
};

/// Exchanges velocities and writes down who met when.
class Exchange final : public Resolver<2> {
 public:
  explicit Exchange(const Timebase& timebase) : timebase_(timebase) {}

  Resolution resolve(std::span<Record<2>> records, Id body, const Event<2>& event) override {
    log.push_back(
        {std::min(body, event.partner), std::max(body, event.partner), event.time, event.generation});
    if (stop_after == log.size()) stop = true;
    Record<2>& a = records[body];
    Record<2>& b = records[event.partner];
    bool apart = false;
    for (Record<2>* record : {&a, &b}) {
      const double elapsed = timebase_.between(record->clock, event.time);
      apart = apart || elapsed > 0.0;
      record->position[0] += elapsed * record->velocity[0];
      record->clock = event.time;
    }
    if (!stuck) std::swap(a.velocity, b.velocity);
    Resolution resolution{apart ? 0x1p30 : progress_when_stuck, true, turns};
    if (apart) return resolution;
    for (const Id id : along) {
      records[id].position[0] += timebase_.between(records[id].clock, event.time) * records[id].velocity[0];
      records[id].clock = event.time;
    }
    resolution.others = along;
    return resolution;
  }

  std::vector<Happened> log;
  std::atomic<bool> stop = false;
  std::size_t stop_after = 0;        // raises `stop` at that many impacts
  bool stuck = false;                // points keep their velocities: they meet for ever
  double progress_when_stuck = 0.0;  // what they tell of each of these
  bool turns = true;                 // and the engine is told so
  std::vector<Id> along;  // whose courses impacts change, too, of two that have both just met somebody

 private:
  Timebase timebase_;
};

/// A line of points and the engine that runs it.
class Line {
 public:
  using State = std::pair<double, double>;  // position and velocity

  explicit Line(const std::vector<State>& points, double lifetime = 1e300, double tick = 1.0)
      : timebase(tick),
        predictor(timebase),
        everybody(timebase, points.size(), lifetime),
        exchange(timebase),
        engine(timebase, predictor, everybody, exchange) {
    Records<2> records;
    for (const auto& [position, velocity] : points) records.push_back({{position, 0.0}, {velocity, 0.0}, {}});
    engine.start(std::move(records), std::vector<bool>(points.size(), true));
  }

  Halt run_until(double time) { return run({timebase.after({}, time)}); }
  Halt run(const EngineLimits& limits) { return engine.run(limits); }

  /// Where a point is now.
  double place(Id id) const {
    const Record<2>& record = engine.records()[id];
    return record.position[0] + timebase.between(record.clock, engine.now()) * record.velocity[0];
  }
  double velocity(Id id) const { return engine.records()[id].velocity[0]; }

  Timebase timebase;
  LinePredictor predictor;
  Everybody everybody;
  Exchange exchange;
  Engine<2> engine;
};

/// Points at whole places with velocities -1, 0 and 1: all times are multiples of a half, exactly.
inline std::vector<Line::State> whole_points(Random& random, std::size_t count) {
  std::vector<Line::State> points;
  double place = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    place += static_cast<double>(1 + random.below(4));
    const double velocity = static_cast<double>(random.below(3)) - 1.0;
    points.push_back({place, velocity});
  }
  return points;
}

/// Points at any places with any velocities.
inline std::vector<Line::State> random_points(Random& random, std::size_t count) {
  std::vector<Line::State> points;
  double place = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    place += 0.1 + random.uniform();
    points.push_back({place, random.uniform(-1.0, 1.0)});
  }
  return points;
}

}  // namespace firsthit
