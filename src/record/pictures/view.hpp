#pragma once

#include "record/pictures/picture.hpp"

#include <string>
#include <vector>

namespace firsthit {

/// A place on the drawing, in pixels, y down; depth grows away from who looks.
struct Spot {
  double x = 0.0;
  double y = 0.0;
  double depth = 0.0;  ///< [L]
};

/// Where the world is to be drawn, in pixels.
struct DrawingArea {
  double left = 0.0, top = 0.0, width = 0.0, height = 0.0;
  bool centred = false;  ///< what is less high than the area is in its middle; else at its top
};

/// Maps the world to the drawing: upright in 2D, from above and aside in 3D, without perspective.
class View {
 public:
  /// Fits the picture's box (along open sides: what the balls span) into the area.
  View(const Picture& picture, const DrawingArea& area);

  Spot operator()(const Point3& point) const;
  double pixels(double length) const { return scale_ * length; }  ///< [L] to pixels
  double scale() const { return scale_; }

  double left() const { return left_; }
  double top() const { return top_; }
  double width() const { return width_; }  ///< of the world's part of the drawing, in pixels
  double height() const { return height_; }
  const Point3& min() const { return min_; }  ///< [L] of what is shown
  const Point3& max() const { return max_; }
  double nearest() const { return nearest_; }  ///< depth
  double farthest() const { return farthest_; }

  bool shows(const Point3& point) const;  ///< is it inside?

  /// Corner `index` (bit k set: upper end of axis k) of what is shown.
  Point3 corner(int index) const;

 private:
  Spot turned(const Point3& point) const;

  bool spatial_;
  Point3 min_{};
  Point3 max_{};
  double scale_ = 1.0;  ///< pixels per [L]
  double left_ = 0.0, top_ = 0.0, width_ = 0.0, height_ = 0.0;
  double origin_x_ = 0.0, origin_y_ = 0.0;
  double nearest_ = 0.0, farthest_ = 0.0;
};

}  // namespace firsthit
