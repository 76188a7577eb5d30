#pragma once

#include "record/pictures/picture.hpp"

#include <firsthit/orientation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace firsthit {

/// Stands for a body that is not shown.
inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// Stands for a body that is no top.
inline constexpr std::uint32_t kNoTop = std::numeric_limits<std::uint32_t>::max();

/// The bits of PathsFile::body_kind.
inline constexpr std::uint8_t kKinematic = 1, kSensor = 2;

/// An obstacle with what its scene calls it.
struct NamedObstacle {
  std::string name;
  PictureObstacle obstacle;
};

/// What paths.bin holds, as docs/formats/paths.md tells. The D numbers of a body stand together; times in
/// lists are since `begin`, places in lists less `origin`.
struct PathsFile {
  int dimension = 2;
  double length_unit = 1.0;  ///< [L] of the scene; all that follows is in these units
  double time_unit = 1.0;    ///< [T]
  double mass_unit = 1.0;    ///< [M]
  double begin = 0.0;        ///< [T]
  double end = 0.0;          ///< [T]
  double paths_end = 0.0;    ///< [T] up to there every body shown is on its true path
  Point3 origin{};           ///< [L]
  Point3 min{};              ///< [L] of the box
  Point3 max{};              ///< [L]
  std::array<Side, 3> sides{};
  Point3 gravity{};              ///< [L/T^2]
  std::uint64_t bodies = 0;      ///< of the run; those shown may be fewer
  std::uint64_t collisions = 0;  ///< of the run; those stored may be fewer
  std::uint64_t samples = 0;     ///< that the run took; the frames may be fewer
  std::vector<std::string> materials;
  std::vector<NamedObstacle> obstacles;
  std::vector<std::string> side_names;
  std::vector<PlainShape> shapes;      ///< of bodies that are not round
  std::vector<PrincipalInertia> tops;  ///< [M L^2] of bodies whose moments of inertia are not equal

  /// What their scene calls bodies: index among those shown, growing, and name; of the others nothing.
  std::vector<std::pair<std::uint32_t, std::string>> body_names;
  std::vector<std::uint32_t> body_id;
  std::vector<float> body_radius;            ///< [L]
  std::vector<float> body_mass;              ///< [M]
  std::vector<std::uint16_t> body_material;  ///< index into `materials`
  std::vector<std::uint32_t> body_color;     ///< 0xRRGGBB, or 0xffffffff
  std::vector<std::uint32_t> body_shape;     ///< index into `shapes`, or kRound; empty if all are round
  std::vector<std::uint8_t> body_kind;       ///< kKinematic and kSensor; empty if none is either
  std::vector<std::uint8_t> body_spins;      ///< 1 or 0; empty if nobody spins
  std::vector<std::uint32_t> body_top;       ///< index into `tops`, or kNoTop; empty if there is none

  /// Where bodies are when their courses begin, and how they move then.
  struct Courses {
    std::vector<float> position;      ///< [L]
    std::vector<float> velocity;      ///< [L/T]
    std::vector<float> acceleration;  ///< [L/T^2]; empty where nothing accelerates
    // Empty where nobody spins.
    std::vector<float> orientation{};  ///< of length 1: w and z, in space w, x, y, z
    /// [rad/T] A number, in space three; of a top the parts along its axes, so that what turns about one of
    /// them goes on so.
    std::vector<float> angular_velocity{};
    std::vector<float> angular_acceleration{};  ///< [rad/T^2]; empty where nothing accelerates, too
  };
  Courses start;

  std::vector<std::uint32_t> knot_body;
  std::vector<double> knot_time;  ///< [T]
  Courses knot;

  std::vector<double> impact_time;          ///< [T]
  std::vector<std::uint32_t> impact_index;  ///< that of events.csv; empty if they are 0, 1, 2, ...
  std::vector<std::uint32_t> impact_a;  ///< a body shown, n + an obstacle, n + obstacles + a side, or kNobody
  std::vector<std::uint32_t> impact_b;
  std::vector<float> impact_point;   ///< [L]
  std::vector<float> impact_normal;  ///< unit

  struct Frame {
    double time = 0.0;                 ///< [T]
    std::vector<std::uint16_t> place;  ///< whole quanta
    std::vector<std::uint8_t> speed;   ///< 255 stands for `speed_scale`

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.time, self.place, self.speed);
    }
  };
  std::vector<Frame> frames;
  Point3 frame_origin{};                              ///< [L], less `origin`
  Point3 frame_quantum{};                             ///< [L]
  std::array<std::uint32_t, 3> frame_steps{1, 1, 1};  ///< so many quanta an axis has
  double speed_scale = 0.0;                           ///< [L/T]

  std::size_t shown() const { return body_id.size(); }
  std::uint32_t shape_of(std::size_t body) const { return body_shape.empty() ? kRound : body_shape[body]; }
  std::uint32_t top_of(std::size_t body) const { return body_top.empty() ? kNoTop : body_top[body]; }
  bool is(std::uint8_t kind, std::size_t body) const {
    return !body_kind.empty() && (body_kind[body] & kind) != 0;
  }
};

/// Numbers of an orientation, and of an angular velocity.
constexpr std::size_t numbers_of_orientation(int dimension) { return dimension == 2 ? 2 : 4; }
constexpr std::size_t numbers_of_turning(int dimension) { return dimension == 2 ? 1 : 3; }

/// The bytes of paths.bin. Leaves frames out of `paths` (every other one, again and again) until what is
/// written is small enough.
std::string paths_text(PathsFile& paths);

/// Reads paths.bin. Throws InputError, saying what is wrong with it, unless everything in it is sound: all
/// numbers finite, all times in order, all indices within their lists.
PathsFile read_paths(const std::string& path);

}  // namespace firsthit
