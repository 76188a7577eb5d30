// What becomes of calls for which there is not enough memory: each allocation of a call fails once.

#include "c/both.hpp"

#include <cstdlib>
#include <new>

namespace {

/// How many allocations of this thread succeed before one fails; below 0: all do.
thread_local long left = -1;

}  // namespace

#ifndef _WIN32
// The library's allocations come here, too: it is shared, and takes what the program has. (A DLL does not.)
// Not inlined: g++ would then see memory of one kind given back as another.
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (left >= 0 && left-- == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace firsthit {
namespace {

/// Makes the n-th allocation of a call fail, for n = 0, 1, ... until it has all that it wants; a new world
/// each time. Tells how often the world was broken afterwards, and how often it had stayed as it was.
template <class Call>
std::pair<int, int> fail_each(const Call& call) {
  int broken = 0, same = 0;
  for (long n = 0;; ++n) {
    Both<2> both({.space = {{0.0, 0.0}, {8.0, 8.0}}});
    both.add({.shape = Ball{0.5}, .position = {2.0, 2.0}, .velocity = {1.0, 0.5}});
    both.add({.shape = Ball{0.5}, .position = {6.0, 2.0}});
    both.run_until(0.5);
    left = n;
    const FirsthitStatus status = call(both.c.get());
    left = -1;
    if (status == FIRSTHIT_OK) return {broken, same};
    EXPECT_EQ(status, FIRSTHIT_ERROR_MEMORY) << firsthit_last_error();
    std::uint64_t hash = 0;
    const FirsthitStatus after = firsthit_world_state_hash(both.c.get(), &hash);
    if (after == FIRSTHIT_OK) {
      EXPECT_EQ(hash, both.cpp.state_hash());
      ++same;
      continue;
    }
    EXPECT_EQ(after, FIRSTHIT_ERROR_BROKEN) << firsthit_last_error();
    EXPECT_EQ(firsthit_world_run_until(both.c.get(), 9.0, nullptr, nullptr), FIRSTHIT_ERROR_BROKEN);
    EXPECT_EQ(firsthit_world_set_velocity(both.c.get(), 0, {}), FIRSTHIT_ERROR_BROKEN);
    ++broken;  // it can be destroyed, which `both` does
  }
}

TEST(OutOfMemory, AChangeThatFailsLeavesAllAsItWas) {
#ifdef _WIN32
  GTEST_SKIP() << "a DLL has allocations of its own";
#endif
  const ShapeInC box = in_c(Shape<2>(Hull<2>{{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}, 0.0}));
  FirsthitBody body;
  OK(firsthit_body_default(&body, sizeof body));
  body.shape = box.get();
  body.position = {4.0, 6.0, 0.0};
  const auto add = [&](FirsthitWorld* world) {
    FirsthitBodyId id = 0;
    return firsthit_world_add(world, &body, &id);
  };
  const auto [added_broken, added_same] = fail_each(add);
  EXPECT_EQ(added_broken, 0);
  EXPECT_GT(added_same, 3);
  const auto remove = [](FirsthitWorld* world) { return firsthit_world_remove(world, 1); };
  const auto [removed_broken, removed_same] = fail_each(remove);
  EXPECT_EQ(removed_broken, 0);
  EXPECT_GT(removed_same, 0);
}

TEST(OutOfMemory, ARunThatFailsGoesOnWithTheSameBits) {
#ifdef _WIN32
  GTEST_SKIP() << "a DLL has allocations of its own";
#endif
  for (long n = 0;; ++n) {
    Both<2> both({.space = {{0.0, 0.0}, {8.0, 8.0}}});
    both.add({.shape = Ball{0.5}, .position = {2.0, 2.0}, .velocity = {1.0, 0.5}});
    both.add({.shape = Ball{0.5}, .position = {6.0, 2.0}});
    left = n;
    const FirsthitStatus status = firsthit_world_run_until(both.c.get(), 40.0, nullptr, nullptr);
    const bool has_all = left >= 0;
    left = -1;
    if (has_all) {
      EXPECT_EQ(status, FIRSTHIT_OK) << firsthit_last_error();
      EXPECT_GT(n, 3);
      return;
    }
    // (Who can do without what there was no memory for goes on.)
    if (status != FIRSTHIT_OK) {
      EXPECT_EQ(status, FIRSTHIT_ERROR_MEMORY) << firsthit_last_error();
    }
    both.run_until(40.0);
    std::uint64_t hash = 0;
    OK(firsthit_world_state_hash(both.c.get(), &hash));
    EXPECT_EQ(hash, both.cpp.state_hash());
  }
}

TEST(OutOfMemory, AQuestionThatFailsLeavesAllAsItWas) {
  const auto save = [](FirsthitWorld* world) {
    return firsthit_world_save(
        world, [](void*, const void*, std::size_t) {}, nullptr);
  };
  const auto [broken, same] = fail_each(save);
  EXPECT_EQ(broken, 0);
#ifndef _WIN32
  EXPECT_GT(same, 3);
#endif
}

}  // namespace
}  // namespace firsthit
