#pragma once

#include "oracle/turning/apart.hpp"

#include <string>

namespace firsthit::turning_judge {

/// An objection to where and along which normal an answer has two meet, or none.
template <int D>
std::string check_contact(const Asked<D>& asked, const Encounter<D>& answer);

}  // namespace firsthit::turning_judge
