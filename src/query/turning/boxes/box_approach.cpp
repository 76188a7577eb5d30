#include "query/turning/boxes/box_approach.hpp"

#include "core/vec_math.hpp"
#include "query/turning/boxes/box_along.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

/// A place of one of the two, by its signs along the half edges that are not free.
struct Found {
  Vec<3> place;  // [L] seen from the centre; in the middle of what is free
  BoxPart part;
};

class Boxes {
 public:
  Boxes(const MovingBox& a, const MovingBox& b) : view_(a, b) {}

  bool reaches(double t) const { return view_.reaches(t); }
  void look(double t) { view_.look(t); }
  double error() const { return view_.now().error; }
  double blur() const { return view_.now().blur; }
  double gap() const { return along_.gap(); }
  const TurningCourse& first() const { return first_; }
  double deep() const { return along_.deep() * error(); }

  bool find() {
    along_ = BoxAlong(view_, view_.furthest());
    return true;
  }

  double step(double least, double left, double enough) {
    const double safe = along_.step(least, left, first_);
    if (view_.is_straight() || safe >= left || safe > enough) return safe;
    return std::max(safe, step_of_balls(view_, least, left));
  }

  bool overlap() const { return view_.overlap(); }

  Vec<3> tell(double clear, std::optional<BoxContact>& contact) {
    view_.look(clear);
    const Vec<3> normal = normal_of(view_, along_.facing());
    if (along_.facing().of == BoxFacing::Of::Side)
      tell_side(along_.facing(), normal, contact);
    else
      tell_edges(along_.facing(), normal, contact);
    return normal;
  }

 private:
  /// The part of one that reaches furthest along a direction: its corner, or its edge along `free`. Returns
  /// false if others may be as far.
  bool find_part(const BoxView::Side& side, const Vec<3>& direction, std::size_t free, Found& r) const {
    const double slack = kResolutionInErrors * error();
    r.place = side.middle();
    for (std::size_t k = 0; k < 3; ++k) {
      if (k == free) {
        r.part.free = std::size_t{1} << k;
        continue;
      }
      const double reach = side.half[k] * dot(direction, side.axis(k));
      if (!(2.0 * std::fabs(reach) > slack)) return false;
      r.place = r.place + (reach > 0.0 ? side.half[k] : -side.half[k]) * side.axis(k);
      if (reach > 0.0) r.part.upper |= std::size_t{1} << k;
    }
    return true;
  }

  void tell_side(const BoxFacing& facing, const Vec<3>& normal, std::optional<BoxContact>& contact) const {
    constexpr std::size_t kNone = 3;
    const std::size_t owner = facing.owner;
    const Vec<3> outward = owner == 0 ? normal : -normal;
    const BoxView::Side& own = view_.side(owner);
    Found corner;
    if (!find_part(view_.side(1 - owner), -outward, kNone, corner)) return;
    const std::size_t across = std::size_t{1} << facing.axis[0];
    const bool is_upper = dot(outward, own.axis(facing.axis[0])) > 0.0;
    contact.emplace();
    contact->part[owner] = {7U & ~across, is_upper ? across : 0};
    contact->part[1 - owner] = corner.part;
    contact->place = centre(1 - owner) + corner.place;
  }

  void tell_edges(const BoxFacing& facing, const Vec<3>& normal, std::optional<BoxContact>& contact) const {
    constexpr double kParallel = 0x1p-10;  // squared: places are off by an error over that
    const Vec<3>& edge_a = view_.side(0).axis(facing.axis[0]);
    const Vec<3>& edge_b = view_.side(1).axis(facing.axis[1]);
    Found a;
    Found b;
    if (!find_part(view_.side(0), normal, facing.axis[0], a)) return;
    if (!find_part(view_.side(1), -normal, facing.axis[1], b)) return;
    const double cosine = dot(edge_a, edge_b);
    const double square = (1.0 - cosine) * (1.0 + cosine);
    if (!(square > kParallel)) return;
    const Vec<3> way = view_.now().place + (b.place - a.place);
    const double along_a = dot(edge_a, way);
    const double along_b = dot(edge_b, way);
    const Vec<3> on_a = a.place + ((along_a - cosine * along_b) / square) * edge_a;
    const Vec<3> on_b = b.place + ((cosine * along_a - along_b) / square) * edge_b;
    contact.emplace();
    contact->part[0] = a.part;
    contact->part[1] = b.part;
    contact->place = 0.5 * (centre(0) + on_a) + 0.5 * (centre(1) + on_b);
  }

  /// [L] In the world.
  Vec<3> centre(std::size_t i) const {
    const CubicPath<3>& path = view_.side(i).path;
    const double t = view_.now().t;
    return path.position + t * (path.velocity + t * (0.5 * path.acceleration + (t / 6.0) * path.jerk));
  }

  BoxView view_;
  BoxAlong along_;
  TurningCourse first_;  // of the corners that come nearest first
};

/// Which one is asked first, whichever is called a.
bool leads(const MovingBox& a, const MovingBox& b) {
  const auto numbers = [](const MovingBox& box) {
    const TurningMotion<3>& m = box.motion;
    const Vec<3>& w = m.angular_velocity;
    const Vec<3>& c = m.centre_of_shape;
    return std::array{length_squared(w),
                      length_squared(box.half) + length_squared(c),
                      w[0],
                      w[1],
                      w[2],
                      box.half[0],
                      box.half[1],
                      box.half[2],
                      c[0],
                      c[1],
                      c[2],
                      m.centre.position[0],
                      m.centre.position[1],
                      m.centre.position[2]};
  };
  return numbers(a) >= numbers(b);
}

}  // namespace

BoxApproach approach(const MovingBox& a, const MovingBox& b, const TurningWindow& window,
                     const QueryWindow& asked) {
  const bool a_leads = leads(a, b);
  Boxes two(a_leads ? a : b, a_leads ? b : a);
  BoxApproach r = follow<3, BoxContact>(two, window, asked);
  if (a_leads) return r;
  if (r.event) r.event->normal = -r.event->normal;
  if (r.contact) std::swap(r.contact->part[0], r.contact->part[1]);
  return r;
}

}  // namespace firsthit
