#pragma once

#include <firsthit/agent.hpp>
#include <firsthit/world.hpp>

#include <span>
#include <vector>

// How one agent decides at the start of a window. docs/concepts/agents.md says why so.

namespace firsthit {

/// What an agent means to do in the coming window.
template <int D>
struct Intent {
  Vec<D> velocity;      ///< [L/T] at the window's start: another than it has if it turns at once
  Vec<D> acceleration;  ///< [L/T^2] during the window
};

/// An agent and where it is at the start of a window.
template <int D>
struct Walker {
  const Agent<D>& agent;
  double radius = 0.0;    ///< [L]
  Vec<D> velocity;        ///< [L/T] on its path
  Vec<D> to_goal;         ///< [L]
  double rounding = 0.0;  ///< [L] what cannot be told from being there
  double window = 0.0;    ///< [T]
};

/// Straight to the goal: so that it gets there exactly, and stands.
template <int D>
Intent<D> toward_goal(const Walker<D>& walker);

/// Somebody whom a walker heeds.
template <int D>
struct Heeded {
  Neighbour<D> neighbour;
  const Shape<D>* fixed = nullptr;  ///< of something fixed but a side of the box
  bool moves = false;
  bool heeds = false;  ///< avoids others, too
};

/// How far [L] from its surface a walker looks around.
template <int D>
double sight(const Walker<D>& walker);

/// To the goal, and out of the way of those whom it heeds.
template <int D>
Intent<D> avoiding(const Walker<D>& walker, std::span<const Heeded<D>> others);

}  // namespace firsthit
