#include "scene/ball_grid.hpp"
#include "scene/build.hpp"
#include "scene/draft.hpp"
#include "scene/lattice.hpp"
#include "world/thin_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

// Balls by the thousand, placed and moving as a gas does. Everything follows from the scene's text
// and seed by + - * / sqrt, so that it is the same on every machine.

namespace firsthit {
namespace {

constexpr double kPi = 3.141592653589793;

// Packing that random sequential insertion is allowed. It jams at 0.547 in 2D and 0.382 in 3D; close
// to that nearly every attempt fails, so the limits stay below. Higher: minutes, and failures.
constexpr double kMostInserted[] = {0.50, 0.33};
constexpr double kJammed[] = {0.547, 0.382};
constexpr int kMostAttempts = 200'000;  // per ball; near the limits the unlucky ones need thousands

// The densest packing of equal balls: pi / sqrt(12), pi / sqrt(18).
constexpr double kDensest[] = {0.9068996821171089, 0.7404804896930610};

// Random numbers of one purpose must not shift those of another.
enum Stream : std::uint64_t { kPlaces = 1, kVelocities = 2 };

struct Gas {
  std::uint64_t count = 0;
  double packing = 0.0;
  double radius = 0.0;
  double mass = 0.0;
  double temperature = 0.0;
  std::uint32_t material = 0;
  Color color = kNoColor;
  FilePlace place;
  std::uint32_t first = 0;  // id of its first ball
};

/// The positive root of x^3 = v, by bisection: no library's cube root is the same as another's.
double cube_root(double v) {
  double low = 0.0;
  double high = std::max(1.0, v);
  for (int i = 0; i < 1200 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (middle * middle * middle < v ? low : high) = middle;
  }
  return high;
}

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

  Room room() const {
    Room room;
    room.dimension = scene_.dimension;
    room.min = scene_.min;
    for (std::size_t i = 0; i < axes(); ++i) {
      room.length[i] = scene_.max[i] - scene_.min[i];
      room.periodic[i] = scene_.sides[i] == Side::Periodic;
    }
    return room;
  }

  void place_on_lattice();
  void place_at_random();
  void give_velocities();

 private:
  std::uint32_t first_ball() const { return gases_.front().first; }
  std::uint64_t total() const { return scene_.balls.size() - first_ball(); }
  bool clear_of_walls(const Triple& position, double radius) const;
  BallGrid grid_of_others() const;

  Draft& draft_;
  Scene& scene_;
  std::vector<Gas>& gases_;
};

/// Everything fixed but balls; few, so each is asked.
bool Filling::clear_of_walls(const Triple& p, double radius) const {
  for (const SceneFixed& fixed : scene_.fixed) {
    if (fixed.kind == SceneFixed::Kind::HalfSpace) {
      const auto& n = fixed.normal;
      const double size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if ((n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) - fixed.offset <= radius * size) return false;
    } else if (fixed.kind == SceneFixed::Kind::Segment) {
      const double ux = fixed.to[0] - fixed.position[0];
      const double uy = fixed.to[1] - fixed.position[1];
      const double s =
          ((p[0] - fixed.position[0]) * ux + (p[1] - fixed.position[1]) * uy) / (ux * ux + uy * uy);
      const double t = std::clamp(s, 0.0, 1.0);
      const Triple nearest = {fixed.position[0] + t * ux, fixed.position[1] + t * uy, 0.0};
      const Triple d = room().separation(p, nearest);
      if (d[0] * d[0] + d[1] * d[1] <= radius * radius) return false;
    } else if (fixed.kind == SceneFixed::Kind::Container || fixed.kind == SceneFixed::Kind::Arc) {
      const Triple d = room().separation(p, fixed.position);
      const double far = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const double depth = fixed.kind == SceneFixed::Kind::Container
                               ? far + radius - fixed.radius
                               : radius - distance_to_arc(arc_of(fixed), {d[0], d[1]});
      if (depth >= 0.0) return false;
    }
  }
  return true;
}

/// The balls and fixed balls that were there before the gas.
BallGrid Filling::grid_of_others() const {
  BallGrid grid(room(), scene_.balls.size() + scene_.fixed.size());
  for (std::uint32_t i = 0; i < first_ball(); ++i)
    grid.insert(i, scene_.balls[i].position, scene_.balls[i].radius);
  for (const SceneFixed& fixed : scene_.fixed)
    if (fixed.kind == SceneFixed::Kind::Ball) grid.insert(0, fixed.position, fixed.radius);
  return grid;
}

bool is_free(const BallGrid& grid, const Room& room, const Triple& position, double radius) {
  return !grid.near(position, radius, BallGrid::kLowestLevel,
                    [&](std::uint32_t, const Triple& other, double other_radius) {
                      const Triple d = room.separation(position, other);
                      const double sigma = radius + other_radius;
                      return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2] <= sigma * sigma;
                    });
}

/// A place on the lattice for every ball, as evenly as the count allows; sizes are mixed.
void Filling::place_on_lattice() {
  double largest = 0.0;
  for (const Gas& gas : gases_) largest = std::max(largest, gas.radius);
  const BallGrid others = grid_of_others();
  std::vector<Triple> places;
  for (std::uint64_t wanted = total(); places.size() < total();) {
    const Lattice lattice = roomiest_lattice(room(), wanted);
    if (lattice.radius < largest) {
      draft_.problems.error(
          gases_.front().place,
          fmt::format("start: a lattice for {} balls here has room for radius {:.6g}, but the largest is {}; "
                      "expected a lower packing{}",
                      wanted, lattice.radius, largest, gases_.size() > 1 ? ", or start = \"random\"" : ""));
      return;
    }
    places = lattice.all();
    std::erase_if(places, [&](const Triple& p) {
      return !is_free(others, room(), p, largest) || !clear_of_walls(p, largest);
    });
    if (places.size() < total()) wanted += std::max<std::uint64_t>(total() - places.size(), wanted / 64 + 1);
  }
  std::vector<std::uint32_t> ball(total());
  std::iota(ball.begin(), ball.end(), first_ball());
  if (gases_.size() > 1) {
    Random random(scene_.run.seed, kPlaces);
    for (std::size_t i = ball.size(); i > 1; --i) std::swap(ball[i - 1], ball[random.below(i)]);
  }
  for (std::uint64_t i = 0; i < total(); ++i)
    scene_.balls[ball[i]].position = places[i * places.size() / total()];
}

/// Random sequential insertion, the largest first.
void Filling::place_at_random() {
  const Room here = room();
  BallGrid grid = grid_of_others();
  Random random(scene_.run.seed, kPlaces);
  std::vector<std::uint32_t> order(total());
  std::iota(order.begin(), order.end(), first_ball());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return scene_.balls[a].radius > scene_.balls[b].radius;
  });
  std::uint64_t done = 0;
  for (const std::uint32_t i : order) {
    SceneBall& ball = scene_.balls[i];
    bool placed = false;
    for (int attempt = 0; attempt < kMostAttempts && !placed; ++attempt) {
      Triple p{};
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        const double margin = here.periodic[axis] ? 0.0 : ball.radius;
        const double low = scene_.min[axis] + margin;
        p[axis] = random.uniform(low, std::max(low, scene_.max[axis] - margin));
      }
      if (!is_free(grid, here, p, ball.radius) || !clear_of_walls(p, ball.radius)) continue;
      ball.position = p;
      grid.insert(i, p, ball.radius);
      placed = true;
    }
    if (!placed) {
      draft_.problems.error(
          gases_.front().place,
          fmt::format(
              "start: after {} of {} balls no free place was found by random insertion in {} attempts; "
              "expected a lower packing, or start = \"lattice\"",
              done, total(), kMostAttempts));
      return;
    }
    ++done;
  }
}

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

Gas read_table(Draft& draft, const Value& value, std::string& start) {
  TableReader reader(value, "[[gas]]", draft.problems);
  Gas gas;
  gas.place = value.place;
  gas.count = reader.whole("count", 1, kMostBalls).value_or(0);
  gas.packing = reader.number("packing", Range::Positive).value_or(0.0);
  gas.radius = reader.number("radius", Range::Positive).value_or(0.0);
  gas.mass = reader.number("mass", Range::Positive).value_or(0.0);
  gas.temperature = reader.number("temperature", Range::NotNegative).value_or(0.0);
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
  constexpr double kSamePacking = 1e-6;       // relative: a packing written with six digits agrees
  constexpr double kRoundedUp = 1.0 + 1e-12;  // the box, and so the packing, is rounded
  const std::size_t d = filling.axes() - 2;
  const double packing = filling.packing();
  const bool is_mixture = std::any_of(gases.begin(), gases.end(),
                                      [&](const Gas& gas) { return gas.radius != gases.front().radius; });
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
  else if (start == "random" && packing > kMostInserted[d] * kRoundedUp)
    wrong = fmt::format(
        "start: expected a packing of at most {} for \"random\" (insertion jams at {}), found {:.6g}",
        kMostInserted[d], kJammed[d], packing);
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
  if (start == "lattice")
    filling.place_on_lattice();
  else
    filling.place_at_random();
  filling.give_velocities();
}

}  // namespace firsthit
