#include "c/queries.hpp"

#include "c/motions.hpp"
#include "c/shape_handle.hpp"
#include "c/structs.hpp"
#include "c/values.hpp"

#include <firsthit/distance.hpp>

#include <limits>
#include <optional>

namespace firsthit::c {
namespace {

FirsthitQuery default_query() { return {sizeof(FirsthitQuery), Query{}.horizon, Query{}.margin}; }

FirsthitFeature told(const Feature& feature) {
  return {static_cast<std::int32_t>(feature.kind), feature.index};
}

/// Calls `ask` with both shapes and their dimension, which they share.
template <class Ask>
void of_two(const FirsthitShape* a, const FirsthitShape* b, const Ask& ask) {
  std::visit([&]<int D>(const Shape<D>& shape) { ask.template operator()<D>(shape, shape_in<D>(b, "b")); },
             there(a, "a").any);
}

template <int D>
Placed<D> placed(const Shape<D>& shape, const FirsthitVec& position, const FirsthitOrientation* stands,
                 const char* position_name, const char* orientation_name) {
  return {shape, vec<D>(position, position_name),
          stands == nullptr ? Orientation<D>{} : orientation<D>(*stands, orientation_name)};
}

}  // namespace

Query query(const FirsthitQuery* from) {
  if (from == nullptr) return {};
  const FirsthitQuery q = read(from, "query", default_query());
  return {q.horizon, q.margin};
}

template <int D>
FirsthitEncounter told(const Encounter<D>& e) {
  return {sizeof(FirsthitEncounter),
          e.delay,
          e.delay_upper,
          e.first_touch,
          told(e.normal),
          told(e.point_a),
          told(e.point_b),
          e.gap,
          static_cast<FirsthitOutcome>(e.outcome),
          told(e.feature_a),
          told(e.feature_b)};
}

template FirsthitEncounter told(const Encounter<2>& e);
template FirsthitEncounter told(const Encounter<3>& e);

}  // namespace firsthit::c

using namespace firsthit;
using namespace firsthit::c;

FirsthitStatus firsthit_query_default(FirsthitQuery* into, std::size_t size) {
  return give_default(default_query(), into, size);
}

FirsthitStatus firsthit_first_hit(const FirsthitShape* a, const FirsthitMotion* motion_a,
                                  const FirsthitShape* b, const FirsthitMotion* motion_b,
                                  const FirsthitQuery* query, FirsthitEncounter* into) {
  return guarded([&] {
    const std::size_t size = size_of(into, "into");
    of_two(a, b, [&]<int D>(const Shape<D>& shape_a, const Shape<D>& shape_b) {
      const Moving<D> one{shape_a, motion<D>(motion_a, "motion_a")};
      const Moving<D> other{shape_b, motion<D>(motion_b, "motion_b")};
      write(told(first_hit(one, other, c::query(query))), into, size);
    });
  });
}

FirsthitStatus firsthit_time_to_collision(const FirsthitShape* a, const FirsthitMotion* motion_a,
                                          const FirsthitShape* b, const FirsthitMotion* motion_b,
                                          const FirsthitQuery* query, double* into) {
  return guarded([&] {
    there(into, "into");
    of_two(a, b, [&]<int D>(const Shape<D>& shape_a, const Shape<D>& shape_b) {
      const Moving<D> one{shape_a, motion<D>(motion_a, "motion_a")};
      const Moving<D> other{shape_b, motion<D>(motion_b, "motion_b")};
      *into =
          time_to_collision(one, other, c::query(query)).value_or(std::numeric_limits<double>::infinity());
    });
  });
}

FirsthitStatus firsthit_distance(const FirsthitShape* a, FirsthitVec position_a,
                                 const FirsthitOrientation* orientation_a, const FirsthitShape* b,
                                 FirsthitVec position_b, const FirsthitOrientation* orientation_b,
                                 FirsthitSeparation* into) {
  return guarded([&] {
    const std::size_t size = size_of(into, "into");
    of_two(a, b, [&]<int D>(const Shape<D>& shape_a, const Shape<D>& shape_b) {
      const Separation<D> r =
          distance(placed(shape_a, position_a, orientation_a, "position_a", "orientation_a"),
                   placed(shape_b, position_b, orientation_b, "position_b", "orientation_b"));
      write({sizeof(FirsthitSeparation), r.distance, told(r.normal), told(r.point_a), told(r.point_b)}, into,
            size);
    });
  });
}
