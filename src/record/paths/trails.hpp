#pragma once

#include "record/base/run_info.hpp"
#include "record/pictures/picture.hpp"
#include "record/setup/setup.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace firsthit {

/// A flight from one change of course to the next, known from its end.
struct Leg {
  double begin = 0.0;     ///< [T]
  double end = 0.0;       ///< [T]
  Point3 position{};      ///< [L] at its end, inside the box
  Point3 velocity{};      ///< [L/T] at its end
  Point3 acceleration{};  ///< [L/T^2]

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.begin, self.end, self.position, self.velocity, self.acceleration);
  }
};

/// Which of `count` bodies a picture shows, the ones with a trail first.
struct Shown {
  std::vector<std::size_t> bodies;
  std::size_t followed = 0;
};
Shown choose_shown(std::size_t count);

/// Adds a ball's flights, in the order of time, to the picture's trails: cut at periodic sides,
/// and where the trails begin.
void add_trail(Picture& picture, std::size_t ball, const std::deque<Leg>& flights);

/// When the trails should begin [T] so that they do not fill the picture: they are at most so long.
double trails_begin(const Picture& picture, const std::vector<std::deque<Leg>>& flights);

template <int D>
Point3 to_point3(const Vec<D>& v) {
  Point3 point{};
  for (std::size_t axis = 0; axis < D; ++axis) point[axis] = v[axis];
  return point;
}

/// A fixed body as pictures show it.
template <int D>
PictureObstacle picture_of(const FixedBody<D>& fixed, const RunInfo& info);

/// Remembers, of few bodies and for as long as fits, what a picture of the run shows.
template <int D>
class Trails : public Observer<D> {
 public:
  /// `setup` must outlive it.
  Trails(const RunSetup<D>& setup, const Frame<D>& start);

  void impact(const Impact<D>& impact) override;
  void turn(const Turn<D>& turn) override { end_flight(slot_of(turn.body.id), turn.body, turn.time); }

  /// Whose events it wants to be told of.
  std::vector<BodyId> followed() const;

  Picture picture(const RunInfo& info, const Frame<D>& present) const;

  /// What it has seen since the start.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    const std::size_t followed = self.flights_.size();
    archive(self.flights_, self.last_impact_, self.impacts_, self.forgotten_before_);
    archive.require(self.flights_.size() == followed && self.last_impact_.size() == followed,
                    "expected the flights of each body that leaves a trail, found others");
  }

 private:
  static constexpr std::size_t kNotFollowed = static_cast<std::size_t>(-1);

  void end_flight(std::size_t slot, const ImpactSide<D>& side, double time);
  std::size_t slot_of(BodyId id) const;

  const RunSetup<D>& setup_;
  Shown shown_;
  std::vector<Point3> start_;                         ///< of the followed
  std::vector<std::optional<UnitQuaternion>> stood_;  ///< as of a PictureBody
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      slots_;                             ///< rising: BodyId::value of the followed, and which of them it is
  std::vector<std::deque<Leg>> flights_;  ///< of the followed
  std::vector<double> last_impact_;       ///< [T] of the followed
  std::deque<ImpactMark> impacts_;
  double forgotten_before_ = 0.0;  ///< [T]
};

}  // namespace firsthit
