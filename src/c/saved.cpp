#include <firsthit/c/saved.h>

#include "c/bytes.hpp"
#include "c/live_world.hpp"

using namespace firsthit;
using namespace firsthit::c;

FirsthitStatus firsthit_world_save(const FirsthitWorld* world, FirsthitTakeBytes take, void* user) {
  return with(world, [&](const auto& live) {
    give_saved(take, user, [&](std::ostream& out) { live.asked().save(out); });
  });
}

FirsthitStatus firsthit_world_load(std::int32_t dimension, const void* bytes, std::size_t count,
                                   FirsthitWorld** into, std::size_t* used) {
  return guarded([&] {
    there(into, "into");
    BytesIn in(bytes, count);
    in_dimension(dimension, [&]<int D>() {
      *into = new FirsthitWorld{
          decltype(FirsthitWorld::any)(std::in_place_type<LiveWorld<D>>, World<D>::load(in))};
    });
    if (used != nullptr) *used = in.used();
  });
}
