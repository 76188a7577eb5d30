#include <firsthit/owned.hpp>

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

namespace firsthit {
namespace {

/// Counts how many of it there are.
struct Counted {
  explicit Counted(int& all) : count(all) { ++count; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --count; }
  int& count;
};

TEST(Owned, DeletesWhatItOwnsOnce) {
  int count = 0;
  {
    Owned<Counted> first(new Counted(count));
    EXPECT_EQ(count, 1);
    Owned<Counted> second(std::move(first));
    EXPECT_EQ(count, 1);
    EXPECT_EQ(&second->count, &count);
    second = Owned<Counted>(new Counted(count));
    EXPECT_EQ(count, 1);
    Owned<Counted>& itself = second;
    second = std::move(itself);
    EXPECT_EQ(&(*second).count, &count);
  }
  EXPECT_EQ(count, 0);
}

TEST(Owned, IsMovedButNotCopied) {
  static_assert(!std::is_copy_constructible_v<Owned<int>> && !std::is_copy_assignable_v<Owned<int>>);
  static_assert(std::is_nothrow_move_constructible_v<Owned<int>> && sizeof(Owned<int>) == sizeof(int*));
}

}  // namespace
}  // namespace firsthit
