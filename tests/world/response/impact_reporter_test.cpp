#include "world/response/impact_reporter.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace firsthit {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Keeps all that it is told.
struct Witness final : Observer<2> {
  std::vector<Impact<2>> impacts;
  std::vector<Turn<2>> turns;
  std::vector<Passing<2>> passings;
  void impact(const Impact<2>& impact) override { impacts.push_back(impact); }
  void turn(const Turn<2>& turn) override { turns.push_back(turn); }
  void passing(const Passing<2>& passing) override { passings.push_back(passing); }
};

/// Two balls that move, and an obstacle.
class ImpactReporterTest : public testing::Test {
 protected:
  ImpactReporterTest() : flight_({}, {}, Timebase(0.5)), reporter_(table_, flight_, spins_) {
    for (const BodyKind kind : {BodyKind::Dynamic, BodyKind::Dynamic, BodyKind::Fixed}) {
      Body<2> body;
      body.shape = Ball{1.0};
      body.kind = kind;
      table_.add(body);
    }
    reporter_.add(witness_);
  }

  /// The first one and `other`, which are 1.5 apart where they should be 2.
  static ImpactContact<2> contact_with(Id other) {
    ImpactContact<2> contact{};
    contact.a = {0, {{1.0, 2.0}, {}}, {3.0, 0.0}, {}, 4.0};
    contact.b = {other, {{4.0, 2.0}, {}}, {-5.0, 0.0}, {}, other == 1 ? 2.0 : kInfinite};
    contact.toward = {3.0, 0.0};
    contact.distance = 1.5;
    contact.radii = 2.0;
    return contact;
  }
  static Bounce<2> swapped() { return {{-5.0, 0.0}, {3.0, 0.0}, 8.0, 6.0}; }

  BodyTable<2> table_;
  FreeFlight<2> flight_;
  SpinTable<2> spins_;
  ImpactReporter<2> reporter_;
  Witness witness_;
};

TEST_F(ImpactReporterTest, TellsWhatABounceDidToTwoBalls) {
  reporter_.report_impact(contact_with(1), swapped(), {6, 0.25}, {2.0, 2.0});
  ASSERT_EQ(witness_.impacts.size(), 1U);
  const Impact<2>& impact = witness_.impacts[0];
  EXPECT_EQ(impact.index, 0U);
  EXPECT_EQ(impact.time, 3.25);
  EXPECT_EQ(impact.kind, ImpactKind::BodyBody);
  EXPECT_EQ(impact.a.id, BodyId{0});
  EXPECT_EQ(impact.b.id, BodyId{1});
  EXPECT_EQ(impact.a.velocity_before, (Vec<2>{3.0, 0.0}));
  EXPECT_EQ(impact.a.velocity_after, (Vec<2>{-5.0, 0.0}));
  EXPECT_EQ(impact.b.velocity_after, (Vec<2>{3.0, 0.0}));
  EXPECT_EQ(impact.a.elapsed, 4.0);
  EXPECT_EQ(impact.normal, (Vec<2>{1.0, 0.0}));
  EXPECT_EQ(impact.point, (Vec<2>{2.0, 2.0}));
  EXPECT_EQ(impact.impulse, 6.0);
  EXPECT_EQ(impact.virial, 9.0);
  EXPECT_EQ(impact.overlap, 0.5);
}

TEST_F(ImpactReporterTest, TellsWhatIsFixedByItsKindAndWithoutATime) {
  reporter_.report_impact(contact_with(2), swapped(), {0, 0.0}, {});
  reporter_.report_impact(contact_with(side_id(0, true)), swapped(), {0, 0.0}, {});
  ASSERT_EQ(witness_.impacts.size(), 2U);
  EXPECT_EQ(witness_.impacts[0].kind, ImpactKind::BodyObstacle);
  EXPECT_EQ(witness_.impacts[1].kind, ImpactKind::BodySide);
  for (const Impact<2>& impact : witness_.impacts) {
    EXPECT_EQ(impact.b.elapsed, 0.0);
    EXPECT_EQ(impact.virial, 0.0);
  }
}

TEST_F(ImpactReporterTest, NumbersImpactsThatNobodyIsToldOf) {
  reporter_.count_impact(0, 1);
  reporter_.count_meeting();
  reporter_.report_impact(contact_with(1), swapped(), {0, 0.0}, {});
  ASSERT_EQ(witness_.impacts.size(), 1U);
  EXPECT_EQ(witness_.impacts[0].index, 2U);
}

TEST_F(ImpactReporterTest, CountsImpactsByKind) {
  reporter_.count_meeting();
  reporter_.count_impact(0, 1);
  reporter_.count_impact(0, 2);
  for (int i = 0; i < 3; ++i) reporter_.count_impact(1, side_id(0, true));
  EXPECT_EQ(reporter_.impacts(ImpactKind::BodyBody), 2U);
  EXPECT_EQ(reporter_.impacts(ImpactKind::BodyObstacle), 1U);
  EXPECT_EQ(reporter_.impacts(ImpactKind::BodySide), 3U);
}

/// Keeps what comes in batches.
struct Collector final : BatchObserver<2> {
  Witness all;
  std::vector<std::size_t> sizes;
  void events(EventBatch<2>& batch) override {
    sizes.push_back(batch.size());
    batch.tell(all);
  }
};

TEST_F(ImpactReporterTest, HandsOverWhatHasComeTogetherWhenItIsMuchOrAll) {
  Collector collector;
  reporter_.add(collector, {});
  const auto report = [this](std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) reporter_.report_impact(contact_with(1), swapped(), {0, 0.0}, {});
  };
  reporter_.deliver(true);
  EXPECT_TRUE(collector.sizes.empty()) << "of nothing nobody is told";
  report(3);
  reporter_.deliver(false);
  EXPECT_TRUE(collector.sizes.empty());
  reporter_.deliver(true);
  report(2000);
  reporter_.deliver(false);
  reporter_.deliver(true);
  EXPECT_EQ(collector.sizes, (std::vector<std::size_t>{3, 2000}));
  EXPECT_EQ(collector.all.impacts.size(), 2003U);
}

/// Body 0 has id 1, and body 1 id 0.
Id first_two_swapped(Id body) { return body < 2 ? 1 - body : body; }

TEST_F(ImpactReporterTest, TellsBatchObserversOfIdsWhereNumbersAreOthers) {
  Collector collector;
  reporter_.remove(witness_);
  reporter_.add(collector, {});
  reporter_.renumber(first_two_swapped);
  reporter_.report_impact(contact_with(1), swapped(), {0, 0.0}, {2.0, 2.0});
  reporter_.renumber({});
  reporter_.report_impact(contact_with(1), swapped(), {0, 0.0}, {2.0, 2.0});
  reporter_.deliver(true);
  ASSERT_EQ(collector.all.impacts.size(), 2U);
  const Impact<2>& impact = collector.all.impacts[0];
  EXPECT_EQ(impact.a.id, BodyId{0});
  EXPECT_EQ(impact.b.id, BodyId{1});
  EXPECT_EQ(impact.a.position, (Vec<2>{4.0, 2.0}));
  EXPECT_EQ(impact.a.velocity_before, (Vec<2>{-5.0, 0.0}));
  EXPECT_EQ(impact.a.velocity_after, (Vec<2>{3.0, 0.0}));
  EXPECT_EQ(impact.b.elapsed, 4.0);
  EXPECT_EQ(impact.normal, (Vec<2>{-1.0, 0.0}));
  EXPECT_EQ(impact.point, (Vec<2>{3.0, 2.0})) << "as the smaller id sees it";
  EXPECT_EQ(collector.all.impacts[1].a.position, (Vec<2>{1.0, 2.0}));
  EXPECT_EQ(collector.all.impacts[1].point, (Vec<2>{2.0, 2.0}));
}

TEST_F(ImpactReporterTest, TellsThoseWhoWatchSomeOfTheirsOnly) {
  Collector collector;
  reporter_.remove(witness_);
  reporter_.add(collector, {1});
  EXPECT_TRUE(reporter_.is_heard(0, 1));
  EXPECT_TRUE(reporter_.is_heard(1, 2));
  EXPECT_FALSE(reporter_.is_heard(0, 2));
  EXPECT_FALSE(reporter_.is_heard(0, side_id(0, true)));
  reporter_.renumber(first_two_swapped);
  EXPECT_TRUE(reporter_.is_heard(0, 2));
  EXPECT_FALSE(reporter_.is_heard(1, 2));
  Collector of_all;
  reporter_.add(of_all, {});
  EXPECT_TRUE(reporter_.is_heard(1, 2));
  reporter_.remove(of_all);
  EXPECT_FALSE(reporter_.is_heard(1, 2));
  reporter_.remove(collector);
  EXPECT_FALSE(reporter_.is_heard(0, 1));
}

TEST_F(ImpactReporterTest, TellsOfTurnsAndPassings) {
  reporter_.report_turn(TurnKind::Pulled, contact_with(1).a, 1, {7.0, 0.0}, {1, 0.0});
  ASSERT_EQ(witness_.turns.size(), 1U);
  EXPECT_EQ(witness_.turns[0].time, 0.5);
  EXPECT_EQ(witness_.turns[0].kind, TurnKind::Pulled);
  EXPECT_EQ(witness_.turns[0].support, BodyId{1});
  EXPECT_EQ(witness_.turns[0].body.velocity_before, (Vec<2>{3.0, 0.0}));
  EXPECT_EQ(witness_.turns[0].body.velocity_after, (Vec<2>{7.0, 0.0}));
  reporter_.report_passing({1, {0, {}}}, true, {2, 0.0});
  reporter_.report_passing({0, {1, {}}}, false, {3, 0.0});
  ASSERT_EQ(witness_.passings.size(), 2U);
  EXPECT_EQ(witness_.passings[0].a, BodyId{0});
  EXPECT_EQ(witness_.passings[0].b, BodyId{1});
  EXPECT_TRUE(witness_.passings[0].enters);
  EXPECT_FALSE(witness_.passings[1].enters);
}

TEST_F(ImpactReporterTest, TellsNothingToWhoHasLeft) {
  reporter_.remove(witness_);
  EXPECT_FALSE(reporter_.has_observers());
  reporter_.report_turn(TurnKind::Pulled, contact_with(1).a, 1, {}, {});
  reporter_.report_passing({0, {1, {}}}, false, {});
  EXPECT_TRUE(witness_.turns.empty());
  EXPECT_TRUE(witness_.passings.empty());
}

}  // namespace
}  // namespace firsthit
