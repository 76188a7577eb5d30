#include "record/base/output_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace firsthit {
namespace {

struct Thing {
  int number = 0;
  int prepared = 0;
};

class OutputQueueOf : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Threads, OutputQueueOf, testing::Values(0, 1, 2, 5));

/// Takes its time, which differs from thing to thing.
void dawdle(int number) { std::this_thread::sleep_for(std::chrono::microseconds((number * 7919) % 300)); }

TEST_P(OutputQueueOf, WritesAllThatIsBroughtInOrderOncePrepared) {
  constexpr int kThings = 500;
  std::vector<int> written;
  {
    OutputQueue<Thing> queue(
        3, GetParam(),
        [](Thing& thing) {
          dawdle(thing.number);
          thing.prepared = thing.number;
        },
        [&](Thing& thing) {
          EXPECT_EQ(thing.prepared, thing.number);
          written.push_back(thing.number);
        });
    for (int number = 1; number <= kThings; ++number) {
      queue.next().number = number;
      queue.push();
    }
  }
  ASSERT_EQ(written.size(), std::size_t{kThings});
  for (int i = 0; i < kThings; ++i) ASSERT_EQ(written[static_cast<std::size_t>(i)], i + 1);
}

TEST_P(OutputQueueOf, IsDoneWithAllAfterADrain) {
  std::vector<int> written;  // not guarded: a thread that still wrote would race
  OutputQueue<Thing> queue(
      4, GetParam(), [](Thing& thing) { dawdle(thing.number); },
      [&](Thing& thing) {
        dawdle(thing.number);
        written.push_back(thing.number);
      });
  for (int round = 1; round <= 50; ++round) {
    for (int i = 0; i < 3; ++i) {
      queue.next().number = round;
      queue.push();
    }
    queue.drain();
    ASSERT_EQ(written.size(), 3 * static_cast<std::size_t>(round));
    ASSERT_EQ(written.back(), round);
  }
}

TEST_P(OutputQueueOf, HasRoomForSoMany) {
  std::atomic<int> brought = 0;
  std::atomic<int> done = 0;
  std::atomic<int> most = 0;
  OutputQueue<Thing> queue(
      2, GetParam(), [](Thing& thing) { dawdle(thing.number); },
      [&](Thing& thing) {
        dawdle(thing.number);
        ++done;
      });
  for (int number = 0; number < 200; ++number) {
    queue.next().number = number;
    most = std::max(most.load(), ++brought - done);
    queue.push();
  }
  queue.drain();
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace firsthit
