#include "core/vec_math.hpp"
#include "world/heaps/touching_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

// How pieces of space touch: corners, edges and faces.

namespace firsthit {

namespace {

using Kind = TouchingParts::Kind;
using Edge = PieceHull<3>::Edge;

/// The largest slope of a face on another that all of its corners may touch; and, of the same angle, one less
/// the cosine.
constexpr double kSteepest = 0x1p-4;
constexpr double kNearlyFlat = 1.0 - 0x1p-9;

/// The sine of the least angle between two edges that are not parallel: what holds them apart is told by
/// faces below it, to this part of their lengths. Smaller: what rounds of their normal shows.
constexpr double kParallel = 0x1p-20;

/// What rounds where a place is on the rim of a face, in parts of the lengths that take part.
constexpr double kRim = 0x1p-44;

struct Line {
  Vec<3> from;
  Vec<3> way;
};

Line line_of(const PlacedPiece<3>& piece, std::size_t edge) {
  const Edge& ends = piece.hull().edges[edge];
  const Vec<3> from = piece.corner(ends.from);
  return {from, piece.corner(ends.to) - from};
}

/// May a corner touch what lies along `toward` from it? Its neighbours then lie behind, or steeper by no more
/// than `slope`. `but`: but for this neighbour.
bool faces(const PlacedPiece<3>& piece, std::size_t corner, const Vec<3>& toward, double slope = 0.0,
           std::size_t but = static_cast<std::size_t>(-1)) {
  const Vec<3> at = piece.corner(corner);
  const double size = length(toward);
  const std::vector<std::uint32_t>& beside = piece.hull().beside[corner];
  return std::all_of(beside.begin(), beside.end(), [&](std::uint32_t other) {
    if (other == but) return true;
    const Vec<3> way = piece.corner(other) - at;
    const double rises = dot(way, toward);
    return rises <= 0.0 || rises <= slope * length(way) * size;
  });
}
bool faces(const PlacedPiece<3>& piece, const Edge& edge, const Vec<3>& toward, double slope) {
  return faces(piece, edge.from, toward, slope, edge.to) && faces(piece, edge.to, toward, slope, edge.from);
}

/// Of `place` over the plane of a face: is it over the face?
bool is_inside(const PlacedPiece<3>& piece, std::size_t face, const Vec<3>& place) {
  const std::vector<std::size_t>& corners = piece.hull().faces[face].corners;
  const Vec<3> normal = piece.normal(face);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec<3> from = piece.corner(corners[i]);
    const Vec<3> way = piece.corner(corners[i + 1 < corners.size() ? i + 1 : 0]) - from;
    const Vec<3> apart = place - from;
    if (dot(cross(normal, way), apart) < -kRim * length(way) * (length(way) + length(apart))) return false;
  }
  return true;
}

/// Calls each(face, corner) of `other`'s corners that are over a face, face it, and are no further from it,
/// or behind it, than `within` [L].
template <class Each>
void each_over(const PlacedPiece<3>& piece, const PlacedPiece<3>& other, double within, const Each& each) {
  const double radii = piece.radius() + other.radius();
  for (std::uint32_t face = 0; face < piece.hull().faces.size(); ++face) {
    const Vec<3> normal = piece.normal(face);
    const Vec<3> on = piece.corner(piece.hull().faces[face].corners[0]);
    for (std::uint32_t corner = 0; corner < other.size(); ++corner) {
      const double gap = dot(normal, other.corner(corner) - on) - radii;
      if (std::fabs(gap) <= within && faces(other, corner, -normal, kSteepest) &&
          is_inside(piece, face, other.corner(corner)))
        each(face, corner);
    }
  }
}

/// Where two lines are nearest to each other, by the part of each way.
struct Nearest {
  double on_a = 0.0;
  double on_b = 0.0;
  bool is_within() const {
    return on_a >= -kRim && on_a <= 1.0 + kRim && on_b >= -kRim && on_b <= 1.0 + kRim;
  }
};
/// As seen along `along`, across which neither must be parallel to the other.
Nearest nearest_seen_along(const Vec<3>& along, const Line& a, const Line& b) {
  const double size = dot(along, cross(a.way, b.way));
  const Vec<3> apart = b.from - a.from;
  return {dot(along, cross(apart, b.way)) / size, dot(along, cross(apart, a.way)) / size};
}

/// Two edges that are not parallel, and may touch.
struct EdgesTouch {
  Vec<3> normal;  // unit, from a to b
  Nearest nearest;
};
std::optional<EdgesTouch> touch_of_edges(const PlacedPiece<3>& a, const PlacedPiece<3>& b, const Line& of_a,
                                         const Line& of_b) {
  const Vec<3> across = cross(of_a.way, of_b.way);
  const double size = length(across);
  if (!(size > kParallel * length(of_a.way) * length(of_b.way))) return {};
  EdgesTouch touch{(1.0 / size) * across, nearest_seen_along(across, of_a, of_b)};
  // Outward of both: away from their middles. Of what has none, as lines, to the other.
  const Vec<3> at_a = of_a.from + 0.5 * of_a.way, at_b = of_b.from + 0.5 * of_b.way;
  double out = dot(touch.normal, at_a - a.middle()) - dot(touch.normal, at_b - b.middle());
  if (std::fabs(out) <= kRim * (length(of_a.way) + length(of_b.way)))
    out = dot(touch.normal, of_b.from - of_a.from);
  if (out < 0.0) touch.normal = -touch.normal;
  return touch;
}

/// The part of an edge that is nearest to a place; none if an end of it is.
std::optional<Vec<3>> nearest_on(const Line& line, const Vec<3>& place) {
  const double along = dot(line.way, place - line.from);
  const double whole = length_squared(line.way);
  if (!(along > 0.0 && along < whole)) return {};
  return line.from + (along / whole) * line.way;
}

PartsTouch<3> between(const Vec<3>& from, const Vec<3>& to, double radius_a, double radius_b) {
  PartsTouch<3> touch;
  const double apart = length(to - from);
  if (!(apart > 0.0)) return touch;
  touch.normal = (1.0 / apart) * (to - from);
  touch.gap = apart - (radius_a + radius_b);
  touch.place = from + radius_a * touch.normal;
  return touch;
}

double on_segment(double part) { return std::clamp(part, 0.0, 1.0); }

/// Calls each(normal) of the faces of a piece beside this edge that nearly lie across `normal`.
template <class Each>
void each_face_along(const PlacedPiece<3>& piece, const Edge& edge, const Vec<3>& normal, const Each& each) {
  for (std::size_t i = 0; i < piece.hull().faces.size(); ++i) {
    const std::vector<std::size_t>& corners = piece.hull().faces[i].corners;
    const auto has = [&corners](std::size_t corner) {
      return std::find(corners.begin(), corners.end(), corner) != corners.end();
    };
    if (dot(piece.normal(i), normal) > kNearlyFlat && has(edge.from) && has(edge.to)) each(piece.normal(i));
  }
}

/// Do faces beside two edges, of which `normal` is across both, nearly lie on each other there?
bool are_between_faces(const PlacedPiece<3>& a, const Edge& of_a, const PlacedPiece<3>& b, const Edge& of_b,
                       const Vec<3>& normal) {
  bool are = false;
  each_face_along(a, of_a, normal, [&](const Vec<3>& on_a) {
    each_face_along(b, of_b, -normal,
                    [&](const Vec<3>& on_b) { are = are || dot(on_a, on_b) < -kNearlyFlat; });
  });
  return are;
}

/// What rounds where two are told to be apart, in parts of how far their corners are from here, or of the
/// lengths that take part: parts that touch are told with gaps that err by less (kRim, and one over
/// kParallel).
constexpr double kApart = 0x1p-24;

/// How far two lines are from each other, along what is across both. Without a root: of many pairs few are
/// near.
struct LinesApart {
  double squared = 0.0;  // the square of that, times `scale`
  double scale = 0.0;
  double doubt = 0.0;  // [L] what may round of that

  LinesApart(const Line& a, const Line& b) {
    const Vec<3> across = cross(a.way, b.way);
    const Vec<3> between = b.from - a.from;
    const double far = dot(across, between);
    squared = far * far;
    scale = length_squared(across);
    doubt = kApart * (max_abs(a.way) + max_abs(b.way) + max_abs(between));
  }
  bool are_further_than(double most) const { return squared > (most + doubt) * (most + doubt) * scale; }
  bool are_nearer_than(double least) const {
    return least > doubt && squared < (least - doubt) * (least - doubt) * scale;
  }
};

/// Calls each(edge of a, edge of b, touch) for all that are not parallel. Not for those of whom
/// `is_idle(LinesApart)`.
template <class IsIdle, class Each>
void each_pair_of_edges(const PlacedPiece<3>& a, const PlacedPiece<3>& b, const IsIdle& is_idle,
                        const Each& each) {
  for (std::uint32_t own = 0; own < a.hull().edges.size(); ++own) {
    const Line of_a = line_of(a, own);
    for (std::uint32_t other = 0; other < b.hull().edges.size(); ++other) {
      const Line of_b = line_of(b, other);
      if (is_idle(LinesApart(of_a, of_b))) continue;
      if (const auto touch = touch_of_edges(a, b, of_a, of_b)) each(own, other, *touch);
    }
  }
}

/// Calls each(parts) for corners that are nearest to a corner or an edge, where something is round.
template <class Each>
void each_round_pair(const PlacedPiece<3>& a, const PlacedPiece<3>& b, const Each& each) {
  for (std::uint32_t own = 0; own < a.size(); ++own) {
    const Vec<3> corner = a.corner(own);
    for (std::uint32_t other = 0; other < b.size(); ++other) {
      const Vec<3> way = b.corner(other) - corner;
      if (faces(a, own, way) && faces(b, other, -way)) each(TouchingParts{Kind::Corners, own, other, 0});
    }
    for (std::uint32_t other = 0; other < b.hull().edges.size(); ++other) {
      const auto place = nearest_on(line_of(b, other), corner);
      if (!place) continue;
      const Vec<3> way = *place - corner;
      if (faces(a, own, way) && faces(b, b.hull().edges[other], -way, 0.0))
        each(TouchingParts{Kind::CornerOnEdge, own, other, 0});
    }
  }
  for (std::uint32_t other = 0; other < b.size(); ++other) {
    const Vec<3> corner = b.corner(other);
    for (std::uint32_t own = 0; own < a.hull().edges.size(); ++own) {
      const auto place = nearest_on(line_of(a, own), corner);
      if (!place) continue;
      const Vec<3> way = corner - *place;
      if (faces(a, a.hull().edges[own], way, 0.0) && faces(b, other, -way))
        each(TouchingParts{Kind::EdgeOnCorner, own, other, 0});
    }
  }
}

/// Calls each(edge, line) for those of a face.
template <class Each>
void each_edge_of(const PlacedPiece<3>& piece, std::size_t face, const Each& each) {
  const std::vector<std::size_t>& corners = piece.hull().faces[face].corners;
  const auto has = [&corners](std::size_t corner) {
    return std::find(corners.begin(), corners.end(), corner) != corners.end();
  };
  for (std::uint32_t i = 0; i < piece.hull().edges.size(); ++i)
    if (has(piece.hull().edges[i].from) && has(piece.hull().edges[i].to)) each(i, line_of(piece, i));
}

/// Calls each(parts) where the rims of two faces cross that nearly lie on each other.
template <class Each>
void each_crossing(const PlacedPiece<3>& a, const PlacedPiece<3>& b, const Each& each) {
  for (std::uint32_t face = 0; face < a.hull().faces.size(); ++face) {
    const Vec<3> normal = a.normal(face);
    for (std::uint32_t opposite = 0; opposite < b.hull().faces.size(); ++opposite) {
      if (!(dot(normal, b.normal(opposite)) < -kNearlyFlat)) continue;
      each_edge_of(a, face, [&](std::uint32_t own, const Line& of_a) {
        each_edge_of(b, opposite, [&](std::uint32_t other, const Line& of_b) {
          const double size = std::fabs(dot(normal, cross(of_a.way, of_b.way)));
          if (!(size > kParallel * length(of_a.way) * length(of_b.way))) return;
          if (nearest_seen_along(normal, of_a, of_b).is_within())
            each(TouchingParts{Kind::Crossing, own, other, face});
        });
      });
    }
  }
}

/// Are they further apart than that [L], as seen along the line of their middles, or a normal of a face? Not
/// all who are so are found.
bool are_apart(const PlacedPiece<3>& a, const PlacedPiece<3>& b, double within) {
  double most = within;
  for (const PlacedPiece<3>* piece : {&a, &b})
    for (std::size_t i = 0; i < piece->size(); ++i)
      most = std::max(most, within + kApart * max_abs(piece->corner(i)));
  const Vec<3> way = b.middle() - a.middle();
  const double size = length(way);
  if (size > 0.0 && gap_along(a, b, (1.0 / size) * way) > most) return true;
  for (std::size_t face = 0; face < a.hull().faces.size(); ++face)
    if (gap_along(a, b, a.normal(face)) > most) return true;
  for (std::size_t face = 0; face < b.hull().faces.size(); ++face)
    if (gap_along(b, a, b.normal(face)) > most) return true;
  return false;
}

/// The corner that is furthest along a direction.
std::uint32_t furthest(const PlacedPiece<3>& piece, const Vec<3>& along) {
  std::uint32_t at = 0;
  for (std::uint32_t i = 1; i < piece.size(); ++i)
    if (dot(along, piece.corner(i) - piece.corner(at)) > 0.0) at = i;
  return at;
}

}  // namespace

template <>
PieceHull<3> hull_of(const SolidPiece<3>& piece) {
  PieceHull<3> hull;
  if (piece.kind == SolidPiece<3>::Kind::Ball) {
    hull.corners = {Vec<3>{}};
  } else {
    std::vector<Vec<3>> places = piece.facets.vertices;
    if (piece.kind == SolidPiece<3>::Kind::Box)
      for (int i = 0; i < 8; ++i)
        places.push_back({(i & 1) != 0 ? piece.half[0] : -piece.half[0],
                          (i & 2) != 0 ? piece.half[1] : -piece.half[1],
                          (i & 4) != 0 ? piece.half[2] : -piece.half[2]});
    HullFaces all = faces_of(places);
    hull.corners = std::move(all.corners);
    hull.faces = std::move(all.faces);
  }
  hull.radius = piece.is_curved() ? piece.radius : 0.0;
  hull.is_seam = piece.is_seam;
  hull.beside.resize(hull.corners.size());
  const auto join = [&hull](std::size_t from, std::size_t to) {
    hull.edges.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
    hull.beside[from].push_back(static_cast<std::uint32_t>(to));
    hull.beside[to].push_back(static_cast<std::uint32_t>(from));
  };
  if (hull.faces.empty() && hull.corners.size() == 2) join(0, 1);
  for (const HullFaces::Face& face : hull.faces)
    for (std::size_t i = 0; i < face.corners.size(); ++i)  // each is in two of them, once in each direction
      if (const std::size_t from = face.corners[i],
          to = face.corners[i + 1 < face.corners.size() ? i + 1 : 0];
          from < to)
        join(from, to);
  for (const Vec<3>& corner : hull.corners)
    hull.middle = hull.middle + (1.0 / static_cast<double>(hull.corners.size())) * corner;
  return hull;
}

PartsTouch<3> touch_of(const PlacedPiece<3>& a, const PlacedPiece<3>& b, const TouchingParts& parts) {
  const double radii = a.radius() + b.radius();
  PartsTouch<3> touch;
  switch (parts.kind) {
    case Kind::Whole:
    case Kind::CornerOnPlane:
      return touch;
    case Kind::Corners:
      return between(a.corner(parts.own), b.corner(parts.other), a.radius(), b.radius());
    case Kind::CornerOnEdge: {
      const Vec<3> corner = a.corner(parts.own);
      const auto place = nearest_on(line_of(b, parts.other), corner);
      return place ? between(corner, *place, a.radius(), b.radius()) : touch;
    }
    case Kind::EdgeOnCorner: {
      const Vec<3> corner = b.corner(parts.other);
      const auto place = nearest_on(line_of(a, parts.own), corner);
      return place ? between(*place, corner, a.radius(), b.radius()) : touch;
    }
    case Kind::FaceOnCorner: {
      touch.normal = a.normal(parts.own);
      const Vec<3> corner = b.corner(parts.other);
      touch.gap = dot(touch.normal, corner - a.corner(a.hull().faces[parts.own].corners[0])) - radii;
      touch.place = corner - (b.radius() + touch.gap) * touch.normal;
      return touch;
    }
    case Kind::CornerOnFace: {
      touch.normal = -b.normal(parts.other);
      const Vec<3> corner = a.corner(parts.own);
      touch.gap = dot(touch.normal, b.corner(b.hull().faces[parts.other].corners[0]) - corner) - radii;
      touch.place = corner + a.radius() * touch.normal;
      return touch;
    }
    case Kind::Edges:
    case Kind::Crossing:
      break;
  }
  const Line of_a = line_of(a, parts.own), of_b = line_of(b, parts.other);
  Nearest nearest;
  if (parts.kind == Kind::Crossing) {
    touch.normal = a.normal(parts.face);
    nearest = nearest_seen_along(touch.normal, of_a, of_b);
  } else {
    const auto edges = touch_of_edges(a, b, of_a, of_b);
    if (!edges) return touch;
    touch.normal = edges->normal;
    nearest = edges->nearest;
  }
  const Vec<3> on_a = of_a.from + on_segment(nearest.on_a) * of_a.way;
  const Vec<3> on_b = of_b.from + on_segment(nearest.on_b) * of_b.way;
  touch.gap = dot(touch.normal, on_b - on_a) - radii;
  touch.place = on_a + a.radius() * touch.normal;
  return touch;
}

std::vector<TouchingParts> touching_parts(const PlacedPiece<3>& one, const PlacedPiece<3>& other_one,
                                          double within) {
  const PlacedPiece<3> a = one.worked_out(), b = other_one.worked_out();
  std::vector<TouchingParts> found;
  if (are_apart(a, b, within)) return found;
  const auto add = [&](const TouchingParts& parts) {
    const PartsTouch<3> touch = touch_of(a, b, parts);
    if (!is_zero(touch.normal) && std::fabs(touch.gap) <= within) found.push_back(parts);
  };
  each_over(a, b, within, [&](std::uint32_t face, std::uint32_t corner) {
    found.push_back({Kind::FaceOnCorner, face, corner, 0});
  });
  each_over(b, a, within, [&](std::uint32_t face, std::uint32_t corner) {
    found.push_back({Kind::CornerOnFace, corner, face, 0});
  });
  each_crossing(a, b, add);
  const double radii = a.radius() + b.radius();
  const auto is_far = [&](const LinesApart& lines) { return lines.are_further_than(within + radii); };
  each_pair_of_edges(a, b, is_far, [&](std::uint32_t own, std::uint32_t other, const EdgesTouch& touch) {
    const Edge& of_a = a.hull().edges[own];
    const Edge& of_b = b.hull().edges[other];
    if (!touch.nearest.is_within()) return;
    if (!faces(a, of_a, touch.normal, kSteepest) || !faces(b, of_b, -touch.normal, kSteepest)) return;
    if (are_between_faces(a, of_a, b, of_b, touch.normal)) return;  // they cross
    add({Kind::Edges, own, other, 0});
  });
  if (radii > 0.0) each_round_pair(a, b, add);
  if (found.empty()) add(separating_parts(a, b));
  return found;
}

TouchingParts separating_parts(const PlacedPiece<3>& one, const PlacedPiece<3>& other_one) {
  const PlacedPiece<3> a = one.worked_out(), b = other_one.worked_out();
  TouchingParts best;
  double most = -std::numeric_limits<double>::infinity();
  const auto try_parts = [&](const TouchingParts& parts) {
    const PartsTouch<3> touch = touch_of(a, b, parts);
    if (is_zero(touch.normal) || !(touch.gap > most)) return;
    most = touch.gap;
    best = parts;
  };
  for (std::uint32_t face = 0; face < a.hull().faces.size(); ++face)
    try_parts({Kind::FaceOnCorner, face, furthest(b, -a.normal(face)), 0});
  for (std::uint32_t face = 0; face < b.hull().faces.size(); ++face)
    try_parts({Kind::CornerOnFace, furthest(a, -b.normal(face)), face, 0});
  // Edges whose neighbours all lie behind them are as far apart as their lines.
  const double radii = a.radius() + b.radius();
  const auto is_less = [&](const LinesApart& lines) { return lines.are_nearer_than(most + radii); };
  each_pair_of_edges(a, b, is_less, [&](std::uint32_t own, std::uint32_t other, const EdgesTouch& touch) {
    if (faces(a, a.hull().edges[own], touch.normal, kRim) &&
        faces(b, b.hull().edges[other], -touch.normal, kRim))
      try_parts({Kind::Edges, own, other, 0});
  });
  if (radii > 0.0) each_round_pair(a, b, try_parts);
  return best;
}

}  // namespace firsthit
