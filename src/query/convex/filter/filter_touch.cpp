#include "query/convex/filter/filter_touch.hpp"

#include "query/convex/filter/filter_rounding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

template <int D>
using Exact = std::array<Enclosed, kAxes<D>>;

template <std::size_t N>
Enclosed dot(const std::array<Enclosed, N>& a, const std::array<Enclosed, N>& b) {
  Enclosed r = a[0] * b[0];
  for (std::size_t i = 1; i < N; ++i) r = r + a[i] * b[i];
  return r;
}

Exact<3> cross(const Exact<3>& a, const Exact<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <std::size_t N>
Vec<static_cast<int>(N)> rounded(const std::array<Enclosed, N>& x) {
  Vec<static_cast<int>(N)> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = x[i].value.high;
  return r;
}

template <int D>
double dot_abs(const Vec<D>& x, const Vec<D>& y) {
  double r = 0.0;
  for (std::size_t i = 0; i < D; ++i) r += std::fabs(x[i] * y[i]);
  return r;
}

/// Of what surely_nearest rounds: 8 u for a sum of three products of factors with errors of 2 u each.
constexpr double kDotError = 8.0 * kHalfUlp;

}  // namespace

template <int D>
ProvenTouch<D>::ProvenTouch(const CorePair<D>& pair, const Simplex<D>& simplex, double t)
    : pair_(pair), t_(t), corners_(simplex.count), time_error_(HUGE_VAL) {
  if (!collect(simplex)) return;
  y_ = place(t);
  if (sides_ + 1 == D) {
    find_facet_gap();
  } else if (sides_ == 0) {
    find_vertex_gap();
  } else {
    find_edge_gap();
  }
  if (valid_) find_time();
}

template <int D>
ProvenTouch<D>::ProvenTouch(const CorePair<D>& pair, const Simplex<D>& facet)
    : pair_(pair), t_(0.0), corners_(facet.count), time_error_(HUGE_VAL) {
  if (!collect(facet) || sides_ + 1 != D) return;
  y_ = place(0.0);
  find_normal();
  gap_ = dot(normal_, y_);
  if (gap_.value.high > 0.0) flip();
  find_facet_closing();
  valid_ = gap_.surely_negative();
}

template <int D>
bool ProvenTouch<D>::collect(const Simplex<D>& simplex) {
  for (std::size_t k = 0; k < simplex.count; ++k) {
    of_a_.insert(simplex.corner[k].i);
    of_b_.insert(simplex.corner[k].j);
    corner_[k] = simplex.corner[k];
  }
  if (const std::size_t hub = find_hub(); hub < D) {
    is_parallelogram_ = true;
    std::swap(corner_[0], corner_[hub]);
    of_a_.put_first(corner_[0].i);
    of_b_.put_first(corner_[0].j);
  }
  const std::size_t needed = simplex.count - 1;
  if (!add_sides(pair_.a, of_a_)) return false;
  const std::size_t sides_a = sides_;
  if (sides_a == needed && needed + 1 == D) {  // b's others must prove to be on the plane
    of_b_.used = 1;
    return true;
  }
  if (!add_sides(pair_.b, of_b_)) return false;
  if (sides_ == needed) return true;
  if (sides_ == sides_a + needed && needed + 1 == D) {
    for (std::size_t k = 0; k < needed; ++k) side_[k] = side_[sides_a + k];
    sides_ = needed;
    of_a_.used = 1;
    of_a_.free = 0;
    return true;
  }
  if (sides_ != 2) return false;
  sides_ = 1;
  return surely_along_edge(side_[1]);  // an edge of each, in parallel
}

template <int D>
bool ProvenTouch<D>::surely_along_edge(const Exact& step) const {
  bool along = true;
  if (sides_ == 0)
    for (const Enclosed& x : step) along = along && x.surely_zero();
  if constexpr (D == 3)
    if (sides_ == 1)
      for (const Enclosed& x : cross(side_[0], step)) along = along && x.surely_zero();
  return along;
}

template <int D>
bool ProvenTouch<D>::add_sides(const Corners<D>& corners, Members& members) {
  if (!corners.is_box) {
    for (std::size_t k = 1; k < members.used; ++k)
      side_[sides_++] = step(corners, members.index[0], members.index[k]);
    return true;
  }
  for (std::size_t k = 1; k < members.used; ++k) members.free |= members.index[k] ^ members.index[0];
  if (std::popcount(members.free) >= D) return false;
  for (std::size_t k = 0; k < D; ++k) {
    if ((members.free >> k & 1U) == 0) continue;
    for (std::size_t i = 0; i < D; ++i)
      side_[sides_][i] = corners.core->box != nullptr ? corners.core->box->axes[k][i] : i == k ? 1.0 : 0.0;
    ++sides_;
  }
  return true;
}

template <int D>
typename ProvenTouch<D>::Exact ProvenTouch<D>::step(const Corners<D>& corners, std::size_t from,
                                                    std::size_t to) {
  Exact r;
  for (std::size_t i = 0; i < D; ++i) r[i] = corners.exact_step(from, to, i);
  return r;
}

template <int D>
typename ProvenTouch<D>::Exact ProvenTouch<D>::place(double t) const {
  Exact r;
  for (std::size_t i = 0; i < D; ++i)
    r[i] = (pair_.exact_p[i] - (pair_.a.exact(of_a_.index[0], i) - pair_.b.exact(of_b_.index[0], i))) +
           pair_.exact_v[i] * t;
  return r;
}

template <int D>
void ProvenTouch<D>::find_normal() {
  if constexpr (D == 2) {
    normal_ = {side_[0][1], -side_[0][0]};
  } else {
    normal_ = cross(side_[0], side_[1]);
  }
}

template <int D>
void ProvenTouch<D>::flip() {
  for (Enclosed& x : normal_) x = -x;
  gap_ = -gap_;
}

template <int D>
void ProvenTouch<D>::find_facet_closing() {
  const Vec<D> n = rounded(normal_);
  closing_ = -0.5 * dot(n, pair_.v);
  closing_error_ = kDotError * dot_abs(n, pair_.v);
  for (std::size_t i = 0; i < D; ++i) closing_error_ += normal_[i].error * std::fabs(pair_.v[i]);
}

/// n . y - s |n|, linear in time.
template <int D>
void ProvenTouch<D>::find_facet_gap() {
  find_normal();
  gap_ = dot(normal_, y_);
  // Outwards: where x is, or where it comes from.
  if (pair_.s > 0.0 ? gap_.value.high < 0.0 : dot(rounded(normal_), pair_.v) > 0.0) flip();
  if (pair_.s > 0.0) {
    if (!gap_.surely_positive()) return;
    const Enclosed length = square_root(dot(normal_, normal_));
    if (!(length.error < 0x1p-80 * length.value.high)) return;
    gap_ = gap_ - pair_.exact_s * length;
  }
  find_facet_closing();
  valid_ = true;
}

/// y . y - s^2
template <int D>
void ProvenTouch<D>::find_vertex_gap() {
  gap_ = dot(y_, y_) - pair_.exact_s * pair_.exact_s;
  const Vec<D> y = rounded(y_);
  closing_ = -dot(y, pair_.v);
  closing_error_ = kDotError * dot_abs(y, pair_.v);
  for (std::size_t i = 0; i < D; ++i) closing_error_ += y_[i].error * std::fabs(pair_.v[i]);
  bend_ = length_squared(pair_.v);
  valid_ = true;
}

/// |e x y|^2 - s^2 |e|^2
template <int D>
void ProvenTouch<D>::find_edge_gap() {
  if constexpr (D == 3) {
    const Exact away = cross(side_[0], y_);
    gap_ = dot(away, away) - pair_.exact_s * pair_.exact_s * dot(side_[0], side_[0]);
    const Exact rate = cross(side_[0], pair_.exact_v);
    const Enclosed closing = dot(away, rate);
    closing_ = -closing.value.high;
    closing_error_ = 2.0 * kHalfUlp * closing.size() + closing.error;
    bend_ = length_squared(rounded(rate));
    valid_ = true;
  }
}

/// With d from the guess to the root: bend d^2 - 2 closing d + gap = 0.
template <int D>
void ProvenTouch<D>::find_time() {
  if (gap_.surely_zero() && closing_ > closing_error_) {
    time_ = {t_, 0.0};
    time_error_ = 0.0;
    return;
  }
  const double half = 0.5 / closing_;
  const double first = gap_.value.high * half;
  const double bend = bend_ * first * half;
  if (!(closing_ > 64.0 * closing_error_ && std::fabs(bend) < 0x1p-18)) return;
  const double d = first * (1.0 + (bend + 2.0 * bend * bend));
  const Exactly time = two_sum(t_, d);
  time_ = {time.value, time.error};
  time_error_ = std::fabs(first) * (1.1 * closing_error_ / closing_ + 0x1p-49) + 1.1 * half * gap_.error;
}

template <int D>
bool ProvenTouch<D>::surely_on_plane(const Difference<D>& corner) const {
  const auto lies_on = [this](const Corners<D>& corners, const Members& members, std::size_t k) {
    return members.extend_to(corners, k) || dot(normal_, step(corners, members.index[0], k)).surely_zero();
  };
  return lies_on(pair_.a, of_a_, corner.i) && lies_on(pair_.b, of_b_, corner.j);
}

template <int D>
bool ProvenTouch<D>::surely_facet() const {
  if (!valid_) return false;
  const Vec<D> normal = rounded(normal_);
  Vec<D> error;
  for (std::size_t i = 0; i < D; ++i) error[i] = 2.0 * kHalfUlp * std::fabs(normal[i]) + normal_[i].error;
  return sum_abs(error) < 0x1p-20 * sum_abs(normal) && surely_behind(normal, error);
}

template <int D>
bool ProvenTouch<D>::surely_nearest(double around) const {
  if (!valid_) return false;
  const Vec<D> y = rounded(y_);
  Vec<D> slack;  // of y
  for (std::size_t i = 0; i < D; ++i)
    slack[i] = 2.0 * kHalfUlp * std::fabs(y[i]) + y_[i].error + 1.01 * std::fabs(pair_.v[i]) * around;
  if (!surely_within(slack)) return false;
  if (sides_ + 1 == D) return surely_facet();
  if (sides_ == 0) return surely_behind(y, slack);
  // An edge in space: y (e . e) - e (e . y)
  const Vec<D> e = rounded(side_[0]);
  const double squared = length_squared(e);
  const double along = dot(e, y);
  const double along_error = dot_abs(e, slack) + kDotError * dot_abs(e, y);
  const Vec<D> normal = squared * y - along * e;
  Vec<D> error;
  for (std::size_t i = 0; i < D; ++i)
    error[i] = squared * slack[i] + std::fabs(e[i]) * along_error +
               2.0 * kDotError * (squared * std::fabs(y[i]) + std::fabs(along * e[i]));
  return surely_behind(normal, error);
}

template <int D>
bool ProvenTouch<D>::surely_behind(const Vec<D>& normal, const Vec<D>& error) const {
  return surely_behind(pair_.a, of_a_, 1.0, normal, error) &&
         surely_behind(pair_.b, of_b_, -1.0, normal, error);
}

/// The simplex' corner between two sides of a parallelogram, if the facet is one for sure: a box' face, or an
/// edge of each. D if not.
template <int D>
std::size_t ProvenTouch<D>::find_hub() const {
  if (corners_ != 3 || of_a_.used + of_b_.used != 4) return D;
  const bool edges = of_a_.used == 2;
  if (!edges && !(of_a_.used == 3 ? pair_.a : pair_.b).is_box) return D;
  const auto side = [&](std::size_t k, std::size_t m) {
    const std::size_t by_a = corner_[k].i ^ corner_[m].i;
    const std::size_t by_b = corner_[k].j ^ corner_[m].j;
    return edges ? by_a == 0 || by_b == 0 : std::popcount(by_a | by_b) == 1;
  };
  for (std::size_t hub = 0; hub < 3; ++hub)
    if (side(hub, (hub + 1) % 3) && side(hub, (hub + 2) % 3)) return hub;
  return D;
}

/// Is the place of the feature's line or plane nearest to x between the simplex' corners?
template <int D>
bool ProvenTouch<D>::surely_within(const Vec<D>& slack) const {
  if (corners_ == 1) return true;
  Vec<D> f_error;
  for (std::size_t i = 0; i < D; ++i) f_error[i] = 16.0 * kHalfUlp * pair_.extent(i);
  const Vec<D> y = rounded(y_);
  const Vec<D> f = corner_[1].w - corner_[0].w;
  if (corners_ == 2) {
    const double along = dot(f, y);
    const double whole = length_squared(f);
    const double error = dot_abs(f, slack) + dot_abs(f_error, y) + dot_abs(f_error, slack) +
                         2.0 * dot_abs(f, f_error) + dot_abs(f_error, f_error) +
                         kDotError * (dot_abs(f, y) + whole);
    return along > error && whole - along > error;
  }
  if constexpr (D == 3) {
    const Vec<3> g = corner_[2].w - corner_[0].w;
    const Vec<3> m = cross(f, g);
    const double size_y = sum_abs(y) + sum_abs(slack);
    const double size = sum_abs(f) + sum_abs(g);
    const double size_error = sum_abs(f_error) + kDotError * size;
    if (!(size_error < 0x1p-20 * size)) return false;
    // Sums of absolute values bound every component: a product of sums bounds every product.
    const double m_error = 2.0 * size * size_error;
    const double area_error = size_y * size_error + size * sum_abs(slack) + kDotError * size * size_y;
    const double m_size = sum_abs(m) + m_error;
    const double error = 2.0 * (m_size * (area_error + m_error) + m_error * (size * size_y + m_size)) +
                         kDotError * m_size * (size * size_y + m_size);
    const double of_f = dot(m, cross(y, g));
    const double of_g = dot(m, cross(f, y));
    const double whole = length_squared(m);
    if (!(of_f > error && of_g > error)) return false;
    if (is_parallelogram_) return whole - of_f > 2.0 * error && whole - of_g > 2.0 * error;
    return whole - of_f - of_g > 3.0 * error;
  }
  return false;
}

/// Are all other corners further back along the normal than those of the feature? To be on its very plane,
/// or on the line of its edge, will do.
template <int D>
bool ProvenTouch<D>::surely_behind(const Corners<D>& corners, const Members& members, double sign,
                                   const Vec<D>& normal, const Vec<D>& error) const {
  const std::size_t first = members.index[0];
  Vec<D> corner_error{};
  if (corners.is_rounded())
    for (std::size_t i = 0; i < D; ++i) corner_error[i] = 8.0 * kHalfUlp * corners.extent[i];
  const double fixed_error = dot_abs(normal, corner_error) + dot_abs(error, corner_error);
  for (std::size_t k = 0; k < corners.corner.size(); ++k) {
    if (members.extend_to(corners, k)) continue;
    const bool needed = members.lists(k);
    const Vec<D> way = corners.corner[k] - corners.corner[first];
    const double ahead = sign * dot(normal, way);
    const double doubt = dot_abs(error, way) + kDotError * dot_abs(normal, way) + fixed_error;
    if (ahead < -doubt && !needed) continue;
    if (ahead > doubt) return false;
    const Exact exact = step(corners, first, k);
    if (sides_ + 1 == D) {
      const Enclosed height = dot(normal_, exact) * sign;
      if (!height.surely_zero() && (needed || !height.surely_negative())) return false;
    } else if (!surely_along_edge(exact)) {
      return false;
    }
  }
  return true;
}

template <int D>
bool ProvenTouch<D>::direction_at(double t, Vec<D>& direction) const {
  if (sides_ + 1 == D) return surely_scaled<D>(normal_, direction);
  const Exact y = place(t);
  if constexpr (D == 3)
    if (sides_ == 1) return surely_scaled<D>(cross(cross(side_[0], y), side_[0]), direction);
  return surely_scaled<D>(y, direction);
}

template class ProvenTouch<2>;
template class ProvenTouch<3>;

}  // namespace firsthit
