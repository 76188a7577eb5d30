#include "oracle/turning/apart.hpp"

#include "query/turning/base/turning_pair.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit::turning_judge {
namespace {

/// Of what a gap is the sum of: roundings that it takes, at most.
constexpr double kRoundings = 64.0;

}  // namespace

template <int D, class N>
PairView<D, N>::PairView(const Asked<D>& asked)
    : a_(asked.a),
      b_(asked.b),
      parts_a_(a_.is_plane() ? 1 : a_.parts().size()),
      parts_b_(b_.is_plane() ? 1 : b_.parts().size()),
      radii_(a_.radius() + b_.radius() + N(asked.query.margin)) {
  look(0.0);
}

template <int D, class N>
N PairView<D, N>::size(double t) const {
  return a_.size(t) + b_.size(t) + radii_;
}

template <int D, class N>
void PairView<D, N>::look(double t) {
  t_ = t;
  a_.look(t);
  b_.look(t);
  const N turned = D == 2 ? N(0.0) : N(t) * (a_.fastest() * a_.reach() + b_.fastest() * b_.reach());
  error_ = N(kRoundings * kRounding<N>) * (size(t) + turned);
}

template <int D, class N>
Nearness<D, N> PairView<D, N>::near(std::size_t pair) const {
  return nearness(a_, pair / parts_b_, b_, pair % parts_b_, error_);
}

template <int D, class N>
N PairView<D, N>::gap() const {
  N r = gap(0);
  for (std::size_t pair = 1; pair < pairs(); ++pair) r = std::min(r, gap(pair));
  return r;
}

// f(s) = n(t + s) . (p + x_b - x_a) is at least f0 + f1 s + f2 s^2 / 2 - k |s|^3 / 6, if k is a bound on the
// size of its third derivative. Seen from the axis, a corner's relative rate is its body's less the axis'.
template <int D, class N>
N PairView<D, N>::bound(std::size_t pair, const Axis<D, N>& axis, double half) const {
  const N h(half);
  const Place<D, N>& n = axis.normal;
  const Rate<D, N>& w = axis.rate;
  const N rate = size_of(w);
  const Place<D, N> p = b_.place() - a_.place();
  const Place<D, N> v = b_.velocity() - a_.velocity();
  const Place<D, N> g = b_.acceleration() - a_.acceleration();
  const N jerk = length(b_.jerk() - a_.jerk());
  const N strongest = length(g) + jerk * h;
  const N fastest = length(v) + strongest * h;
  const N furthest = length(p) + fastest * h;
  struct Taylor {
    N f0, f1, f2;
  };
  const Taylor path{dot(n, p), dot(n, v - spun(w, p)), dot(n, g - N(2.0) * spun(w, v) + spun(w, spun(w, p)))};
  N third = jerk + rate * (N(3.0) * (strongest + rate * fastest) + rate * rate * furthest);
  const auto corners_of = [&](const Body<D, N>& body, std::size_t part) {
    if (body.is_plane()) return std::vector<Taylor>{{body.plane_height(), N(0.0), N(0.0)}};
    const Rate<D, N> relative = body.rate() - w;
    const N all = body.fastest() + rate;
    if (body.precesses())
      third += all * all * all * body.reach();
    else if (D == 2)
      third += size_of(relative) * size_of(relative) * size_of(relative) * body.reach();
    else
      third += size_of(relative) * all * all * body.reach();
    std::vector<Taylor> r;
    for (const Place<D, N>& x : body.parts()[part].corners) {
      const Place<D, N> moves = spun(relative, x);
      const Place<D, N> bends =
          spun(relative, spun(body.rate(), x)) - spun(w, moves) + spun(body.rate_change(), x);
      r.push_back({dot(n, x), dot(n, moves), dot(n, bends)});
    }
    return r;
  };
  const std::vector<Taylor> of_a = corners_of(a_, pair / parts_b_);
  const std::vector<Taylor> of_b = corners_of(b_, pair % parts_b_);
  // A half-space b is seen along its own normal, which is -n.
  const N sign_b = b_.is_plane() ? N(-1.0) : N(1.0);
  N least(HUGE_VAL);
  using std::fabs;
  for (const Taylor& i : of_a)
    for (const Taylor& j : of_b) {
      const N f0 = path.f0 + sign_b * j.f0 - i.f0;
      const N f1 = fabs(path.f1 + j.f1 - i.f1);
      const N f2 = path.f2 + j.f2 - i.f2;
      // Of the parabola: at the end, or at its lowest place.
      const N low = f2 * h > f1 ? f0 - f1 * f1 / (N(2.0) * f2) : f0 - h * (f1 - N(0.5) * h * f2);
      least = std::min(least, low);
    }
  return least - radii_ - third * h * h * h * N(1.0 / 6.0);
}

template <int D, class N>
bool PairView<D, N>::bow_stays_above(std::size_t pair, const N& least, double half) const {
  if constexpr (D == 2)
    return BowPair<N>(a_, pair / parts_b_, b_, pair % parts_b_).stays_above(radii_ + least, half);
  return false;
}

template <int D, class N>
Beside<N> PairView<D, N>::point_beside_bow() const {
  if constexpr (D == 2) return BowPair<N>(a_, 0, b_, 0).point_beside();
  return {};
}

template <int D, class N>
N PairView<D, N>::bound_of_balls(double half) const {
  if (a_.is_plane() || b_.is_plane()) return N(-1e300);
  const N h(half);
  const N speed = length(b_.velocity() - a_.velocity()) +
                  h * (length(b_.acceleration() - a_.acceleration()) + h * length(b_.jerk() - a_.jerk()));
  return length(b_.place() - a_.place()) - h * speed - a_.reach() - b_.reach() - radii_;
}

template class PairView<2, double>;
template class PairView<2, long double>;
template class PairView<2, LongFloat>;
template class PairView<3, double>;
template class PairView<3, long double>;
template class PairView<3, LongFloat>;

// size = |p| + |v| t + |a| t^2 + |j| t^3 + reaches + radii; allowed is 2 (resolution * error * size + 4 *
// 2^-52 t speed), three times the error where one tumbles, where speed = |v| + |a| t + |j| t^2 + sum of rate
// * reach.
template <int D>
Allowance<D>::Allowance(const Asked<D>& asked) {
  const PairView<D, double> view(asked);
  const auto& a = view.a();
  const auto& b = view.b();
  errors_ = 1.0;
  for (const Motion<D>* motion : {&asked.a.motion, &asked.b.motion})
    if (std::holds_alternative<Tumbling<D>>(*motion)) errors_ = kOfTumbling;
  places_ = view.size(0.0);
  velocities_ = length(a.velocity()) + length(b.velocity());
  accelerations_ = length(a.acceleration()) + length(b.acceleration());
  jerks_ = length(a.jerk()) + length(b.jerk());
  turns_ = (a.is_plane() ? 0.0 : a.fastest() * a.reach()) + (b.is_plane() ? 0.0 : b.fastest() * b.reach());
}

template <int D>
double Allowance<D>::at(double t) const {
  const double size = places_ + t * (velocities_ + t * (accelerations_ + t * jerks_));
  return 2.0 * (kResolutionInErrors * errors_ * kTurningError<D> * size + 4.0 * 0x1p-52 * t * speed(t));
}

template <int D>
double Allowance<D>::speed(double t) const {
  return velocities_ + t * (accelerations_ + t * jerks_) + turns_;
}

template class Allowance<2>;
template class Allowance<3>;

template <int D>
Subdivision<D>::Subdivision(const Asked<D>& asked) : asked_(asked), quick_(asked) {}
template <int D>
Subdivision<D>::~Subdivision() = default;

template <int D>
PairView<D, long double>& Subdivision<D>::fine() {
  if (!fine_) fine_ = std::make_unique<PairView<D, long double>>(asked_);
  return *fine_;
}

template <int D>
PairView<D, LongFloat>& Subdivision<D>::finest() {
  if (!finest_) finest_ = std::make_unique<PairView<D, LongFloat>>(asked_);
  return *finest_;
}

template <int D>
Apart Subdivision<D>::apart(double from, double to, const std::function<double(double)>& allowance) {
  Apart r;
  for (std::size_t pair = 0; pair < quick_.pairs() && !r.deep_at; ++pair)
    divide(pair, from, to, allowance, r);
  if (r.deep_at || r.undecided > 0) r.proven = false;
  return r;
}

/// Is there an axis along which they stay apart?
template <int D, class N>
bool is_parted(const PairView<D, N>& view, std::size_t pair, double half, const N& least) {
  const Nearness<D, N> near = view.near(pair);
  const auto parts = [&](const Axis<D, N>& axis) { return view.bound(pair, axis, half) >= least; };
  return std::any_of(near.axes.begin(), near.axes.end(), parts) ||
         std::any_of(near.axes.begin(), near.axes.end(), [&](const Axis<D, N>& axis) {
           return parts({axis.normal, Rate<D, N>{}});
         });
}

/// Is it told what becomes of the piece around the view's time?
template <int D>
template <class N>
bool Subdivision<D>::settle(PairView<D, N>& view, std::size_t pair, double half, double allowed, Apart& r) {
  const N least = view.error() - N(allowed);
  if (view.bound_of_balls(half) >= least) return true;
  if (view.has_bow()) {
    if (view.bow_stays_above(pair, least, half)) return true;
  } else if (is_parted(view, pair, half, least)) {
    return true;
  }
  if (!(view.gap(pair) < N(-allowed) - view.error())) return false;
  r.deep_at = view.time();
  r.deep = static_cast<double>(N(0.0) - view.gap(pair));
  return true;
}

template <int D>
void Subdivision<D>::divide(std::size_t pair, double from, double to,
                            const std::function<double(double)>& allowance, Apart& r) {
  constexpr double kSmall = 0x1p-20;  // of the time: from there on with more digits
  constexpr std::size_t kMostPieces = 5000;
  if (++r.pieces > kMostPieces) {
    ++r.undecided;
    return;
  }
  const double middle = from + 0.5 * (to - from);
  const double half = std::nextafter(std::max(to - middle, middle - from), HUGE_VAL);
  const double allowed = allowance(from);
  quick_.look(middle);
  if (settle(quick_, pair, half, allowed, r)) return;
  if (half <= kSmall * middle) {
    fine().look(middle);
    if (settle(fine(), pair, half, allowed, r)) return;
  }
  if (!(from < middle && middle < to) || half <= 0x1p-51 * middle) {
    finest().look(middle);
    if (!settle(finest(), pair, half, allowed, r)) ++r.undecided;
    return;
  }
  divide(pair, from, middle, allowance, r);
  if (!r.deep_at) divide(pair, middle, to, allowance, r);
}

template class Subdivision<2>;
template class Subdivision<3>;

}  // namespace firsthit::turning_judge
