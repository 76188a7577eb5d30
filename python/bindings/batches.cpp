#include "parts.hpp"
#include "sides.hpp"

#include <firsthit/batch.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

/// So many pairs are copied side by side for the lanes: they stay in the second cache, from which the lanes
/// have them fetched; of fewer, what a call costs shows.
constexpr std::size_t kAtOnce = 512;
/// So many are answered before somebody looks whether Ctrl-C was pressed, much less than 0.1 s of the slowest
/// pairs that lanes answer.
constexpr std::size_t kBetweenLooks = 16384;
/// The same of pairs that are answered one by one.
constexpr std::size_t kBetweenSlowLooks = 128;

using Out = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

/// Requires: the interpreter's lock is not held.
void look_for_signals() {
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// Rows of doubles that are read one after the other; one for all has no step.
struct Cursor {
  const double* at = nullptr;
  std::int64_t step = 0;

  void move_on() { at += step; }
};

/// Nowhere if the numbers of a row do not stand side by side.
template <int D>
Cursor cursor(const std::optional<Numbers<Rows>>& rows, std::size_t begin, const Vec<D>& common) {
  if (!rows) return {&common[0], 0};
  return {rows->adjacent(begin), rows->pitch()};
}

/// The sizes of a shape that is nothing but them.
std::span<double, 1> numbers_of(Ball& ball) { return std::span<double, 1>(&ball.radius, 1); }
template <int D>
std::span<double, std::size_t{D}> numbers_of(Box<D>& box) {
  return std::span(box.half_extents.c);
}

template <class S, int D>
constexpr bool kIsSizes = std::is_same_v<S, Ball> || std::is_same_v<S, Box<D>>;

template <class S, int D>
Cursor sizes(const Side<D>& side, std::size_t begin) {
  if constexpr (std::is_same_v<S, Ball>) {
    if (side.radii) return {side.radii->row(begin), side.radii->pitch()};
    return {&std::get<S>(side.shapes[0]).radius, 0};
  } else {
    if (side.half_extents) return cursor<D>(side.half_extents, begin, {});
    return {&std::get<S>(side.shapes[0]).half_extents[0], 0};
  }
}

template <std::size_t N>
void copy(const Cursor& from, std::span<double, N> into) {
  std::memcpy(into.data(), from.at, sizeof(double) * N);
}

/// Number `begin` and the following ones of a side, side by side, of arrays of any strides.
template <class S, int D>
void gather_any(const Side<D>& side, std::size_t begin, std::span<Straight<S, D>> into) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    const Linear<D> motion = side.linear(begin + i);
    into[i] = {side.template shape<S>(begin + i), motion.position, motion.velocity};
  }
}

/// Has the lines of what will be written fetched, while numbers are copied that wait for memory, too.
template <class Answer>
void fetch_to_write(const Answer& answer) {
  const char* const begin = reinterpret_cast<const char*>(&answer);
  for (std::size_t at = 0; at < sizeof answer; at += 64) __builtin_prefetch(begin + at, 1);
}

/// The same, quickly where the numbers of each row stand side by side.
template <class S, int D>
void gather(const Side<D>& side, std::size_t begin, std::span<Straight<S, D>> into,
            const Encounter<D>* fetched) {
  const Linear<D> common = side.motion ? std::get<Linear<D>>(*side.motion) : Linear<D>{};
  Cursor position = cursor(side.positions, begin, common.position);
  Cursor velocity = cursor(side.velocities, begin, common.velocity);
  Cursor size;
  if constexpr (kIsSizes<S, D>) size = sizes<S>(side, begin);
  if (position.at == nullptr || velocity.at == nullptr || (kIsSizes<S, D> && size.at == nullptr))
    return gather_any(side, begin, into);
  if constexpr (!kIsSizes<S, D>)
    for (Straight<S, D>& each : into) each.shape = std::get<S>(side.shapes[0]);
  for (Straight<S, D>& each : into) {
    if constexpr (kIsSizes<S, D>) copy(size, numbers_of(each.shape));
    copy(position, std::span(each.position.c));
    copy(velocity, std::span(each.velocity.c));
    size.move_on();
    position.move_on();
    velocity.move_on();
    if (fetched != nullptr) fetch_to_write(*fetched++);
  }
}

/// The same of boxes that spin.
void gather(const Side<2>& side, std::size_t begin, std::span<Turning<Box<2>, 2>> into, const Encounter<2>*) {
  for (std::size_t i = 0; i < into.size(); ++i)
    into[i] = {side.shape<Box<2>>(begin + i), side.spinning(begin + i)};
}

template <class A, class B, int D>
void by_lanes(const Side<D>& side_a, const Side<D>& side_b, std::size_t begin, std::span<Encounter<D>> out,
              const Query& query) {
  std::array<A, kAtOnce> a;
  std::array<B, kAtOnce> b;
  for (std::size_t at = 0; at < out.size(); at += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, out.size() - at);
    const Encounter<D>* const answers = out.data() + at;
    gather(side_a, begin + at, std::span(a).first(count), static_cast<const Encounter<D>*>(nullptr));
    gather(side_b, begin + at, std::span(b).first(count), answers);
    first_hit(std::span<const A>(a).first(count), std::span<const B>(b).first(count), out.subspan(at, count),
              query);
  }
}

/// If both sides are of these shapes, on straight courses.
template <class A, class B, int D>
bool straight(const Side<D>& a, const Side<D>& b, std::size_t begin, std::span<Encounter<D>> out,
              const Query& query) {
  if (!a.template are<A>() || !b.template are<B>() || !a.is_straight() || !b.is_straight()) return false;
  by_lanes<Straight<A, D>, Straight<B, D>>(a, b, begin, out, query);
  return true;
}

/// The columns of balls on straight courses, if the numbers of each row stand side by side.
template <int D>
std::optional<BallColumns<D>> columns(const Side<D>& side, std::size_t begin, std::size_t count) {
  if (!side.template are<Ball>() || !side.is_straight()) return {};
  const auto* const common = side.motion ? &std::get<Linear<D>>(*side.motion) : nullptr;
  static constexpr Vec<D> kNone{};
  const Cursor radius = sizes<Ball>(side, begin);
  const Cursor position = cursor(side.positions, begin, common != nullptr ? common->position : kNone);
  const Cursor velocity = cursor(side.velocities, begin, common != nullptr ? common->velocity : kNone);
  if (position.at == nullptr || velocity.at == nullptr) return {};
  return BallColumns<D>{
      count, {radius.at, radius.step}, {position.at, position.step}, {velocity.at, velocity.step}};
}

/// If both sides are balls in such columns.
template <int D>
bool ball_columns(const Side<D>& side_a, const Side<D>& side_b, std::size_t begin,
                  std::span<Encounter<D>> out, const Query& query) {
  const auto a = columns(side_a, begin, out.size());
  const auto b = columns(side_b, begin, out.size());
  if (!a || !b) return false;
  first_hit(*a, *b, out, query);
  return true;
}

/// If both are boxes of the plane that spin.
bool spinning(const Side<2>& a, const Side<2>& b, std::size_t begin, std::span<Encounter<2>> out,
              const Query& query) {
  if (!a.are<Box<2>>() || !b.are<Box<2>>() || a.motion || b.motion || !a.turns() || !b.turns()) return false;
  by_lanes<Turning<Box<2>, 2>, Turning<Box<2>, 2>>(a, b, begin, out, query);
  return true;
}

template <int D>
bool in_lanes(const Side<D>& a, const Side<D>& b, std::size_t begin, std::span<Encounter<D>> out,
              const Query& query) {
  if (ball_columns(a, b, begin, out, query) || straight<Ball, Ball>(a, b, begin, out, query) ||
      straight<Box<D>, Box<D>>(a, b, begin, out, query) ||
      straight<OrientedBox<D>, OrientedBox<D>>(a, b, begin, out, query) ||
      straight<Ball, Box<D>>(a, b, begin, out, query))
    return true;
  if constexpr (D == 2)
    return straight<Point, Segment<2>>(a, b, begin, out, query) || spinning(a, b, begin, out, query);
  return false;
}

template <int D>
void one_by_one(const Side<D>& a, const Side<D>& b, std::size_t begin, std::span<Encounter<D>> out,
                const Query& query) {
  Moving<D> x = a.first(), y = b.first();
  for (std::size_t i = 0; i < out.size(); ++i) {
    a.read(begin + i, x);
    b.read(begin + i, y);
    try {
      out[i] = first_hit(x, y, query);
    } catch (const InputError& error) {
      throw InputError("pair " + std::to_string(begin + i) + ": " + error.what());
    }
  }
}

template <int D>
void answer(const Side<D>& a, const Side<D>& b, double horizon, double margin, const Out& out) {
  const Query query{horizon, margin};
  const std::span<Encounter<D>> all(reinterpret_cast<Encounter<D>*>(out.data()),
                                    out.size() / sizeof(Encounter<D>));
  const nb::gil_scoped_release others_may_run;
  // Who cannot answer in lanes takes longer, and is asked more often whether to stop.
  bool lanes = true;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t count = std::min(lanes ? kBetweenLooks : kBetweenSlowLooks, all.size() - at);
    const std::span<Encounter<D>> some = all.subspan(at, count);
    try {
      lanes = lanes && in_lanes(a, b, at, some, query);
      if (!lanes) one_by_one(a, b, at, some.first(std::min(count, kBetweenSlowLooks)), query);
    } catch (const InputError&) {
      if (lanes) one_by_one(a, b, at, some, query);  // which tells whose input it is
      throw;
    }
    at += lanes ? count : std::min(count, kBetweenSlowLooks);
    look_for_signals();
  }
}

using MaybeRows = std::optional<Rows>;

template <int D>
Side<D> side(const nb::typed<nb::list, ShapeHandle>& shapes, std::optional<Column> radii,
             MaybeRows half_extents, const MotionHandle* motion, MaybeRows positions, MaybeRows velocities,
             MaybeRows accelerations, MaybeRows rates, MaybeRows orientations, MaybeRows centres) {
  const auto numbers = [](const auto& array) {
    using Array = std::decay_t<decltype(*array)>;
    return array ? std::optional(Numbers<Array>(*array)) : std::nullopt;
  };
  Side<D> r;
  for (const nb::handle each : shapes) {
    const auto& shape = nb::cast<const ShapeHandle&>(each).in<D>();
    if (!shape)
      throw InputError(std::string("shape: expected one that is in ") + (D == 2 ? "2D" : "3D") +
                       ", found none");
    r.shapes.push_back(*shape);
  }
  r.radii = numbers(radii);
  r.half_extents = numbers(half_extents);
  if (motion != nullptr) r.motion = std::get<Motion<D>>(motion->motion);
  r.positions = numbers(positions);
  r.velocities = numbers(velocities);
  r.accelerations = numbers(accelerations);
  r.angular_velocities = numbers(rates);
  r.orientations = numbers(orientations);
  r.centres = numbers(centres);
  return r;
}

template <int D>
Layout layout() {
  using E = Encounter<D>;
  Layout r;
  r["outcome"] = offsetof(E, outcome);
  r["delay"] = offsetof(E, delay);
  r["delay_upper"] = offsetof(E, delay_upper);
  r["first_touch"] = offsetof(E, first_touch);
  r["normal"] = offsetof(E, normal);
  r["point_a"] = offsetof(E, point_a);
  r["point_b"] = offsetof(E, point_b);
  r["gap"] = offsetof(E, gap);
  r["feature_a"] = offsetof(E, feature_a);
  r["feature_b"] = offsetof(E, feature_b);
  r[""] = sizeof(E);
  static_assert(sizeof(E::outcome) == 4 && sizeof(Feature) == 8 && offsetof(Feature, index) == 4);
  return r;
}

template <int D>
void add(nb::module_& module, const char* side_class, const char* side_name, const char* function) {
  nb::class_<Side<D>>(module, side_class);
  module.def(side_name, &side<D>, nb::arg("shapes"), nb::arg("radii").none(), nb::arg("half_extents").none(),
             nb::arg("motion").none(), nb::arg("positions").none(), nb::arg("velocities").none(),
             nb::arg("accelerations").none(), nb::arg("angular_velocities").none(),
             nb::arg("orientations").none(), nb::arg("centres").none());
  module.def(function, &answer<D>);
}

}  // namespace

void add_batches(nb::module_& module) {
  add<2>(module, "Side2", "side_2", "first_hit_many_2");
  add<3>(module, "Side3", "side_3", "first_hit_many_3");
  module.def("encounter_layout", [](int dimension) { return dimension == 2 ? layout<2>() : layout<3>(); });
}

}  // namespace firsthit::python
