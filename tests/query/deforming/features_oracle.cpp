#include "query/deforming/features_oracle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace firsthit::oracle {
namespace {

/// The sign of p(x).
int sign_at(const Polynomial& p, const mpq_class& x) {
  mpz_class value = 0;
  mpz_class power = 1;
  for (std::size_t i = p.size(); i-- > 0;) {
    value = value * x.get_num() + p[i] * power;
    power *= x.get_den();
  }
  return sgn(value);
}

Polynomial derivative(const Polynomial& p) {
  Polynomial r;
  for (std::size_t i = 1; i < p.size(); ++i) r.push_back(p[i] * static_cast<unsigned long>(i));
  return trimmed(r);
}

/// The same signs everywhere, without a divisor that all coefficients have in common.
void shorten(Polynomial& p) {
  mpz_class divisor = 0;
  for (const mpz_class& c : p) mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), c.get_mpz_t());
  if (divisor > 1)
    for (mpz_class& c : p) mpz_divexact(c.get_mpz_t(), c.get_mpz_t(), divisor.get_mpz_t());
}

/// Quotient and remainder of a times some number above 0. Requires: b is not zero.
std::pair<Polynomial, Polynomial> divided(Polynomial a, const Polynomial& b) {
  Polynomial quotient(a.size() >= b.size() ? a.size() - b.size() + 1 : 0);
  const mpz_class size = abs(b.back());
  const int sign = sgn(b.back());
  while (a.size() >= b.size()) {
    const std::size_t shift = a.size() - b.size();
    const mpz_class factor = a.back() * sign;
    for (mpz_class& c : a) c *= size;
    for (mpz_class& c : quotient) c *= size;
    quotient[shift] += factor;
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= factor * b[i];
    a = trimmed(std::move(a));
  }
  shorten(quotient);
  return {quotient, a};
}

Polynomial negated(Polynomial p) {
  for (mpz_class& c : p) c = -c;
  return p;
}

std::vector<Polynomial> chain(const Polynomial& f, const Polynomial& second) {
  std::vector<Polynomial> r = {f};
  Polynomial next = second;
  while (!next.empty()) {
    shorten(next);
    r.push_back(next);
    next = negated(divided(r[r.size() - 2], r.back()).second);
  }
  return r;
}

int variations(const std::vector<Polynomial>& chain, const mpq_class& x) {
  int count = 0;
  int last = 0;
  for (const Polynomial& p : chain) {
    const int sign = sign_at(p, x);
    if (sign != 0 && last != 0 && sign != last) ++count;
    if (sign != 0) last = sign;
  }
  return count;
}

Polynomial without_multiple_roots(const Polynomial& f) {
  const Polynomial gcd = chain(f, derivative(f)).back();
  return gcd.size() > 1 ? divided(f, gcd).first : f;
}

/// Takes the root x out of f if it is one.
bool take_out(Polynomial& f, const mpq_class& x) {
  if (sign_at(f, x) != 0) return false;
  f = divided(f, {-x.get_num(), x.get_den()}).first;
  return true;
}

void isolate(Polynomial& f, const mpq_class& low, const mpq_class& high, std::vector<Moment>& found) {
  if (f.size() < 2) return;
  const std::vector<Polynomial> sturm = chain(f, derivative(f));
  const int count = variations(sturm, low) - variations(sturm, high);
  if (count == 0) return;
  if (count == 1) {
    found.push_back({f, low, high});
    return;
  }
  const mpq_class middle = (low + high) / 2;
  if (take_out(f, middle)) found.push_back({{}, middle, middle});
  isolate(f, low, middle, found);
  isolate(f, middle, high, found);
}

std::vector<Moment> roots_in_window(const Polynomial& p) {
  std::vector<Moment> found;
  Polynomial f = without_multiple_roots(p);
  if (take_out(f, 0)) found.push_back({{}, 0, 0});
  if (take_out(f, 1)) found.push_back({{}, 1, 1});
  isolate(f, 0, 1, found);
  return found;
}

/// A coordinate in time, in units.
Polynomial moving(double from, double to, const mpq_class& per_unit) {
  const mpq_class start = mpq_class(from) * per_unit;
  const mpq_class end = mpq_class(to) * per_unit;
  return trimmed({start.get_num(), end.get_num() - start.get_num()});
}

template <int D>
Place moving(const Vec<D>& from, const Vec<D>& to, const mpq_class& per_unit) {
  Place r;
  for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) r[axis] = moving(from[axis], to[axis], per_unit);
  return r;
}

/// 1 over the unit of length, of which all numbers of a pair are whole multiples.
template <class Features>
mpq_class per_unit(const Deformation<Features>& pair) {
  mpz_class r = 1;
  for (const double x : std::bit_cast<std::array<double, sizeof(pair) / sizeof(double)>>(pair)) {
    const mpq_class exact(x);
    mpz_lcm(r.get_mpz_t(), r.get_mpz_t(), exact.get_den_mpz_t());
  }
  return mpq_class(r);
}

bool is_zero(const Place& p, const Sign& sign) {
  return sign.of(p[0]) == 0 && sign.of(p[1]) == 0 && sign.of(p[2]) == 0;
}

/// A point on a segment: on its line, and seen from it the ends are not on the same side.
struct OnSegment {
  Place area;
  Polynomial product;

  OnSegment(const Place& point, const Place& from, const Place& to)
      : area(cross(to - from, point - from)), product(dot(from - point, to - point)) {}
  bool holds(const Sign& sign) const { return is_zero(area, sign) && sign.of(product) <= 0; }
  void add_to(std::vector<Polynomial>& all) const {
    for (const Polynomial& p : area) all.push_back(p);
    all.push_back(product);
  }
};

/// What is wrong with [lower, upper] as the bounds of the first of some moments.
std::string objection_to_first(const std::vector<Moment>& moments, bool found, double first, double last) {
  if (moments.empty()) return found ? "a false hit" : first == 1.0 && last == 1.0 ? "" : "not the end";
  if (!found) return "a miss";
  const mpq_class lower(first);
  const mpq_class upper(last);
  if (first != last && last != std::nextafter(first, 2.0)) return "not neighbours";
  bool within = false;
  for (const Moment& moment : moments) {
    const int side = moment.side_of(lower);
    if (side < 0) return "too late";
    if (side == 0 && first != last) return "at a double, which should be both bounds";
    if (first == last ? side == 0 : moment.side_of(upper) < 0) within = true;
  }
  return within ? "" : "nothing within";
}

}  // namespace

Polynomial trimmed(Polynomial p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
  return p;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial r = a.size() >= b.size() ? a : b;
  const Polynomial& shorter = a.size() >= b.size() ? b : a;
  for (std::size_t i = 0; i < shorter.size(); ++i) r[i] += shorter[i];
  return trimmed(std::move(r));
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + negated(b); }

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial r(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k) r[i + k] += a[i] * b[k];
  return trimmed(std::move(r));
}

Place operator-(const Place& a, const Place& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Place cross(const Place& a, const Place& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Polynomial dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

int Moment::sign_of(const Polynomial& g) const {
  if (g.empty()) return 0;
  if (is_fraction()) return sign_at(g, low);
  const std::vector<Polynomial> tarski = chain(f, divided(derivative(f) * g, f).second);
  return variations(tarski, low) - variations(tarski, high);
}

int Moment::multiplicity_in(const Polynomial& p) const {
  int r = 0;
  for (Polynomial d = p; !d.empty() && sign_of(d) == 0; d = derivative(d)) ++r;
  return r;
}

int Moment::side_of(const mpq_class& x) const {
  if (is_fraction()) return cmp(low, x) < 0 ? -1 : cmp(low, x) > 0 ? 1 : 0;
  return sign_of({-x.get_num(), x.get_den()});
}

Formula formula(const Deformation<VertexFace>& pair) {
  const mpq_class scale = per_unit(pair);
  const Place v = moving(pair.start.vertex, pair.end.vertex, scale);
  std::array<Place, 3> f;
  for (std::size_t i = 0; i < 3; ++i) f[i] = moving(pair.start.face[i], pair.end.face[i], scale);
  const Place normal = cross(f[1] - f[0], f[2] - f[0]);
  const Polynomial height = dot(normal, v - f[0]);
  std::vector<Polynomial> inside;
  std::vector<OnSegment> edges;
  for (std::size_t i = 0; i < 3; ++i) {
    const Place& next = f[(i + 1) % 3];
    inside.push_back(dot(normal, cross(next - f[i], v - f[i])));
    edges.emplace_back(v, f[i], next);
  }
  Formula r{height, inside, {}};
  r.all.push_back(height);
  for (const Polynomial& p : normal) r.all.push_back(p);
  for (const OnSegment& edge : edges) edge.add_to(r.all);
  r.touches = [=](const Sign& sign) {
    if (is_zero(normal, sign)) return edges[0].holds(sign) || edges[1].holds(sign) || edges[2].holds(sign);
    return sign.of(height) == 0 && sign.of(inside[0]) >= 0 && sign.of(inside[1]) >= 0 &&
           sign.of(inside[2]) >= 0;
  };
  return r;
}

Formula formula(const Deformation<EdgeEdge>& pair) {
  const mpq_class scale = per_unit(pair);
  std::array<Place, 2> a;
  std::array<Place, 2> b;
  for (std::size_t i = 0; i < 2; ++i) {
    a[i] = moving(pair.start.a[i], pair.end.a[i], scale);
    b[i] = moving(pair.start.b[i], pair.end.b[i], scale);
  }
  const Place normal = cross(a[1] - a[0], b[1] - b[0]);
  const Polynomial length = dot(normal, normal);
  const Polynomial height = dot(normal, b[0] - a[0]);
  const Polynomial along_a = dot(normal, cross(b[0] - a[0], b[1] - b[0]));
  const Polynomial along_b = dot(normal, cross(b[0] - a[0], a[1] - a[0]));
  const std::vector<OnSegment> ends = {
      {a[0], b[0], b[1]}, {a[1], b[0], b[1]}, {b[0], a[0], a[1]}, {b[1], a[0], a[1]}};
  const std::vector<Polynomial> inside = {along_a, length - along_a, along_b, length - along_b};
  Formula r{height, inside, {}};
  r.all.push_back(height);
  for (const Polynomial& p : normal) r.all.push_back(p);
  for (const OnSegment& end : ends) end.add_to(r.all);
  r.touches = [=](const Sign& sign) {
    if (is_zero(normal, sign))
      return ends[0].holds(sign) || ends[1].holds(sign) || ends[2].holds(sign) || ends[3].holds(sign);
    return sign.of(height) == 0 && sign.of(inside[0]) >= 0 && sign.of(inside[1]) >= 0 &&
           sign.of(inside[2]) >= 0 && sign.of(inside[3]) >= 0;
  };
  return r;
}

Formula formula(const Deformation<PointSegment>& pair) {
  const mpq_class scale = per_unit(pair);
  const OnSegment on(moving(pair.start.point, pair.end.point, scale),
                     moving(pair.start.segment[0], pair.end.segment[0], scale),
                     moving(pair.start.segment[1], pair.end.segment[1], scale));
  Formula r{on.area[2], {}, {}};
  on.add_to(r.all);
  r.touches = [=](const Sign& sign) { return on.holds(sign); };
  return r;
}

std::vector<Moment> touches(const Formula& formula) {
  std::vector<Moment> candidates;
  if (!formula.necessary.empty()) {
    candidates = roots_in_window(formula.necessary);
  } else {
    candidates.push_back({{}, 0, 0});
    for (const Polynomial& p : formula.all)
      if (!p.empty())
        for (Moment& moment : roots_in_window(p)) candidates.push_back(std::move(moment));
  }
  std::vector<Moment> r;
  for (Moment& moment : candidates)
    if (formula.touches({[&moment](const Polynomial& g) { return moment.sign_of(g); }}))
      r.push_back(std::move(moment));
  return r;
}

bool is_impact(const Formula& formula, const Moment& moment) {
  if (formula.necessary.empty() || moment.side_of(0) == 0) return false;
  return moment.multiplicity_in(formula.necessary) % 2 != 0;
}

std::string objection(const Formula& formula, const FeatureTouch& answer) {
  return objection_to_first(touches(formula), answer.touches, answer.lower, answer.upper);
}

std::string objection(const Formula& formula, const FeatureEncounter& answer) {
  const std::vector<Moment> all = touches(formula);
  std::vector<Moment> impacts;
  std::copy_if(all.begin(), all.end(), std::back_inserter(impacts),
               [&](const Moment& moment) { return is_impact(formula, moment); });
  const std::string to_impact =
      objection_to_first(impacts, answer.outcome == Outcome::Impact, answer.delay, answer.delay_upper);
  if (!to_impact.empty()) return "impact: " + to_impact;
  const std::string to_touch =
      objection_to_first(all, answer.outcome != Outcome::Miss, answer.first_touch, answer.first_touch_upper);
  return to_touch.empty() ? "" : "touch: " + to_touch;
}

}  // namespace firsthit::oracle
