#include "world/response/waiting_bodies.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace firsthit {
namespace {

using Waiting = std::vector<std::pair<Id, Vec<2>>>;

TEST(WaitingBodies, GoOnInTheOrderOfIdsAndOnlyOnce) {
  WaitingBodies<2> waiting;
  waiting.add(7, {1.0, 0.0});
  waiting.add(2, {0.0, 3.0});
  waiting.add(5, {4.0, 0.0});
  waiting.add(7, {2.0, 0.0});
  waiting.remove(5);
  EXPECT_EQ(waiting.take(), (Waiting{{2, {0.0, 3.0}}, {7, {2.0, 0.0}}}));
  EXPECT_TRUE(waiting.take().empty());
}

TEST(WaitingBodies, AreThereOnlyWithWindows) {
  WaitingBodies<2> waiting;
  EXPECT_FALSE(waiting.may_wait());
  waiting.set_windows(true);
  EXPECT_TRUE(waiting.may_wait());
  waiting.set_windows(false);
  EXPECT_FALSE(waiting.may_wait());
}

}  // namespace
}  // namespace firsthit
