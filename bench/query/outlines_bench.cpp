#include "outlines_bench.hpp"

#include "core/hash.hpp"
#include "support/outline_load.hpp"

#include <firsthit/features.hpp>
#include <firsthit/outlines.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

using namespace firsthit;

double microseconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) * (1e6 / CLOCKS_PER_SEC);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Every vertex of one with every edge of the other.
void add_pairs(const OwnedOutline& points, const OwnedOutline& edges,
               std::vector<Deformation<PointSegment>>& pairs) {
  for (std::size_t i = 0; i < points.start.size(); ++i)
    for (std::size_t j = 0; j < edges.start.size(); ++j) {
      const std::size_t to = (j + 1) % edges.start.size();
      pairs.push_back({{points.start[i], {edges.start[j], edges.start[to]}},
                       {points.end[i], {edges.end[j], edges.end[to]}}});
    }
}

}  // namespace

int compare_outlines() {
  constexpr std::size_t kVertices = 200;
  constexpr std::size_t kPairs = 100;
  std::vector<double> by_index;
  std::vector<double> by_all;
  int wrong = 0;
  int impacts = 0;
  StateHash hash;
  std::vector<FeatureEncounter> found(2 * kVertices * kVertices);
  for (std::uint64_t seed = 0; seed < kPairs; ++seed) {
    const std::vector<OwnedOutline> pair = OutlineLoad(seed).pair(kVertices);
    std::vector<Deformation<PointSegment>> features;
    add_pairs(pair[0], pair[1], features);
    add_pairs(pair[1], pair[0], features);

    std::clock_t start = std::clock();
    first_hit(features, found);
    FeatureEncounter expected;
    for (const FeatureEncounter& each : found) {
      expected.outcome = std::max(expected.outcome, each.outcome);
      expected.delay = std::min(expected.delay, each.delay);
      expected.first_touch = std::min(expected.first_touch, each.first_touch);
    }
    by_all.push_back(microseconds_since(start));

    constexpr int kRepeats = 20;
    Encounter<2> hit;
    start = std::clock();
    for (int i = 0; i < kRepeats; ++i) hit = first_hit(pair[0], pair[1]);
    by_index.push_back(microseconds_since(start) / kRepeats);

    if (hit.outcome != expected.outcome || hit.delay != expected.delay ||
        hit.first_touch != expected.first_touch)
      ++wrong;
    if (hit) ++impacts;
    for (const double x : {hit.delay, hit.delay_upper, hit.first_touch, hit.point_a[0], hit.point_a[1]})
      hash.add(x);
  }
  std::printf("two concave outlines of %zu vertices: %.1f us, all pairs %.1f us, ratio %.4f, hash %016llx\n",
              kVertices, median(by_index), median(by_all), median(by_index) / median(by_all),
              static_cast<unsigned long long>(hash.value()));
  std::printf("  %d of %zu impact, %d answers differ from those of all pairs\n", impacts, kPairs, wrong);
  return wrong;
}
