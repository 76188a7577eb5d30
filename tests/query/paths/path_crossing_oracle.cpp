#include "query/paths/path_crossing_oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

namespace firsthit::oracle {
namespace {

/// Stands for an infinite horizon: behind every finite delay that numbers within range can lead to.
const mpq_class kHorizon = mpq_class(mpz_class(1) << 4000);
const mpq_class kForever = mpq_class(mpz_class(1) << 3000);

template <int D>
struct Plane {
  std::array<mpq_class, D == 2 ? 2 : 3> u, w, d;
  mpq_class uu, uw, ww, ud, wd;

  Plane(const Linear<D>& p, const Linear<D>& q) {
    for (std::size_t i = 0; i < u.size(); ++i) {
      u[i] = mpq_class(p.velocity[i]);
      w[i] = mpq_class(q.velocity[i]);
      d[i] = mpq_class(q.position[i]) - mpq_class(p.position[i]);
      uu += u[i] * u[i];
      uw += u[i] * w[i];
      ww += w[i] * w[i];
      ud += u[i] * d[i];
      wd += w[i] * d[i];
    }
  }

  mpq_class distance_squared(const mpq_class& s, const mpq_class& t) const {
    mpq_class r = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      const mpq_class apart = d[i] + w[i] * t - u[i] * s;
      r += apart * apart;
    }
    return r;
  }
};

mpq_class clamped(const mpq_class& x, const mpq_class& high) {
  return x < 0 ? mpq_class(0) : (x > high ? high : x);
}

mpq_class horizon(double x) { return std::isfinite(x) ? mpq_class(x) : kHorizon; }

std::string objection(const mpq_class& exact, const Certified& bounds, const std::string& what) {
  if (exact > kForever)
    return std::isinf(bounds.lower) && std::isinf(bounds.upper) ? "" : what + " is infinite";
  if (!std::isfinite(bounds.lower)) return what + " is finite";
  if (std::signbit(bounds.lower)) return what + " is minus zero";
  if (bounds.lower == bounds.upper)
    return exact == mpq_class(bounds.lower) ? "" : what + " is another number";
  if (bounds.upper != std::nextafter(bounds.lower, HUGE_VAL)) return what + ": not neighbours";
  if (!(exact > mpq_class(bounds.lower))) return what + " is below its bounds, or on them";
  if (std::isfinite(bounds.upper) && !(exact < mpq_class(bounds.upper))) return what + " is above its bounds";
  return "";
}

std::string objection_to_root(const mpq_class& square, const Certified& bounds) {
  const mpq_class lower(bounds.lower);
  const mpq_class upper(bounds.upper);
  if (bounds.lower == bounds.upper) return square == lower * lower ? "" : "the distance is another";
  if (bounds.upper != std::nextafter(bounds.lower, HUGE_VAL)) return "the distance: not neighbours";
  return lower * lower < square && square < upper * upper ? "" : "the distance is outside its bounds";
}

template <int D>
std::string objection_to_place(const Linear<D>& course, const mpq_class& delay, const Certified& bounds,
                               const Vec<D>& place) {
  const bool is_beyond = !std::isfinite(bounds.upper);  // all doubles
  for (std::size_t i = 0; i < std::size_t{D}; ++i) {
    const double x = course.position[i];
    const double v = course.velocity[i];
    if (std::isnan(place[i])) return "a place is not a number";
    if (v == 0.0 && place[i] != x) return "a place moved";
    if (v == 0.0 || (is_beyond && std::isfinite(bounds.lower))) continue;
    if (is_beyond) {
      if (place[i] != std::copysign(HUGE_VAL, v)) return "a place should be infinite";
      continue;
    }
    const mpq_class moved = mpq_class(v) * delay;
    const mpq_class exact = mpq_class(x) + moved;
    if (!std::isfinite(place[i])) {
      if (abs(moved) > mpq_class(0x1p1023)) continue;
      return "a place should be finite";
    }
    const mpq_class error = abs(mpq_class(place[i]) - exact);
    if (error > mpq_class(0x1p-51) * (abs(mpq_class(x)) + abs(moved)) + mpq_class(0x1p-800))
      return "a place is too far off";
  }
  return "";
}

}  // namespace

template <int D>
Closest closest(const Linear<D>& p, const Linear<D>& q, const PathQuery& query) {
  const Plane<D> plane(p, q);
  const std::array<mpq_class, 2> ends_p = {0, horizon(query.horizon_p)};
  const std::array<mpq_class, 2> ends_q = {0, horizon(query.horizon_q)};
  std::optional<Closest> best;
  const auto look_at = [&](const mpq_class& s, const mpq_class& t) {
    const mpq_class distance_squared = plane.distance_squared(s, t);
    if (!best || distance_squared < best->distance_squared) {
      best = {s, s, t, t, distance_squared};
    } else if (distance_squared == best->distance_squared) {
      best->first_p = std::min(best->first_p, s);
      best->last_p = std::max(best->last_p, s);
      best->first_q = std::min(best->first_q, t);
      best->last_q = std::max(best->last_q, t);
    }
  };
  for (const mpq_class& s : ends_p) {
    for (const mpq_class& t : ends_q) look_at(s, t);
    if (plane.ww > 0) look_at(s, clamped((plane.uw * s - plane.wd) / plane.ww, ends_q[1]));
  }
  if (plane.uu > 0)
    for (const mpq_class& t : ends_q) look_at(clamped((plane.ud + plane.uw * t) / plane.uu, ends_p[1]), t);
  const mpq_class determinant = plane.uu * plane.ww - plane.uw * plane.uw;
  if (determinant != 0) {
    const mpq_class s = (plane.ud * plane.ww - plane.uw * plane.wd) / determinant;
    const mpq_class t = (plane.uw * plane.ud - plane.uu * plane.wd) / determinant;
    if (s >= 0 && s <= ends_p[1] && t >= 0 && t <= ends_q[1]) look_at(s, t);
  }
  return *best;
}

template <int D>
std::string objection(const Linear<D>& p, const Linear<D>& q, const PathQuery& query,
                      const PathCrossing<D>& answer) {
  const Closest exact = closest(p, q, query);
  const Plane<D> plane(p, q);
  const bool stretch = (plane.uu > 0 && exact.first_p < exact.last_p) ||  //
                       (plane.ww > 0 && exact.first_q < exact.last_q);
  const mpq_class tolerance(query.tolerance);
  const bool crosses = exact.distance_squared <= tolerance * tolerance;
  const Crossing kind = !crosses ? Crossing::None : (stretch ? Crossing::Stretch : Crossing::Point);
  if (answer.kind != kind) return "another kind";
  if (answer.opposed != (stretch && plane.uw < 0)) return "not the directions";
  std::vector<std::string> objections = {objection(exact.first_p, answer.p.enter, "p.enter"),
                                         objection(exact.last_p, answer.p.leave, "p.leave"),
                                         objection(exact.first_q, answer.q.enter, "q.enter"),
                                         objection(exact.last_q, answer.q.leave, "q.leave"),
                                         objection_to_root(exact.distance_squared, answer.distance),
                                         objection_to_place(p, exact.first_p, answer.p.enter, answer.p.from),
                                         objection_to_place(p, exact.last_p, answer.p.leave, answer.p.to),
                                         objection_to_place(q, exact.first_q, answer.q.enter, answer.q.from),
                                         objection_to_place(q, exact.last_q, answer.q.leave, answer.q.to)};
  const auto first = std::find_if(objections.begin(), objections.end(), [](auto& o) { return !o.empty(); });
  return first == objections.end() ? "" : *first;
}

template Closest closest(const Linear<2>&, const Linear<2>&, const PathQuery&);
template Closest closest(const Linear<3>&, const Linear<3>&, const PathQuery&);
template std::string objection(const Linear<2>&, const Linear<2>&, const PathQuery&, const PathCrossing<2>&);
template std::string objection(const Linear<3>&, const Linear<3>&, const PathQuery&, const PathCrossing<3>&);

}  // namespace firsthit::oracle
