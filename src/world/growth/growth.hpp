#pragma once

#include "core/random.hpp"
#include "engine/roles.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/image_counters.hpp"
#include "world/motion/free_flight.hpp"

#include <span>
#include <vector>

// Dense random packings: balls that grow while they fly and collide, as events of the engine.
// Source: Lubachevsky, Stillinger 1990, doi:10.1007/BF01025983.

namespace firsthit {

/// Every radius is that of the table times `scale + rate t`, t [T] from the start of the clock.
struct Growth {
  double scale = 1.0;
  double rate = 0.0;  ///< [1/T], >= 0

  double at(double elapsed) const { return scale + rate * elapsed; }
};

/// Two balls that grow on straight courses: the first delay t >= 0 with |d + v t| <= sigma + growth t and
/// closing, or kNever. d [L]: centre b minus centre a; v [L/T]; sigma [L]: sum of the radii now; growth
/// [L/T]: how fast that grows, >= 0. Error: docs/numerics/growth.md.
template <int D>
double growing_delay(const Vec<D>& d, const Vec<D>& v, double sigma, double growth);

/// Tells when balls that grow meet each other and the walls of the box. Nothing falls, nothing else is fixed.
template <int D>
class GrowthPredictor final : public Predictor<D> {
 public:
  /// All but the growth must outlive the predictor.
  GrowthPredictor(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                  const Growth& growth)
      : table_(table), flight_(flight), space_(space), growth_(growth) {}

  void predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
               const Instant& now, const Instant& until, std::vector<Meeting<D>>& meetings) const override;

 private:
  double side_delay(const Record<D>& ball, Id ball_id, Id side) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  Growth growth_;
  mutable std::vector<Candidate<D>> first_;  // of the present candidates those that may be
};

/// Lets balls that grow bounce: seen from their surfaces, which come to meet them, elastically. So they part
/// faster than they grow, and gain energy. All weigh the same.
template <int D>
class GrowthResolver final : public Resolver<D> {
 public:
  /// All but the growth must outlive the resolver.
  GrowthResolver(const BodyTable<D>& table, const FreeFlight<D>& flight, ImageCounters<D>& wraps,
                 const Growth& growth)
      : table_(table), flight_(flight), wraps_(wraps), growth_(growth) {}

  Resolution resolve(std::span<Record<D>> records, Id body, const Event<D>& event) override;

 private:
  void renew(Record<D>& record, Id body, const Vec<D>& velocity, const Instant& time);

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  ImageCounters<D>& wraps_;
  Growth growth_;
};

/// Lets balls that do not overlap at `scale` times their radii [L] move and grow until they have their radii;
/// `places` [L] are then theirs, without any overlap. An open side is as good as a wall. Returns the scale
/// that was reached: 1, or less where they have jammed. The same bits everywhere.
/// Requires: radii > 0, a place inside the box for each.
template <int D>
double grow(const Space<D>& space, std::span<const double> radii, double scale, std::span<Vec<D>> places,
            Random& random);

}  // namespace firsthit
