#pragma once

#include "reference/scene.hpp"

#include "core/instant.hpp"
#include "world/bodies/body_table.hpp"
#include "world/motion/free_flight.hpp"
#include "world/prediction/pair_predictor.hpp"
#include "world/response/impact_resolver.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace firsthit::reference {

/// A prediction as the literal algorithm knows it: a pair, when, through which image, and how often
/// each of the two had changed its course when it was made.
template <int D>
struct Prediction {
  Instant time;
  std::uint32_t generation = 0;
  double area = 0.0;  ///< [L^(D-1)] of the contact; balls meet in a point
  Id small = 0;
  Id large = 0;
  Image<D> image{};  ///< box lengths to add to the record of `large`
  std::uint32_t course_small = 0;
  std::uint32_t course_large = 0;
  std::uint32_t passed = 0;  ///< how often one of the two had entered or left the other

  /// Does this come after `other` in the total order of events?
  bool operator>(const Prediction& other) const;
};

/// The event-driven algorithm, taken literally and slowly: every pair is looked at, every prediction
/// is kept in one queue, and those that are older than their bodies' courses are discarded when
/// their time comes. It shares with the library what a pair and an impact are, and nothing of how
/// events are scheduled or neighbours found.
template <int D>
class ReferenceWorld {
 public:
  /// The scene must outlive this.
  explicit ReferenceWorld(const Scene<D>& scene);
  ReferenceWorld(const ReferenceWorld&) = delete;
  ReferenceWorld& operator=(const ReferenceWorld&) = delete;

  void observe(Observer<D>& observer) { resolver_.reporter().add(observer); }

  /// Runs until there were `impacts` of them in total, or the scene ends. True if the scene ended.
  bool run(std::uint64_t impacts);

  /// Comparable with World::state_hash.
  std::uint64_t state_hash() const;

  /// The impacts so far, as they were predicted.
  const std::vector<Prediction<D>>& history() const { return history_; }
  std::uint64_t discarded() const { return discarded_; }

 private:
  void predict_everything();
  void predict_body(Id body);
  void predict_pair(Id a, Id b);
  void predict_sides(Id body);
  void keep(const Prediction<D>& prediction);
  Prediction<D> earliest_image(Id small, Id large) const;
  Prediction<D> prediction_of(Id small, Id large, const Image<D>& image) const;
  Prediction<D> earliest_among(Id small, Id large, const Image<D>& low, const Image<D>& high) const;
  void carry_out(const Prediction<D>& prediction);
  void pass_horizon();
  void take(std::span<const Change<D>> changes);
  void wake(Id body);
  std::uint32_t generation_at(Id body, const Instant& time) const;
  std::uint32_t course(Id body) const { return body < courses_.size() ? courses_[body] : 0; }

  const Scene<D>& scene_;
  BodyTable<D> table_;
  ImageCounters<D> wraps_;
  FreeFlight<D> flight_;
  BondedBodies<D> bonds_{table_};
  SpinTable<D> spins_;
  Resting<D> resting_{table_, flight_, scene_.options.space, bonds_, spins_};
  OverlapPairs<D> overlap_pairs_{table_};
  PairPredictor<D> predictor_{table_,         flight_, scene_.options.space, resting_.supports(),
                              overlap_pairs_, spins_};
  ImpactResolver<D> resolver_{table_,
                              flight_,
                              scene_.options.space,
                              wraps_,
                              resting_,
                              predictor_.solids(),
                              predictor_.turning(),
                              overlap_pairs_,
                              bonds_,
                              spins_};

  std::vector<Record<D>> records_;
  std::vector<std::uint32_t> courses_;      // how often each body's course has changed
  std::vector<std::uint32_t> generations_;  // of the next impact of a body at its very clock
  std::vector<double> reach_;               // [L] from a body's place to its farthest point
  std::priority_queue<Prediction<D>, std::vector<Prediction<D>>, std::greater<>> queue_;

  std::map<std::pair<Id, Id>, std::uint32_t> passed_;
  Instant present_;                  // of the last event, or where the horizon was passed
  Instant end_;                      // of the scene
  Instant window_end_ = kEndOfTime;  // of the present window
  Instant horizon_;                  // what lies beyond is left to a later queue
  std::uint64_t windows_done_ = 0;
  bool ended_ = false;
  std::vector<Prediction<D>> history_;
  std::uint64_t discarded_ = 0;
};

}  // namespace firsthit::reference
