#include "oracle/polygon_judge.hpp"

#include "oracle/outline.hpp"
#include "oracle/story.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

// What is concave is taken for a union of convex pieces. Insides meet if those of two pieces do; but for what
// is thin and comes in between two of them, so for thin things the polygon's edges tell. From outside all
// pieces will do, and the oracle cuts its own; once inside, the law is about the polygon's own.

namespace firsthit::judging {
namespace {

const Linear<2>& course(const Moving<2>& moving) { return std::get<Linear<2>>(moving.motion); }

std::vector<Body<2>> own_pieces(const Polygon& polygon) {
  std::vector<Body<2>> r;
  for (std::size_t i = 0; i < polygon.pieces(); ++i) {
    const auto piece = polygon.piece(i);
    r.push_back(hull_of<2>({piece.begin(), piece.end()}));
  }
  return r;
}

std::vector<Body<2>> pieces(const Shape<2>& shape, bool own) {
  if (const auto* polygon = std::get_if<Polygon>(&shape))
    return own ? own_pieces(*polygon) : triangles(*polygon);
  return {body_of(shape)};
}

/// The stories of all pairs of pieces, taken together.
class Union {
 public:
  Union(const Case<2>& query, bool own) : a_(pieces(query.a.shape, own)), b_(pieces(query.b.shape, own)) {
    for (const Body<2>& a : a_)
      for (const Body<2>& b : b_)
        pairs_.push_back(
            std::make_unique<Pair<2>>(a, course(query.a), b, course(query.b), query.query.margin));
    for (const auto& pair : pairs_) stories_.push_back(told(*pair, query.query.horizon));
  }

  bool starts_inside() const {
    return any([](const Story<2>& s) { return s.truth().at_start && s.gap_sign(0.0) < 0; });
  }
  template <class Condition>
  bool any(const Condition& condition) const {
    return std::any_of(stories_.begin(), stories_.end(),
                       [&](const auto& story) { return condition(*story); });
  }
  /// Of those for which the condition holds: is the first touch after t (1), at t (0) or before (-1)?
  template <class Condition>
  int side(double t, const Condition& condition) const {
    int r = 1;
    for (const auto& story : stories_)
      if (condition(*story)) r = std::min(r, side(*story, t));
    return r;
  }
  static int side(const Story<2>& story, double t) {
    if (story.truth().at_start) return t > 0.0 ? -1 : 0;
    return story.side(t);
  }
  const std::vector<std::unique_ptr<Story<2>>>& stories() const { return stories_; }

  /// Does the course run along an edge of a piece, with all of the other piece on the edge's line?
  bool any_edge_along_course() const {
    const auto runs_along = [](const std::vector<Vector<mpz_class, 2>>& piece, const Topology& shape,
                               const std::vector<Vector<mpz_class, 2>>& other,
                               const Vector<mpz_class, 2>& v) {
      return std::any_of(shape.edges.begin(), shape.edges.end(), [&](const Edge& edge) {
        const auto along = piece[edge[1]] - piece[edge[0]];
        return cross(along, v) == 0 && std::all_of(other.begin(), other.end(), [&](const auto& place) {
                 return cross(along, place - piece[edge[0]]) == 0;
               });
      });
    };
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
      const Geometry<mpz_class, 2>& g = pair->start().exact;
      return runs_along(g.a, *pair->start().shape_a, g.b, g.v) ||
             runs_along(g.b, *pair->start().shape_b, g.a, g.v);
    });
  }

 private:
  std::vector<Body<2>> a_, b_;
  std::vector<std::unique_ptr<Pair<2>>> pairs_;
  std::vector<std::unique_ptr<Story<2>>> stories_;
};

bool touches(const Story<2>& story) { return story.truth().outcome != Outcome::Miss; }
bool happens(const Story<2>& story) {
  return story.truth().outcome == Outcome::Impact || story.truth().outcome == Outcome::Overlap;
}

/// Is the normal along one of the directions, or between two of them?
bool is_between(const Vec<2>& normal, const std::vector<Vec<2>>& directions) {
  const auto area = [](const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; };
  constexpr double kError = 1e-14;
  for (const Vec<2>& a : directions) {
    const bool same_side = normal[0] * a[0] + normal[1] * a[1] > 0.0;
    if (std::fabs(area(normal, a)) <= kError && (same_side || a == Vec<2>{})) return true;
    for (const Vec<2>& b : directions)
      if (area(a, normal) >= -kError && area(normal, b) >= -kError) return true;
  }
  return false;
}

/// A point or a piece of a line that moves against a polygon.
struct Thin {
  Body<2> outline;
  Body<2> body;
  Pair<2> pair;
  Entry entered;

  Thin(const Moving<2>& polygon, const Moving<2>& thin)
      : outline(hull_of<2>(std::get<Polygon>(polygon.shape).vertices())),
        body(body_of(thin.shape)),
        pair(outline, course(polygon), body, course(thin), 0.0),
        entered(entry(pair)) {}

  /// Is it to be inside after t (1), from t on (0) or before (-1)? Requires: it comes in.
  int side(double t) const {
    const Time time = pair.time(t);
    return cmp(*entered.time, mpq_class(time.above, time.below));
  }
};

class PolygonJudge {
 public:
  PolygonJudge(const Case<2>& query, const Encounter<2>& answer) : query_(query), answer_(answer) {
    const bool first = std::holds_alternative<Polygon>(query.a.shape);
    const Moving<2>& polygon = first ? query.a : query.b;
    const Moving<2>& other = first ? query.b : query.a;
    if (std::holds_alternative<Polygon>(other.shape) || query.query.margin > 0.0) return;
    const Body<2> thin = body_of(other.shape);
    if (thin.radius == 0.0 && thin.dimension < 2) thin_ = std::make_unique<Thin>(polygon, other);
  }

  std::string objection() const {
    const Union own(query_, true);
    const bool inside = own.starts_inside() || (thin_ && thin_->entered.starts_inside);
    const bool slips = thin_ && own.any_edge_along_course();
    // Along a diagonal between own pieces something thin may come in once more: not judged.
    if (inside && slips) return "";
    std::string r = inside ? judged(own, true) : judged(Union(query_, false), false);
    return r.empty() && !slips ? check_contact(own) : r;
  }

 private:
  std::string judged(const Union& all, bool inside) const {
    const bool by_edges = thin_ && !inside;
    const auto event_side = [&](double t) { return by_edges ? thin_->side(t) : all.side(t, happens); };
    const auto touch_side = [&](double t) { return all.side(t, touches); };
    const double end = query_.query.horizon;
    const bool event =
        by_edges ? thin_->entered.time && (std::isinf(end) || thin_->side(end) <= 0) : all.any(happens);
    const Outcome expected = event ? kind_of(all, inside) : all.any(touches) ? Outcome::Graze : Outcome::Miss;
    if (expected != answer_.outcome) return name(answer_.outcome) + ", which is a " + name(expected);
    if (expected == Outcome::Miss) return "";
    if (const std::string r = check_rounded_down(answer_.first_touch, touch_side); !r.empty())
      return "first touch: " + r;
    return event ? check_time(answer_.delay, answer_.delay_upper, event_side) : "";
  }

  /// An impact of pieces that starts while others are still inside each other is an overlap.
  Outcome kind_of(const Union& all, bool inside) const {
    if (!inside) return Outcome::Impact;
    const bool overlap = all.any([&](const Story<2>& s) {
      if (s.truth().outcome == Outcome::Overlap) return true;
      return s.truth().at_start && s.truth().outcome == Outcome::Graze && s.gap_sign(0.0) < 0 &&
             s.gap_sign(answer_.delay) <= 0;
    });
    return overlap ? Outcome::Overlap : Outcome::Impact;
  }

  /// The normal is one of those of the pieces that meet then, or is made of them.
  std::string check_contact(const Union& own) const {
    if (answer_.outcome == Outcome::Miss) return "";
    const bool event = answer_.outcome != Outcome::Graze;
    const double t = event ? answer_.delay : answer_.first_touch;
    std::vector<Vec<2>> directions;
    for (const auto& story : own.stories()) {
      if (!(event ? happens(*story) : touches(*story))) continue;
      const auto side = [&](double at) { return Union::side(*story, at); };
      if (!check_rounded_down(t, side).empty()) continue;
      Vec<2> direction = rounded_direction<2>(story->direction(t));
      const double length = std::sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
      if (length > 0.0)
        for (double& x : direction.c) x /= length;
      directions.push_back(direction);
    }
    return is_between(answer_.normal, directions) ? ""
                                                  : "a normal that is none of those of the pieces that meet";
  }

  const Case<2>& query_;
  const Encounter<2>& answer_;
  std::unique_ptr<Thin> thin_;
};

}  // namespace

std::string polygon_objection(const Case<2>& query, const Encounter<2>& answer) {
  return PolygonJudge(query, answer).objection();
}

}  // namespace firsthit::judging
