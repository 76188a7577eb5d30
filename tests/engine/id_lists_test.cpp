#include "engine/id_lists.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace firsthit {
namespace {

/// Lists beside plain vectors.
class Both {
 public:
  explicit Both(std::size_t lists, std::size_t ids = 16000, std::size_t most = 100000) : plain_(lists) {
    lists_.reset(lists, ids, most);
  }

  void append(std::size_t list, Id id) {
    lists_.append(list, id);
    plain_[list].push_back(id);
  }
  void look(std::size_t list) {
    std::vector<Id> found;
    lists_.each(list, [&](Id id) { found.push_back(id); });
    expect_same(found, plain_[list]);
    EXPECT_EQ(lists_.empty(list), plain_[list].empty());
  }
  /// Every second of those who are taken is put into another list, or the same.
  void take(std::size_t list, std::size_t other) {
    const std::vector<Id> before = plain_[list];
    plain_[list].clear();
    std::vector<Id> found;
    lists_.take(list, [&](Id id) {
      found.push_back(id);
      if (id % 2 == 0) append(other, id);
    });
    expect_same(found, before);
  }
  std::size_t room() const { return lists_.room(); }

 private:
  static void expect_same(std::vector<Id> found, std::vector<Id> expected) {
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected);
  }

  IdLists lists_;
  std::vector<std::vector<Id>> plain_;
};

TEST(IdLists, HoldWhatWasAddedHoweverItWaited) {
  Random random(5);
  for (const std::size_t lists : {1U, 3U, 40U, 3000U}) {  // where there are many, what is added waits
    for (const Id ids : {Id{65536}, Id{65537}, Id{1U << 24U}, Id{20'000'000}}) {  // words of 2, 3, 3, 4 bytes
      Both both(lists, ids);
      for (int step = 0; step < 10000; ++step) {
        const std::size_t list = random.below(lists);
        const std::uint64_t kind = random.below(12);
        if (kind == 0) {
          both.look(list);
        } else if (kind == 1) {
          both.take(list, random.below(lists));
        } else {
          both.append(list, static_cast<Id>(ids - 1 - random.below(16000)));
        }
      }
      for (std::size_t list = 0; list < lists; ++list) both.look(list);
    }
  }
}

TEST(IdLists, HoldAsManyAsWasSaid) {
  for (const std::size_t lists : {2U, 3000U}) {
    constexpr Id kMost = 1'200'000;  // their pieces are too many for words of two bytes
    Both both(lists, 16000, kMost);
    Random random(6);
    for (Id step = 0; step < kMost; ++step) both.append(random.below(lists), step % 16000);
    for (std::size_t list = 0; list < lists; ++list) {
      both.look(list);
      both.take(list, 0);
    }
    both.look(0);
  }
}

TEST(IdLists, GiveBackTheRoomOfThoseWhoWereTaken) {
  for (const std::size_t lists : {2U, 3000U}) {
    Both both(lists);
    for (Id id = 1; id < 2000; id += 2) both.append(0, id);
    both.look(0);
    EXPECT_GE(both.room(), 1000U);
    both.take(0, 1);
    EXPECT_EQ(both.room(), 0U);
  }
}

}  // namespace
}  // namespace firsthit
