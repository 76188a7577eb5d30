#include "core/hash.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace firsthit {
namespace {

// The expected values are FNV-1a of the bytes named, computed with a few lines of Python.

template <typename T>
std::uint64_t hash_of(T value) {
  StateHash hash;
  hash.add(value);
  return hash.value();
}

TEST(StateHash, OfNothingIsTheOffsetBasis) { EXPECT_EQ(StateHash().value(), 0xcbf29ce484222325U); }

TEST(StateHash, TakesAWordsBytesLowestFirst) {
  EXPECT_EQ(hash_of(std::uint64_t{0x736564696c6c6f63U}), 0xcbdc07e3bb09818aU) << "the bytes of \"collides\"";
  StateHash two;
  two.add(std::uint64_t{0x736564696c6c6f63U});
  two.add(std::uint64_t{0x7469687473726966U});
  EXPECT_EQ(two.value(), 0xcc999dc5704b8305U) << "the bytes of \"collidesfirsthit\"";
}

TEST(StateHash, TakesADoublesBitsAndASignedNumbersTwosComplement) {
  EXPECT_EQ(hash_of(1.5), 0xaa95e93229a27c80U);
  EXPECT_EQ(hash_of(std::int64_t{-1}), 0x8cf51a8bfca3883dU);
}

TEST(StateHash, DoesNotSeeTheSignOfZero) {
  EXPECT_EQ(hash_of(0.0), 0xa8c7f832281a39c5U);
  EXPECT_EQ(hash_of(-0.0), hash_of(0.0));
  EXPECT_NE(hash_of(std::numeric_limits<double>::denorm_min()), hash_of(0.0));
  EXPECT_NE(hash_of(-1.0), hash_of(1.0));
}

TEST(StateHash, DependsOnTheOrder) {
  StateHash forth;
  forth.add(1.0);
  forth.add(2.0);
  StateHash back;
  back.add(2.0);
  back.add(1.0);
  EXPECT_NE(forth.value(), back.value());
}

}  // namespace
}  // namespace firsthit
