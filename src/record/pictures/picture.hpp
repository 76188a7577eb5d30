#pragma once

#include "record/base/plain_shape.hpp"
#include "record/base/unit_quaternion.hpp"

#include <firsthit/body.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace firsthit {

/// A moving body at the two ends of the time that is shown.
struct PictureBody {
  Point3 start{};
  Point3 end{};
  double radius = 0.0;                 ///< [L] the least around its place that holds it
  std::optional<std::uint32_t> color;  ///< 0xRRGGBB; empty: one of ours
  std::string name;                    ///< shown by viewers that have a pointer; may be empty
  std::uint32_t shape = kRound;        ///< index into Picture::shapes
  bool kinematic = false;
  bool sensor = false;
  std::optional<UnitQuaternion> stands{};  ///< how it is turned now; nothing for what does not spin
  std::optional<UnitQuaternion> stood{};   ///< and at the start
};

struct PictureObstacle {
  PlainShape shape;
  Point3 position{};
  std::optional<std::uint32_t> color;
  bool sensor = false;
  Point3 one_way{};  ///< zero: solid from all sides
};

/// A piece of a path between two times: a parabola that starts at `from`, ends at `to`, and whose
/// tangents there meet in `control`.
struct TrailPiece {
  std::size_t ball = 0;  ///< index into Picture::moving
  double end = 0.0;      ///< [T]
  Point3 from{};
  Point3 control{};
  Point3 to{};
};

struct ImpactMark {
  double time = 0.0;  ///< [T]
  Point3 point{};     ///< [L]

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.time, self.point);
  }
};

/// A force between two that touch.
struct PictureContact {
  Point3 from{};       ///< [L] the place of the one
  Point3 point{};      ///< where they touch
  Point3 to{};         ///< the place of the other; the same if that does not move
  double force = 0.0;  ///< [M L/T^2]
};

/// What a picture shows, free of the dimension as a type.
struct Picture {
  int dimension = 2;
  std::string title;
  Point3 min{};  ///< [L] of the box
  Point3 max{};
  std::array<Side, 3> sides = {};
  double time = 0.0;                        ///< [T] of the end
  std::optional<std::uint64_t> collisions;  ///< so far; none if that is not known
  std::size_t bodies = 0;                   ///< of the run; `moving` may be fewer
  std::vector<PictureBody> moving;
  std::vector<PlainShape> shapes;  ///< of those that are not round
  std::size_t followed = 0;        ///< that many of `moving`, the first, have trails and a start
  std::vector<PictureObstacle> obstacles;
  std::vector<TrailPiece> trails;  ///< in the order of time for each ball
  std::vector<ImpactMark> impacts;
  std::vector<PictureContact> contacts;  ///< where bodies rest
  double trails_from = 0.0;              ///< [T]
  double impacts_fade = 0.0;  ///< [T] older impacts are not seen, younger ones fade; 0: all are seen alike
  bool starts = true;         ///< does it show where the followed started?
  std::string note;           ///< a sentence under the picture; may be empty
};

/// A force [M L/T^2] on who is at `from`, where he touches who is at `to`, if that can move: at the image of
/// his that is nearest.
PictureContact contact_in(const Picture& picture, const Point3& from, const Point3& point,
                          const std::optional<Point3>& to, double force);

/// The picture as SVG, less than about a megabyte whatever it shows.
std::string draw(const Picture& picture);

/// The same picture as PNG, 2400 pixels wide.
std::string draw_png(const Picture& picture);

}  // namespace firsthit
