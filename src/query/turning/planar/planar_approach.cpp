#include "query/turning/planar/planar_approach.hpp"

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"
#include "query/turning/base/turning_gap.hpp"
#include "query/turning/planar/planar_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// [rad] The sine of such an angle is the angle, and the cosine its parabola.
constexpr double kSmallAngle = 0x1p-18;

PlanarTurn turned_by(double angle) {
  if (std::fabs(angle) < kSmallAngle) return {1.0 - 0.5 * angle * angle, angle};
  const SinCos exact = sin_cos({angle, 0.0});
  return {exact.cos, exact.sin};
}

class Follow {
 public:
  Follow(const MovingFigure& a, const MovingFigure& b, double margin)
      : view_(a, b, margin), margin_(margin) {}

  bool reaches(double t) const { return view_.reaches(t); }
  void look(double t) { view_.look(t); }
  double error() const { return now().error; }
  double blur() const { return now().blur; }
  double gap() const { return gap_; }
  const TurningCourse& first() const { return first_; }
  double deep() const { return 8.0 * now().error; }

  /// The gap, or less, and the axis that separates them: across the face of the last look, if the other is
  /// still above it; across the one that is furthest; or between two corners.
  bool find() {
    has_corners_ = false;
    if (has_face_) {
      view_.look_at(face_);
      if (face_.height > view_.radii() + 6.0 * now().error) {
        view_.look_beside(face_);
        gap_ = face_.height - view_.radii();
        if (is_above()) return true;
      }
    }
    const PlanarFace best = view_.furthest(has_face_ ? &face_ : nullptr);
    const bool has_edges = figure(0).edges + figure(1).edges > 0;
    has_face_ = best.height > 0.0;
    gap_ = (has_edges ? best.height : 0.0) - view_.radii();
    if (has_face_) {
      face_ = best;
      view_.look_beside(face_);
      if (is_above()) return true;
    }
    if (has_face_ || !has_edges) find_corners();
    return has_face_ || has_corners_;
  }

  /// [T] So long they stay apart by more than `least`; more than `enough` need not be the most.
  double step(double least, double left, double enough) {
    double safe = 0.0;
    if (has_corners_)
      safe = step_between_corners(view_, corners_, least, left, first_);
    else if (has_face_)
      safe = step_from_face(view_, face_, least, left, first_);
    if (view_.is_straight() || safe >= left || safe > enough) return safe;
    return std::max(safe, step_of_balls(view_, least, left));
  }

  /// Are they in each other beyond doubt?
  bool overlap() {
    const double proven = view_.radii() - 2.0 * now().error;
    if (view_.radii() == 0.0) {
      const PlanarFace best = view_.furthest(has_face_ ? &face_ : nullptr);
      return best.height < proven && best.height > -std::numeric_limits<double>::infinity();
    }
    if (has_corners_) return length(view_.between(corners_.of[0], corners_.of[1])) < proven;
    view_.look_at(face_);
    view_.look_beside(face_);
    const double beside = std::max(face_.beside, 0.0);
    return face_.height > 0.0 && length(Vec<2>{face_.height, beside}) < proven;
  }

  Vec<2> tell(double clear, std::optional<PlanarContact>& contact) {
    const double back = clear - now().t;
    return has_corners_ ? tell_corners(back, contact) : tell_face(back, contact);
  }

 private:
  const PlanarView::Instant& now() const { return view_.now(); }
  const PlanarFigure& figure(std::size_t i) const { return view_.side(i).figure; }

  /// Is the other's nearest corner above the edge, or hardly beside it?
  bool is_above() const { return face_.beside <= face_.height - view_.radii(); }

  /// The corners that are next to each other beside a face, or of two that have only these.
  void find_corners() {
    corners_.of[0] = corners_.of[1] = 0;
    if (has_face_) {
      const PlanarFigure& own = figure(face_.owner);
      const double x = view_.place_along(face_);
      const bool is_last = x - own.last[face_.edge] > own.first[face_.edge] - x;
      corners_.of[face_.owner] = is_last ? own.next(face_.edge) : face_.edge;
      corners_.of[1 - face_.owner] = face_.along.nearest;
    }
    const Vec<2> way = view_.between(corners_.of[0], corners_.of[1]);
    const double distance = length(way);
    if (!(distance > kSharp * now().error)) return;
    const auto turning = [&](std::size_t i) {
      return view_.side(i).spin * turned_left(now().turn[i].of(figure(i).corner(corners_.of[i])));
    };
    const Vec<2> velocity = now().velocity + (turning(1) - turning(0));
    corners_.normal = (1.0 / distance) * way;
    corners_.rate = cross(corners_.normal, velocity) / distance;
    look_along(corners_.normal);
    corners_.value =
        dot(corners_.normal, now().place) + (corners_.along[0].lowest + corners_.along[1].lowest);
    has_corners_ = corners_.value - view_.radii() > gap_;
    if (has_corners_) gap_ = corners_.value - view_.radii();
  }

  void look_along(const Vec<2>& normal) {
    for (std::size_t i = 0; i < 2; ++i) {
      corners_.along[i].look(figure(i), now().turn[i].back(i == 0 ? -normal : normal));
      corners_.along[i].find(figure(i));
    }
  }

  /// Of a corner above a face. `back` [T], below 0: so long ago they were apart.
  Vec<2> tell_face(double back, std::optional<PlanarContact>& r) {
    view_.look_at(face_);
    const std::size_t owner = face_.owner;
    const PlanarFigure& own = figure(owner);
    const PlanarFigure& other = figure(1 - owner);
    const Vec<2> outward =
        (turned_by(view_.side(owner).spin * back) * now().turn[owner]).of(own.normal(face_.edge));
    const Vec<2> normal = owner == 0 ? outward : -outward;
    face_.along.find(other);
    if (!is_alone(other, face_.along)) return normal;
    PlanarContact& contact = r.emplace();
    contact.of[owner] = {own.numbers[face_.edge], own.numbers[own.next(face_.edge)]};
    contact.of[1 - owner][0] = other.numbers[face_.along.nearest];
    contact.is_side[owner] = true;
    contact.is_side[1 - owner] = false;
    contact.outward[owner] = own.normal(face_.edge);
    contact.outward[1 - owner] = -face_.along.direction;
    const double out = other.radius + 0.5 * margin_;
    contact.place = place_of(1 - owner, face_.along.nearest, back) - out * outward;
    return normal;
  }

  /// Of two corners, which are apart by the radii.
  Vec<2> tell_corners(double back, std::optional<PlanarContact>& r) {
    const Vec<2> way = view_.between(corners_.of[0], corners_.of[1]);
    const Vec<2> normal = turned_by(corners_.rate * back).of((1.0 / length(way)) * way);
    look_along(normal);
    PlanarContact contact;
    for (std::size_t i = 0; i < 2; ++i) {
      const PlanarAlong& along = corners_.along[i];
      if (along.nearest != corners_.of[i] || !is_alone(figure(i), along)) return normal;
      contact.of[i][0] = figure(i).numbers[corners_.of[i]];
      contact.is_side[i] = false;
      contact.outward[i] = -along.direction;
    }
    const Vec<2> on_a = place_of(0, corners_.of[0], back) + figure(0).radius * normal;
    const Vec<2> on_b = place_of(1, corners_.of[1], back) - figure(1).radius * normal;
    contact.place = 0.5 * on_a + 0.5 * on_b;
    r = contact;
    return normal;
  }

  /// Is no other corner as low, to rounding?
  bool is_alone(const PlanarFigure& of, const PlanarAlong& along) const {
    for (std::size_t i = 0; i < of.corners; ++i)
      if (i != along.nearest && along.value[i] <= along.lowest + 2.0 * now().error) return false;
    return true;
  }

  /// [L] Of a corner, in the world, at a time shortly before now.
  Vec<2> place_of(std::size_t side, std::size_t corner, double back) const {
    const CubicPath<2>& path = view_.side(side).path;
    const double t = now().t + back;
    const Vec<2> centre =
        path.position + t * (path.velocity + t * (0.5 * path.acceleration + (t / 6.0) * path.jerk));
    const PlanarTurn turn = turned_by(view_.side(side).spin * back) * now().turn[side];
    return centre + turn.of(figure(side).corner(corner));
  }

  PlanarView view_;
  double margin_;
  PlanarFace face_;
  PlanarCorners corners_;
  bool has_face_ = false;
  bool has_corners_ = false;
  double gap_ = 0.0;     // [L]
  TurningCourse first_;  // of the corners that come nearest first
};

}  // namespace

PlanarApproach approach(const MovingFigure& a, const MovingFigure& b, double margin,
                        const TurningWindow& window, const QueryWindow& asked) {
  Follow two(a, b, margin);
  return follow<2, PlanarContact>(two, window, asked);
}

}  // namespace firsthit
