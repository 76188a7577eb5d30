#include <firsthit/batch.hpp>

#include "core/fp_environment.hpp"
#include "query/base/pair_table.hpp"
#include "query/batch/kernels.hpp"
#include "query/pairs/input_checks.hpp"
#include "query/pairs/pair_kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace firsthit {
namespace {

template <class S, int D>
Moving<D> moving(const Straight<S, D>& x) {
  return {x.shape, Linear<D>{x.position, x.velocity}};
}

template <class S, int D>
Moving<D> moving(const Turning<S, D>& x) {
  return {x.shape, x.motion};
}

/// What stands in a table of either kind.
template <class Row>
std::size_t size(std::span<const Row> rows) {
  return rows.size();
}
template <class Row>
const Row* from(std::span<const Row> rows, std::size_t begin) {
  return &rows[begin];
}
template <class Row>
auto moving(std::span<const Row> rows, std::size_t number) {
  return moving(rows[number]);
}

template <int D>
std::size_t size(const BallColumns<D>& balls) {
  return balls.count;
}
template <int D>
BallColumns<D> from(const BallColumns<D>& balls, std::size_t begin) {
  const auto moved = [begin](const auto& rows) {
    return typename BallColumns<D>::Strided{rows.first + static_cast<std::ptrdiff_t>(begin) * rows.step,
                                            rows.step};
  };
  return {balls.count - begin, moved(balls.radius), moved(balls.position), moved(balls.velocity)};
}
template <int D>
Moving<D> moving(const BallColumns<D>& balls, std::size_t number) {
  const BallColumns<D> here = from(balls, number);
  Linear<D> motion;
  for (std::size_t i = 0; i < D; ++i) {
    motion.position[i] = here.position.first[i];
    motion.velocity[i] = here.velocity.first[i];
  }
  return {Ball{*here.radius.first}, motion};
}

template <int D>
Encounter<D> one_by_one(const Moving<D>& a, const Moving<D>& b, const Query& query, std::size_t number) {
  const auto check_one = [number](const Moving<D>& x, const char* name) {
    const Where span{nullptr, name};
    check(x, Where{&span, nullptr, static_cast<int>(number)});
  };
  check_one(a, "first_hit: a");
  check_one(b, "first_hit: b");
  return first_hit(a, b, query);
}

template <int D>
Encounter<D> at_contact(const Moving<D>& a, const Moving<D>& b, const ConvexEvent<D>& event,
                        const Query& query) {
  const MovingShape<D> side_a{a.shape, course_of(a.motion)};
  const MovingShape<D> side_b{b.shape, course_of(b.motion)};
  return encounter(convex_contact(side_a, side_b, event, query.margin), query.horizon);
}

template <class A, class B, int D>
void answer_all(const A& a, const B& b, std::span<Encounter<D>> out, const Query& query) {
  const auto expect_length = [&](std::size_t length, const char* name) {
    if (length != size(a))
      refuse(Where{nullptr, name}, "as many elements as a has, " + std::to_string(size(a)),
             std::to_string(length));
  };
  expect_length(size(b), "first_hit: b");
  expect_length(out.size(), "first_hit: out");
  check(query, Where{nullptr, "first_hit: query"});
  const FpEnvironment environment;
  Leftover<D> leftover;
  for (std::size_t i = 0; i < out.size(); i += kBlock) {
    leftover.clear();
    answer(from(a, i), from(b, i), std::min(kBlock, out.size() - i), query, &out[i], leftover);
    for (std::size_t k = 0; k < leftover.impacts().size(); ++k) {
      const std::size_t number = i + leftover.impacts()[k];
      out[number] = at_contact(moving(a, number), moving(b, number), leftover.event(k), query);
    }
    for (const std::size_t number : leftover.rest())
      out[i + number] = one_by_one(moving(a, i + number), moving(b, i + number), query, i + number);
  }
}

template <class A, class B, int D>
void each(std::span<const Straight<A, D>> a, std::span<const Straight<B, D>> b, std::span<Encounter<D>> out,
          const Query& query) {
  // What lanes do is the kernel of convex shapes; the contacts that they leave open are found by it.
  static_assert(query_kernel<D>(ShapeRow<A>::kClass, ShapeRow<B>::kClass, PairPath::Straight) ==
                QueryKernel::Convex);
  answer_all(a, b, out, query);
}

}  // namespace

inline namespace v0 {

void first_hit(std::span<const Straight<Ball, 2>> a, std::span<const Straight<Ball, 2>> b,
               std::span<Encounter<2>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<Ball, 3>> a, std::span<const Straight<Ball, 3>> b,
               std::span<Encounter<3>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(const BallColumns<2>& a, const BallColumns<2>& b, std::span<Encounter<2>> out,
               const Query& query) {
  answer_all(a, b, out, query);
}

void first_hit(const BallColumns<3>& a, const BallColumns<3>& b, std::span<Encounter<3>> out,
               const Query& query) {
  answer_all(a, b, out, query);
}

void first_hit(std::span<const Straight<Box<2>, 2>> a, std::span<const Straight<Box<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<Box<3>, 3>> a, std::span<const Straight<Box<3>, 3>> b,
               std::span<Encounter<3>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<OrientedBox<2>, 2>> a, std::span<const Straight<OrientedBox<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<OrientedBox<3>, 3>> a, std::span<const Straight<OrientedBox<3>, 3>> b,
               std::span<Encounter<3>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<Ball, 2>> a, std::span<const Straight<Box<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<Ball, 3>> a, std::span<const Straight<Box<3>, 3>> b,
               std::span<Encounter<3>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Straight<Point, 2>> a, std::span<const Straight<Segment<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query) {
  each(a, b, out, query);
}

void first_hit(std::span<const Turning<Box<2>, 2>> a, std::span<const Turning<Box<2>, 2>> b,
               std::span<Encounter<2>> out, const Query& query) {
  answer_all(a, b, out, query);
}

}  // namespace v0

}  // namespace firsthit
