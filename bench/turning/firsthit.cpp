#include "contest.hpp"

#include <firsthit/batch.hpp>

#include <algorithm>
#include <variant>

namespace turning {
namespace {

using firsthit::Encounter;
using firsthit::Outcome;

// [L] Its resolution is 2^-43 of a pair's size, which with the ways that both go is below 160.
constexpr double kTolerance = 2e-11;

template <int D>
Answer answer_of(const Encounter<D>& e) {
  return {e.outcome != Outcome::Miss && e.outcome != Outcome::Unresolved, e.first_touch};
}

template <int D>
Program program(const std::vector<Pair<D>>& pairs) {
  return {"firsthit", kTolerance,
          one_by_one(std::make_shared<std::vector<Pair<D>>>(pairs), [](const Pair<D>& pair) {
            const Encounter<D> e = first_hit(pair.a, pair.b, {.horizon = 1.0});
            return answer_of(e);
          })};
}

using Body = firsthit::Turning<firsthit::Box<2>, 2>;

/// Boxes that spin, all of a block at once.
struct InBatch {
  std::vector<Body> a;
  std::vector<Body> b;
  std::vector<Encounter<2>> out;

  void add(const Pair<2>& pair) {
    const auto body = [](const firsthit::Moving<2>& side) {
      return Body{std::get<firsthit::Box<2>>(side.shape), std::get<firsthit::Spinning<2>>(side.motion)};
    };
    a.push_back(body(pair.a));
    b.push_back(body(pair.b));
    out.emplace_back();
  }
  void answer(std::size_t begin, std::span<Answer> answers) {
    const std::size_t count = answers.size();
    const std::span<Encounter<2>> found(out.data() + begin, count);
    first_hit(std::span<const Body>(a).subspan(begin, count), std::span<const Body>(b).subspan(begin, count),
              found, {.horizon = 1.0});
    for (std::size_t i = 0; i < count; ++i) answers[i] = answer_of(found[i]);
  }
};

bool are_spinning_boxes(const Pair<2>& pair) {
  const auto is_one = [](const firsthit::Moving<2>& side) {
    return std::holds_alternative<firsthit::Box<2>>(side.shape) &&
           std::holds_alternative<firsthit::Spinning<2>>(side.motion);
  };
  return is_one(pair.a) && is_one(pair.b);
}

}  // namespace

std::vector<Program> firsthit_programs(const std::vector<Pair<2>>& pairs) {
  std::vector<Program> r{program(pairs)};
  if (std::all_of(pairs.begin(), pairs.end(), are_spinning_boxes)) {
    const auto batch = std::make_shared<InBatch>();
    for (const Pair<2>& pair : pairs) batch->add(pair);
    r.push_back({"firsthit, in a batch", kTolerance,
                 [batch](std::size_t begin, std::span<Answer> answers) { batch->answer(begin, answers); }});
  }
  return r;
}
std::vector<Program> firsthit_programs(const std::vector<Pair<3>>& pairs) { return {program(pairs)}; }

}  // namespace turning
