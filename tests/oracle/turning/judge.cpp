#include "oracle/turning/judge.hpp"

#include "oracle/turning/contact.hpp"
#include "oracle/turning/crossing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace firsthit::turning_judge {
namespace {

std::string format(const char* what, double x, double y) {
  char r[200];
  std::snprintf(r, sizeof r, what, x, y);
  return r;
}

template <int D>
class Trial {
 public:
  Trial(const Asked<D>& asked, const Encounter<D>& answer)
      : asked_(asked),
        answer_(answer),
        allowance_(asked),
        subdivision_(asked),
        end_(std::min({answer.delay, end_of_course(asked.a), end_of_course(asked.b)})) {}

  Verdict run() {
    check_times();
    if (!r_.objection.empty()) return r_;
    const double at_start = gap(0.0);
    // What starts inside is judged by pieces: one of them may be deeper than all of them.
    const double certain = subdivision_.quick().pairs() > 1 ? 0.5 : 1.0;
    if (at_start < -certain * allowance_.at(0.0)) {
      check_overlapping();
    } else {
      check_no_miss(0.0);
      if (answer_.outcome == Outcome::Impact) check_impact();
      if (answer_.outcome == Outcome::Overlap && at_start > allowance_.at(0.0))
        object(format("an overlap, but the gap is %g at the start", at_start, 0.0));
      if (answer_.outcome == Outcome::Graze) check_graze();
    }
    const bool has_contact = answer_.outcome == Outcome::Impact || answer_.outcome == Outcome::Graze;
    if (has_contact && r_.objection.empty()) object(check_contact(asked_, answer_));
    return r_;
  }

 private:
  void object(const std::string& what) {
    if (r_.objection.empty()) r_.objection = what;
  }

  double gap(double t) {
    PairView<D, long double>& view = subdivision_.fine();
    view.look(t);
    return static_cast<double>(view.gap());
  }

  void check_times() {
    const double horizon = std::min({asked_.query.horizon, end_of_course(asked_.a), end_of_course(asked_.b)});
    const bool nothing = answer_.outcome == Outcome::Miss || answer_.outcome == Outcome::Graze;
    if (!(answer_.delay >= 0.0) || !(answer_.delay <= answer_.delay_upper) ||
        !(answer_.delay_upper <= horizon) || !(answer_.first_touch >= 0.0) ||
        !(answer_.first_touch <= answer_.delay))
      object("times that are not in order");
    if (nothing && answer_.delay != horizon) object("a delay that is not the horizon");
    if (answer_.outcome == Outcome::Miss && answer_.first_touch != horizon)
      object("a first touch that is not the horizon");
  }

  /// Not deeper than allowed before the answer's time.
  void check_no_miss(double from) {
    const Thinness thin = thinness(asked_);
    if (thin == Thinness::Crosses) check_no_crossing();
    if (thin != Thinness::Overlaps) return;
    // Who overlaps by less than is seen may get deeper by less than is seen.
    const double at_start = gap(0.0);
    const double unseen = at_start < 0.0 ? 0.5 * allowance_.at(0.0) - at_start : 0.0;
    const Apart apart =
        subdivision_.apart(from, end_, [&](double t) { return std::max(allowance_.at(t), unseen); });
    r_.pieces += apart.pieces;
    r_.undecided += apart.undecided;
    if (!apart.deep_at) return;
    r_.missed = true;
    object(format("missed: at %.17g they are %g deep", *apart.deep_at, apart.deep) +
           format(", which is %g of what is allowed", apart.deep / allowance_.at(*apart.deep_at), 0.0));
  }

  /// Two without depth may go through each other.
  void check_no_crossing() {
    const std::optional<double> crossing = first_crossing(asked_, end_, allowance_);
    if (!crossing) return;
    r_.missed = true;
    object(format("missed: by %.17g they have gone through each other", *crossing, 0.0));
  }

  /// Overlapping or crossed by the end of the bracket.
  void check_impact() {
    r_.bracket = (answer_.delay_upper - answer_.delay) / asked_.query.horizon;
    const double from = answer_.delay;
    const double to = answer_.delay_upper;
    constexpr int kSamples = 16;
    for (int i = kSamples; i >= 0; --i) {
      const double t = i == kSamples ? to : from + (to - from) * (static_cast<double>(i) / kSamples);
      if (overlap(t)) return;
    }
    if (is_near(from, to) && has_crossed(asked_, from, to)) return;
    const Apart apart = subdivision_.apart(from, to, [](double) { return 0.0; });
    r_.pieces += apart.pieces;
    if (apart.deep_at) return;
    if (!apart.proven) {
      ++r_.undecided;
      return;
    }
    r_.false_alarm = true;
    object(format("an impact of two that do not overlap: gap %g", gap(to), 0.0));
  }

  /// Certainly?
  bool overlap(double t) {
    PairView<D, long double>& fine = subdivision_.fine();
    fine.look(t);
    if (fine.gap() < -fine.error()) return true;
    if (fine.gap() > fine.error()) return false;
    PairView<D, LongFloat>& finest = subdivision_.finest();
    finest.look(t);
    return finest.gap() < LongFloat(0.0) - finest.error();
  }

  /// May they touch within that time, as fast as they are?
  bool is_near(double from, double to) {
    const double allowed = allowance_.at(to);
    return gap(from) <= 2.0 * allowance_.speed(to) * (to - from) + 10.0 * allowed;
  }

  void check_graze() {
    const double allowed = 10.0 * allowance_.at(answer_.first_touch);
    const double there = gap(answer_.first_touch);
    if (!(std::fabs(there) <= allowed))
      object(format("a graze with a gap of %g, which is %g of what is allowed", there, there / allowed));
  }

  /// From the start: who parts is let go, who closes is told. While they overlap, samples show it, to a
  /// hundredth of their depth; once they are apart it is proven as for all others.
  void check_overlapping() {
    constexpr int kSamples = 64;
    constexpr double kOfDepth = 0.01;
    const double at_start = gap(0.0);
    double highest = at_start;
    for (int i = 1; i <= kSamples; ++i) {
      const double t = end_ * (static_cast<double>(i) / kSamples);
      const double now = gap(t);
      if (now > allowance_.at(t)) {
        check_no_miss(t);
        break;
      }
      if (subdivision_.quick().pairs() == 1 && now < highest + kOfDepth * at_start)
        object(format("overlapping from the start, they close by %g at %.17g", highest - now, t));
      highest = std::max(highest, now);
    }
    const bool tells = answer_.outcome == Outcome::Overlap || answer_.outcome == Outcome::Impact;
    if (!tells || subdivision_.quick().pairs() > 1) return;
    const double at = gap(answer_.delay);
    const double step = std::max(answer_.delay_upper - answer_.delay, 1e-7 * asked_.query.horizon);
    const double later = std::min(gap(answer_.delay_upper), gap(answer_.delay + step));
    if (later > std::min(at, 0.0) + 4.0 * allowance_.at(answer_.delay) &&
        gap(answer_.delay + 1e-3 * step) > at) {
      r_.false_alarm = true;
      object(format("an overlap that opens: gap %g, later %g", at, later));
    }
  }

  const Asked<D>& asked_;
  const Encounter<D>& answer_;
  Allowance<D> allowance_;
  Subdivision<D> subdivision_;
  double end_;  // [T] until then nothing happens
  Verdict r_;
};

}  // namespace

template <int D>
Verdict judge(const Asked<D>& asked, const Encounter<D>& answer) {
  return Trial<D>(asked, answer).run();
}

template Verdict judge(const Asked<2>&, const Encounter<2>&);
template Verdict judge(const Asked<3>&, const Encounter<3>&);

}  // namespace firsthit::turning_judge
