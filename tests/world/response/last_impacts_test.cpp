#include "world/response/last_impacts.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace firsthit {
namespace {

const Timebase kTimebase{0.5};

TEST(LastImpacts, LastAsLongAsTheContactDuration) {
  LastImpacts last;
  last.start(3, 2.0);
  EXPECT_FALSE(last.in_contact(1, kTimebase, {0, 0.0})) << "nobody has met anything";
  last.remember(1, {10, 0.25}, false);
  EXPECT_TRUE(last.in_contact(1, kTimebase, {10, 0.25}));
  EXPECT_TRUE(last.in_contact(1, kTimebase, {14, 0.125})) << "1.875 later";
  EXPECT_FALSE(last.in_contact(1, kTimebase, {14, 0.25})) << "2 later";
  EXPECT_FALSE(last.in_contact(0, kTimebase, {10, 0.25})) << "somebody else";
}

TEST(LastImpacts, TellThoseWithDynamicBodiesApart) {
  LastImpacts last;
  last.start(2, 1.0);
  last.remember(0, {10, 0.0}, true);
  last.remember(0, {11, 0.25}, false);
  EXPECT_TRUE(last.in_contact_with_dynamic(0, kTimebase, {11, 0.25}));
  EXPECT_FALSE(last.in_contact_with_dynamic(0, kTimebase, {12, 0.0}));
  EXPECT_TRUE(last.in_contact(0, kTimebase, {12, 0.0}));
}

TEST(LastImpacts, AreNotKeptWithoutAContactDuration) {
  LastImpacts last;
  last.start(2, 0.0);
  last.add();
  EXPECT_FALSE(last.are_kept());
  EXPECT_FALSE(last.in_contact(2, kTimebase, {0, 0.0}));
  last.each_number(0, [](auto) { FAIL(); });
}

TEST(LastImpacts, AreThereForOneMoreAndNotForSides) {
  LastImpacts last;
  last.start(2, 1.0);
  last.add();
  last.remember(2, {4, 0.0}, true);
  EXPECT_TRUE(last.in_contact(2, kTimebase, {4, 0.0}));
  EXPECT_FALSE(last.in_contact(0xfffffff0U, kTimebase, {4, 0.0}));
}

TEST(LastImpacts, AreAtTheSameTimesInFinerTicks) {
  LastImpacts last;
  last.start(2, 1.0);
  last.remember(0, {5, 0.375}, true);  // at 2.875
  last.set_timebase(Timebase(0.125), 2);
  std::vector<double> numbers;
  last.each_number(0, [&](auto number) { numbers.push_back(static_cast<double>(number)); });
  EXPECT_EQ(numbers, (std::vector<double>{23.0, 0.0, 23.0, 0.0}));
  numbers.clear();
  last.each_number(1, [&](auto number) { numbers.push_back(static_cast<double>(number)); });
  EXPECT_EQ(numbers, (std::vector<double>{-1.0, 0.0, -1.0, 0.0})) << "never is never";
}

}  // namespace
}  // namespace firsthit
