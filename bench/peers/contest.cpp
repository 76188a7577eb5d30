#include "contest.hpp"

#include "core/hash.hpp"
#include "oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace peers {
namespace {

constexpr std::size_t kBlock = 5000;  // pairs: long enough for the clock, short enough to take turns often
constexpr int kRounds = 3;            // through all pairs

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One program's answers, and nanoseconds per pair of each block.
struct Record {
  std::vector<Answer> answers;
  std::vector<double> times;
};

void measure_block(const Program& program, std::size_t begin, std::size_t size, Record& record) {
  const std::clock_t start = std::clock();
  program.run(begin, std::span(record.answers).subspan(begin, size));
  const auto ticks = static_cast<double>(std::clock() - start);
  record.times.push_back(ticks * (1e9 / CLOCKS_PER_SEC) / static_cast<double>(size));
}

std::vector<Record> measure(const std::vector<Program>& programs, std::size_t pairs) {
  std::vector<Record> records(programs.size());
  for (Record& record : records) record.answers.resize(pairs);
  for (int round = -1; round < kRounds; ++round) {
    // One block to warm up.
    for (std::size_t begin = 0; begin < (round < 0 ? std::min(kBlock, pairs) : pairs); begin += kBlock)
      for (std::size_t i = 0; i < programs.size(); ++i)
        measure_block(programs[i], begin, std::min(kBlock, pairs - begin), records[i]);
    if (round < 0)
      for (Record& record : records) record.times.clear();
  }
  return records;
}

/// What the oracle says of one program.
struct Verdict {
  std::size_t misses = 0;
  std::size_t false_hits = 0;
  double error = 0.0;  // the largest of a time, where both say that they touch
  firsthit::StateHash hash;
};

Verdict compare(const std::vector<Truth>& truths, const std::vector<Answer>& answers) {
  Verdict verdict;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const Truth& truth = truths[i];
    const Answer& answer = answers[i];
    if (truth.touches && !answer.touches) ++verdict.misses;
    if (!truth.touches && answer.touches) ++verdict.false_hits;
    if (truth.touches && answer.touches)
      verdict.error = std::max(verdict.error, std::abs(truth.time - answer.time));
    verdict.hash.add(answer.touches ? answer.time : -1.0);
  }
  return verdict;
}

}  // namespace

template <class Course>
std::size_t contest(const std::string& title, const std::vector<Pair<Course>>& pairs,
                    const std::vector<Program>& programs) {
  std::vector<Truth> truths;
  for (const Pair<Course>& pair : pairs) truths.push_back(judge(pair));
  const auto touching = std::count_if(truths.begin(), truths.end(), [](const Truth& t) { return t.touches; });
  std::printf("%s: %zu pairs, %td touch\n", title.c_str(), pairs.size(), touching);
  std::printf("%34s |       ns   ratio | misses false hits time error | hash\n", "");
  const std::vector<Record> records = measure(programs, pairs.size());
  const double first = median(records.front().times);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const double time = median(records[i].times);
    const Verdict verdict = compare(truths, records[i].answers);
    std::printf("%34s | %8.1f %7.2f | %6zu %10zu %10.1e | %016llx\n", programs[i].name.c_str(), time,
                time / first, verdict.misses, verdict.false_hits, verdict.error,
                static_cast<unsigned long long>(verdict.hash.value()));
  }
  const Verdict ours = compare(truths, records.front().answers);
  return ours.misses + ours.false_hits;
}

template std::size_t contest(const std::string&, const std::vector<Pair<BallCourse<2>>>&,
                             const std::vector<Program>&);
template std::size_t contest(const std::string&, const std::vector<Pair<BoxCourse>>&,
                             const std::vector<Program>&);
template std::size_t contest(const std::string&, const std::vector<Pair<BallCourse<3>>>&,
                             const std::vector<Program>&);
template std::size_t contest(const std::string&, const std::vector<Pair<OrientedBoxCourse>>&,
                             const std::vector<Program>&);

}  // namespace peers
