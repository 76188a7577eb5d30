#include "answer.hpp"
#include "core/vec_math.hpp"
#include "geometry/free_top.hpp"
#include "queries/query_reader.hpp"
#include "queries/query_text.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/features.hpp>
#include <firsthit/first_hit.hpp>

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

template <int D>
std::string answer_to(const Asked<D>& asked, bool explain) {
  try {
    if (!explain) return "{" + answer_text(first_hit(asked.a, asked.b, asked.query)) + "}";
    QueryTrace trace;
    const Encounter<D> e = explained_first_hit(asked.a, asked.b, asked.query, trace);
    return "{" + answer_text(e) + ", " + explanation_text(e, trace) + "}";
  } catch (const InputError& error) {
    throw InputError(in_terms_of_the_file(error.what(), asked.shape_a, asked.shape_b));
  }
}

ReadQuery query_of(std::string_view line) {
  const JsonResult json = parse_json(line);
  if (!json.value) throw InputError(json.problem);
  ReadQuery query = read_query(*json.value);
  std::string problems;
  for (const std::string& problem : query.problems) problems += (problems.empty() ? "" : "\n") + problem;
  if (!problems.empty()) throw InputError(problems);
  return query;
}

/// First q, then p.
Orientation<2> product(const Orientation<2>& p, const Orientation<2>& q) {
  return {p.w * q.w - p.z * q.z, p.w * q.z + p.z * q.w};
}

Orientation<3> product(const Orientation<3>& p, const Orientation<3>& q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// The rotation by an angle [rad], in space by a vector's length about it.
Orientation<2> rotation(double angle) { return turned_by(angle * kDegrees); }

Orientation<3> rotation(const Vec<3>& by) {
  const double angle = std::sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
  return angle == 0.0 ? Orientation<3>{} : turned_by(angle * kDegrees, by);
}

/// How what moves so, and turns, stands after a delay [T].
template <int D>
Orientation<D> turned(const Precessing<D>& motion, double delay) {
  return product(rotation(delay * motion.precession),
                 product(motion.orientation, rotation(delay * motion.spin)));
}

Orientation<3> turned(const Tumbling<3>& motion, double delay) {
  // Back in time it turns as one does that turns the other way.
  const Vec<3> rate = delay < 0.0 ? -motion.angular_velocity : motion.angular_velocity;
  return FreeTop(motion.orientation, rate, motion.inertia).after(std::fabs(delay)).orientation;
}

template <class Steady>
auto turned(const Steady& motion, double delay) {
  return product(rotation(delay * motion.angular_velocity), motion.orientation);
}

/// Where a moving thing is after a delay [T]: to rounding, for pictures.
template <int D>
Placed<D> placed(const Moving<D>& moving, double delay) {
  return std::visit(
      [&](const auto& motion) -> Placed<D> {
        using Kind = std::decay_t<decltype(motion)>;
        if constexpr (std::is_same_v<Kind, Linear<D>> || std::is_same_v<Kind, Falling<D>>) {
          return {moving.shape, motion.at(delay)};
        } else {
          return {moving.shape, motion.at(delay, Vec<D>{}), turned(motion, delay)};
        }
      },
      moving.motion);
}

template <int D>
std::vector<double> gaps_at(const Asked<D>& asked, const std::vector<double>& delays) {
  std::vector<double> gaps;
  for (const double delay : delays)
    gaps.push_back(distance(placed(asked.a, delay), placed(asked.b, delay)).distance);
  return gaps;
}

/// Eight places, each three numbers: those of the start of the window, then those of its end.
Vec3 place(const double* numbers, int index) {
  const double* const at = numbers + 3 * index;
  return {{at[0], at[1], at[2]}};
}

VertexFace vertex_face(const double* numbers, int first) {
  const auto at = [=](int k) { return place(numbers, first + k); };
  return {at(0), {at(1), at(2), at(3)}};
}

EdgeEdge edge_edge(const double* numbers, int first) {
  const auto at = [=](int k) { return place(numbers, first + k); };
  return {{at(0), at(1)}, {at(2), at(3)}};
}

std::string touch_text(const FeatureTouch& touch) {
  return fmt::format(R"({{"touches": {}, "lower": {}, "upper": {}}})", touch.touches, touch.lower,
                     touch.upper);
}

}  // namespace

extern "C" {

/// A line of docs/formats/query.md, answered as `firsthit query` does.
[[gnu::used]] int firsthit_query(const char* text, std::size_t size, int explain) {
  return answered([&] {
    return std::visit([explain](const auto& asked) { return answer_to(asked, explain != 0); },
                      query_of({text, size}).asked);
  });
}

/// How far the two of such a line are apart after each of so many delays: a number each.
[[gnu::used]] int firsthit_gaps(const char* text, std::size_t size, const double* delays, std::size_t count) {
  return answered([&] {
    const std::vector<double> at(delays, delays + count);
    return bytes_of(
        std::visit([&at](const auto& asked) { return gaps_at(asked, at); }, query_of({text, size}).asked));
  });
}

/// Whether and when a vertex and a triangle, or two edges, touch whose vertices go straight: `numbers`
/// are 24.
[[gnu::used]] int firsthit_features(int edges, const double* numbers) {
  return answered([&] {
    if (edges != 0)
      return touch_text(first_touch(Deformation<EdgeEdge>{edge_edge(numbers, 0), edge_edge(numbers, 4)}));
    return touch_text(first_touch(Deformation<VertexFace>{vertex_face(numbers, 0), vertex_face(numbers, 4)}));
  });
}

}  // extern "C"
}  // namespace firsthit
