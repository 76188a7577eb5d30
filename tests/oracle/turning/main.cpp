// turning_oracle COUNT [FIRST [DIMENSION]]: asks first_hit so many random queries of pairs that spin, and
// judges every answer.

#include "core/random.hpp"
#include "oracle/turning/judge.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "query/explain.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace firsthit::turning_judge {
namespace {

/// What came of one pair of kinds.
struct Count {
  std::array<std::uint64_t, 5> outcomes{};
  std::uint64_t missed = 0;
  std::uint64_t false_alarms = 0;
  std::uint64_t objections = 0;
  std::uint64_t undecided = 0;
  std::uint64_t pieces = 0;
  double bracket = 0.0;
  std::size_t steps = 0;
};

template <int D>
std::string pair_name(const Asked<D>& asked) {
  return std::to_string(D) + "D " + std::to_string(asked.a.shape.index()) + "-" +
         std::to_string(asked.b.shape.index());
}

template <int D>
void ask(std::uint64_t seed, std::map<std::string, Count>& counts, std::uint64_t& refused) {
  const Asked<D> asked = spinning_pair<D>(seed);
  Encounter<D> answer;
  QueryTrace trace;
  try {
    answer = explained_first_hit(asked.a, asked.b, asked.query, trace);
  } catch (const InputError&) {
    ++refused;
    return;
  }
  const Verdict verdict = judge(asked, answer);
  Count& count = counts[pair_name(asked)];
  ++count.outcomes[static_cast<std::size_t>(answer.outcome)];
  count.missed += verdict.missed ? 1 : 0;
  count.false_alarms += verdict.false_alarm ? 1 : 0;
  count.undecided += verdict.undecided > 0 ? 1 : 0;
  count.pieces += verdict.pieces;
  count.bracket = std::max(count.bracket, verdict.bracket);
  count.steps = std::max(count.steps, trace.steps);
  if (verdict.objection.empty()) return;
  ++count.objections;
  std::printf("seed %llu, %s: %s\n  %s\n  -> %s\n", static_cast<unsigned long long>(seed),
              pair_name(asked).c_str(), verdict.objection.c_str(), text(asked).c_str(), text(answer).c_str());
}

}  // namespace
}  // namespace firsthit::turning_judge

int main(int count, char** words) {
  using namespace firsthit::turning_judge;
  const auto number = [&](int i, std::uint64_t otherwise) {
    return count > i ? std::strtoull(words[i], nullptr, 10) : otherwise;
  };
  const std::uint64_t queries = number(1, 1000);
  const std::uint64_t first = number(2, 0);
  const std::uint64_t dimension = number(3, 2);
  std::map<std::string, Count> counts;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = first; seed < first + queries; ++seed) {
    if (dimension == 2) ask<2>(seed, counts, refused);
    else ask<3>(seed, counts, refused);
  }
  std::uint64_t objections = 0;
  for (const auto& [name, c] : counts) {
    std::printf("%-10s", name.c_str());
    for (const std::uint64_t n : c.outcomes) std::printf("%9llu", static_cast<unsigned long long>(n));
    std::printf("  missed %llu false %llu objections %llu undecided %llu pieces %llu bracket %.2g steps %zu\n",
                static_cast<unsigned long long>(c.missed), static_cast<unsigned long long>(c.false_alarms),
                static_cast<unsigned long long>(c.objections), static_cast<unsigned long long>(c.undecided),
                static_cast<unsigned long long>(c.pieces), c.bracket, c.steps);
    objections += c.objections;
  }
  std::printf("refused: %llu\n", static_cast<unsigned long long>(refused));
  return objections > 0 ? 1 : 0;
}
