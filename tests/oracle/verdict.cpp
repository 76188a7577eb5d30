#include "oracle/verdict.hpp"

#include "oracle/contact_judge.hpp"
#include "oracle/polygon_judge.hpp"
#include "oracle/story.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit::judging {
namespace {

template <int D>
const Linear<D>& course(const Moving<D>& moving) {
  return std::get<Linear<D>>(moving.motion);
}

template <int D>
double largest(const Vec<D>& a) {
  double r = 0.0;
  for (const double x : a.c) r = std::max(r, std::fabs(x));
  return r;
}

template <int D>
double moment_of(const Encounter<D>& answer) {
  return answer.outcome == Outcome::Graze ? answer.first_touch : answer.delay;
}

/// The hull of a shape's vertices, grown by its radius.
template <int D>
Body<D> all_of(const Shape<D>& shape) {
  if constexpr (D == 2)
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return hull_of<2>(polygon->vertices());
  return body_of(shape);
}

/// The largest number that is added up to find a place of a contact at t.
template <int D>
double size(const Moving<D>& moving, double t) {
  double r = std::max(largest(course(moving).position), t * largest(course(moving).velocity));
  if (const auto* plane = std::get_if<HalfSpace<D>>(&moving.shape))
    return std::max(r, std::fabs(plane->offset) / largest(plane->normal));
  const Body<D> body = all_of(moving.shape);
  r = std::max(r, body.radius);
  for (const auto& vertex : body.vertices)
    for (const mpz_class& x : vertex)
      r = std::max(r, std::ldexp(std::fabs(static_cast<double>(Approx(x).value())), body.unit));
  return r;
}

/// The parts of an answer that a Miss and a Graze share, and that all do.
template <int D>
std::string check_form(const Encounter<D>& answer, double horizon) {
  if (answer.outcome == Outcome::Unresolved) return "unresolved";
  const bool nothing = answer.outcome == Outcome::Miss || answer.outcome == Outcome::Graze;
  if (nothing && (answer.delay != horizon || answer.delay_upper != horizon))
    return "a delay that is not the horizon";
  if (answer.outcome != Outcome::Miss) return "";
  if (answer.first_touch != horizon) return "a first touch that is not the horizon";
  return largest(answer.normal) == 0.0 ? "" : "a normal of a miss";
}

/// The distance of a place from the surface of what moves.
template <int D>
double from_surface(const Vec<D>& place, const Moving<D>& moving, double t) {
  if (const auto* plane = std::get_if<HalfSpace<D>>(&moving.shape))
    return distance_from_surface(place, *plane, course(moving), t);
  return distance_from_surface(place, all_of(moving.shape), course(moving), t);
}

/// Places and gap: both surfaces are there, and the gap leads from one to the other along the normal.
template <int D>
std::string check_places(const Case<D>& query, const Encounter<D>& answer, double t, const Story<D>& story) {
  const double allowed = kPlaceError * (std::max(size(query.a, t), size(query.b, t)) + query.query.margin);
  const double gap = story.gap(t);
  if (!(std::fabs(answer.gap - gap) <= allowed))
    return "a gap of " + std::to_string(answer.gap) + ", which is " + std::to_string(gap);
  if (story.is_tie()) return "";  // along a normal that is made of several there is no one place
  const double a = from_surface(answer.point_a, query.a, t);
  const double b = from_surface(answer.point_b, query.b, t);
  if (!(std::fabs(a) <= allowed))
    return "point_a is " + std::to_string(a / allowed) + " of what is allowed off";
  if (!(std::fabs(b) <= allowed))
    return "point_b is " + std::to_string(b / allowed) + " of what is allowed off";
  for (std::size_t i = 0; i < std::size_t{D}; ++i)
    if (!(std::fabs(answer.point_b[i] - answer.point_a[i] - answer.gap * answer.normal[i]) <= allowed))
      return "a gap that does not lead from one place to the other";
  return "";
}

/// A query whose first shape is a half-space, if any is, in exact numbers.
template <int D>
struct Judged {
  Body<D> a, b;  // of a half-space, a's has only a place
  std::optional<Pair<D>> pair;
  std::unique_ptr<Story<D>> story;

  explicit Judged(const Case<D>& query) {
    const auto* plane = std::get_if<HalfSpace<D>>(&query.a.shape);
    const auto* other = std::get_if<HalfSpace<D>>(&query.b.shape);
    const double end = query.query.horizon;
    const double margin = query.query.margin;
    if (other != nullptr) {
      story = told(*plane, course(query.a), *other, course(query.b), margin, end);
      return;
    }
    b = all_of(query.b.shape);
    if (plane != nullptr) {
      story = told(exact_plane(*plane), course(query.a), b, course(query.b), margin, end);
      return;
    }
    a = body_of(query.a.shape);
    pair.emplace(a, course(query.a), b, course(query.b), margin);
    story = told(*pair, end);
  }
};

template <int D>
std::string check_event(const Story<D>& story, const Encounter<D>& answer) {
  const Truth& truth = story.truth();
  if (truth.outcome != answer.outcome)
    return name(answer.outcome) + ", which is a " + name(truth.outcome) +
           (truth.at_start ? " at the start" : "");
  if (truth.outcome == Outcome::Miss) return "";
  const bool happens = truth.outcome != Outcome::Graze;
  if (truth.at_start) {
    if (answer.first_touch != 0.0) return "a first touch that is not at the start";
    return happens && !(answer.delay == 0.0 && answer.delay_upper == 0.0)
               ? "an event that is not at the start"
               : "";
  }
  const auto side = [&story](double t) { return story.side(t); };
  if (!happens) return check_rounded_down(answer.first_touch, side);
  if (answer.first_touch != answer.delay) return "a first touch that is not the impact";
  return check_time(answer.delay, answer.delay_upper, side);
}

template <int D>
std::string check_convex(const Case<D>& query, const Encounter<D>& answer) {
  const Judged<D> judged(query);
  const Story<D>& story = *judged.story;
  if (std::string r = check_event(story, answer); !r.empty() || answer.outcome == Outcome::Miss) return r;
  const double t = moment_of(answer);
  const Vector<mpz_class, D> direction = story.direction(t);
  if (std::string r = check_normal<D>(answer.normal, direction); !r.empty()) return r;
  if (is_zero(direction)) return "";
  return check_places(query, answer, t, story);
}

}  // namespace

template <int D>
std::string objection(const Case<D>& query, const Encounter<D>& answer) {
  if (std::holds_alternative<HalfSpace<D>>(query.b.shape) &&
      !std::holds_alternative<HalfSpace<D>>(query.a.shape)) {
    Encounter<D> turned = answer;
    for (double& x : turned.normal.c) x = -x;
    std::swap(turned.point_a, turned.point_b);
    return objection<D>({query.b, query.a, query.query, query.style}, turned);
  }
  if (std::string r = check_form(answer, query.query.horizon); !r.empty()) return r;
  if constexpr (D == 2) {
    const bool plane = std::holds_alternative<HalfSpace<2>>(query.a.shape);
    if (!plane &&
        (std::holds_alternative<Polygon>(query.a.shape) || std::holds_alternative<Polygon>(query.b.shape))) {
      return polygon_objection(query, answer);
    }
  }
  return check_convex(query, answer);
}

template std::string objection<2>(const Case<2>&, const Encounter<2>&);
template std::string objection<3>(const Case<3>&, const Encounter<3>&);

}  // namespace firsthit::judging
