#include "fuzz/gas_calls.hpp"
#include "fuzz/two_worlds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

// A world's calls in any order: all of them, or those of a gas (gas_calls.hpp).

namespace firsthit::fuzzing {

Counts counts;

Counts::~Counts() {
  if (std::getenv("FIRSTHIT_FUZZ_COUNTS") == nullptr) return;
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::fprintf(
      stderr,
      "calls %llu, refused %llu, collisions %llu, runs beside the simplest world %llu, of which to the "
      "end %llu, with %llu impacts\n",
      number(calls), number(refused), number(collisions), number(naive_runs), number(naive_ends),
      number(naive_impacts));
}

namespace {

constexpr std::size_t kMostBodies = 24;
constexpr std::uint64_t kMostCollisions = 40;  // of one run

template <int D>
class AllCalls : TwoWorlds<D> {
  using Two = TwoWorlds<D>;
  using Two::both;
  using Two::bytes_;
  using Two::is_plain_;
  using Two::plain_;
  using Two::responses_;

 public:
  explicit AllCalls(Bytes& bytes) : Two(bytes, options_of(bytes), kMostCollisions) {}

  /// False if there is no sense in going on.
  bool call() {
    ++counts.calls;
    switch (bytes_.below(19)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return add();
      case 4:
        return remove();
      case 5:
        return set_velocity();
      case 6:
        return set_position();
      case 7:
      case 8:
      case 9:
      case 10:
        return Two::run(std::fabs(bytes_.coarse()) / 4.0);
      case 11:
        return Two::advance(std::fabs(bytes_.coarse()) / 8.0);
      case 12:
        return set_response();
      case 13:
        return Two::save_and_load();
      case 14:
        return move();
      case 15:
        return ask();
      case 16:
        return turn();
      case 17:
        return set_acceleration();
      default:
        return set_surfaces();
    }
  }

 private:
  Vec<D> vector() {
    Vec<D> v;
    for (double& x : v.c) x = bytes_.number();
    return v;
  }
  /// Not between: a box that repeats takes what is that long, and looks for it for seconds.
  Vec<D> place_of_shape() {
    Vec<D> v = vector();
    for (double& x : v.c)
      if (std::fabs(x) > 32.0 && std::fabs(x) < 0x1p200) x *= 0x1p200;
    return v;
  }
  BodyId any() { return {static_cast<std::uint32_t>(bytes_.below(kMostBodies + 4))}; }

  static WorldOptions<D> options_of(Bytes& bytes) {
    WorldOptions<D> options;
    const std::uint8_t bits = bytes.byte();
    for (std::size_t axis = 0; axis < D; ++axis) {
      options.space.sides[axis] = static_cast<Side>(bytes.below(3));
      options.space.max[axis] = 2.0 + static_cast<double>(bytes.below(16));
    }
    if ((bits & 1U) != 0)
      for (std::size_t axis = 0; axis < D; ++axis)
        if (options.space.sides[axis] != Side::Periodic) options.gravity[axis] = 0.25 * bytes.coarse();
    if ((bits & 2U) != 0) options.restitution = 0.125 * static_cast<double>(bytes.below(9));
    if ((bits & 4U) != 0) options.contact_duration = 0x1p-8;
    if ((bits & 8U) != 0) options.friction = 0.25 * static_cast<double>(bytes.below(8));
    if ((bits & 16U) != 0) options.tangential_restitution = 0.125 * bytes.coarse() / 2.0;
    options.rest = (bits & 32U) == 0;
    try {
      World<D> tried(options);
    } catch (const InputError&) {
      return {};
    }
    return options;
  }
  Shape<D> shape() {
    const auto size = [&] { return std::fabs(bytes_.coarse()) / 8.0; };
    const std::size_t kind = bytes_.below(12);
    if (kind < 6) return Ball{0.125 + size()};
    if (kind == 6) return Point{};
    if (kind == 7) return Ball{std::fabs(bytes_.number())};
    if (kind == 8) return Segment<D>{place_of_shape(), place_of_shape()};
    if (kind == 9) {
      Box<D> box;
      for (double& x : box.half_extents.c) x = 0.125 + size();
      return box;
    }
    if (kind == 10) return Capsule<D>{place_of_shape(), place_of_shape(), size()};
    Hull<D> hull;
    for (std::size_t i = 0; i < D + 1U + bytes_.below(3); ++i)
      hull.vertices.push_back(0.25 * as_vec(place_of_shape()));
    return hull;
  }
  struct Scaled {
    Vec<D> v;
    friend Vec<D> operator*(double x, const Scaled& s) {
      Vec<D> r;
      for (std::size_t axis = 0; axis < D; ++axis) r[axis] = x * s.v[axis];
      return r;
    }
  };
  static Scaled as_vec(const Vec<D>& v) { return {v}; }

  bool add() {
    if (plain_.size() >= kMostBodies) return true;
    Body<D> body;
    body.shape = shape();
    body.position = vector();
    const std::uint8_t bits = bytes_.byte();
    body.kind = (bits & 3U) < 2    ? BodyKind::Dynamic
                : (bits & 3U) == 2 ? BodyKind::Fixed
                                   : BodyKind::Kinematic;
    if (body.kind != BodyKind::Fixed) body.velocity = vector();
    if ((bits & 4U) != 0) body.mass = std::fabs(bytes_.number());
    if ((bits & 8U) != 0) {
      const std::uint8_t more = bytes_.byte();
      body.material.value = more % 3;
      body.sensor = (more & 16U) != 0;
      if ((more & 32U) != 0) body.after_hit = AfterHit::Waits;
      if ((more & 64U) != 0) body.filter.mask = bytes_.byte();
      if ((more & 128U) != 0) body.one_way[D - 1] = 1.0;
      if (body.kind == BodyKind::Kinematic) body.on_crush = static_cast<OnCrush>((more >> 2U) % 3U);
    }
    if ((bits & 16U) != 0) {
      body.spins = body.kind != BodyKind::Fixed;
      if constexpr (D == 2) {
        if (body.spins) body.angular_velocity = bytes_.number();
        body.orientation = {1.0, bytes_.coarse()};
      } else {
        if (body.spins) body.angular_velocity = vector();
        body.orientation = {1.0, bytes_.coarse(), bytes_.coarse(), bytes_.coarse()};
      }
    }
    // An id may be gone that way: where a clock cannot follow it.
    return both([&](World<D>& world) { return std::to_string(world.add(body).value); }, true);
  }

  bool remove() {
    const BodyId id = any();
    return both([&](World<D>& world) {
      world.remove(id);
      return std::string(world.contains(id) ? "there" : "gone");
    });
  }

  bool set_velocity() {
    const BodyId id = any();
    const Vec<D> velocity = vector();
    return both([&](World<D>& world) {
      world.set_velocity(id, velocity);
      return std::string();
    });
  }

  bool set_acceleration() {
    const BodyId id = any();
    const Vec<D> acceleration = vector();
    is_plain_ = false;
    return both([&](World<D>& world) {
      world.set_acceleration(id, acceleration);
      return std::string();
    });
  }

  bool set_position() {
    const BodyId id = any();
    const Vec<D> position = vector();
    return both([&](World<D>& world) {
      world.set_position(id, position);
      return std::string();
    });
  }

  bool turn() {
    const BodyId id = any();
    const bool stands = bytes_.chance();
    Orientation<D> orientation;
    AngularVelocity<D> turning{};
    if constexpr (D == 2) {
      orientation = {bytes_.coarse(), bytes_.coarse()};
      turning = bytes_.number();
    } else {
      orientation = {bytes_.coarse(), bytes_.coarse(), bytes_.coarse(), bytes_.coarse()};
      turning = vector();
    }
    return both([&](World<D>& world) {
      stands ? world.set_orientation(id, orientation) : world.set_angular_velocity(id, turning);
      return std::string();
    });
  }

  bool set_surfaces() {
    const Material a{static_cast<std::uint32_t>(bytes_.below(3))};
    const Material b{static_cast<std::uint32_t>(bytes_.below(3))};
    const std::size_t which = bytes_.below(5);
    const double x = bytes_.coarse() / 8.0;
    is_plain_ = false;
    return both([&](World<D>& world) {
      if (which == 0) world.set_restitution(a, b, x);
      if (which == 1) world.set_friction(a, b, x);
      if (which == 2) world.set_tangential_restitution(a, b, x);
      if (which == 3) world.set_rolling_friction(a, b, x);
      if (which == 4) world.set_spinning_friction(a, b, x);
      return std::string();
    });
  }

  bool set_response() {
    is_plain_ = false;
    const auto material = [&] { return static_cast<std::uint32_t>(bytes_.below(3)); };
    const std::uint32_t a = material();
    const std::uint32_t b = material();
    const typename Two::Rule rule{std::min(a, b), std::max(a, b), bytes_.below(8), bytes_.number()};
    bool is_taken = false;
    const bool done = both([&](World<D>& world) {
      is_taken = false;
      Two::respond(world, rule);
      is_taken = true;
      return std::string();
    });
    if (!is_taken) return done;
    std::erase_if(responses_, [&](const auto& old) { return old.a == rule.a && old.b == rule.b; });
    responses_.push_back(rule);
    return done;
  }

  bool move() {
    const BodyId id = any();
    const Vec<D> way = vector();
    MovePolicy<D> policy;
    policy.response = static_cast<MoveResponse>(bytes_.below(4));
    if (bytes_.chance()) policy.up[D - 1] = 1.0;
    policy.step_height = policy.snap_distance = 0.125 * static_cast<double>(bytes_.below(4));
    policy.skin = 0.03125 * static_cast<double>(bytes_.below(2));
    return both([&](World<D>& world) {
      const MoveResult<D> result = world.move(id, way, policy);
      return std::to_string(result.hits.size()) + (result.grounded ? " grounded" : "") +
             (result.crushed ? " crushed" : "");
    });
  }

  bool ask() {
    const BodyId id = any();
    const BodyId other = any();
    const Shape<D> asked = shape();
    const Vec<D> place = vector();
    const Vec<D> way = vector();
    const std::size_t which = bytes_.below(5);
    return both([&](World<D>& world) {
      std::string answer;
      if (which == 0) {
        const auto hit = world.cast(asked, place, way);
        answer = hit ? std::to_string(hit->body.value) + " " + std::to_string(hit->fraction) : "none";
      } else if (which == 1) {
        for (const BodyId each : world.overlaps(asked, place)) answer += std::to_string(each.value) + " ";
      } else if (which == 2) {
        const auto found = world.nearest(asked, place);
        answer = found ? std::to_string(found->body.value) : "none";
      } else if (which == 3) {
        const auto time = world.time_to_collision(id, other);
        answer = time ? std::to_string(*time) : "never";
      } else {
        const std::vector<Neighbour<D>> all = world.neighbours_within(id, std::fabs(way[0]));
        for (const Neighbour<D>& each : all) answer += std::to_string(each.id.value) + " ";
      }
      return answer;
    });
  }
};

template <class Calls>
void call_all(Bytes& bytes) {
  Calls calls(bytes);
  while (!bytes.empty() && calls.call()) {
  }
}

}  // namespace

void world_calls(Input input) {
  if (input.empty() || input.size() > 1024) return;
  Bytes bytes(input);
  const std::uint8_t kind = bytes.byte();
  const bool is_plane = (kind & 1U) != 0;
  if (kind >= 192) {
    is_plane ? call_all<GasCalls<2>>(bytes) : call_all<GasCalls<3>>(bytes);
  } else {
    is_plane ? call_all<AllCalls<2>>(bytes) : call_all<AllCalls<3>>(bytes);
  }
}

}  // namespace firsthit::fuzzing
