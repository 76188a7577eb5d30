#pragma once

#include <firsthit/c/query.h>
#include <firsthit/first_hit.hpp>

namespace firsthit::c {

/// Null stands for the default.
Query query(const FirsthitQuery* from);

template <int D>
FirsthitEncounter told(const Encounter<D>& e);

extern template FirsthitEncounter told(const Encounter<2>& e);
extern template FirsthitEncounter told(const Encounter<3>& e);

}  // namespace firsthit::c
