#include "core/random.hpp"
#include "scene/gas/gas_places.hpp"
#include "scene/read/draft.hpp"
#include "world/bodies/spin_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

// Balls by the thousand, placed and moving as a gas does. Everything follows from the scene's text
// and seed by + - * / sqrt, so that it is the same on every machine.

namespace firsthit {
namespace {

constexpr double kPi = 3.141592653589793;

// The densest packing of equal balls: pi / sqrt(12), pi / sqrt(18).
constexpr double kDensest[] = {0.9068996821171089, 0.7404804896930610};

struct Gas {
  std::uint64_t count = 0;
  double packing = 0.0;
  double radius = 0.0;
  double mass = 0.0;
  double temperature = 0.0;
  bool spins = false;
  double inertia = 0.0;                 // 0: of its shape
  double rotational_temperature = 0.0;  // if it spins
  std::uint32_t material = 0;
  Color color = kNoColor;
  FilePlace place;
  std::uint32_t first = 0;  // id of its first ball
};

class Filling {
 public:
  Filling(Draft& draft, std::vector<Gas>& gases) : draft_(draft), scene_(draft.scene), gases_(gases) {}

  std::size_t axes() const { return static_cast<std::size_t>(scene_.dimension); }

  /// The share of the box that the gas takes.
  double packing() const {
    double volume = 1.0;
    for (std::size_t i = 0; i < axes(); ++i) volume *= scene_.max[i] - scene_.min[i];
    return volume_of_balls() / volume;
  }

  double volume_of_balls() const {
    double volume = 0.0;
    for (const Gas& gas : gases_) {
      const double r = gas.radius;
      const double one = axes() == 2 ? kPi * r * r : 4.0 / 3.0 * kPi * r * r * r;
      volume += static_cast<double>(gas.count) * one;
    }
    return volume;
  }

  /// A square or cube in which the balls have the packing that the scene asks for.
  void make_box(double packing) {
    const double volume = volume_of_balls() / packing;
    const double side = axes() == 2 ? std::sqrt(volume) : cube_root(volume);
    for (std::size_t i = 0; i < axes(); ++i) {
      scene_.min[i] = 0.0;
      scene_.max[i] = side;
    }
  }

  void add_balls() {
    for (std::size_t k = 0; k < gases_.size(); ++k) {
      Gas& gas = gases_[k];
      gas.first = static_cast<std::uint32_t>(scene_.balls.size());
      scene_.groups.push_back(
          {gas.first, static_cast<std::uint32_t>(gas.count), fmt::format("gas-{}", k + 1)});
      SceneBall ball;
      ball.radius = gas.radius;
      ball.mass = gas.mass;
      ball.material = gas.material;
      ball.color = gas.color;
      scene_.balls.insert(scene_.balls.end(), gas.count, ball);
      draft_.ball_places.insert(draft_.ball_places.end(), gas.count, gas.place);
    }
  }

  void give_velocities();
  void give_spins();

 private:
  std::uint32_t first_ball() const { return gases_.front().first; }
  std::uint64_t total() const { return scene_.balls.size() - first_ball(); }

  Draft& draft_;
  Scene& scene_;
  std::vector<Gas>& gases_;
};

/// Maxwell's velocities; in a fully periodic box without drift; scaled to the temperature exactly.
void Filling::give_velocities() {
  Random random(scene_.run.seed, kVelocities);
  const bool drifts =
      std::any_of(scene_.sides.begin(), scene_.sides.begin() + static_cast<std::ptrdiff_t>(axes()),
                  [](Side side) { return side != Side::Periodic; });
  const bool at_rest_together = !drifts && total() > 1;
  double wanted = 0.0;  // twice the kinetic energy
  double mass = 0.0;
  Triple momentum{};
  for (const Gas& gas : gases_) {
    const double speed = std::sqrt(gas.temperature / gas.mass);
    wanted += static_cast<double>(gas.count) * gas.temperature;
    for (std::uint64_t i = 0; i < gas.count; ++i) {
      SceneBall& ball = scene_.balls[gas.first + i];
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        ball.velocity[axis] = speed * random.normal();
        momentum[axis] += gas.mass * ball.velocity[axis];
      }
      mass += gas.mass;
    }
  }
  wanted *= static_cast<double>(axes());
  const auto n = static_cast<double>(total());
  if (at_rest_together) wanted *= (n - 1.0) / n;
  double found = 0.0;
  for (std::size_t i = first_ball(); i < scene_.balls.size(); ++i) {
    SceneBall& ball = scene_.balls[i];
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      if (at_rest_together) ball.velocity[axis] -= momentum[axis] / mass;
      found += ball.mass * ball.velocity[axis] * ball.velocity[axis];
    }
  }
  if (found == 0.0) return;
  const double scale = std::sqrt(wanted / found);
  for (std::size_t i = first_ball(); i < scene_.balls.size(); ++i)
    for (double& v : scene_.balls[i].velocity) v *= scale;
}

/// Maxwell's, scaled to the temperature exactly.
void Filling::give_spins() {
  Random random(scene_.run.seed, kSpins);
  const std::size_t turns = axes() == 2 ? 1 : 3;
  for (const Gas& gas : gases_) {
    if (!gas.spins) continue;
    const double inertia = gas.inertia > 0.0 ? gas.inertia
                           : axes() == 2     ? inertia_of_ball<2>(gas.mass, gas.radius)
                                             : inertia_of_ball<3>(gas.mass, gas.radius);
    const double speed = std::sqrt(gas.rotational_temperature / inertia);
    const std::size_t first = scene_.spins.size();
    double found = 0.0;
    for (std::uint64_t i = 0; i < gas.count; ++i) {
      SceneSpin spin;
      spin.inertia = gas.inertia;
      for (std::size_t axis = 0; axis < turns; ++axis) {
        spin.angular_velocity[axis] = speed * random.normal();
        found += spin.angular_velocity[axis] * spin.angular_velocity[axis];
      }
      scene_.balls[gas.first + i].spin = static_cast<std::uint32_t>(scene_.spins.size());
      scene_.spins.push_back(spin);
    }
    if (found == 0.0) continue;
    const double wanted = static_cast<double>(turns * gas.count) * gas.rotational_temperature / inertia;
    const double scale = std::sqrt(wanted / found);
    for (std::size_t i = first; i < scene_.spins.size(); ++i)
      for (double& w : scene_.spins[i].angular_velocity) w *= scale;
  }
}

Gas read_table(Draft& draft, const Value& value, std::string& start) {
  TableReader reader(value, "[[gas]]", draft.problems);
  Gas gas;
  gas.place = value.place;
  gas.count = reader.whole("count", 1, kMostBalls).value_or(0);
  gas.packing = reader.number("packing", Range::Positive).value_or(0.0);
  gas.radius = reader.number("radius", Range::Positive).value_or(0.0);
  gas.mass = reader.number("mass", Range::Positive).value_or(0.0);
  gas.temperature = reader.number("temperature", Range::NotNegative).value_or(0.0);
  gas.spins = reader.boolean("spins").value_or(false);
  gas.inertia = reader.number("inertia", Range::Positive).value_or(0.0);
  gas.rotational_temperature =
      reader.number("rotational_temperature", Range::NotNegative).value_or(gas.temperature);
  for (const char* key : {"inertia", "rotational_temperature"})
    if (!gas.spins && reader.value(key) != nullptr)
      reader.error(key, "expected none without spins = true, found one");
  const std::string how = reader.choice("start", {"lattice", "random"}).value_or("lattice");
  if (!start.empty() && how != start)
    reader.error("start", fmt::format("expected \"{}\" in every [[gas]], found \"{}\"", start, how));
  if (start.empty()) start = how;
  if (const auto material = reader.name("material"))
    gas.material = draft.material(*material, reader.place("material"));
  gas.color = reader.color("color").value_or(kNoColor);
  for (const char* key : {"count", "radius", "mass", "temperature"}) reader.require(key);
  reader.finish();
  return gas;
}

/// Is there room for the gas, as it is to be placed? `asked`: the packing that the box must have, or 0.
void check_packing(Draft& draft, const std::vector<Gas>& gases, const Filling& filling, double asked,
                   const std::string& start) {
  constexpr double kSamePacking = 1e-6;  // relative: a packing written with six digits agrees
  const std::size_t d = filling.axes() - 2;
  const double packing = filling.packing();
  const bool is_mixture = std::any_of(gases.begin(), gases.end(),
                                      [&](const Gas& gas) { return gas.radius != gases.front().radius; });
  const bool is_alone = moving_count(draft.scene) == 0 && fixed_count(draft.scene) == 0;
  std::string wrong;
  if (!std::isfinite(packing))
    wrong = "packing: expected a box and balls of ordinary size, found a volume that is no number";
  else if (asked != 0.0 && std::abs(packing - asked) > kSamePacking * packing)
    wrong = fmt::format("packing: expected {:.8g}, as min and max of [space] make it, or none, found {}",
                        packing, asked);
  else if (!is_mixture && packing > kDensest[d] * kRoundedUp)
    wrong = fmt::format("packing: expected at most {:.6g}, the densest of equal balls, found {:.6g}",
                        kDensest[d], packing);
  else if (packing >= 1.0)
    wrong = fmt::format("packing: expected below 1, found {:.6g}", packing);
  else if (start == "random" && packing > kMostGrown[d] * kRoundedUp)
    wrong = fmt::format(
        "start: expected a packing of at most {} for \"random\" (growth jams above), found {:.6g}",
        kMostGrown[d], packing);
  else if (start == "random" && packing > kMostInserted[d] * kRoundedUp && !is_alone)
    wrong = fmt::format(
        "start: expected a packing of at most {} for \"random\" beside other bodies (to grow denser, balls "
        "must "
        "be alone in the box), found {:.6g}",
        kMostInserted[d], packing);
  if (!wrong.empty()) draft.problems.error(gases.front().place, wrong);
}

}  // namespace

void read_gas(Draft& draft, const std::vector<const Value*>& tables, SpaceBox box) {
  if (tables.empty()) return;
  const std::size_t errors_before = draft.problems.errors();
  std::vector<Gas> gases;
  std::string start;
  double packing = 0.0;
  std::uint64_t count = draft.scene.balls.size();
  for (const Value* table : tables) {
    gases.push_back(read_table(draft, *table, start));
    packing += gases.back().packing;
    count += gases.back().count;
  }
  const FilePlace& place = gases.front().place;
  if (count > kMostBalls)
    draft.problems.error(place,
                         fmt::format("count: expected at most {} balls in all, found {}", kMostBalls, count));
  const bool may_lack =
      std::any_of(tables.begin(), tables.end(), [](const Value* t) { return t->find("packing") != nullptr; });
  if (box == SpaceBox::FromGas && !may_lack)
    draft.problems.error(place,
                         "packing: expected in [[gas]], as [space] has no min and max, but it is missing");
  if (draft.problems.errors() > errors_before || box == SpaceBox::Wrong) return;
  Filling filling(draft, gases);
  if (box == SpaceBox::FromGas) filling.make_box(packing);
  check_packing(draft, gases, filling, box == SpaceBox::Given ? packing : 0.0, start);
  if (draft.problems.errors() > errors_before) return;
  filling.add_balls();
  const NewBalls balls{gases.front().first, gases.size() > 1, filling.packing(), place};
  if (start == "lattice")
    place_on_lattice(draft, balls);
  else
    place_at_random(draft, balls);
  filling.give_velocities();
  filling.give_spins();
}

}  // namespace firsthit
