// How long it takes to tell whether and when features that deform touch, and which stage tells.
//
// First the public queries of tests/data/ccd-queries, with exact answers: the false ones are counted. Run in
// the source folder, or with FIRSTHIT_SOURCE in the environment. Then random features whose swept boxes
// overlap, in batches, with a hash of the answers beside each time: the processor's, which others on the
// machine disturb less. Then outlines that deform, by index and by all pairs. Then straight pairs, one by one
// and in batches. Last, pairs that fall differently.

#include "batches_bench.hpp"
#include "core/hash.hpp"
#include "falling_bench.hpp"
#include "outlines_bench.hpp"
#include "support/ccd_queries.hpp"
#include "support/feature_load.hpp"

#include <firsthit/features.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace firsthit;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kRepeats = 9;

double nanoseconds(Clock::duration d) { return std::chrono::duration<double, std::nano>(d).count(); }

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// How many answers came from each stage.
class Shares {
 public:
  void add(FeatureStage stage) { ++counts_[static_cast<std::size_t>(stage)]; }
  std::string text() const {
    double sum = 0.0;
    for (const double count : counts_) sum += count;
    std::array<char, 96> line;
    std::snprintf(line.data(), line.size(), "cull %.2f %%, filter %.2f %%, bracket %.2f %%, exact %.3f %%",
                  100.0 * counts_[0] / sum, 100.0 * counts_[1] / sum, 100.0 * counts_[2] / sum,
                  100.0 * counts_[3] / sum);
    return line.data();
  }

 private:
  std::array<double, 4> counts_{};
};

int public_queries() {
  const char* source = std::getenv("FIRSTHIT_SOURCE");
  const std::vector<CcdQuery> queries =
      read_ccd_queries(std::string(source != nullptr ? source : ".") + "/tests/data/ccd-queries");
  Shares shares;
  int false_positives = 0;
  int false_negatives = 0;
  int wrong_times = 0;
  double sum = 0.0;
  double largest = 0.0;
  for (const CcdQuery& query : queries) {
    FeatureTouch touch;
    std::vector<double> times;
    const Deformation<EdgeEdge> edges = query.edges();
    const Deformation<VertexFace> vertex_and_face = query.vertex_and_face();
    for (std::size_t i = 0; i < kRepeats; ++i) {
      const Clock::time_point start = Clock::now();
      touch = query.edge_edge ? first_touch(edges) : first_touch(vertex_and_face);
      times.push_back(nanoseconds(Clock::now() - start));
    }
    shares.add(touch.stage);
    sum += median(times);
    largest = std::max(largest, median(times));
    if (touch.touches && !query.touches) ++false_positives;
    if (!touch.touches && query.touches) ++false_negatives;
    const bool meets = touch.lower <= query.upper && query.lower <= touch.upper;
    if (touch.touches && query.touches && !(meets && touch.upper - touch.lower <= 1e-12)) ++wrong_times;
  }
  std::printf("%zu public queries: %d false negatives, %d false positives, %d wrong times\n", queries.size(),
              false_negatives, false_positives, wrong_times);
  std::printf("  mean %.3f us, largest median of %zu %.1f us\n  %s\n",
              sum / static_cast<double>(queries.size()) / 1000.0, kRepeats, largest / 1000.0,
              shares.text().c_str());
  return false_negatives + false_positives + wrong_times;
}

template <class Features>
void random_load(const char* name, double displacement) {
  constexpr std::size_t kCount = 100000;
  const std::vector<Deformation<Features>> pairs = FeatureLoad(1).pairs<Features>(kCount, displacement);
  std::vector<FeatureTouch> touches(kCount);
  std::vector<double> times;
  for (std::size_t i = 0; i < kRepeats; ++i) {
    const std::clock_t start = std::clock();
    first_touch(pairs, touches);
    times.push_back(static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC));
  }
  Shares shares;
  StateHash hash;
  double hits = 0.0;
  for (const FeatureTouch& touch : touches) {
    shares.add(touch.stage);
    hash.add(touch.lower);
    hash.add(touch.upper);
    if (touch.touches) ++hits;
  }
  std::printf("%s, displacement %.2f of an edge: %.1f ns a query, %.2f %% touch, hash %016llx\n  %s\n", name,
              displacement, median(times) / kCount, 100.0 * hits / kCount,
              static_cast<unsigned long long>(hash.value()), shares.text().c_str());
}

}  // namespace

int main() {
  const int wrong = public_queries();
  for (const double displacement : {0.01, 0.1, 1.0}) {
    random_load<VertexFace>("vertex-face", displacement);
    random_load<EdgeEdge>("edge-edge", displacement);
  }
  const int different = wrong + compare_outlines() + compare_batches();
  time_falling();
  return different == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
