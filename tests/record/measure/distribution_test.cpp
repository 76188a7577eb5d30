#include "record/measure/distribution.hpp"

#include "core/random.hpp"
#include "record/record_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <sstream>

namespace firsthit {
namespace {

using testing::lines;

constexpr double kPi = 3.14159265358979323846;

template <int D>
using Distributions = std::vector<std::unique_ptr<Distribution<D>>>;

template <int D>
RunSetup<D> cube(std::size_t balls, double length, Side side = Side::Periodic) {
  RunSetup<D> setup;
  for (std::size_t k = 0; k < D; ++k) setup.space.max[k] = length;
  setup.space.sides.fill(side);
  for (std::uint32_t i = 0; i < balls; ++i) setup.bodies.push_back({BodyId{i}, 0.1, 1.0, {}});
  return setup;
}

ObservableRequest radial(const BinRequest& bins) {
  ObservableRequest request;
  request.radial_distribution = bins;
  return request;
}

ObservableRequest speeds(const BinRequest& bins) {
  ObservableRequest request;
  request.speed_histogram = bins;
  return request;
}

/// The numbers of a CSV file, its header left out; NaN for an empty cell.
std::vector<std::vector<double>> rows_of(const std::string& text) {
  std::vector<std::vector<double>> rows;
  for (const std::string& line : lines(text)) {
    rows.emplace_back();
    std::istringstream in(line + ",");
    for (std::string cell; std::getline(in, cell, ',');)
      rows.back().push_back(cell.empty() || cell.find('[') != std::string::npos ? std::nan("")
                                                                                : std::stod(cell));
  }
  rows.erase(rows.begin());
  return rows;
}

TEST(RadialDistribution, OfASquareLatticeHasPeaksAtItsDistances) {
  const RunSetup<2> setup = cube<2>(64, 8.0);
  Frame<2> frame;
  for (int i = 0; i < 64; ++i) frame.states.push_back({{{0.5 + i % 8, 0.5 + i / 8}}, {}, {}});
  const Distributions<2> all = distributions_of(radial({32, 3.52}), setup, frame);
  ASSERT_EQ(all.size(), 1U);
  all[0]->add(frame);
  // Neighbours of a place: 4 at 1, 4 at sqrt(2), 4 at 2, 8 at sqrt(5), 4 at sqrt(8), 4 at 3, 8 at sqrt(10).
  std::vector<double> neighbours(32, 0.0);
  for (const auto& [squared, count] : {std::pair{1, 4}, {2, 4}, {4, 4}, {5, 8}, {8, 4}, {9, 4}, {10, 8}})
    neighbours[static_cast<std::size_t>(std::sqrt(squared) / 0.11)] = count;
  const auto rows = rows_of(all[0]->table({}));
  ASSERT_EQ(rows.size(), 32U);
  for (std::size_t k = 0; k < 32; ++k) {
    const double low = 0.11 * static_cast<double>(k);
    const double shell = kPi * (0.11 * 0.11 + 2.0 * 0.11 * low);
    EXPECT_NEAR(rows[k][0], low, 1e-12);
    EXPECT_NEAR(rows[k][1], low + 0.11, 1e-12);
    EXPECT_NEAR(rows[k][2], neighbours[k] / (63.0 / 64.0 * shell), 1e-9) << k;  // 63 others in the area 64
    EXPECT_EQ(rows[k][2], all[0]->latest()[k]);
  }
}

/// Points that know nothing of each other.
template <int D>
void expect_one_for_an_ideal_gas(std::size_t bodies, std::uint64_t seed) {
  SCOPED_TRACE(seed);
  Random random(seed);
  const RunSetup<D> setup = cube<D>(bodies, 10.0);
  Frame<D> frame;
  frame.states.resize(bodies);
  const Distributions<D> all = distributions_of(radial({25, 5.0}), setup, frame);
  constexpr int kSamples = 4;
  for (int sample = 0; sample < kSamples; ++sample) {
    for (FrameState<D>& state : frame.states)
      for (double& x : state.position.c) x = 10.0 * random.uniform();
    all[0]->add(frame);
  }
  const double pairs = 0.5 * static_cast<double>(bodies) * static_cast<double>(bodies - 1) * kSamples;
  double squares = 0.0;
  for (const auto& row : rows_of(all[0]->table({}))) {
    const double shell = D == 2 ? kPi * (row[1] * row[1] - row[0] * row[0])
                                : 4.0 / 3.0 * kPi * (std::pow(row[1], 3) - std::pow(row[0], 3));
    const double share = shell / std::pow(10.0, D);
    // Pairs of independent points are independent two by two: the variance is that of a binomial.
    const double deviation = (row[2] - 1.0) * std::sqrt(pairs * share / (1.0 - share));
    EXPECT_LT(std::abs(deviation), 4.5) << row[0];
    squares += deviation * deviation;
  }
  EXPECT_NEAR(squares, 25.0, 4.0 * std::sqrt(50.0));  // chi squared of 25 degrees
}

TEST(RadialDistribution, OfAnIdealGasIsOne) {
  expect_one_for_an_ideal_gas<2>(1000, 51);
  expect_one_for_an_ideal_gas<3>(1000, 52);
  expect_one_for_an_ideal_gas<3>(3, 53);
}

TEST(RadialDistribution, ReachesFiveMeanDistancesOrHalfTheBox) {
  const auto range = [](std::size_t bodies) {
    const RunSetup<3> setup = cube<3>(bodies, 20.0);
    return distributions_of(radial({}), setup, Frame<3>{})[0]->edges().back();
  };
  EXPECT_EQ(range(8), 10.0);
  EXPECT_DOUBLE_EQ(range(8000), 5.0);
  for (std::size_t bins = 1; bins < 200; ++bins)  // not even by rounding further
    EXPECT_EQ(distributions_of(radial({bins, 3.3}), cube<3>(8, 6.6), Frame<3>{})[0]->edges().back(), 3.3);
  EXPECT_EQ(distributions_of(radial({}), cube<3>(8, 20.0), Frame<3>{})[0]->edges().size(), 101U);
}

TEST(RadialDistribution, IsNotDefinedForOneBodyOrWithoutSamples) {
  for (const std::size_t bodies : {0U, 1U, 2U}) {
    const RunSetup<2> setup = cube<2>(bodies, 8.0);
    Frame<2> frame;
    frame.states.resize(bodies);
    const Distributions<2> all = distributions_of(radial({2, 4.0}), setup, frame);
    if (bodies < 2) all[0]->add(frame);
    EXPECT_TRUE(all[0]->latest().empty());
    EXPECT_EQ(all[0]->table({}), "r_low [L],r_high [L],g [1]\n0,2,\n2,4,\n");
  }
}

TEST(SpeedHistogram, CountsSpeedsInTheirBins) {
  const RunSetup<2> setup = cube<2>(5, 8.0, Side::Wall);
  Frame<2> frame;
  for (const Vec<2>& v : {Vec<2>{{0, 0}}, {{0.5, 0}}, {{-3, 4}}, {{0, -1}}, {{6, 8}}})
    frame.states.push_back({{}, v, {}});  // speeds 0, 0.5, 5, 1, 10
  const Distributions<2> all = distributions_of(speeds({3, 6.0}), setup, frame);
  all[0]->add(frame);
  all[0]->add(frame);
  EXPECT_EQ(all[0]->latest(), (std::vector<double>{3, 0, 1}));
  // Densities are of all bodies, also of the one beyond the last bin: 6 of 10 in a bin 2 wide.
  EXPECT_EQ(all[0]->table({}),
            "v_low [L/T],v_high [L/T],count [1],density [T/L],maxwell [T/L]\n"
            "0,2,6,0.3,\n2,4,0,0,\n4,6,2,0.1,\n");
}

TEST(SpeedHistogram, IsThatSeenFromTheCentreOfMassWhereMomentumIsConserved) {
  RunSetup<2> setup = cube<2>(2, 8.0);
  testing::change(setup.bodies, 1, [](MovingBody& body) { body.mass = 3.0; });
  Frame<2> frame;
  frame.states = {{{}, {{10 + 3, 0}}, {}}, {{}, {{10 - 1, 0}}, {}}};  // 3 and 1 from the centre of mass
  const Distributions<2> all = distributions_of(speeds({4, 4.0}), setup, frame);
  all[0]->add(frame);
  EXPECT_EQ(all[0]->latest(), (std::vector<double>{0, 1, 0, 1}));
}

TEST(SpeedHistogram, ReachesFourTypicalSpeedsOfTheStart) {
  const RunSetup<2> setup = cube<2>(2, 8.0, Side::Wall);
  Frame<2> frame;
  frame.states = {{{}, {{1, 0}}, {}}, {{}, {{0, 7}}, {}}};  // mean square 25
  EXPECT_DOUBLE_EQ(distributions_of(speeds({}), setup, frame)[0]->edges().back(), 20.0);
}

TEST(SpeedHistogram, HasNoBinsWithoutARangeOrASpeed) {
  const RunSetup<2> setup = cube<2>(2, 8.0, Side::Wall);
  Frame<2> frame;
  frame.states.resize(2);
  const Distributions<2> all = distributions_of(speeds({}), setup, frame);
  all[0]->add(frame);
  EXPECT_TRUE(all[0]->edges().empty());
  EXPECT_TRUE(all[0]->latest().empty());
  EXPECT_EQ(all[0]->table({}), "v_low [L/T],v_high [L/T],count [1],density [T/L],maxwell [T/L]\n");
}

/// Normal velocities with variance T / m against what the table calls Maxwell's.
template <int D>
void expect_maxwell(std::uint64_t seed) {
  SCOPED_TRACE(seed);
  Random random(seed);
  RunSetup<D> setup = cube<D>(20000, 8.0, Side::Wall);
  testing::change(setup.bodies, [](MovingBody& body) {
    if (body.id.value % 4 == 0) body.mass = 9.0;
  });
  Frame<D> frame;
  frame.states.resize(setup.bodies.size());
  for (std::size_t i = 0; i < setup.bodies.size(); ++i)
    for (double& v : frame.states[i].velocity.c) v = random.normal() * std::sqrt(2.0 / setup.bodies[i].mass);
  const Distributions<D> all = distributions_of(speeds({40, 8.0}), setup, frame);
  all[0]->add(frame);
  Measured measured;
  measured.temperature = 2.0;
  double squares = 0.0;
  double whole = 0.0;
  double bins = 0.0;
  for (const auto& row : rows_of(all[0]->table(measured))) {
    const double width = row[1] - row[0];
    const double expected = row[4] * width * 20000.0;
    whole += row[4] * width;
    // The density in the middle, which differs from the mean over the bin by little, and both kinds.
    const double v = 0.5 * (row[0] + row[1]);
    const auto density = [&](double m) {
      const double p = m / 2.0;  // m / T
      return D == 2 ? p * v * std::exp(-0.5 * p * v * v)
                    : 4.0 * kPi * std::pow(p / (2.0 * kPi), 1.5) * v * v * std::exp(-0.5 * p * v * v);
    };
    EXPECT_NEAR(row[4], 0.75 * density(1.0) + 0.25 * density(9.0), 0.01) << v;
    if (expected < 10.0) continue;
    squares += (row[2] - expected) * (row[2] - expected) / expected;
    bins += 1.0;
  }
  EXPECT_NEAR(whole, 1.0, 1e-6);
  EXPECT_GT(bins, 20.0);
  EXPECT_NEAR(squares, bins, 4.0 * std::sqrt(2.0 * bins));
}

TEST(SpeedHistogram, StandsBesideMaxwellsSpeeds) {
  expect_maxwell<2>(61);
  expect_maxwell<3>(62);
}

}  // namespace
}  // namespace firsthit
