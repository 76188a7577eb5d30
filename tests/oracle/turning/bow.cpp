#include "oracle/turning/bow.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit::turning_judge {
namespace {

template <class N>
using Flat = Place<2, N>;

template <class N>
Flat<N> half_way(const Flat<N>& p, const Flat<N>& q) {
  return unit(p + q);
}

/// f(s) >= f0 + f1 s + f2 s^2 / 2 - third |s|^3 / 6: the least of that within half.
template <class N>
N least_within(const N& f0, const N& f1, const N& f2, const N& third, double half) {
  using std::fabs;
  const N h(half);
  const N falls = fabs(f1);
  const N low = f2 * h > falls ? f0 - falls * falls / (N(2.0) * f2) : f0 - h * (falls - N(0.5) * h * f2);
  return low - third * h * h * h * N(1.0 / 6.0);
}

}  // namespace

template <class N>
Part<2, N> bow_of(const Arc& arc) {
  const Flat<LongFloat> first = place_of<LongFloat>(arc.from);
  const Flat<LongFloat> last = place_of<LongFloat>(arc.to);
  const LongFloat turn = cross(first, last);
  const LongFloat ahead = dot(first, last);
  const LongFloat none(0.0);
  const bool is_whole = turn == none && ahead > none;
  const Flat<N> from = unit(place_of<N>(arc.from));
  const Flat<N> to = unit(place_of<N>(arc.to));
  // Halfway: of less than a right angle by their sum, of more by their difference.
  Flat<N> middle = unit(turned_left(from - to));
  if (ahead > none) middle = half_way(from, to);
  if (ahead > none && (turn < none || is_whole)) middle = N(-1.0) * middle;
  std::vector<Flat<N>> rays{from, middle, to};
  while (rays.size() <= kBowPieces) {
    std::vector<Flat<N>> finer;
    for (std::size_t i = 0; i + 1 < rays.size(); ++i) {
      finer.push_back(rays[i]);
      const bool is_wide = dot(rays[i], rays[i + 1]) <= N(0.0);
      finer.push_back(is_wide ? unit(turned_left(rays[i] - rays[i + 1])) : half_way(rays[i], rays[i + 1]));
    }
    finer.push_back(to);
    rays = std::move(finer);
  }
  Part<2, N> r;
  r.bow_radius = N(arc.radius);
  r.is_whole_bow = is_whole;
  r.corners.push_back(Flat<N>());
  for (const Flat<N>& ray : rays) r.corners.push_back(r.bow_radius * ray);
  for (std::size_t i = 0; i + 1 < rays.size(); ++i)
    r.corners.push_back((r.bow_radius / (N(1.0) + dot(rays[i], rays[i + 1]))) * (rays[i] + rays[i + 1]));
  return r;
}

template <class N>
BowPair<N>::BowPair(const Body<2, N>& a, std::size_t part_a, const Body<2, N>& b, std::size_t part_b)
    : arc_(a.is_bow() ? a : b),
      other_(a.is_bow() ? b : a),
      part_(other_.is_plane() ? nullptr : &other_.parts()[a.is_bow() ? part_b : part_a]),
      sign_(a.is_bow() ? 1.0 : -1.0) {
  const Part<2, N>& bow = arc_.parts()[0];
  radius_ = bow.bow_radius;
  is_whole_ = bow.is_whole_bow;
  centre_ = bow.corners[0];
  for (std::size_t i = 0; i < kBowPieces; ++i)
    pieces_.push_back({bow.corners[1 + i] - centre_, bow.corners[2 + i] - centre_,
                       bow.corners[2 + kBowPieces + i] - centre_});
  place_ = other_.place() - arc_.place();
  velocity_ = other_.velocity() - arc_.velocity();
  acceleration_ = other_.acceleration() - arc_.acceleration();
  jerk_ = length(other_.jerk() - arc_.jerk());
  if (part_ == nullptr) return;
  for (const Flat<N>& corner : part_->corners) corners_.push_back(place_ + corner - centre_);
}

template <class N>
Beside<N> BowPair<N>::point_beside() const {
  const Flat<N>& z = corners_[0];
  Beside<N> r{length(z) - radius_, N(-1.0)};
  if (!spans(z)) return r;
  const N to_end = std::min(length(z - pieces_.front().from), length(z - pieces_.back().to));
  r.inside = is_whole_ ? radius_ : to_end;
  return r;
}

template <class N>
bool BowPair<N>::spans(const Flat<N>& direction) const {
  return is_whole_ || std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
           return cross(piece.from, direction) >= N(0.0) && cross(direction, piece.to) >= N(0.0) &&
                  dot(piece.tangents, direction) >= N(0.0);
         });
}

/// [L] How deep in the other one: above 0 within its sides.
template <class N>
N BowPair<N>::depth_of(const Flat<N>& place) const {
  N least(HUGE_VAL);
  for (std::size_t k = 0; k < part_->edges.size(); ++k)
    least = std::min(least, dot(part_->normals[k], corners_[part_->edges[k][0]] - place));
  return least;
}

/// Does an edge cross the arc?
template <class N>
bool BowPair<N>::is_crossed() const {
  for (const auto& edge : part_->edges) {
    const Flat<N> along = unit(corners_[edge[1]] - corners_[edge[0]]);
    const N size = length(corners_[edge[1]] - corners_[edge[0]]);
    const N before = N(0.0) - dot(along, corners_[edge[0]]);
    const Flat<N> foot = corners_[edge[0]] + before * along;
    const N square = radius_ * radius_ - dot(foot, foot);
    if (!(square > N(0.0))) continue;
    using std::sqrt;
    const N half = sqrt(square);
    for (const N& ahead : {half, N(0.0) - half}) {
      const N at = before + ahead;
      if (at >= N(0.0) && at <= size && spans(foot + ahead * along)) return true;
    }
  }
  return false;
}

/// [L] Of all places of the arc, how deep the deepest one is in what has an inside.
template <class N>
N BowPair<N>::deepest() const {
  using std::sqrt;
  std::vector<Flat<N>> places{pieces_.front().from, pieces_.back().to};
  const auto& normals = part_->normals;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    places.push_back((N(0.0) - radius_) * normals[i]);
    for (std::size_t j = 0; j < i; ++j) {
      // As far below both: (n_i - n_j) . x = h.
      const Flat<N> n = normals[i] - normals[j];
      const N square = dot(n, n);
      const N h =
          dot(normals[i], corners_[part_->edges[i][0]]) - dot(normals[j], corners_[part_->edges[j][0]]);
      const N rest = radius_ * radius_ * square - h * h;
      if (!(square > N(0.0)) || rest < N(0.0)) continue;
      for (const N& side : {sqrt(rest), N(0.0) - sqrt(rest)})
        places.push_back((N(1.0) / square) * (h * n + side * turned_left(n)));
    }
  }
  N most(-HUGE_VAL);
  for (const Flat<N>& place : places)
    if (spans(place)) most = std::max(most, depth_of(place));
  return most;
}

template <class N>
Nearness<2, N> BowPair<N>::nearness() const {
  using std::fabs;
  Nearness<2, N> r;
  if (part_ == nullptr) {
    const Flat<N>& n = other_.plane_normal();
    Flat<N> lowest = (N(0.0) - radius_) * n;
    if (!spans(lowest))
      lowest =
          dot(n, pieces_.front().from) < dot(n, pieces_.back().to) ? pieces_.front().from : pieces_.back().to;
    r.gap = dot(n, centre_ + lowest - place_) - other_.plane_height();
    r.axes.push_back({(N(0.0) - sign_) * n, N(0.0)});
    return r;
  }
  N best(HUGE_VAL);
  Flat<N> way;  // from the arc
  const auto note = [&](const N& distance, const Flat<N>& to_other) {
    if (!(distance < best)) return;
    best = distance;
    way = to_other;
  };
  const auto& corners = corners_;
  const bool is_solid = part_->normals.size() > 2;
  const bool crossed = is_crossed();
  const bool beyond = !is_solid && crossed;
  for (const Flat<N>& z : corners) {
    if (spans(z)) {
      const N off = length(z) - radius_;
      note(fabs(off), off > N(0.0) ? z : N(-1.0) * z);
    }
    if (!is_whole_)
      for (const Flat<N>& end : {pieces_.front().from, pieces_.back().to}) note(length(z - end), z - end);
  }
  for (const auto& edge : part_->edges) {
    const Flat<N> along = unit(corners[edge[1]] - corners[edge[0]]);
    const N size = length(corners[edge[1]] - corners[edge[0]]);
    const auto is_beside = [&](const Flat<N>& x) {
      const N at = dot(along, x - corners[edge[0]]);
      return at > N(0.0) && at < size;
    };
    const Flat<N> left = turned_left(along);
    const auto to_line = [&](const Flat<N>& x) { return dot(left, corners[edge[0]] - x); };
    if (!is_whole_)
      for (const Flat<N>& end : {pieces_.front().from, pieces_.back().to})
        if (is_beside(end)) note(fabs(to_line(end)), to_line(end) * left);
    const N height = to_line(Flat<N>());
    const Flat<N> foot = height * left;
    // A way from one to the other, even if the edge comes nearer beside it.
    if (is_beside(Flat<N>()) && spans(foot)) note(fabs(fabs(height) - radius_), foot);
  }
  r.gap = beyond ? N(0.0) - best : best;
  if (is_solid && (crossed || depth_of(pieces_[0].from) > N(0.0))) r.gap = N(0.0) - deepest();
  r.axes.push_back({sign_ * unit(way), N(0.0)});
  return r;
}

/// Is the place of the circle furthest along n on the piece?
template <class N>
bool BowPair<N>::is_between(const Piece& piece, const Flat<N>& n) const {
  return cross(piece.from, n) >= N(0.0) && cross(n, piece.to) >= N(0.0) && dot(piece.tangents, n) >= N(0.0);
}

/// [L] Of a piece from the part, along n from the arc.
template <class N>
N BowPair<N>::apart(const Piece& piece, const Flat<N>& n) const {
  N low(HUGE_VAL);
  for (const Flat<N>& z : corners_) low = std::min(low, dot(n, z));
  return low - (is_between(piece, n) ? radius_ : std::max(dot(n, piece.from), dot(n, piece.to)));
}

/// From a place of the arc to a corner, as that turns.
template <class N>
Axis<2, N> BowPair<N>::axis_to(std::size_t corner, const Flat<N>& from) const {
  const Flat<N> way = corners_[corner] - from;
  const N size = length(way);
  if (!(size > N(0.0))) return {unit(pieces_[0].from), arc_.rate()};
  const Flat<N> n = (N(1.0) / size) * way;
  const Flat<N> changes =
      velocity_ + spun(other_.rate(), part_->corners[corner]) - spun(arc_.rate(), centre_ + from);
  return {n, cross(n, changes) / size};
}

template <class N>
N BowPair<N>::bound(const Piece& piece, const Axis<2, N>& axis, double half, bool by_circle) const {
  const N h(half);
  const Flat<N>& n = axis.normal;
  const N& w = axis.rate;
  const N rate = size_of(w);
  const N strongest = length(acceleration_) + jerk_ * h;
  const N fastest = length(velocity_) + strongest * h;
  const N furthest = length(place_) + fastest * h;
  N third = jerk_ + rate * (N(3.0) * (strongest + rate * fastest) + rate * rate * furthest);
  struct Course {
    N f0, f1, f2;
  };
  const Course path{dot(n, place_), dot(n, velocity_ - spun(w, place_)),
                    dot(n, acceleration_ - N(2.0) * spun(w, velocity_) + spun(w, spun(w, place_)))};
  const auto course = [&](const N& spin, const Flat<N>& x) {
    const N relative = spin - w;
    return Course{dot(n, x), relative * dot(n, turned_left(x)), N(0.0) - relative * relative * dot(n, x)};
  };
  const auto cube = [](const N& x) { return size_of(x) * x * x; };
  std::vector<Course> of_arc;
  for (const Flat<N>& x : {piece.from, piece.to, piece.tangents})
    of_arc.push_back(course(arc_.rate(), by_circle ? centre_ : centre_ + x));
  third += cube(arc_.rate() - w) * arc_.reach();
  std::vector<Course> of_other;
  if (part_ == nullptr) {
    of_other.push_back({N(0.0) - other_.plane_height(), N(0.0), N(0.0)});  // n is minus its normal
  } else {
    for (const Flat<N>& x : part_->corners) of_other.push_back(course(other_.rate(), x));
    third += cube(other_.rate() - w) * other_.reach();
  }
  N least(HUGE_VAL);
  for (const Course& i : of_arc)
    for (const Course& j : of_other)
      least = std::min(least, least_within<N>(path.f0 + j.f0 - i.f0, path.f1 + j.f1 - i.f1,
                                              path.f2 + j.f2 - i.f2, third, half));
  return by_circle ? least - radius_ : least;
}

/// Does all of the part stay in the circle, further than `least` from it? By R^2 - |y|^2.
template <class N>
bool BowPair<N>::has_room(const N& least, double half) const {
  const N room = radius_ - least;
  if (!(room > N(0.0))) return false;
  const N h(half);
  const auto stays = [&](const Flat<N>& corner, const N& w) {
    const N of_arc = arc_.rate() - w;
    const N of_other = other_.rate() - w;
    const Flat<N> y = place_ + corner - centre_;
    const Flat<N> y1 = velocity_ - spun(w, place_) + spun(of_other, corner) - spun(of_arc, centre_);
    const Flat<N> y2 = acceleration_ - N(2.0) * spun(w, velocity_) + spun(w, spun(w, place_)) +
                       spun(of_other, spun(of_other, corner)) - spun(of_arc, spun(of_arc, centre_));
    const N rate = size_of(w);
    const N strongest = length(acceleration_) + jerk_ * h;
    const N fastest = length(velocity_) + strongest * h;
    const N y3 =
        jerk_ +
        rate * (N(3.0) * (strongest + rate * fastest) + rate * rate * (length(place_) + fastest * h)) +
        size_of(of_arc) * of_arc * of_arc * length(centre_) +
        size_of(of_other) * of_other * of_other * length(corner);
    const N bends = length(y2) + y3 * h;
    const N speed = length(y1) + bends * h;
    const N far = length(y) + speed * h;
    const N f0 = (room - length(y)) * (room + length(y));
    return least_within<N>(f0, N(-2.0) * dot(y, y1), N(-2.0) * (dot(y1, y1) + dot(y, y2)),
                           N(2.0) * (N(3.0) * speed * bends + far * y3), half) > N(0.0);
  };
  for (const N& w : {N(0.0), arc_.rate(), other_.rate()})
    if (std::all_of(part_->corners.begin(), part_->corners.end(),
                    [&](const Flat<N>& corner) { return stays(corner, w); }))
      return true;
  return false;
}

template <class N>
bool BowPair<N>::stays_above(const N& least, double half) const {
  if (part_ != nullptr && has_room(least, half)) return true;
  // All outside of the circle.
  std::vector<Axis<2, N>> axes;
  if (part_ == nullptr) axes.push_back({N(-1.0) * other_.plane_normal(), N(0.0)});
  for (std::size_t j = 0; j < corners_.size(); ++j) axes.push_back(axis_to(j, Flat<N>()));
  if (std::any_of(axes.begin(), axes.end(),
                  [&](const Axis<2, N>& axis) { return bound(pieces_[0], axis, half, true) >= least; }))
    return true;
  std::size_t count = 0;
  constexpr int kCuts = 60;
  return std::all_of(pieces_.begin(), pieces_.end(),
                     [&](const Piece& piece) { return stays_above(piece, least, half, kCuts, count); });
}

/// Of a piece: along one of the best axes, or its halves.
template <class N>
bool BowPair<N>::stays_above(const Piece& piece, const N& least, double half, int cuts,
                             std::size_t& count) const {
  constexpr std::size_t kMostPieces = 400;
  if (++count > kMostPieces) return false;
  if (part_ == nullptr) {
    return bound(piece, {N(-1.0) * other_.plane_normal(), N(0.0)}, half) >= least;
  }
  std::vector<Axis<2, N>> axes{{unit(piece.from), arc_.rate()},
                               {unit(piece.to), arc_.rate()},
                               {N(-1.0) * unit(piece.tangents), arc_.rate()}};
  for (const Flat<N>& n : part_->normals) axes.push_back({N(-1.0) * n, other_.rate()});
  for (std::size_t j = 0; j < corners_.size(); ++j)
    for (const Flat<N>& from : {Flat<N>(), piece.from, piece.to}) axes.push_back(axis_to(j, from));
  N best(-HUGE_VAL);
  for (const Axis<2, N>& axis : axes) {
    const N now = apart(piece, axis.normal);
    best = std::max(best, now);
    if (now > least &&
        (bound(piece, axis, half) >= least || bound(piece, {axis.normal, N(0.0)}, half) >= least))
      return true;
  }
  // A shorter piece helps if it is the piece that is too near, not the time that is too long.
  const N now = nearness().gap;
  if (cuts == 0 || !(now > least) || best - least > N(0.5) * (now - least)) return false;
  // A short piece seems to be apart from what is thin and goes through it: by a little less than its length.
  const bool is_thin = part_->normals.size() <= 2 && least < N(0.0);
  const N above = is_thin ? N(-0x1p-8) * least : least;
  const Flat<N> middle = radius_ * unit(piece.tangents);
  const auto tangents = [&](const Flat<N>& p, const Flat<N>& q) {
    return (N(1.0) / (N(1.0) + dot(p, q) / (radius_ * radius_))) * (p + q);
  };
  return stays_above({piece.from, middle, tangents(piece.from, middle)}, above, half, cuts - 1, count) &&
         stays_above({middle, piece.to, tangents(middle, piece.to)}, above, half, cuts - 1, count);
}

template Part<2, double> bow_of(const Arc&);
template Part<2, long double> bow_of(const Arc&);
template Part<2, LongFloat> bow_of(const Arc&);
template class BowPair<double>;
template class BowPair<long double>;
template class BowPair<LongFloat>;

}  // namespace firsthit::turning_judge
