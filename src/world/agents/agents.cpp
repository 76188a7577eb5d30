#include <firsthit/agents.hpp>
#include <firsthit/curved_paths.hpp>

#include "core/fp_environment.hpp"
#include "core/vec_math.hpp"
#include "world/agents/path_tracker.hpp"
#include "world/agents/steering.hpp"
#include "world/input_checks.hpp"
#include "world/saved/archive.hpp"
#include "world/saved/persist.hpp"
#include "world/saved/sections.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace firsthit {

namespace {

/// Places this near to the goal, in roundings of the lengths that take part, are the goal: an agent that
/// corrected what positions cannot tell would never stand. Larger: it stops short of it.
constexpr double kRoundingsOfArrival = 16.0;

/// Of all whom an agent sees it heeds this many, the nearest. Fewer: it overlooks who comes fast from
/// behind a crowd. More: only slower, as the others stand behind these.
constexpr std::size_t kMostHeeded = 24;

template <int D>
void check_agent(const Agent<D>& agent) {
  for (const double x : agent.goal.c)
    if (!std::isfinite(x)) throw InputError("Agents: goal: expected finite numbers, found " + shown(x));
  check_positive("Agents: preferred_speed", agent.preferred_speed);
  if (!std::isinf(agent.max_acceleration) || agent.max_acceleration < 0.0)
    check_positive("Agents: max_acceleration", agent.max_acceleration);
}

/// The shortest way to a goal, and what rounding makes of places on it.
template <int D>
Vec<D> way_to(const Vec<D>& goal, const Vec<D>& position, const Space<D>& space) {
  Vec<D> way = goal - position;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] != Side::Periodic) continue;
    const double side = space.max[axis] - space.min[axis];
    way[axis] -= side * std::floor(way[axis] / side + 0.5);
  }
  return way;
}

template <int D>
double rounding_at(const Vec<D>& goal, const Vec<D>& position, const Space<D>& space) {
  double scale = std::max(max_abs(goal), max_abs(position));
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic)
      scale = std::max({scale, std::fabs(space.min[axis]), std::fabs(space.max[axis])});
  return kRoundingsOfArrival * std::numeric_limits<double>::epsilon() * scale;
}

}  // namespace

template <int D>
struct Agents<D>::Impl {
  struct Member {
    Agent<D> agent;
    PathTracker<D> followed;
    Vec<D> acceleration;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.followed, self.acceleration);
    }
  };

  Walker<D> walker(const World<D>& world, const Member& member) const;
  std::vector<Heeded<D>> heeded(const World<D>& world, const Walker<D>& walker) const;
  void meet_world(const World<D>& world);
  void decide(const World<D>& world);

  double window;
  double piece;
  std::uint64_t pieces = 1;
  std::uint64_t pieces_done = 0;
  bool has_met_world = false;
  std::vector<Member> members;           // in the order of their ids
  std::map<BodyId, Steering> steerings;  // by id
  std::map<BodyId, Shape<D>> fixed;      // of the world, from the first decision on
  std::vector<Intent<D>> intents;        // of the window that begins
};

template <int D>
Agents<D>::Agents(std::vector<Agent<D>> agents, double window, double path_error) : impl_(new Impl()) {
  check_positive("Agents: window", window);
  check_positive("Agents: path_error", path_error);
  std::sort(agents.begin(), agents.end(),
            [](const Agent<D>& a, const Agent<D>& b) { return a.body < b.body; });
  for (const Agent<D>& agent : agents) {
    check_agent(agent);
    if (!impl_->steerings.emplace(agent.body, agent.steering).second)
      throw InputError("Agents: expected each body once, found twice " + std::to_string(agent.body.value));
    impl_->members.push_back({agent, {}, {}});
    if (!std::isinf(agent.max_acceleration))
      impl_->pieces = std::max(impl_->pieces, pieces_within(path_error, agent.max_acceleration, window));
  }
  impl_->window = window;
  impl_->piece = window / static_cast<double>(impl_->pieces);
}

template <int D>
Agents<D>::~Agents() = default;
template <int D>
Agents<D>::Agents(Agents&&) noexcept = default;
template <int D>
Agents<D>& Agents<D>::operator=(Agents&&) noexcept = default;

template <int D>
std::uint64_t Agents<D>::pieces() const {
  return impl_->pieces;
}

template <int D>
double Agents<D>::piece() const {
  return impl_->piece;
}

template <int D>
Walker<D> Agents<D>::Impl::walker(const World<D>& world, const Member& member) const {
  const Agent<D>& agent = member.agent;
  const Body<D> body = world.body(agent.body);
  const Space<D>& space = world.options().space;
  return {agent,
          std::get<Ball>(body.shape).radius,
          member.followed.on_path(body.velocity),
          way_to(agent.goal, body.position, space),
          rounding_at(agent.goal, body.position, space),
          window};
}

template <int D>
std::vector<Heeded<D>> Agents<D>::Impl::heeded(const World<D>& world, const Walker<D>& walker) const {
  std::vector<Heeded<D>> others;
  for (const Neighbour<D>& neighbour : world.neighbours_within(walker.agent.body, sight(walker))) {
    Heeded<D> other{neighbour, nullptr, false, false};
    if (neighbour.id.value < world.size()) {
      const auto steering = steerings.find(neighbour.id);
      other.heeds = steering != steerings.end() && steering->second == Steering::Avoid;
      other.moves = !fixed.contains(neighbour.id);
      if (!other.moves) other.fixed = &fixed.at(neighbour.id);
    }
    others.push_back(other);
  }
  if (others.size() <= kMostHeeded) return others;
  std::stable_sort(others.begin(), others.end(),
                   [](const Heeded<D>& a, const Heeded<D>& b) { return a.neighbour.gap < b.neighbour.gap; });
  others.resize(kMostHeeded);
  return others;
}

template <int D>
void Agents<D>::Impl::meet_world(const World<D>& world) {
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    if (!world.contains({id})) continue;
    const Body<D> body = world.body({id});
    if (body.kind == BodyKind::Fixed) fixed[{id}] = body.shape;
  }
  for (const Member& member : members) {
    const BodyId id = member.agent.body;
    if (!world.contains(id) || fixed.contains(id) || !std::holds_alternative<Ball>(world.body(id).shape))
      throw InputError("Agents: body: expected a moving ball of the world, found " +
                       std::to_string(id.value));
  }
}

template <int D>
void Agents<D>::Impl::decide(const World<D>& world) {
  intents.clear();
  for (const Member& member : members) {
    const Walker<D> own = walker(world, member);
    intents.push_back(member.agent.steering == Steering::Goal ? toward_goal(own)
                                                              : avoiding<D>(own, heeded(world, own)));
  }
}

template <int D>
void Agents<D>::steer(World<D>& world) {
  const FpEnvironment environment;
  Impl& all = *impl_;
  if (!all.has_met_world) all.meet_world(world);
  all.has_met_world = true;
  const bool decides = all.pieces_done++ % all.pieces == 0;
  if (decides) all.decide(world);
  for (std::size_t i = 0; i < all.members.size(); ++i) {
    auto& [agent, followed, acceleration] = all.members[i];
    Vec<D> velocity = followed.on_path(world.state(agent.body).velocity);
    if (decides) {
      velocity = all.intents[i].velocity;
      acceleration = all.intents[i].acceleration;
    }
    const Piece<D> piece = parabola(velocity, acceleration, all.piece);
    followed.enter(piece);
    world.set_velocity(agent.body, piece.mean_velocity);
  }
}

template <int D>
void Agents<D>::save(std::ostream& out) const {
  ArchiveWriter archive;
  archive(impl_->pieces_done, impl_->members);
  write_section(out, "agents", archive.bytes());
}

template <int D>
void Agents<D>::load(std::istream& in) {
  SectionReader sections(in, "Agents::load");
  ArchiveReader archive(sections, "agents");
  std::uint64_t done = 0;
  archive(done);
  archive.require(archive.count() == impl_->members.size(),
                  "expected as many agents as there are, found others");
  std::vector<typename Impl::Member> members = impl_->members;
  for (auto& member : members) archive(member);
  archive.finish();
  impl_->pieces_done = done;
  impl_->members = std::move(members);
}

template class Agents<2>;
template class Agents<3>;

}  // namespace firsthit
