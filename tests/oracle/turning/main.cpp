// turning_oracle COUNT [FIRST]: asks first_hit three random queries for every second number below COUNT, one
// of the plane, one of space, and one of an arc, of pairs of which one spins, and judges every answer. FIRST
// is the first number; the seeds of all objections are printed, with C++ that asks the same. Ends with 1 if
// there are any.

#include "oracle/status_line.hpp"
#include "oracle/turning/judge.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "query/explain.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace firsthit::turning_judge {
namespace {

using Number = unsigned long long;

/// What came of a pair of shapes.
struct Count {
  std::array<Number, 5> outcomes{};
  Number missed = 0;
  Number false_alarms = 0;
  Number objections = 0;
  Number undecided = 0;  ///< pairs that the judge could not tell all of
  double bracket = 0.0;  ///< the widest of an impact, of the horizon
  Number steps = 0;      ///< most

  void add(const Count& other) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i] += other.outcomes[i];
    missed += other.missed;
    false_alarms += other.false_alarms;
    objections += other.objections;
    undecided += other.undecided;
    bracket = std::max(bracket, other.bracket);
    steps = std::max(steps, other.steps);
  }
};

/// [rad] How far one turns within a time.
template <int D>
double angle_within(const Motion<D>& motion, double time) {
  const auto size = [](const auto& rate) {
    if constexpr (std::is_same_v<decltype(rate), const double&>)
      return std::fabs(rate);
    else
      return std::sqrt(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
  };
  return std::visit(
      [&]<class M>(const M& m) {
        if constexpr (std::is_same_v<M, Precessing<D>>)
          return (size(m.precession) + size(m.spin)) * time;
        else if constexpr (requires { m.angular_velocity; })
          return size(m.angular_velocity) * time;
        else
          return 0.0;
      },
      motion);
}

/// How the faster one of a pair turns, as a row of a table.
template <int D>
std::string spin_of(const Asked<D>& asked) {
  const auto is_any = [&]<class M>(const M*) {
    return std::holds_alternative<M>(asked.a.motion) || std::holds_alternative<M>(asked.b.motion);
  };
  if (is_any(static_cast<Precessing<D>*>(nullptr))) return "~ one precesses";
  if (is_any(static_cast<Spline<D>*>(nullptr))) return "~ one on a cubic";
  constexpr double kTurn = 6.283185307179586;
  const double time = asked.query.horizon;
  const double turns =
      std::max(angle_within<D>(asked.a.motion, time), angle_within<D>(asked.b.motion, time)) / kTurn;
  if (turns == 0.0) return "~ no turn";
  if (turns <= 0.125) return "~ to 1/8 turn";
  if (turns <= 1.0) return "~ to 1 turn";
  return turns <= 4.0 ? "~ to 4 turns" : "~ more turns";
}

/// Of all pairs of shapes of a dimension.
template <int D>
class Tally {
 public:
  void ask(std::uint64_t seed, const Drawn<D>& drawn) {
    const Asked<D>& asked = drawn.asked;
    const std::string pair = judging::name(drawn.a) + "-" + judging::name(drawn.b);
    QueryTrace trace;
    Encounter<D> answer;
    try {
      answer = explained_first_hit(asked.a, asked.b, asked.query, trace);
    } catch (const InputError&) {
      ++refused_;
      return;
    }
    const Verdict verdict = judge(asked, answer);
    Count one;
    one.outcomes[static_cast<std::size_t>(answer.outcome)] = 1;
    one.missed = verdict.missed ? 1 : 0;
    one.false_alarms = verdict.false_alarm ? 1 : 0;
    one.undecided = verdict.undecided > 0 ? 1 : 0;
    one.bracket = verdict.bracket;
    one.steps = trace.steps;
    if (!verdict.objection.empty()) {
      one.objections = 1;
      std::printf("%dD %s, seed %llu: %s\n%s\n-> %s\n", D, pair.c_str(), static_cast<Number>(seed),
                  verdict.objection.c_str(), text(asked).c_str(), text(answer).c_str());
    }
    counts_[pair].add(one);
    counts_[spin_of<D>(asked)].add(one);
  }

  void add(const Tally& other) {
    for (const auto& [name, count] : other.counts_) counts_[name].add(count);
    refused_ += other.refused_;
  }

  /// Returns the number of objections.
  Number print(const char* title) const {
    std::printf("%-28s%9s%9s%9s%9s%9s%9s%9s%9s%11s%10s%9s\n", title, "misses", "grazes", "impacts",
                "overlaps", "open", "missed", "false", "undecided", "objections", "bracket", "steps");
    Count all;
    for (const auto& [name, count] : counts_) {
      print(name, count);
      if (name[0] != '~') all.add(count);  // those count the same pairs again, by their spin
    }
    print("all", all);
    if (refused_ > 0) std::printf("%llu refused\n", refused_);
    return all.objections;
  }

 private:
  static void print(const std::string& name, const Count& count) {
    std::printf("%-28s", name.c_str());
    for (const Number n : count.outcomes) std::printf("%9llu", n);
    std::printf("%9llu%9llu%9llu%11llu%10.2g%9llu\n", count.missed, count.false_alarms, count.undecided,
                count.objections, count.bracket, count.steps);
  }

  std::map<std::string, Count> counts_;
  Number refused_ = 0;
};

int oracle(std::uint64_t count, std::uint64_t first) {
  const std::uint64_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<Tally<2>> plane(threads);
  std::vector<Tally<3>> space(threads);
  std::vector<Tally<2>> arcs(threads);
  std::vector<Tally<3>> tumbling(threads);
  judging::StatusLine status(count / 2);
  std::mutex mutex;
  std::uint64_t done = 0;
  std::vector<std::thread> all;
  for (std::uint64_t i = 0; i < threads; ++i)
    all.emplace_back([&, i] {
      for (std::uint64_t k = 2 * i; k < count; k += 2 * threads) {
        const std::uint64_t seed = first + k;
        plane[i].ask(seed, drawn_pair<2>(seed));
        space[i].ask(seed + 1, drawn_pair<3>(seed + 1));
        arcs[i].ask(seed, drawn_arc_pair(seed));
        tumbling[i].ask(seed, drawn_tumbling_pair(seed));
        if (k % 1024 >= 2 * threads) continue;
        const std::lock_guard lock(mutex);
        status.show("what turns", done += 512 / threads);
      }
    });
  for (std::thread& thread : all) thread.join();
  status.clear();
  for (std::uint64_t i = 1; i < threads; ++i) {
    plane[0].add(plane[i]);
    space[0].add(space[i]);
    arcs[0].add(arcs[i]);
    tumbling[0].add(tumbling[i]);
  }
  const Number objections = plane[0].print("in the plane") + arcs[0].print("arcs") +
                            space[0].print("in space") + tumbling[0].print("what tumbles");
  return objections > 0 ? 1 : 0;
}

}  // namespace
}  // namespace firsthit::turning_judge

int main(int count, char** words) {
  if (count < 2 || count > 3) {
    std::fprintf(stderr, "usage: turning_oracle COUNT [FIRST]\n");
    return 2;
  }
  const auto number = [](const char* word) { return std::strtoull(word, nullptr, 10); };
  return firsthit::turning_judge::oracle(number(words[1]), count > 2 ? number(words[2]) : 0);
}
