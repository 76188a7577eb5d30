#include "support/ccd_queries.hpp"

#include <firsthit/features.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace firsthit {
namespace {

std::vector<CcdQuery> public_queries() {
  const char* source = std::getenv("FIRSTHIT_SOURCE");
  return read_ccd_queries(std::string(source != nullptr ? source : ".") + "/tests/data/ccd-queries");
}

TEST(PublicQueries, AreAnsweredWithoutAMissOrAFalseHitAndInTime) {
  const std::vector<CcdQuery> queries = public_queries();
  ASSERT_EQ(queries.size(), 4884U);
  int hits = 0;
  for (const CcdQuery& query : queries) {
    const FeatureTouch touch =
        query.edge_edge ? first_touch(query.edges()) : first_touch(query.vertex_and_face());
    EXPECT_EQ(touch.touches, query.touches) << query.name;
    if (!touch.touches) continue;
    ++hits;
    EXPECT_LE(touch.lower, query.upper) << query.name;
    EXPECT_GE(touch.upper, query.lower) << query.name;
    EXPECT_LE(touch.upper - touch.lower, 1e-12) << query.name;
  }
  EXPECT_EQ(hits, 225);
}

TEST(PublicQueries, SeldomNeedTheExactStage) {
  int exact = 0;
  for (const CcdQuery& query : public_queries()) {
    const FeatureTouch touch =
        query.edge_edge ? first_touch(query.edges()) : first_touch(query.vertex_and_face());
    if (touch.stage == FeatureStage::Exact) ++exact;
  }
  EXPECT_GT(exact, 0);
  EXPECT_LT(exact,
            250);  // they are collected for being hard: features that are flat for ever, touches at corners
}

}  // namespace
}  // namespace firsthit
