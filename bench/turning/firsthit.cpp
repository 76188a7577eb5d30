#include "contest.hpp"

namespace turning {
namespace {

using firsthit::Encounter;
using firsthit::Outcome;

// [L] Its resolution is 2^-43 of a pair's size, which with the ways that both go is below 160.
constexpr double kTolerance = 2e-11;

template <int D>
Program program(const std::vector<Pair<D>>& pairs) {
  return {"firsthit", kTolerance,
          one_by_one(std::make_shared<std::vector<Pair<D>>>(pairs), [](const Pair<D>& pair) {
            const Encounter<D> e = first_hit(pair.a, pair.b, {.horizon = 1.0});
            return Answer{e.outcome != Outcome::Miss && e.outcome != Outcome::Unresolved, e.first_touch};
          })};
}

}  // namespace

Program firsthit_program(const std::vector<Pair<2>>& pairs) { return program(pairs); }
Program firsthit_program(const std::vector<Pair<3>>& pairs) { return program(pairs); }

}  // namespace turning
