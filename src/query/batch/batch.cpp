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
void answer_all(std::span<const A> a, std::span<const B> b, std::span<Encounter<D>> out, const Query& query) {
  const auto expect_length = [&](std::size_t length, const char* name) {
    if (length != a.size())
      refuse(Where{nullptr, name}, "as many elements as a has, " + std::to_string(a.size()),
             std::to_string(length));
  };
  expect_length(b.size(), "first_hit: b");
  expect_length(out.size(), "first_hit: out");
  check(query, Where{nullptr, "first_hit: query"});
  const FpEnvironment environment;
  Leftover<D> leftover;
  for (std::size_t i = 0; i < a.size(); i += kBlock) {
    leftover.clear();
    answer(&a[i], &b[i], std::min(kBlock, a.size() - i), query, &out[i], leftover);
    for (std::size_t k = 0; k < leftover.impacts().size(); ++k) {
      const std::size_t number = i + leftover.impacts()[k];
      out[number] = at_contact(moving(a[number]), moving(b[number]), leftover.event(k), query);
    }
    for (const std::size_t number : leftover.rest())
      out[i + number] = one_by_one(moving(a[i + number]), moving(b[i + number]), query, i + number);
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
