#pragma once

#include <firsthit/c/motion.h>
#include <firsthit/motion.hpp>

namespace firsthit::c {

/// At rest in the origin.
FirsthitMotion default_motion();

/// Null stands for that.
template <int D>
Motion<D> motion(const FirsthitMotion* from, const char* what);

extern template Motion<2> motion(const FirsthitMotion* from, const char* what);
extern template Motion<3> motion(const FirsthitMotion* from, const char* what);

}  // namespace firsthit::c
