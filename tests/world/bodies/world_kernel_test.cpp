#include "query/base/one_of_each.hpp"
#include "query/base/pair_table.hpp"

#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <string>

// A world takes those beside each other for whom the table of pairs has a kernel, and refuses all others.

namespace firsthit {
namespace {

/// Does a world take one that moves and one that is fixed, far from each other?
template <int D>
bool takes(const Shape<D>& moving, const Shape<D>& fixed) {
  Vec<D> far;
  far[0] = 100.0;
  try {
    World<D> world;
    world.add({.shape = moving, .position = far});
    world.add({.shape = fixed, .kind = BodyKind::Fixed});
    return true;
  } catch (const InputError&) {
    return false;
  }
}

template <int D>
void expect_worlds_to_keep_to_the_table() {
  int refused = 0;
  for (const Shape<D>& moving : one_of_each<D>()) {
    const ShapeClass own = class_of<D>(moving);
    if (own == ShapeClass::HalfSpace || own == ShapeClass::Container || own == ShapeClass::Arc) continue;
    for (const Shape<D>& fixed : one_of_each<D>()) {
      const bool known = pair_row<D>(own, class_of<D>(fixed)).world != WorldKernel::None;
      EXPECT_EQ(takes<D>(moving, fixed), known) << name_of<D>(moving) << " and " << name_of<D>(fixed);
      if (!known) ++refused;
    }
  }
  EXPECT_GT(refused, 10);
}

TEST(WorldKernel, WorldsTakeWhatTheTableHasOneForInThePlane) { expect_worlds_to_keep_to_the_table<2>(); }
TEST(WorldKernel, WorldsTakeWhatTheTableHasOneForInSpace) { expect_worlds_to_keep_to_the_table<3>(); }

}  // namespace
}  // namespace firsthit
