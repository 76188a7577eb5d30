#include "c/shape_handle.hpp"
#include "c/structs.hpp"
#include "c/values.hpp"

#include <array>
#include <utility>

using namespace firsthit;
using namespace firsthit::c;

namespace {

/// Makes a shape by `make.template operator()<D>()`.
template <class Make>
FirsthitStatus made(std::int32_t dimension, FirsthitShape** into, const Make& make) {
  return guarded([&] {
    there(into, "into");
    in_dimension(dimension, [&]<int D>() { give<D>(into, Shape<D>(make.template operator()<D>())); });
  });
}

template <class Ask>
FirsthitStatus ask(const FirsthitShape* shape, const Ask& ask_shape) {
  return guarded([&] { std::visit(ask_shape, there(shape, "shape").any); });
}

}  // namespace

FirsthitStatus firsthit_shape_point(std::int32_t dimension, FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() { return Point{}; });
}

FirsthitStatus firsthit_shape_ball(std::int32_t dimension, double radius, FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() { return Ball{radius}; });
}

FirsthitStatus firsthit_shape_segment(std::int32_t dimension, FirsthitVec from, FirsthitVec to,
                                      FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() { return Segment<D>{vec<D>(from, "from"), vec<D>(to, "to")}; });
}

FirsthitStatus firsthit_shape_half_space(std::int32_t dimension, FirsthitVec normal, double offset,
                                         FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() { return HalfSpace<D>{vec<D>(normal, "normal"), offset}; });
}

FirsthitStatus firsthit_shape_container(std::int32_t dimension, double radius, FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() { return Container{radius}; });
}

FirsthitStatus firsthit_shape_arc(double radius, FirsthitVec from, FirsthitVec to, FirsthitShape** into) {
  return guarded([&] { give<2>(into, Arc{radius, vec<2>(from, "from"), vec<2>(to, "to")}); });
}

FirsthitStatus firsthit_shape_capsule(std::int32_t dimension, FirsthitVec from, FirsthitVec to, double radius,
                                      FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() {
    return Capsule<D>{vec<D>(from, "from"), vec<D>(to, "to"), radius};
  });
}

FirsthitStatus firsthit_shape_box(std::int32_t dimension, FirsthitVec half_extents, FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() { return Box<D>{vec<D>(half_extents, "half_extents")}; });
}

FirsthitStatus firsthit_shape_oriented_box(std::int32_t dimension, FirsthitVec half_extents,
                                           const FirsthitVec* axes, FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() {
    there(axes, "axes");
    OrientedBox<D> r{vec<D>(half_extents, "half_extents"), {}};
    for (std::size_t k = 0; k < std::size_t{D}; ++k) r.axes[k] = vec<D>(axes[k], "axes");
    return r;
  });
}

FirsthitStatus firsthit_shape_hull(std::int32_t dimension, const FirsthitVec* vertices, std::size_t count,
                                   double radius, FirsthitShape** into) {
  return made(dimension, into, [&]<int D>() {
    return Hull<D>{vecs<D>(array(vertices, count, "vertices"), count, "vertices"), radius};
  });
}

FirsthitStatus firsthit_shape_polygon(const FirsthitVec* vertices, std::size_t count, FirsthitShape** into) {
  return guarded(
      [&] { give<2>(into, Polygon(vecs<2>(array(vertices, count, "vertices"), count, "vertices"))); });
}

FirsthitStatus firsthit_shape_triangle(const FirsthitVec* vertices, FirsthitShape** into) {
  return guarded([&] {
    there(vertices, "vertices");
    Triangle r;
    for (std::size_t i = 0; i < 3; ++i) r.vertices[i] = vec<3>(vertices[i], "vertices");
    give<3>(into, r);
  });
}

void firsthit_shape_destroy(FirsthitShape* shape) { delete shape; }

FirsthitStatus firsthit_shape_kind(const FirsthitShape* shape, FirsthitShapeKind* into) {
  return ask(shape,
             [&](const auto& any) { there(into, "into") = static_cast<FirsthitShapeKind>(any.index()); });
}

FirsthitStatus firsthit_shape_dimension(const FirsthitShape* shape, std::int32_t* into) {
  return guarded([&] { there(into, "into") = there(shape, "shape").any.index() == 0 ? 2 : 3; });
}

FirsthitStatus firsthit_shape_volume(const FirsthitShape* shape, double* into) {
  return ask(shape, [&](const auto& any) { there(into, "into") = volume(any); });
}

FirsthitStatus firsthit_shape_mass_properties(const FirsthitShape* shape, FirsthitMassProperties* into) {
  return ask(shape, [&]<int D>(const Shape<D>& any) {
    const std::size_t size = size_of(into, "into");
    const MassProperties<D> found = mass_properties(any);
    FirsthitMassProperties r{};
    r.volume = found.volume;
    r.centre = told(found.centre);
    if constexpr (D == 2) {
      r.inertia_per_mass[0] = found.inertia_per_mass;
    } else {
      for (std::size_t i = 0; i < 9; ++i) r.inertia_per_mass[i] = found.inertia_per_mass[i / 3][i % 3];
    }
    write(r, into, size);
  });
}

FirsthitStatus firsthit_shape_principal_inertia(const FirsthitShape* shape, FirsthitPrincipalInertia* into) {
  return guarded([&] {
    const Shape<3>& solid = shape_in<3>(shape, "shape");
    FirsthitPrincipalInertia& r = there(into, "into");
    r = told(principal_inertia(solid));
  });
}
