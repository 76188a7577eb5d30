#pragma once

#include "oracle/cases.hpp"

#include <firsthit/first_hit.hpp>

#include <string>

namespace firsthit::judging {

/// What is wrong with an answer of first_hit; empty if nothing is.
template <int D>
std::string objection(const Case<D>& query, const Encounter<D>& answer);

}  // namespace firsthit::judging
