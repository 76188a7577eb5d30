#pragma once

#include <firsthit/c/questions.h>
#include <firsthit/questions.hpp>

namespace firsthit::c {

/// Null stands for all but sensors.
QueryFilter filter(const FirsthitQueryFilter* from);

template <int D>
FirsthitCastHit told(const CastHit<D>& hit);

extern template FirsthitCastHit told(const CastHit<2>& hit);
extern template FirsthitCastHit told(const CastHit<3>& hit);

}  // namespace firsthit::c
