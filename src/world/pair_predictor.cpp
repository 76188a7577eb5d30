#include "world/pair_predictor.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

template <int D>
void PairPredictor<D>::predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                               const Instant& now, const Instant& until,
                               std::vector<Meeting<D>>& meetings) const {
  if (table_.is_all_balls() && !table_.company.is_select()) {
    balls_.predict(records, body, candidates, now, until, meetings);
    return;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Candidate<D> candidate = candidates[i];
    if (candidate.partner == body || !table_.meet(body, candidate.partner)) continue;
    if (candidates.are_nearest && i < candidates.moving)
      candidate.image =
          flight_.nearest_image(body, records[body], candidate.partner, records[candidate.partner], now);
    if (i < candidates.moving && passes_by(records, body, candidate, now, until)) continue;
    const Meeting<D> meeting = meet(records, body, candidate, now);
    if (meeting.time <= until) meetings.push_back(meeting);
  }
}

template <int D>
Meeting<D> PairPredictor<D>::meet(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate,
                                  const Instant& now) const {
  const Id partner = candidate.partner;
  if (!table_.meet(body, partner)) return {candidate, kEndOfTime, 0.0};
  const OrderedPair<D> pair(body, candidate);
  if (table_.company.has_passages()) {
    const bool inside = passages_.contains(pair);
    if (inside || table_.passes(body, partner))
      return {candidate, solids_.pass(records, pair, inside, now), 0.0};
  }
  if (table_.meet_as_balls(body, partner)) return {candidate, balls_.meet(records, body, candidate), 0.0};
  const auto found = solids_.meet(records, pair);
  return {candidate, found.time, found.meeting.area};
}

/// Do the balls that hold the two surely miss each other, or meet later than `until`? So it is with most.
template <int D>
bool PairPredictor<D>::passes_by(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate,
                                 const Instant& now, const Instant& until) const {
  constexpr double kSlack = 0x1p-20;  // far more than what rounds here, of the lengths that count
  if (flight_.falls()) return false;
  if (table_.company.has_passages() && passages_.contains(OrderedPair<D>(body, candidate))) return false;
  const Id other = candidate.partner;
  const Vec<D> d = flight_.separation(body, records[body], other, records[other], candidate.image, now);
  const Vec<D> v =
      flight_.velocity_at(other, records[other], now) - flight_.velocity_at(body, records[body], now);
  const double sigma = (1.0 + kSlack) * (table_.radius[body] + table_.radius[other]) +
                       kSlack * (max_abs(d) + table_.least_radius);
  const double c = length_squared(d) - sigma * sigma;
  if (!(c > 0.0)) return false;
  const double b = dot(d, v);
  if (!(b < 0.0)) return true;
  const double a = length_squared(v);
  if (b * b < (1.0 - kSlack) * a * c) return true;
  if (until == kEndOfTime) return false;
  // -b t is how much the squared distance falls by t, at most and twice.
  return -2.0 * b * flight_.timebase().between(now, until) < (1.0 - kSlack) * c;
}

template class PairPredictor<2>;
template class PairPredictor<3>;

}  // namespace firsthit
