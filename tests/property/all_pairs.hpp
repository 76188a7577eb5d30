#pragma once

#include "oracle/cases.hpp"
#include "oracle/numbers_of.hpp"

#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

// Laws of every pair of shapes, on random and hostile queries.

namespace firsthit::laws {

using judging::Case;
using judging::Meaning;

inline constexpr std::uint64_t kQueries = 80;  // a pair

/// Calls use(query, seed) for some queries of every pair.
template <int D, class Use>
void for_all_pairs(const Use& use) {
  const auto& kinds = judging::kinds(D);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t k = i; k < kinds.size(); ++k)
      for (std::uint64_t seed = 0; seed < kQueries; ++seed) {
        const Case<D> query = judging::drawn<D>(kinds[i], kinds[k], 70000 + seed);
        SCOPED_TRACE(judging::name(kinds[i]) + " " + judging::name(kinds[k]) + " query " +
                     std::to_string(70000 + seed) + ": " + judging::text(query));
        use(query, seed);
      }
}

template <int D>
Encounter<D> answer(const Case<D>& query) {
  return first_hit(query.a, query.b, query.query);
}

/// Calls change(number, meaning, axis) with every number of both things and with the margin.
template <int D, class Change>
Case<D> changed(Case<D> query, const Change& change) {
  const auto on = [&change](auto& x, Meaning meaning) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, double>) {
      change(x, meaning, std::size_t{0});
    } else {
      for (std::size_t axis = 0; axis < static_cast<std::size_t>(D); ++axis) change(x[axis], meaning, axis);
    }
  };
  judging::change_numbers(query.a, on);
  judging::change_numbers(query.b, on);
  on(query.query.margin, Meaning::Size);
  return query;
}

/// The answer to a query that `make` makes; nothing if a number is out of range.
template <int D, class Make>
std::optional<Encounter<D>> answer_in_range(const Make& make) {
  try {
    return answer<D>(make());
  } catch (const InputError&) {
    return std::nullopt;
  }
}

template <int D>
void expect_same_times(const Encounter<D>& e, const Encounter<D>& f) {
  EXPECT_EQ(e.outcome, f.outcome);
  EXPECT_EQ(e.delay, f.delay);
  EXPECT_EQ(e.delay_upper, f.delay_upper);
  EXPECT_EQ(e.first_touch, f.first_touch);
}

template <int D>
Vec<D> opposite(Vec<D> a) {
  for (double& x : a.c) x = -x;
  return a;
}

}  // namespace firsthit::laws
