#include "contest.hpp"

#include "core/hash.hpp"
#include "referee.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>

namespace turning {
namespace {

constexpr std::size_t kBlock = 500;  // pairs: long enough for the clock, short enough to take turns often

/// [ns] of the processor's time: others on the machine do not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

/// One program's answers, and the least nanoseconds of each block.
struct Record {
  std::vector<Answer> answers;
  std::vector<double> times;

  double per_pair() const {
    double sum = 0.0;
    for (const double time : times) sum += time;
    return sum / static_cast<double>(answers.size());
  }
};

std::vector<Record> measure(const std::vector<Program>& programs, std::size_t pairs, int rounds) {
  const std::size_t blocks = (pairs + kBlock - 1) / kBlock;
  const std::vector<double> untimed(blocks, std::numeric_limits<double>::infinity());
  std::vector<Record> records(programs.size(), {std::vector<Answer>(pairs), untimed});
  for (int round = 0; round < rounds; ++round)
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t i = 0; i < programs.size(); ++i) {
        const std::size_t begin = block * kBlock;
        const auto answers = std::span(records[i].answers).subspan(begin, std::min(kBlock, pairs - begin));
        const double start = now();
        programs[i].run(begin, answers);
        records[i].times[block] = std::min(records[i].times[block], now() - start);
      }
  return records;
}

/// What the referee says of one program.
struct Verdict {
  std::size_t hits = 0;
  std::size_t missed = 0;
  std::size_t false_hits = 0;
  std::size_t late = 0;
  std::size_t open = 0;
  firsthit::StateHash hash;
};

template <int D>
void judge(Referee<D>& referee, double tolerance, const Answer& answer, Verdict& verdict) {
  using Depth = typename Referee<D>::Depth;
  verdict.hash.add(answer.touches ? answer.time : -1.0);
  if (answer.touches) ++verdict.hits;
  const Depth depth = referee.deeper(tolerance, answer.touches ? answer.time : 1.0);
  if (depth == Depth::Open) ++verdict.open;
  if (depth == Depth::Proven)
    ++(answer.touches ? verdict.late : verdict.missed);
  else if (answer.touches && referee.gap(answer.time) > tolerance)
    ++verdict.false_hits;
}

}  // namespace

template <int D>
std::size_t contest(const std::string& title, const std::vector<Pair<D>>& pairs,
                    const std::vector<Program>& programs, int rounds) {
  const std::vector<Record> records = measure(programs, pairs.size(), rounds);
  std::vector<Verdict> verdicts(programs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    Referee<D> referee(pairs[k]);
    for (std::size_t i = 0; i < programs.size(); ++i)
      judge(referee, programs[i].tolerance, records[i].answers[k], verdicts[i]);
  }
  std::printf("%-34s |      ns  ours/its tolerance |   hits missed  false   late   open | hash\n",
              title.c_str());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Verdict& v = verdicts[i];
    const double time = records[i].per_pair();
    std::printf("%34s | %7.0f %9.2f %9.1e | %6zu %6zu %6zu %6zu %6zu | %016llx\n", programs[i].name.c_str(),
                time, records.front().per_pair() / time, programs[i].tolerance, v.hits, v.missed,
                v.false_hits, v.late, v.open, static_cast<unsigned long long>(v.hash.value()));
  }
  std::fflush(stdout);
  return verdicts.front().missed + verdicts.front().false_hits + verdicts.front().late;
}

template std::size_t contest(const std::string&, const std::vector<Pair<2>>&, const std::vector<Program>&,
                             int);
template std::size_t contest(const std::string&, const std::vector<Pair<3>>&, const std::vector<Program>&,
                             int);

}  // namespace turning
