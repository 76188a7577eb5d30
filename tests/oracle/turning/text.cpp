#include "oracle/turning/judge.hpp"

#include <cstdio>
#include <variant>

namespace firsthit::turning_judge {
namespace {

std::string text(double x) {
  char r[40];
  std::snprintf(r, sizeof r, "%a", x);
  return r;
}
template <int D>
std::string text(const Vec<D>& v) {
  std::string r = "{";
  for (int i = 0; i < D; ++i) r += (i > 0 ? ", " : "") + text(v.c[i]);
  return r + "}";
}
template <int D>
std::string text(const Vec<D>* begin, std::size_t count) {
  std::string r = "{";
  for (std::size_t i = 0; i < count; ++i) r += (i > 0 ? ", " : "") + text(begin[i]);
  return r + "}";
}

std::string text(const Orientation<2>& q) { return "{" + text(q.w) + ", " + text(q.z) + "}"; }
std::string text(const Orientation<3>& q) {
  return "{" + text(q.w) + ", " + text(q.x) + ", " + text(q.y) + ", " + text(q.z) + "}";
}

template <int D>
struct ShapeText {
  std::string operator()(const Point&) const { return "Point{}"; }
  std::string operator()(const Ball& s) const { return "Ball{" + text(s.radius) + "}"; }
  std::string operator()(const Segment<D>& s) const { return with_dimension("Segment") + ends(s) + "}"; }
  std::string operator()(const Capsule<D>& s) const {
    return with_dimension("Capsule") + ends(s) + ", " + text(s.radius) + "}";
  }
  std::string operator()(const Box<D>& s) const { return with_dimension("Box") + text(s.half_extents) + "}"; }
  std::string operator()(const OrientedBox<D>& s) const {
    return with_dimension("OrientedBox") + text(s.half_extents) + ", {" + text(s.axes.data(), s.axes.size()) +
           "}}";
  }
  std::string operator()(const Hull<D>& s) const {
    return with_dimension("Hull") + text(s.vertices.data(), s.vertices.size()) + ", " + text(s.radius) + "}";
  }
  std::string operator()(const Polygon& s) const {
    return "Polygon(" + text(s.vertices().data(), s.vertices().size()) + ")";
  }
  std::string operator()(const Triangle& s) const { return "Triangle{" + text(s.vertices.data(), 3) + "}"; }
  std::string operator()(const HalfSpace<D>& s) const {
    return with_dimension("HalfSpace") + text(s.normal) + ", " + text(s.offset) + "}";
  }
  std::string operator()(const Container&) const { return "Container{}"; }
  std::string operator()(const Arc& s) const {
    return "Arc{" + text(s.radius) + ", " + text(s.from) + ", " + text(s.to) + "}";
  }

 private:
  static std::string with_dimension(const std::string& name) { return name + "<" + std::to_string(D) + ">{"; }
  static std::string ends(const auto& s) { return text(s.from) + ", " + text(s.to); }
};

template <int D>
struct MotionText {
  std::string operator()(const Linear<D>& m) const {
    return begin("Linear") + text(m.position) + ", " + text(m.velocity) + "}";
  }
  std::string operator()(const Falling<D>& m) const {
    return begin("Falling") + text(m.position) + ", " + text(m.velocity) + ", " + text(m.acceleration) + "}";
  }
  std::string operator()(const Spinning<D>& m) const {
    return begin("Spinning") + text(m.position) + ", " + text(m.velocity) + ", " + text(m.angular_velocity) +
           ", " + text(m.orientation) + ", " + text(m.acceleration) + ", " + text(m.centre) + "}";
  }
  std::string operator()(const Spline<D>& m) const {
    return begin("Spline") + "{" + text(m.control.data(), 4) + "}, " + text(m.duration) + ", " +
           text(m.angular_velocity) + ", " + text(m.orientation) + ", " + text(m.centre) + "}";
  }
  std::string operator()(const Precessing<D>& m) const {
    return begin("Precessing") + text(m.position) + ", " + text(m.velocity) + ", " + text(m.precession) +
           ", " + text(m.spin) + ", " + text(m.orientation) + ", " + text(m.acceleration) + ", " +
           text(m.centre) + "}";
  }
  std::string operator()(const Tumbling<D>& m) const {
    return begin("Tumbling") + text(m.position) + ", " + text(m.velocity) + ", " + text(m.angular_velocity) +
           ", " + text(m.orientation) + ", " + text(m.acceleration) + ", " + text(m.centre) + ", {" +
           text(m.inertia.moments) + ", " + text(m.inertia.axes) + "}}";
  }

 private:
  static std::string begin(const std::string& name) { return name + "<" + std::to_string(D) + ">{"; }
};

template <int D>
std::string text(const Moving<D>& moving) {
  return "Moving<" + std::to_string(D) + ">{" +
         std::visit(ShapeText<D>{}, static_cast<const AnyShape<D>&>(moving.shape)) + ", " +
         std::visit(MotionText<D>{}, moving.motion) + "}";
}

}  // namespace

template <int D>
std::string text(const Asked<D>& asked) {
  return "first_hit<" + std::to_string(D) + ">(\n    " + text(asked.a) + ",\n    " + text(asked.b) +
         ",\n    " + "{" + text(asked.query.horizon) + ", " + text(asked.query.margin) + "});";
}

template <int D>
std::string text(const Encounter<D>& e) {
  constexpr const char* kNames[] = {"Miss", "Graze", "Impact", "Overlap", "Unresolved"};
  char times[200];
  std::snprintf(times, sizeof times, " delay %.17g (%a) to %.17g (%a), first touch %.17g", e.delay, e.delay,
                e.delay_upper, e.delay_upper, e.first_touch);
  return std::string(kNames[static_cast<int>(e.outcome)]) + times + ", normal " + text(e.normal) +
         ", places " + text(e.point_a) + " " + text(e.point_b) + ", gap " + text(e.gap);
}

template std::string text(const Asked<2>&);
template std::string text(const Asked<3>&);
template std::string text(const Encounter<2>&);
template std::string text(const Encounter<3>&);

}  // namespace firsthit::turning_judge
