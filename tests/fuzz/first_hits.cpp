#include "fuzz/bytes.hpp"

#include "oracle/cases.hpp"
#include "oracle/numbers_of.hpp"
#include "oracle/verdict.hpp"

#include <firsthit/error.hpp>

#include <cmath>
#include <type_traits>

// Queries as raw doubles, each answer judged by exact arithmetic.

namespace firsthit::fuzzing {
namespace {

/// Within these the judge's numbers stay short enough to be quick; the input may be of any size there is.
constexpr double kSmallest = 0x1p-450;
constexpr double kLargest = 0x1p450;

bool is_judged(double x) { return x == 0.0 || (std::fabs(x) >= kSmallest && std::fabs(x) <= kLargest); }

/// A query of two kinds of shapes, with some of its numbers set to others of its own, to their neighbours, or
/// to whatever the bytes are.
template <int D>
judging::Case<D> read_case(Bytes& bytes, bool& is_judgeable) {
  const std::vector<judging::Kind>& kinds = judging::kinds(D);
  const judging::Kind a = kinds[bytes.below(kinds.size())];
  const judging::Kind b = kinds[bytes.below(kinds.size())];
  const std::uint64_t seed = bytes.byte();
  judging::Case<D> query = judging::drawn<D>(a, b, 70000 + seed);
  std::vector<double> seen{0.0};
  const auto change_one = [&](double& x) {
    const std::uint8_t how = bytes.byte();
    if (how % 8 == 1) x = bytes.raw();
    if (how % 8 == 2) x = bytes.coarse();
    if (how % 8 == 3) x = seen[how / 8 % seen.size()];
    if (how % 8 == 4) x = std::nextafter(x, how > 127 ? HUGE_VAL : -HUGE_VAL);
    if (how % 8 == 5) x = std::ldexp(x, how / 8 - 16);
    if (how % 8 == 6) x = -x;
    seen.push_back(x);
    is_judgeable = is_judgeable && is_judged(x);
  };
  const auto change = [&](auto& x, judging::Meaning) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, double>) {
      change_one(x);
    } else {
      for (double& part : x.c) change_one(part);
    }
  };
  judging::change_numbers(query.a, change);
  judging::change_numbers(query.b, change);
  change_one(query.query.horizon);
  if (bytes.chance()) change_one(query.query.margin);
  return query;
}

template <int D>
void ask(Bytes bytes) {
  try {
    bool is_judgeable = true;
    const judging::Case<D> query = read_case<D>(bytes, is_judgeable);
    const Encounter<D> answer = first_hit(query.a, query.b, query.query);
    for (const double x : answer.normal.c) expect(std::isfinite(x), "a normal that is finite");
    expect(0.0 <= answer.delay && answer.delay <= answer.delay_upper, "bounds in order");
    if (!is_judgeable) return;
    const std::string what = judging::objection(query, answer);
    if (!what.empty()) expect(false, "no objection, found " + what + "\n" + judging::text(query));
  } catch (const InputError&) {  // numbers that it says it does not take
  }
}

}  // namespace

void first_hits(Input input) {
  if (input.empty() || input.size() > 600) return;
  const Bytes bytes(input.subspan(1));
  input[0] % 2 == 0 ? ask<2>(bytes) : ask<3>(bytes);
}

}  // namespace firsthit::fuzzing
