#pragma once

#include "geometry/free_top.hpp"

#include <memory>

namespace firsthit {

/// The top that turns so at 0. Those that a thread has asked for last are kept, with what was found of their
/// courses: the same bits as without. Of one thread only, as asking a top changes what it keeps.
std::shared_ptr<FreeTop> kept_top(const Orientation<3>& orientation, const Vec<3>& angular_velocity,
                                  const PrincipalInertia& inertia);

}  // namespace firsthit
