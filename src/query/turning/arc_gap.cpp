#include "core/vec_math.hpp"
#include "query/turning/base/turning_arc.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

// How far an arc is from a convex shape. Places are seen from the arc's centre.

namespace firsthit {
namespace {

/// An edge of the other shape; of one with an inside, that is to its left.
struct Edge {
  Vec<2> from;   // [L]
  Vec<2> along;  // unit
  double size;   // [L]
  Vec<2> left;   // unit, across it
  double level;  // [L] left . x of its places

  Edge(const Vec<2>& p, const Vec<2>& q)
      : from(p),
        along((1.0 / length(q - p)) * (q - p)),
        size(length(q - p)),
        left(turned_left(along)),
        level(0.5 * (dot(left, p) + dot(left, q))) {}  // of both ends, so that their order does not show

  double beside(const Vec<2>& x) const { return dot(left, x) - level; }  // [L] to the left
};

class Search {
 public:
  Search(const TurningPair<2>& pair, const TurningInstant<2>& now)
      : pair_(pair), now_(now), arc_(*pair.arc, pair.a) {
    for (const Vec<2>& corner : pair.b.corners()) corners_.push_back((now.place + corner) - arc_.centre());
    const std::size_t count = corners_.size();
    for (std::size_t i = 0; count > 1 && i < (count == 2 ? 1 : count); ++i)
      edges_.emplace_back(corners_[i], corners_[(i + 1) % count]);
    for (const Vec<2>& corner : corners_) middle_ = middle_ + (1.0 / static_cast<double>(count)) * corner;
  }

  ArcNearest run() {
    std::optional<ArcNearest::Crossing> crossing;
    for (const Edge& edge : edges_)
      if (!crossing) crossing = crossing_of(edge);
    is_hit_ = crossing.has_value();
    for (std::size_t j = 0; j < corners_.size(); ++j) try_corner(j);
    for (const Edge& edge : edges_) try_edge(edge);
    if (is_solid() && (is_hit_ || is_inside(arc_.radius() * arc_.from()))) find_deepest();
    // A segment that crosses it is as deep as what is least beyond: one of its ends, or the arc's, or a
    // bulge.
    if (is_beyond()) {
      r_.distance = -r_.distance;
      r_.crossing = {crossing->place + arc_.centre(), crossing->across};
    }
    r_.place = r_.place + arc_.centre();
    return r_;
  }

 private:
  bool is_solid() const { return corners_.size() > 2; }
  bool is_beyond() const { return is_hit_ && !is_solid(); }

  bool is_inside(const Vec<2>& place) const {
    return std::all_of(edges_.begin(), edges_.end(),
                       [&](const Edge& edge) { return edge.beside(place) >= 0.0; });
  }

  void note(double distance, const Vec<2>& place, const Vec<2>& normal, double rate) {
    if (distance < r_.distance) r_ = {distance, normal, rate, place, {}};
  }

  /// [rad/T] How fast the direction from a place of the arc, `from` its centre, to a corner turns.
  double rate_to(std::size_t corner, const Vec<2>& from, const Vec<2>& normal, double distance) const {
    const Vec<2> velocity =
        now_.velocity + (pair_.b.angular_velocity() * turned_left(pair_.b.corners()[corner]) -
                         pair_.a.angular_velocity() * turned_left(arc_.centre() + from));
    return cross(normal, velocity) / distance;
  }

  void try_corner(std::size_t j) {
    const Vec<2>& z = corners_[j];
    const double far = length(z);
    if (far == 0.0) {
      const Vec<2> across = arc_.pieces()[arc_.pieces().size() / 2].from;
      return note(arc_.radius(), arc_.radius() * across, -across, pair_.a.angular_velocity());
    }
    if (arc_.spans(z)) {
      const Vec<2> outward = (1.0 / far) * z;
      const double distance = std::fabs(far - arc_.radius());
      // Within the error, the rest of the body tells better from which side it comes; what has crossed it
      // goes back.
      const bool by_body = corners_.size() > 1 && !is_beyond() && distance <= 2.0 * now_.error;
      const bool is_outside =
          by_body ? dot(middle_ - z, outward) > 0.0 : (far > arc_.radius()) != is_beyond();
      return note(distance, arc_.radius() * outward, is_outside ? outward : -outward,
                  rate_to(j, {}, outward, far));
    }
    for (const Vec<2>& end : {arc_.from(), arc_.to()}) {
      const Vec<2> place = arc_.radius() * end;
      const double distance = length(z - place);
      if (!(distance < r_.distance)) continue;
      const Vec<2> way = is_beyond() ? place - z : z - place;
      const Vec<2> normal = distance > 0.0 ? (1.0 / distance) * way : end;
      note(distance, place, normal, rate_to(j, place, normal, std::max(distance, now_.error)));
    }
  }

  void try_edge(const Edge& edge) {
    const Vec<2>& left = edge.left;
    if (!arc_.is_whole())
      for (const Vec<2>& end : {arc_.from(), arc_.to()}) {
        const Vec<2> place = arc_.radius() * end;
        const double along = dot(edge.along, place - edge.from);
        if (!(along > 0.0 && along < edge.size)) continue;
        const double beside = edge.beside(place);
        // A solid is to the left; of what is beyond a segment, the rest is on the other side.
        const bool is_left = is_solid() || (beside < 0.0) != is_beyond();
        note(std::fabs(beside), place, is_left ? left : -left, pair_.b.angular_velocity());
      }
    const Foot foot = foot_of(edge);
    if (!(foot.along > 0.0 && foot.along < edge.size) || !arc_.spans(foot.place)) return;
    if (foot.far < arc_.radius() && !is_beyond()) return;
    const Vec<2> outward = edge.level < 0.0 ? -left : left;
    note(std::fabs(foot.far - arc_.radius()), arc_.radius() * outward, outward, pair_.b.angular_velocity());
  }

  /// The place of an edge's line that is nearest to the arc's centre.
  struct Foot {
    double along;  // [L] from the edge's first corner
    Vec<2> place;
    double far;  // [L] from the centre
  };
  static Foot foot_of(const Edge& edge) {
    const double along = -dot(edge.along, edge.from);
    return {along, edge.level * edge.left, std::fabs(edge.level)};
  }

  std::optional<ArcNearest::Crossing> crossing_of(const Edge& edge) const {
    const Foot foot = foot_of(edge);
    if (!(foot.far < arc_.radius())) return std::nullopt;
    const double half = std::sqrt((arc_.radius() - foot.far) * (arc_.radius() + foot.far));
    for (const double ahead : {-half, half}) {
      const double along = foot.along + ahead;
      const Vec<2> place = foot.place + ahead * edge.along;
      if (along >= 0.0 && along <= edge.size && arc_.spans(place))
        return ArcNearest::Crossing{place, edge.left};
    }
    return std::nullopt;
  }

  /// The place of the arc that is deepest in the solid: an end, or where it is deepest below one edge, or as
  /// deep below two.
  void find_deepest() {
    double least = std::numeric_limits<double>::infinity();
    const auto try_place = [&](const Vec<2>& direction) {
      if (!arc_.spans(direction)) return;
      const Vec<2> place = arc_.radius() * direction;
      const Edge* nearest = &edges_[0];
      double height = -std::numeric_limits<double>::infinity();
      for (const Edge& edge : edges_) {
        const double above = -edge.beside(place);
        // Of edges that are as near, the one that faces more from centre to centre: whatever comes first.
        const bool is_nearer = above > height || (above == height && dot(edge.left, now_.place) >
                                                                         dot(nearest->left, now_.place));
        nearest = is_nearer ? &edge : nearest;
        height = std::max(height, above);
      }
      if (!(height < least)) return;
      least = height;
      r_ = {height, nearest->left, pair_.b.angular_velocity(), place, {}};
    };
    try_place(arc_.from());
    try_place(arc_.to());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const Vec<2>& inward = edges_[i].left;
      try_place(inward);
      for (std::size_t j = 0; j < i; ++j) {
        // left . x - level is the same for both.
        const Vec<2> across = inward - edges_[j].left;
        const double size = length(across);
        const double cosine = (edges_[i].level - edges_[j].level) / (arc_.radius() * size);
        if (!(std::fabs(cosine) <= 1.0)) continue;
        const double sine = std::sqrt((1.0 - cosine) * (1.0 + cosine));
        const Vec<2> ahead = (1.0 / size) * across;
        for (const double side : {-sine, sine}) try_place(cosine * ahead + side * turned_left(ahead));
      }
    }
  }

  const TurningPair<2>& pair_;
  const TurningInstant<2>& now_;
  ArcNow arc_;
  std::vector<Vec<2>> corners_;
  std::vector<Edge> edges_;
  Vec<2> middle_{};
  bool is_hit_ = false;  // is it crossed by an edge?
  ArcNearest r_;
};

ArcNearest nearest_to_plane(const TurningPair<2>& pair, const TurningInstant<2>& now) {
  const Vec<2>& normal = pair.plane->normal;
  const ArcNow arc(*pair.arc, pair.b);
  Vec<2> lowest = -normal;
  if (!arc.spans(lowest)) lowest = dot(normal, arc.from()) < dot(normal, arc.to()) ? arc.from() : arc.to();
  const Vec<2> place = arc.centre() + arc.radius() * lowest;
  return {dot(normal, now.place + place) - pair.plane->height, normal, 0.0, place, {}};
}

}  // namespace

ArcNearest nearest_of_arc(const TurningPair<2>& pair, const TurningInstant<2>& now) {
  if (pair.plane) return nearest_to_plane(pair, now);
  return Search(pair, now).run();
}

TurningGap<2> gap_of_arc(const TurningPair<2>& pair, const TurningInstant<2>& now) {
  const ArcNearest nearest = nearest_of_arc(pair, now);
  TurningGap<2> r;
  r.gap = nearest.distance - pair.radii;
  r.normal = nearest.normal;
  r.add({nearest.normal, nearest.rate});
  return r;
}

}  // namespace firsthit
