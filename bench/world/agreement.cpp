#include "agreement.hpp"

#include "gas_world.hpp"
#include "textbook.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace firsthit::bench {
namespace {

// Per ball, how many collisions are compared one by one: errors grow about tenfold with every collision that
// a ball has, so these lie well before the programs part.
constexpr double kOneByOne = 1.5;
constexpr double kSameTime = 1e-9;  // [T]
// Per ball: before the mean of the pressure is taken, and while it is.
constexpr std::size_t kSettling = 20;
constexpr std::size_t kAveraged = 100;
// At least 3.5 standard deviations of the difference of two runs; that of one run is 1 % or less.
constexpr double kSamePressure = 0.05;

/// What one program did: its first collisions, and means afterwards.
struct Account {
  std::vector<Collision> first;
  double pressure = 0.0;      // over that of an ideal gas
  double energy_error = 0.0;  // as a part of the energy
  double overlap = 0.0;       // [L] the deepest, at the end
};

template <int D>
double energy(const std::vector<Vec<D>>& velocities) {
  double sum = 0.0;
  for (const Vec<D>& v : velocities) sum += 0.5 * length_squared(v);
  return sum;
}

template <int D>
double deepest_overlap(const std::vector<Vec<D>>& positions, double length) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Vec<D> d = positions[j] - positions[i];
      for (std::size_t axis = 0; axis < D; ++axis) d[axis] -= length * std::round(d[axis] / length);
      nearest = std::min(nearest, length_squared(d));
    }
  return std::max(1.0 - std::sqrt(nearest), 0.0);
}

/// Takes `next` through all collisions; `end` fills in the final positions and velocities.
template <int D, typename Next, typename End>
Account account_of(const Gas<D>& gas, Next&& next, End&& end) {
  const std::size_t balls = gas.positions.size();
  const auto one_by_one = static_cast<std::size_t>(kOneByOne * static_cast<double>(balls));
  Account account;
  double virial = 0.0;
  double start = 0.0;
  double now = 0.0;
  for (std::size_t n = 0; n < (kSettling + kAveraged) * balls / 2; ++n) {
    const Collision collision = next();
    now = collision.time;
    if (n < one_by_one) account.first.push_back(collision);
    if (n == kSettling * balls / 2) {
      start = now;
    } else if (n > kSettling * balls / 2) {
      virial += collision.impulse;
    }
  }
  std::vector<Vec<D>> positions(balls);
  std::vector<Vec<D>> velocities(balls);
  end(positions, velocities);
  const double before = energy(gas.velocities);
  account.pressure = 1.0 + virial / ((now - start) * 2.0 * before);
  account.energy_error = std::fabs(energy(velocities) / before - 1.0);
  account.overlap = deepest_overlap(positions, gas.length);
  return account;
}

template <typename Program, int D>
Account account_of_textbook(const Gas<D>& gas) {
  Program program(gas);
  return account_of<D>(
      gas, [&] { return program.next(); },
      [&](std::vector<Vec<D>>& positions, std::vector<Vec<D>>& velocities) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
          positions[i] = program.position(i);
          velocities[i] = program.velocity(i);
        }
      });
}

template <int D>
struct LastImpact : Observer<D> {
  void impact(const Impact<D>& impact) override {
    collision = {impact.time, impact.a.id.value, impact.b.id.value, impact.impulse};
  }
  Collision collision{};
};

template <int D>
Account account_of_world(const Gas<D>& gas) {
  World<D> world = world_of(gas);
  LastImpact<D> last;
  world.observe(last);
  RunLimits limits;
  limits.collisions = 0;
  const auto next = [&] {
    ++limits.collisions;
    world.run_until(std::numeric_limits<double>::infinity(), limits);
    return last.collision;
  };
  return account_of<D>(gas, next, [&](std::vector<Vec<D>>& positions, std::vector<Vec<D>>& velocities) {
    for (std::uint32_t i = 0; i < positions.size(); ++i) {
      const BodyState<D> state = world.state({i});
      positions[i] = state.position;
      velocities[i] = state.velocity;
    }
  });
}

/// Where a program does not do what the library does, a line each.
class Comparison {
 public:
  Comparison(int dimension, double packing, const Account& library)
      : dimension_(dimension), packing_(packing), library_(library) {
    check_state("firsthit", library);
  }

  void compare(const char* program, const Account& other) {
    check_state(program, other);
    for (std::size_t n = 0; n < library_.first.size(); ++n) {
      const Collision& a = library_.first[n];
      const Collision& b = other.first[n];
      const bool same_pair = std::minmax(a.a, a.b) == std::minmax(b.a, b.b);
      if (same_pair && std::fabs(a.time - b.time) <= kSameTime) continue;
      tell("%s, %dD packing %.2f, collision %zu: expected %u with %u at %.17g, found %u with %u at %.17g\n",
           program, dimension_, packing_, n, a.a, a.b, a.time, b.a, b.b, b.time);
      break;
    }
    if (std::fabs(other.pressure / library_.pressure - 1.0) > kSamePressure)
      tell("%s, %dD packing %.2f: expected a pressure of %.5g, found %.5g\n", program, dimension_, packing_,
           library_.pressure, other.pressure);
  }

  const std::string& differences() const { return differences_; }

 private:
  void check_state(const char* program, const Account& account) {
    if (account.energy_error > 1e-12 || account.overlap > 1e-12)
      tell("%s, %dD packing %.2f: energy changed by %.2g of itself, balls overlap by %.2g diameters\n",
           program, dimension_, packing_, account.energy_error, account.overlap);
  }

  template <typename... Values>
  void tell(const char* format, const Values&... values) {
    char line[256];
    std::snprintf(line, sizeof line, format, values...);
    differences_ += line;
  }

  int dimension_;
  double packing_;
  Account library_;
  std::string differences_;
};

template <int D>
std::string differences_in(double packing, std::size_t balls) {
  const Gas<D> gas = make_gas<D>(balls, packing, 1);
  Comparison comparison(D, packing, account_of_world(gas));
  comparison.compare("textbook", account_of_textbook<AllPairs<D>>(gas));
  comparison.compare("yardstick", account_of_textbook<Yardstick<D>>(gas));
  return comparison.differences();
}

}  // namespace

std::string differences_of_programs() {
  // In a small and thin gas balls fly so far that it matters through which image they are seen.
  std::string all = differences_in<3>(0.05, 20) + differences_in<2>(0.05, 12);
  for (const double packing : {0.05, 0.25, 0.49}) all += differences_in<3>(packing, 500);
  for (const double packing : {0.3, 0.5}) all += differences_in<2>(packing, 500);
  return all;
}

}  // namespace firsthit::bench
