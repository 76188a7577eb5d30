#include "oracle/tasks.hpp"

#include "oracle/cases.hpp"
#include "oracle/verdict.hpp"
#include "query/deforming/features_oracle.hpp"
#include "query/deforming/random_features.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <utility>

namespace firsthit::judging {
namespace {

constexpr std::uint64_t kMany = 1000000;
constexpr std::uint64_t kFewer = 100000;

std::string shown(double x) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%a", x);
  return text.data();
}

template <int D>
std::string shown(const Encounter<D>& e) {
  std::string r = "outcome " + std::to_string(static_cast<int>(e.outcome)) + " delay " + shown(e.delay) +
                  " to " + shown(e.delay_upper) + " first touch " + shown(e.first_touch) + " normal";
  for (const double x : e.normal.c) r += " " + shown(x);
  return r + " gap " + shown(e.gap);
}

template <int D>
Encounter<D> ask(const Case<D>& query, std::uint64_t seed, Tally& tally) {
  const Encounter<D> answer = first_hit(query.a, query.b, query.query);
  ++tally.outcomes[static_cast<std::size_t>(answer.outcome)];
  if (const std::string what = objection(query, answer); !what.empty())
    tally.objections.push_back("query " + std::to_string(seed) + ": " + what + "\n  " + text(query) +
                               "\n  answered " + shown(answer));
  return answer;
}

template <int D>
Task pair_of(Kind a, Kind b) {
  const std::string both = name(a) + "-" + name(b);
  const bool many = both == "ball-ball" || both == "point-segment" || both == "box-box";
  return {std::to_string(D) + "D/" + both, many ? kMany : kFewer, [a, b](std::uint64_t seed, Tally& tally) {
            Case<D> query = drawn<D>(a, b, seed);
            const Encounter<D> answer = ask(query, seed, tally);
            // Some once more with a window that ends at the event, or one rounding beside it.
            if (!(answer.delay < query.query.horizon) || seed % 8 > 2) return;
            const std::array<double, 3> ends = {answer.delay, answer.delay_upper,
                                                std::nextafter(answer.delay, 0.0)};
            query.query.horizon = ends[seed % 8];
            ask(query, seed, tally);
          }};
}

template <int D>
void add_pairs(std::vector<Task>& r) {
  const std::vector<Kind>& all = kinds(D);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i; k < all.size(); ++k) r.push_back(pair_of<D>(all[i], all[k]));
}

template <class Features>
Task features(const std::string& name) {
  return {name, kMany, [](std::uint64_t seed, Tally& tally) {
            const auto hostility = static_cast<Hostility>(seed % kHostilities);
            const Deformation<Features> pair = FeatureSource<Features>(seed).next(hostility);
            const FeatureTouch touch = first_touch(pair);
            ++tally.outcomes[touch.touches ? 2 : 0];
            const std::string what = oracle::objection(oracle::formula(pair), touch);
            if (what.empty()) return;
            std::string numbers;
            for (const double x : std::bit_cast<std::array<double, sizeof(pair) / sizeof(double)>>(pair))
              numbers += " " + shown(x);
            tally.objections.push_back("query " + std::to_string(seed) + ": " + what + "\n " + numbers +
                                       "\n  answered " + shown(touch.lower) + " to " + shown(touch.upper));
          }};
}

std::vector<Task> all_tasks() {
  std::vector<Task> r;
  add_pairs<2>(r);
  add_pairs<3>(r);
  r.push_back(features<VertexFace>("vertex-face"));
  r.push_back(features<EdgeEdge>("edge-edge"));
  r.push_back(features<PointSegment>("deforming/point-segment"));
  return r;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i] += other.outcomes[i];
  objections.insert(objections.end(), other.objections.begin(), other.objections.end());
  return *this;
}

const std::vector<Task>& tasks() {
  static const std::vector<Task> kTasks = all_tasks();
  return kTasks;
}

}  // namespace firsthit::judging
