#include "record/pictures/view.hpp"

#include "record/pictures/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

constexpr double kLeastHeight = 120.0;  // pixels; a line of bodies still gets a strip
constexpr double kFurthest = 1.0;       // box sizes that a body may have left an open side by
constexpr double kAround = 0.04;        // of what is shown, beyond open sides

// The 3D view: turned by 33 degrees about z, then tipped by 24 degrees towards who looks.
constexpr double kCosTurn = 0.8386705679454240, kSinTurn = 0.5446390350150271;
constexpr double kCosTip = 0.9135454576426009, kSinTip = 0.4067366430758002;

}  // namespace

View::View(const Picture& picture, const DrawingArea& area) : spatial_(picture.dimension == 3) {
  min_ = picture.min;
  max_ = picture.max;
  for (std::size_t k = 0; k < static_cast<std::size_t>(picture.dimension); ++k) {
    if (picture.sides[k] != Side::Open) continue;
    const double reach = kFurthest * std::max(picture.max[k] - picture.min[k], 1e-300);
    const auto include = [&](double low, double high) {
      min_[k] = std::min(min_[k], std::max(low, picture.min[k] - reach));
      max_[k] = std::max(max_[k], std::min(high, picture.max[k] + reach));
    };
    for (const PictureBody& body : picture.moving)
      include(std::min(body.start[k], body.end[k]) - body.radius,
              std::max(body.start[k], body.end[k]) + body.radius);
    for (const TrailPiece& piece : picture.trails) {
      const double radius = picture.moving[piece.ball].radius;
      include(std::min(piece.from[k], piece.to[k]) - radius, std::max(piece.from[k], piece.to[k]) + radius);
    }
    for (const PictureObstacle& obstacle : picture.obstacles) {
      if (obstacle.shape.kind == PlainShape::Kind::HalfSpace) continue;
      const Reach reach_of_shape = reach_of(obstacle.shape, picture.dimension);
      include(obstacle.position[k] + reach_of_shape.low[k], obstacle.position[k] + reach_of_shape.high[k]);
    }
    // So that what stands just outside, such as the wall that they bounced off, is seen too.
    const double around = kAround * (max_[k] - min_[k]);
    min_[k] -= around;
    max_[k] += around;
  }
  double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;
  nearest_ = left;
  farthest_ = -left;
  for (int i = 0; i < (spatial_ ? 8 : 4); ++i) {
    const Spot spot = turned(corner(i));
    left = std::min(left, spot.x);
    right = std::max(right, spot.x);
    low = std::min(low, spot.y);
    high = std::max(high, spot.y);
    nearest_ = std::min(nearest_, spot.depth);
    farthest_ = std::max(farthest_, spot.depth);
  }
  const double across = std::max(right - left, std::numeric_limits<double>::min());
  const double up = std::max(high - low, std::numeric_limits<double>::min());
  scale_ = std::min(area.width / across, area.height / up);
  width_ = across * scale_;
  height_ = std::max(up * scale_, std::min(kLeastHeight, area.height));
  left_ = area.left + 0.5 * (area.width - width_);
  top_ = area.top + (area.centred ? 0.5 * (area.height - height_) : 0.0);
  origin_x_ = left_ - left * scale_;
  origin_y_ = top_ + 0.5 * (height_ - up * scale_) - low * scale_;
}

Point3 View::corner(int index) const {
  Point3 point;
  for (std::size_t k = 0; k < 3; ++k) point[k] = ((index >> k) & 1) != 0 ? max_[k] : min_[k];
  return point;
}

bool View::shows(const Point3& point) const {
  for (std::size_t k = 0; k < (spatial_ ? 3 : 2); ++k)
    if (!(min_[k] <= point[k] && point[k] <= max_[k])) return false;
  return true;
}

Spot View::turned(const Point3& p) const {
  if (!spatial_) return {p[0], -p[1], 0.0};
  const double x = kCosTurn * p[0] - kSinTurn * p[1];
  const double y = kSinTurn * p[0] + kCosTurn * p[1];
  return {x, -(kCosTip * p[2] + kSinTip * y), kCosTip * y - kSinTip * p[2]};
}

Spot View::operator()(const Point3& point) const {
  const Spot spot = turned(point);
  return {origin_x_ + scale_ * spot.x, origin_y_ + scale_ * spot.y, spot.depth};
}

}  // namespace firsthit
