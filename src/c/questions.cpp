#include "c/questions.hpp"

#include "c/live_world.hpp"
#include "c/shape_handle.hpp"

#include <algorithm>
#include <limits>

namespace firsthit::c {
namespace {

FirsthitQueryFilter default_filter() {
  return {sizeof(FirsthitQueryFilter), {Filter{}.category, Filter{}.mask}, nullptr, 0, 0, 0};
}

}  // namespace

QueryFilter filter(const FirsthitQueryFilter* from) {
  if (from == nullptr) return {};
  const FirsthitQueryFilter f = read(from, "among", default_filter());
  QueryFilter r;
  r.filter.category = f.filter.category;
  r.filter.mask = f.filter.mask;
  r.exclude = ids(array(f.exclude, f.exclude_count, "among.exclude"), f.exclude_count);
  r.sensors = f.sensors != 0;
  return r;
}

template <int D>
FirsthitCastHit told(const CastHit<D>& hit) {
  return {told(hit.position), told(hit.normal), told(hit.point), hit.fraction, hit.area, hit.body.value, 0};
}

template FirsthitCastHit told(const CastHit<2>& hit);
template FirsthitCastHit told(const CastHit<3>& hit);

}  // namespace firsthit::c

using namespace firsthit;
using namespace firsthit::c;

FirsthitStatus firsthit_query_filter_default(FirsthitQueryFilter* into, std::size_t size) {
  return give_default(default_filter(), into, size);
}

FirsthitStatus firsthit_world_cast(const FirsthitWorld* world, const FirsthitShape* shape,
                                   FirsthitVec position, FirsthitVec displacement,
                                   const FirsthitQueryFilter* among, FirsthitCastHit* into,
                                   std::int32_t* found) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    there(into, "into");
    const auto hit = live.asked().cast(shape_in<D>(shape, "shape"), vec<D>(position, "position"),
                                       vec<D>(displacement, "displacement"), filter(among));
    there(found, "found") = hit ? 1 : 0;
    if (hit) *into = told(*hit);
  });
}

FirsthitStatus firsthit_world_cast_all(const FirsthitWorld* world, const FirsthitShape* shape,
                                       FirsthitVec position, FirsthitVec displacement,
                                       const FirsthitQueryFilter* among, FirsthitCastHit* into,
                                       std::size_t capacity, std::size_t* count) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    const auto hits = live.asked().cast_all(shape_in<D>(shape, "shape"), vec<D>(position, "position"),
                                            vec<D>(displacement, "displacement"), filter(among));
    write_list(hits, into, capacity, count, [](const CastHit<D>& hit) { return told(hit); });
  });
}

FirsthitStatus firsthit_world_overlaps(const FirsthitWorld* world, const FirsthitShape* shape,
                                       FirsthitVec position, const FirsthitQueryFilter* among,
                                       FirsthitBodyId* into, std::size_t capacity, std::size_t* count) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    const auto found =
        live.asked().overlaps(shape_in<D>(shape, "shape"), vec<D>(position, "position"), filter(among));
    write_list(found, into, capacity, count, [](BodyId id) { return told(id); });
  });
}

FirsthitStatus firsthit_world_nearest(const FirsthitWorld* world, const FirsthitShape* shape,
                                      FirsthitVec position, double max_distance,
                                      const FirsthitQueryFilter* among, FirsthitNearestBody* into,
                                      std::int32_t* found) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    there(into, "into");
    const auto nearest = live.asked().nearest(shape_in<D>(shape, "shape"), vec<D>(position, "position"),
                                              max_distance, filter(among));
    there(found, "found") = nearest ? 1 : 0;
    if (nearest)
      *into = {told(nearest->normal), told(nearest->point), nearest->distance, nearest->body.value, 0};
  });
}

FirsthitStatus firsthit_world_neighbours_within(const FirsthitWorld* world, FirsthitBodyId id,
                                                double distance, FirsthitNeighbour* into,
                                                std::size_t capacity, std::size_t* count) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    const auto found = live.asked().neighbours_within({id}, distance);
    write_list(found, into, capacity, count, [](const Neighbour<D>& n) -> FirsthitNeighbour {
      return {told(n.offset), told(n.normal), told(n.velocity), n.gap, n.time_to_collision, n.id.value, 0};
    });
  });
}

FirsthitStatus firsthit_world_time_to_collision(const FirsthitWorld* world, FirsthitBodyId a,
                                                FirsthitBodyId b, double* into) {
  return with(world, [&](const auto& live) {
    there(into, "into") =
        live.asked().time_to_collision({a}, {b}).value_or(std::numeric_limits<double>::infinity());
  });
}

FirsthitStatus firsthit_world_contacts(const FirsthitWorld* world, FirsthitRestingContact* into,
                                       std::size_t capacity, std::size_t* count) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    array(into, capacity, "into");
    there(count, "count");
    write_list(live.asked().contacts(), into, capacity, count,
               [](const RestingContact<D>& contact) -> FirsthitRestingContact {
                 return {told(contact.point), told(contact.normal), told(contact.force), contact.a.value,
                         contact.b.value};
               });
  });
}

FirsthitStatus firsthit_world_predicted_impacts(FirsthitWorld* world, FirsthitPredictedImpact* into,
                                                std::size_t capacity, std::size_t* count) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    array(into, capacity, "into");
    there(count, "count");
    const auto found = live.change([&](World<D>& of) { return of.predicted_impacts(capacity); });
    write_list(found, into, capacity, count, [](const PredictedImpact& impact) -> FirsthitPredictedImpact {
      return {impact.time, impact.a.value, impact.b.value};
    });
  });
}
