#include <firsthit/batch.hpp>

#include "core/fp_environment.hpp"
#include "query/batch/kernels.hpp"
#include "query/first_hit_input.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace firsthit {
namespace {

template <class S, int D>
Moving<D> moving(const Straight<S, D>& x) {
  return {x.shape, Linear<D>{x.position, x.velocity}};
}

template <class A, class B, int D>
void each(std::span<const Straight<A, D>> a, std::span<const Straight<B, D>> b, std::span<Encounter<D>> out,
          const Query& query) {
  const auto same_as_a = [&](std::size_t size, const char* name) {
    if (size != a.size())
      refuse(name, std::to_string(a.size()) + " elements, as a has", std::to_string(size));
  };
  same_as_a(b.size(), "b");
  same_as_a(out.size(), "out");
  check(query);
  const FpEnvironment environment;
  std::array<std::uint32_t, kBlock> rest;  // NOLINT: written before it is read
  for (std::size_t i = 0; i < a.size(); i += kBlock) {
    const std::size_t count = std::min(kBlock, a.size() - i);
    const std::size_t left = answer(&a[i], &b[i], count, query, &out[i], rest.data());
    for (std::size_t k = 0; k < left; ++k) {
      const std::size_t number = i + rest[k];
      const Moving<D> one = moving(a[number]);
      const Moving<D> other = moving(b[number]);
      check(one, ("a[" + std::to_string(number) + "]").c_str());
      check(other, ("b[" + std::to_string(number) + "]").c_str());
      out[number] = first_hit(one, other, query);
    }
  }
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

}  // namespace v0

}  // namespace firsthit
