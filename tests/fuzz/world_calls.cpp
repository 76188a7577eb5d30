#include "fuzz/bytes.hpp"
#include "fuzz/naive_world.hpp"

#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

// A world's calls in any order, of three worlds: one as it comes; one that looks at all pairs, runs in pieces
// and is saved and loaded now and then; and, where it can tell, the simplest one there is.

namespace firsthit::fuzzing {
namespace {

constexpr std::size_t kMostBodies = 24;
constexpr std::uint64_t kMostCollisions = 40;  // of one run
constexpr std::uint64_t kMostEvents = 4000;    // of one run: then the worlds are left

/// What came of it, told at the end if FIRSTHIT_FUZZ_COUNTS is set.
struct Counts {
  std::uint64_t calls = 0, refused = 0, collisions = 0, naive_runs = 0, naive_impacts = 0;
  ~Counts() {
    if (std::getenv("FIRSTHIT_FUZZ_COUNTS") == nullptr) return;
    std::fprintf(
        stderr,
        "calls %llu, refused %llu, collisions %llu, runs as the simplest world's %llu with %llu impacts\n",
        static_cast<unsigned long long>(calls), static_cast<unsigned long long>(refused),
        static_cast<unsigned long long>(collisions), static_cast<unsigned long long>(naive_runs),
        static_cast<unsigned long long>(naive_impacts));
  }
};
Counts counts;

/// Of a call on one of the worlds.
struct Outcomes {
  std::string complaint;  ///< what InputError said
  std::string answer;
};

template <int D>
class Worlds {
 public:
  explicit Worlds(Bytes& bytes)
      : bytes_(bytes), options_(read_options()), plain_(options_), slow_(slow_options()) {}

  /// False if there is no sense in going on.
  bool call() {
    ++counts.calls;
    switch (bytes_.below(18)) {
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
        return run();
      case 11:
        return advance();
      case 12:
        return set_response();
      case 13:
        return save_and_load();
      case 14:
        return move();
      case 15:
        return ask();
      case 16:
        return turn();
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

  WorldOptions<D> read_options() {
    WorldOptions<D> options;
    const std::uint8_t bits = bytes_.byte();
    for (std::size_t axis = 0; axis < D; ++axis) {
      options.space.sides[axis] = static_cast<Side>(bytes_.below(3));
      options.space.max[axis] = 2.0 + static_cast<double>(bytes_.below(16));
    }
    if ((bits & 1U) != 0)
      for (std::size_t axis = 0; axis < D; ++axis)
        if (options.space.sides[axis] != Side::Periodic) options.gravity[axis] = 0.25 * bytes_.coarse();
    if ((bits & 2U) != 0) options.restitution = 0.125 * static_cast<double>(bytes_.below(9));
    if ((bits & 4U) != 0) options.contact_duration = 0x1p-8;
    if ((bits & 8U) != 0) options.friction = 0.25 * static_cast<double>(bytes_.below(8));
    if ((bits & 16U) != 0) options.tangential_restitution = 0.125 * bytes_.coarse() / 2.0;
    options.rest = (bits & 32U) == 0;
    is_plain_ = options.gravity == Vec<D>{} && options.friction == 0.0 &&
                options.tangential_restitution == 0.0 && options.contact_duration == 0.0;
    try {
      World<D> tried(options);
    } catch (const InputError&) {
      return {};
    }
    return options;
  }
  WorldOptions<D> slow_options() const {
    WorldOptions<D> options = options_;
    options.neighbours = NeighbourSearch::AllPairs;
    return options;
  }

  Shape<D> shape() {
    const auto size = [&] { return std::fabs(bytes_.coarse()) / 8.0; };
    const std::size_t kind = bytes_.below(12);
    if (kind < 6) return Ball{0.125 + size()};
    is_plain_ = false;
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

  /// Calls act(world) of both, and expects the same of them, and nothing changed if it is refused.
  template <class Act>
  bool both(const Act& act, bool may_change_if_refused = false) {
    const auto tried = [&](World<D>& world) {
      Outcomes r;
      try {
        r.answer = act(world);
      } catch (const InputError& error) {
        r.complaint = error.what();
      }
      return r;
    };
    const std::uint64_t before = plain_.state_hash();
    const Outcomes one = tried(plain_);
    const Outcomes other = tried(slow_);
    expect(one.complaint == other.complaint,
           "the same refusal of both, found " + one.complaint + " and " + other.complaint);
    expect(one.answer == other.answer,
           "the same answer of both, found " + one.answer + " and " + other.answer);
    if (!one.complaint.empty()) {
      ++counts.refused;
      expect(one.complaint.find("expected") != std::string::npos ||
                 one.complaint.find("too many") != std::string::npos,
             "an error that says what was expected, found " + one.complaint);
      if (!may_change_if_refused)
        expect(plain_.state_hash() == before, "nothing changed by what is refused: " + one.complaint);
    }
    return check();
  }

  bool check() {
    expect(plain_.state_hash() == slow_.state_hash(), "the same bits of both");
    expect(plain_.collisions() == slow_.collisions(), "as many collisions in both");
    expect(plain_.time() == slow_.time() && plain_.size() == slow_.size(), "the same time and size of both");
    for (std::uint32_t id = 0; id < plain_.size(); ++id) {
      if (!plain_.contains({id})) continue;
      const BodyState<D> state = plain_.state({id});
      for (std::size_t axis = 0; axis < D; ++axis) {
        expect(std::isfinite(state.position[axis]) && std::isfinite(state.velocity[axis]),
               "states that are finite");
        if (options_.space.sides[axis] == Side::Periodic && plain_.body({id}).kind != BodyKind::Fixed &&
            plain_.time() > 0.0)
          expect(options_.space.min[axis] <= state.position[axis] &&
                     state.position[axis] <= options_.space.max[axis],
                 "places within the box that repeats");
      }
    }
    return true;
  }

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
      is_plain_ = false;
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
      is_plain_ = false;
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

  void respond(World<D>& world) const {
    for (const auto& [a, b, kind, x] : responses_) {
      if (kind < 5) {
        world.set_response(Material{a}, Material{b}, static_cast<Response>(kind));
        continue;
      }
      world.set_response(Material{a}, Material{b}, [kind = kind, x = x](const Contact<D>& contact) {
        Reaction<D> r{contact.velocity_a, contact.velocity_b, kind == 5 && contact.normal[0] > 0.0};
        for (std::size_t axis = 0; axis < D; ++axis) {
          r.velocity_a[axis] -= x * contact.normal[axis];
          r.velocity_b[axis] += x * contact.normal[axis];
        }
        if (kind == 7 && contact.normal[0] > 0.5) throw InputError("World: a response that expected another");
        return r;
      });
    }
  }

  bool set_response() {
    is_plain_ = false;
    responses_.push_back({static_cast<std::uint32_t>(bytes_.below(3)),
                          static_cast<std::uint32_t>(bytes_.below(3)), bytes_.below(8), bytes_.number()});
    const bool done = both([&](World<D>& world) {
      respond(world);
      return std::string();
    });
    try {
      respond(plain_);
    } catch (const InputError&) {
      responses_.pop_back();  // it is not there, and is not to be there after a load
    }
    return done;
  }

  bool save_and_load() {
    std::stringstream file;
    slow_.save(file);
    slow_ = World<D>::load(file);
    respond(slow_);
    return check();
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

  bool advance() {
    const double duration = std::fabs(bytes_.coarse()) / 8.0;
    RunLimits limits;
    limits.events = kMostEvents;
    const auto frame = [&](World<D>& world) { return world.advance(duration, limits).outcome; };
    try {
      const RunOutcome one = frame(plain_);
      const RunOutcome other = frame(slow_);
      if (one == RunOutcome::Paused || other == RunOutcome::Paused) return false;
      expect(one == other, "the same end of both");
      return check() && one == RunOutcome::ReachedTime;
    } catch (const InputError&) {
      return false;
    }
  }

  bool run() {
    const double duration = std::fabs(bytes_.coarse()) / 4.0;
    const double begin = plain_.time();
    const std::uint64_t collisions = plain_.collisions();
    std::vector<typename NaiveWorld<D>::Member> members;
    const bool has_naive = is_plain_ && read_members(members);
    RunLimits limits;
    limits.events = kMostEvents;
    limits.collisions = collisions + kMostCollisions;
    std::string complaint;
    RunOutcome one = RunOutcome::ReachedTime;
    RunOutcome other = one;
    try {
      one = plain_.run_until(begin + duration, limits).outcome;
    } catch (const InputError& error) {
      complaint = error.what();
    }
    try {
      other = slow_.run_until(begin + 0.5 * duration, limits).outcome;
      if (other == RunOutcome::ReachedTime) other = slow_.run_until(begin + duration, limits).outcome;
      expect(complaint.empty() || other == RunOutcome::Paused, "a refusal of both, found only " + complaint);
    } catch (const InputError& error) {
      expect(!complaint.empty() || one == RunOutcome::Paused,  // whose numbers are those of its piece
             "the same refusal of both, found " + complaint + " and " + error.what());
      return false;
    }
    if (one == RunOutcome::Paused || other == RunOutcome::Paused) return false;
    expect(one == other, "the same end of both");
    counts.collisions += plain_.collisions() - collisions;
    if (has_naive && one == RunOutcome::ReachedTime)
      compare(std::move(members), plain_.time() - begin, collisions);
    return check() && (one == RunOutcome::ReachedTime || one == RunOutcome::ReachedCollisions);
  }

  bool read_members(std::vector<typename NaiveWorld<D>::Member>& members) {
    ids_.clear();
    for (std::uint32_t id = 0; id < plain_.size(); ++id) {
      if (!plain_.contains({id})) continue;
      const Body<D> body = plain_.body({id});
      const auto* ball = std::get_if<Ball>(&body.shape);
      if (ball == nullptr) return false;
      const auto is_plain = [](double x) {
        return x == 0.0 || (std::fabs(x) < 100.0 && std::fabs(x) > 1e-3);
      };
      for (std::size_t axis = 0; axis < D; ++axis)
        if (!is_plain(body.position[axis]) || !is_plain(body.velocity[axis])) return false;
      if (body.kind == BodyKind::Dynamic && !(body.mass > 0.125 && body.mass < 16.0)) return false;
      members.push_back({body.position, body.velocity, ball->radius,
                         body.kind == BodyKind::Dynamic ? 1.0 / body.mass : 0.0});
      ids_.push_back({id});
    }
    return true;
  }

  void compare(std::vector<typename NaiveWorld<D>::Member> members, double duration, std::uint64_t before) {
    NaiveWorld<D> naive(options_, std::move(members));
    const std::optional<int> impacts = naive.run(duration);
    if (!impacts) return;
    ++counts.naive_runs;
    counts.naive_impacts += static_cast<std::uint64_t>(*impacts);
    expect(plain_.collisions() - before == static_cast<std::uint64_t>(*impacts),
           "as many impacts as the simplest world has");
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const BodyState<D> state = plain_.state(ids_[i]);
      for (std::size_t axis = 0; axis < D; ++axis) {
        expect(std::fabs(state.position[axis] - naive.members()[i].position[axis]) < 1e-4,
               "the places of the simplest world");
        expect(std::fabs(state.velocity[axis] - naive.members()[i].velocity[axis]) < 1e-4,
               "the velocities of the simplest world");
      }
    }
  }

  struct Rule {
    std::uint32_t a, b;
    std::size_t kind;
    double x;
  };

  Bytes& bytes_;
  bool is_plain_ = true;  // nothing but balls that bounce
  WorldOptions<D> options_;
  World<D> plain_;
  World<D> slow_;
  std::vector<Rule> responses_;
  std::vector<BodyId> ids_;
};

template <int D>
void call_all(Bytes& bytes) {
  Worlds<D> worlds(bytes);
  while (!bytes.empty() && worlds.call()) {
  }
}

}  // namespace

void world_calls(Input input) {
  if (input.empty() || input.size() > 1024) return;
  Bytes bytes(input);
  bytes.chance() ? call_all<2>(bytes) : call_all<3>(bytes);
}

}  // namespace firsthit::fuzzing
