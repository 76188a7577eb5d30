#include "exact/root_finder.hpp"

#include "exact/double_order.hpp"

#include <algorithm>
#include <cstdint>

namespace firsthit {

RootFinder::RootFinder(const Polynomial& p, double start, double end)
    : p_(p),
      chain_(p),
      start_(start),
      end_(end),
      variations_at_start_(chain_.variations_at(Dyadic())),
      variations_(variations_at_start_),
      lower_(start) {}

int RootFinder::count_until(const Dyadic& x) const { return variations_at_start_ - chain_.variations_at(x); }

bool RootFinder::has_root_in_front_of(const Dyadic& x) const {
  if ((x - place_).sign() <= 0) return false;
  return p_.sign_at(x) == 0 || variations_ - chain_.variations_at(x) > 0;
}

/// Narrows (lower, upper], which holds a root, to neighbouring doubles around the first one: in
/// growing steps from the guess, then by halving the number of doubles between.
void RootFinder::bracket(double guess, double& lower, double& upper) const {
  std::int64_t low = ordinal(lower);
  std::int64_t high = ordinal(upper);
  const auto probe = [&](std::int64_t at) { (has_root_by(from_ordinal(at)) ? high : low) = at; };
  if (guess > lower && guess < upper) {
    const std::int64_t middle = ordinal(guess);
    probe(middle);
    for (std::int64_t step = 1; low == middle && step < high - middle; step *= 8) {
      probe(middle + step);
      if (high == middle + step) break;
    }
    for (std::int64_t step = 1; high == middle && step < middle - low; step *= 8) {
      probe(middle - step);
      if (low == middle - step) break;
    }
  }
  while (high - low > 1) probe(low + (high - low) / 2);
  lower = from_ordinal(low);
  upper = from_ordinal(high);
}

std::optional<Root> RootFinder::next(double guess) {
  if (!has_root_by(end_)) return std::nullopt;
  Root root{lower_, end_, 0, {}};
  bracket(guess, root.lower, root.upper);

  // Isolate the root below the spacing of doubles: only it lies in (place_, after], and not at `after`.
  const Dyadic upper = Dyadic(root.upper) - start_;
  const bool at_upper = p_.sign_at(upper) == 0;
  Dyadic width = Dyadic(root.upper) - Dyadic(root.lower);
  if (width.sign() == 0) width = Dyadic(1.0);
  Dyadic after = upper;
  for (Dyadic step = at_upper ? width : Dyadic(); p_.sign_at(after) == 0; step = step * Dyadic(0.5))
    after = upper + step;
  Dyadic before = place_;
  if ((Dyadic(root.lower) - start_ - before).sign() > 0) before = Dyadic(root.lower) - start_;
  while (variations_ - chain_.variations_at(after) > 1) {
    const Dyadic whole = after - before;
    Dyadic middle = before + whole * Dyadic(0.5);
    for (Dyadic part = whole * Dyadic(0.25); p_.sign_at(middle) == 0; part = part * Dyadic(0.5))
      middle = middle + part;
    (has_root_in_front_of(middle) ? after : before) = middle;
  }
  if (at_upper && (after - upper).sign() > 0) root.lower = root.upper;
  root.sign_after = p_.sign_at(after);
  root.after = after;

  place_ = after;
  variations_ = chain_.variations_at(after);
  lower_ = root.lower;
  return root;
}

}  // namespace firsthit
