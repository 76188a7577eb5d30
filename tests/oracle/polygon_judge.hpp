#pragma once

#include "oracle/cases.hpp"

#include <firsthit/first_hit.hpp>

#include <string>

namespace firsthit::judging {

/// What is wrong with outcome, times and normal of an answer about a polygon and a convex shape other than a
/// half-space, or about two polygons; empty if nothing is.
std::string polygon_objection(const Case<2>& query, const Encounter<2>& answer);

}  // namespace firsthit::judging
