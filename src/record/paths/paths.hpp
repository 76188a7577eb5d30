#pragma once

#include "record/base/run_info.hpp"
#include "record/paths/path_frames.hpp"
#include "record/paths/paths_file.hpp"
#include "record/setup/setup.hpp"
#include "world/bodies/spin_table.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace firsthit {

/// Remembers where the bodies' courses change, and every impact, for paths.bin: as long as there is room,
/// and from then on frames.
///
/// Memory: some ten million bytes for what happens, seven for each place in the frames.
template <int D>
class Paths final : public Observer<D> {
 public:
  /// `setup` must outlive it.
  Paths(const RunSetup<D>& setup, const Frame<D>& start);

  void impact(const Impact<D>& impact) override;
  void impact_spins(const Impact<D>& impact, const ImpactSpins<D>& spins) override;
  void turn(const Turn<D>& turn) override;
  /// Is there no room any more?
  bool is_full() const { return paths_end_.has_value(); }
  /// Is it still to be told how some bodies accelerate?
  bool waits() const { return waiting_count_ > 0; }
  /// No event is told any more: how bodies accelerate is told by `present`.
  void end_events(const Frame<D>& present);
  /// A sample is taken. If there is no room any more, `add_frame` is to be told of it, too.
  void count_sample() { ++samples_; }
  /// Requires: is_full().
  void add_frame(const Frame<D>& frame);

  /// The run has ended; `last` is the last sample. To be called once.
  void end(const Frame<D>& last);
  /// What is to be written. To be called once, after the end.
  PathsFile file(const RunInfo& info);
  PathsFile finish(const RunInfo& info, const Frame<D>& last) {
    end(last);
    return file(info);
  }

  /// What it has seen since the start.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.samples_, self.knots_, self.knot_acceleration_, self.meetings_, self.spin_);
    archive(self.knot_turning_, self.waiting_);
    std::uint64_t waiting = self.waiting_count_;
    archive(waiting, self.paths_end_);
    bool has_frames = self.frames_.has_value();
    archive(has_frames);
    if constexpr (Archive::kReads) {
      archive.require(self.fits(), "expected what fits the bodies of the run, found something else");
      self.waiting_count_ = static_cast<std::size_t>(waiting);
      archive.require(!has_frames || self.paths_end_,
                      "expected frames only once paths end, found some before");
      if (has_frames) self.open_frames();
    }
    if (has_frames) archive(*self.frames_);
  }

 private:
  static constexpr auto kAxes = std::size_t{D};

  struct Units {
    double length = 1.0, time = 1.0, mass = 1.0;
  };
  struct Course {
    float position[kAxes], velocity[kAxes];

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.position, self.velocity);
    }
  };
  struct Acceleration {
    float along[kAxes];

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.along);
    }
  };
  /// How a body stands and turns when a course begins.
  struct Turning {
    float orientation[numbers_of_orientation(D)], angular_velocity[numbers_of_turning(D)],
        angular_acceleration[numbers_of_turning(D)];

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.orientation, self.angular_velocity, self.angular_acceleration);
    }
  };
  struct Knot {
    double time;
    std::uint32_t body;
    Course course;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.time, self.body, self.course);
    }
  };
  struct Meeting {
    double time;
    std::uint32_t a, b, index;
    float point[kAxes], normal[kAxes];

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.time, self.a, self.b, self.index, self.point, self.normal);
    }
  };

  void number_parties();
  void choose_units(const Frame<D>& start);
  Course course_of(const Vec<D>& position, const Vec<D>& velocity) const;
  std::optional<PrincipalInertia> top_of(std::uint32_t body) const;
  Spin<D> spin_at(std::uint32_t body, const Instant& time) const;
  Turning turning_of(std::uint32_t body) const;
  Instant instant_of(double time) const { return timebase_.after({}, time - begin_); }
  void put_turning(PathsFile::Courses& courses, const Turning& turning) const;
  Acceleration acceleration_of(const Vec<D>& acceleration) const;
  bool has_room(double time, std::uint64_t index = 0);
  void tell_turning(std::uint32_t body, const AngularVelocity<D>& velocity,
                    const AngularVelocity<D>& acceleration);
  void end_flight(std::uint32_t body, const Vec<D>& acceleration);
  void bend(const ImpactSide<D>& side, double time, bool room);
  std::uint32_t party_of(BodyId id) const;
  void open_frames();
  bool fits() const;
  void put_header(PathsFile& file, const RunInfo& info) const;
  void put_courses(PathsFile& file) const;
  void put_frames(PathsFile& file);

  const RunSetup<D>& setup_;
  Units units_;
  double begin_;        ///< [T]
  Vec<D> origin_;       ///< [L]
  std::size_t stride_;  ///< every so many-th body is shown
  bool accelerates_;
  bool spins_;
  bool tumbles_;  ///< is anybody a top?
  Timebase timebase_;
  std::uint64_t samples_ = 0;
  std::uint64_t collisions_ = 0;
  /// By BodyId::value: a body shown, n + an obstacle, or kNobody; empty where ids tell it by themselves.
  std::vector<std::uint32_t> party_;
  std::vector<Course> start_;                     ///< of the bodies shown
  std::vector<Acceleration> start_acceleration_;  ///< where things accelerate: of each of start_
  std::deque<Knot> knots_;
  std::deque<Acceleration> knot_acceleration_;  ///< where things accelerate: of each of knots_
  std::deque<Meeting> meetings_;
  std::vector<Spin<D>> spin_;           ///< of the bodies shown, where anybody spins, since their last knot
  std::vector<Turning> start_turning_;  ///< where anybody spins: of each of start_
  std::deque<Turning> knot_turning_;    ///< and of knots_
  /// By body shown: its last knot, if how it accelerates after it is not known yet.
  std::vector<std::uint32_t> waiting_;
  std::size_t waiting_count_ = 0;
  std::optional<double> paths_end_;  ///< [T] when there was no room any more
  double end_ = 0.0;                 ///< [T] of the run, once it has ended
  std::uint64_t collisions_at_end_ = 0;
  std::optional<PathFrames> frames_;
};

}  // namespace firsthit
