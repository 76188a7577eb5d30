#pragma once

#include "record/pictures/canvas.hpp"
#include "record/pictures/picture.hpp"
#include "record/pictures/view.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace firsthit {

namespace paint {

inline constexpr double kWidth = 1200.0;  ///< pixels
inline constexpr double kMargin = 44.0;   ///< pixels left and right
inline constexpr double kTop = 92.0;      ///< pixels above the world
inline constexpr double kBottom = 84.0;   ///< pixels below it
inline constexpr svg::Rgb kPaper = 0xfbfaf7, kSpace = 0xffffff, kInk = 0x1f2933, kQuiet = 0x66727f;
inline constexpr svg::Rgb kFrame = 0x3e4c59, kCrowd = 0xc3d0de, kSolid = 0xa9b2bc;

/// Okabe and Ito's palette, told apart by colour-blind eyes, without its black and yellow.
inline constexpr svg::Rgb kPalette[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xe69f00};

inline constexpr svg::Rgb kForce = 0xb3123f;  ///< of forces at contacts

inline constexpr double kFaint = 0.16;            ///< how much of a sensor's colour is seen
inline constexpr double kPointPixels = 3.5;       ///< radius of what has none
inline constexpr std::size_t kMostShaded = 6000;  ///< bodies drawn one by one; more are dots of a path

}  // namespace paint

/// `1 234 567 bodies`.
std::string counted(std::uint64_t number, const char* one, const char* many);

/// Draws a picture: what moves in picture.cpp, what stands and the words around it in scenery.cpp.
class Drawing {
 public:
  /// All three must outlive it.
  Drawing(const Picture& picture, const View& view, Canvas& canvas)
      : picture_(picture), view_(view), canvas_(canvas) {}

  void draw_world();
  void draw_words();
  /// The words of a frame of a film on a sheet of this size: fewer, and at the same places in all frames.
  void draw_film_words(double width, double height, const std::string& clock);

 private:
  /// One of the crowd.
  struct Dot {
    const PictureBody* body;
    Spot spot;
    svg::Rgb color;
    double width;  ///< pixels of the pen; 0 for an outline
    double size;   ///< as size_of has it
  };

  svg::Rgb color_of(std::size_t body) const;
  double shown_radius(double radius) const;
  double size_of(const PictureBody& body) const;
  svg::Rgb faded(svg::Rgb color, double depth) const;
  bool crowded() const { return picture_.bodies > picture_.followed; }
  bool shaded() const { return picture_.moving.size() <= paint::kMostShaded; }

  void draw_space();
  void draw_front_edges();
  void draw_edges(bool hidden, const Ink& ink);
  void draw_obstacles();
  void draw_obstacle(const PictureObstacle& obstacle);
  void draw_half_space(const PictureObstacle& plane);
  void draw_container(const PictureObstacle& container);
  void draw_arc(const PictureObstacle& arc);
  void draw_start(std::size_t body);
  void draw_trails();
  void draw_impacts();
  void draw_contacts();
  double largest_force() const;
  void draw_marks(const Path& path, double strength);
  std::vector<std::size_t> starts() const;
  void draw_bodies(bool followed);
  void draw_crowd();
  std::vector<Dot> dots() const;
  void draw_dots(std::span<const Dot> dots);
  void draw_body(const PictureBody& body, svg::Rgb color, bool strong);
  void draw_ball(const Point3& place, double radius, const Ink& ink, const std::string& name);
  void draw_spin(const PictureBody& body, const Point3& place, svg::Rgb color);
  void draw_shape(const PlainShape& shape, const Point3& place, Ink ink, const std::string& name);
  Ink ink_of(const PictureBody& body, svg::Rgb color, bool strong) const;
  PlainShape shape_of(const PictureBody& body, const std::optional<UnitQuaternion>& by) const;
  bool is_among_bodies(const PictureObstacle& obstacle) const;
  std::vector<Point3> images(const Point3& place, double radius) const;
  std::string notes() const;
  std::string gone() const;
  void draw_legend(double y);
  void draw_scale_bar(double right, double y);

  const Picture& picture_;
  const View& view_;
  Canvas& canvas_;
};

}  // namespace firsthit
