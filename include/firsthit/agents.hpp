#pragma once

#include <firsthit/agent.hpp>
#include <firsthit/owned.hpp>
#include <firsthit/world.hpp>

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace firsthit::inline v0 {

/// Steers agents to their goals, where they stop.
///
/// All decide at the start of a window, on what they see then, and then all act: their order is of no
/// matter. Within the window each keeps its acceleration (or its velocity, if it turns at once); the
/// curved path is followed by as many straight pieces as keep within the path error.
/// docs/concepts/agents.md says how they decide.
///
/// Threads: one at a time, as for what is not const of a World. Cost: O(1) where nothing else is told.
template <int D>
class Agents {
 public:
  /// One decision in each window [T]. `path_error` [L] counts for agents with a finite acceleration only.
  /// Throws InputError for numbers out of their range, and as `pieces_within`. Cost: O(number of agents).
  Agents(std::vector<Agent<D>> agents, double window, double path_error);
  ~Agents();
  Agents(Agents&&) noexcept;
  Agents& operator=(Agents&&) noexcept;

  /// Of one window.
  std::uint64_t pieces() const;
  /// [T] of one piece: the length of the world's windows.
  double piece() const;

  /// Sends every agent into its next piece, and lets it decide before the first of each window. Call it at
  /// time 0, after a first run to there, and then from the callback of each of the world's windows. Throws
  /// what World::set_velocity does. Cost: of each agent that and, of those who avoid others, once a window
  /// World::neighbours_within.
  void steer(World<D>& world);

  /// Writes how far they have come, to go on with a world that is saved at the same time. Cost: O(number of
  /// agents).
  void save(std::ostream& out) const;
  /// Takes over what others have saved, made of the same agents: from then on these steer the world that was
  /// saved with them. Throws InputError for what is damaged, or of others. Cost: the same.
  void load(std::istream& in);

 private:
  struct Impl;
  Owned<Impl> impl_;
};

}  // namespace firsthit::inline v0
