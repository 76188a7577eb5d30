#pragma once

#include <firsthit/features.hpp>
#include <firsthit/outlines.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace firsthit {

/// A vertex of one outline and an edge of the other.
struct VertexAndEdge {
  bool vertex_of_a;
  std::size_t vertex;
  std::size_t edge;
};

/// An edge of each.
struct EdgeAndEdge {
  std::size_t edge_a;
  std::size_t edge_b;
};

/// The first touch and the first impact among the features of two outlines that were looked at so far. It
/// makes no difference in which order that was.
/// Requires: finite numbers; an FpEnvironment lives.
class OutlineMeeting {
 public:
  OutlineMeeting(const DeformingOutline& a, const DeformingOutline& b) : a_(a), b_(b) {}

  /// When they meet within the window.
  void look_at(const VertexAndEdge& pair);
  /// Whether they cross at its start, none of their ends on the other.
  void look_at_start(const EdgeAndEdge& pair);

  /// The first impact happens by then, or never.
  double limit() const { return impact_.upper; }
  /// The number of vertices and edges that were looked at.
  std::size_t count() const { return count_; }
  Encounter<2> encounter() const;

  Deformation<PointSegment> features(const VertexAndEdge& pair) const;

 private:
  struct First {
    double lower = 1.0;
    double upper = 1.0;
    std::optional<VertexAndEdge> pair;
  };

  void take(First& first, double lower, double upper, const VertexAndEdge& pair) const;
  bool passes_in_line(const VertexAndEdge& pair) const;
  std::array<Vec2, 4> places_at_start(const EdgeAndEdge& pair) const;
  Encounter<2> encounter(const First& at, const FeatureEncounter& found) const;
  Encounter<2> crossing() const;

  DeformingOutline a_;
  DeformingOutline b_;
  First touch_;
  First impact_;
  std::optional<EdgeAndEdge> crossing_;
  std::size_t count_ = 0;
};

/// Looks at no more than what may meet before the first impact.
OutlineMeeting meeting(const DeformingOutline& a, const DeformingOutline& b);

}  // namespace firsthit
