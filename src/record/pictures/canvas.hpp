#pragma once

#include "record/pictures/svg.hpp"

#include <optional>
#include <string>
#include <vector>

namespace firsthit {

/// Lines and curves through places of a drawing, in pixels, y down.
class Path {
 public:
  enum class Verb { Move, Line, Curve, Arc, Close };

  struct Step {
    Verb verb = Verb::Move;
    double x = 0.0;  ///< where it ends
    double y = 0.0;
    double a = 0.0;  ///< of a curve: where the tangents of its ends meet; of an arc: its radius
    double b = 0.0;
  };

  void move(double x, double y) { steps_.push_back({Verb::Move, x, y, 0.0, 0.0}); }
  void line(double x, double y) { steps_.push_back({Verb::Line, x, y, 0.0, 0.0}); }
  /// A parabola.
  void curve(double a, double b, double x, double y) { steps_.push_back({Verb::Curve, x, y, a, b}); }
  /// Counterclockwise, as one sees it, half a circle at most.
  void arc(double radius, double x, double y) { steps_.push_back({Verb::Arc, x, y, radius, 0.0}); }
  /// A line of no length: drawn with a round pen, a disc.
  void dot(double x, double y) {
    move(x, y);
    line(x, y);
  }
  void close() { steps_.push_back({Verb::Close, 0.0, 0.0, 0.0, 0.0}); }

  const std::vector<Step>& steps() const { return steps_; }
  bool empty() const { return steps_.empty(); }

 private:
  std::vector<Step> steps_;
};

/// How something is filled and outlined; without a colour it is not.
struct Ink {
  std::optional<svg::Rgb> fill;
  double fill_opacity = 1.0;
  bool shine = false;  ///< of a disc: lit from above left
  std::optional<svg::Rgb> stroke;
  double stroke_opacity = 1.0;
  double width = 1.0;  ///< of the stroke, in pixels
  enum class Pen { Plain, Round, Square, Dashed } pen = Pen::Plain;

  static constexpr double kDash = 7.0, kSpace = 6.0;  ///< pixels, of a dashed line
};

struct Lettering {
  double size = 14.0;  ///< pixels
  svg::Rgb color = 0;
  bool bold = false;
  bool ends_here = false;  ///< the text ends at its place; else it begins there
};

/// What a picture is drawn on, in pixels, y down.
class Canvas {
 public:
  virtual ~Canvas() = default;

  /// Where areas overlap an even number of times, they are not filled. `name` is shown where one points at
  /// it; may be empty.
  virtual void path(const Path& path, const Ink& ink, const std::string& name) = 0;
  void path(const Path& path, const Ink& ink) { this->path(path, ink, ""); }

  virtual void disc(double x, double y, double radius, const Ink& ink, const std::string& name) = 0;
  void disc(double x, double y, double radius, const Ink& ink) { disc(x, y, radius, ink, ""); }

  virtual void text(double x, double y, const std::string& text, const Lettering& lettering) = 0;

  /// From here to end_clip() nothing shows outside this rectangle.
  virtual void begin_clip(double x, double y, double width, double height) = 0;
  virtual void end_clip() = 0;
};

/// The colours of a disc with a shine: at its brightest place, at a share of the way from there (shares of
/// its radius left of and above its middle) to one and a half radii off, and there.
struct Shine {
  static constexpr double kLeft = 0.28, kUp = 0.36, kReach = 1.5;  ///< of the radius
  static constexpr double kMiddle = 0.45;                          ///< of the reach
  svg::Rgb bright = 0, middle = 0, dark = 0;
};
Shine shine_of(svg::Rgb color);

}  // namespace firsthit
