#include <firsthit/stop.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>

namespace firsthit {
namespace {

TEST(StopFlag, IsSetAsSoonAsTheFlagIs) {
  std::atomic<bool> flag = false;
  const StopFlag stop = &flag;
  EXPECT_FALSE(stop.is_set());
  flag = true;
  EXPECT_TRUE(stop.is_set());
  flag = false;
  EXPECT_FALSE(stop.is_set());
}

TEST(StopFlag, LooksAtFlagsOfOtherTypes) {
  volatile std::sig_atomic_t signal = 0;
  bool plain = true;
  EXPECT_FALSE(StopFlag(&signal).is_set());
  signal = 1;
  EXPECT_TRUE(StopFlag(&signal).is_set());
  EXPECT_TRUE(StopFlag(&plain).is_set());
}

TEST(StopFlag, IsNeverSetWithoutAFlag) {
  EXPECT_FALSE(StopFlag().is_set());
  EXPECT_FALSE(StopFlag(nullptr).is_set());
}

}  // namespace
}  // namespace firsthit
