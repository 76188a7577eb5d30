#include "contest.hpp"

#include <firsthit/batch.hpp>
#include <firsthit/first_hit.hpp>

#include <algorithm>
#include <utility>

namespace peers {
namespace {

using namespace firsthit;

template <int D>
Straight<Ball, D> straight(const BallCourse<D>& c) {
  return {Ball{c.radius}, c.place, c.velocity};
}

Straight<Box<2>, 2> straight(const BoxCourse& c) { return {Box<2>{c.half_extents}, c.place, c.velocity}; }

Straight<OrientedBox<3>, 3> straight(const OrientedBoxCourse& c) {
  return {OrientedBox<3>{c.half_extents, c.axes}, c.place, c.velocity};
}

template <class Shape, int D>
Moving<D> moving(const Straight<Shape, D>& s) {
  return {s.shape, Linear<D>{s.position, s.velocity}};
}

constexpr Query kQuery{.horizon = 1.0};
constexpr std::size_t kBatch = 256;  // so that the answers stay in the cache until they are read

template <int D>
Answer in_short(const Encounter<D>& e) {
  return {e.outcome != Outcome::Miss && e.outcome != Outcome::Unresolved, e.first_touch};
}

/// Are there batches of this shape?
template <class Shape, int D>
concept Batched = requires(std::span<const Straight<Shape, D>> a, std::span<Encounter<D>> out) {
  first_hit(a, a, out, kQuery);
};

/// A call for each pair.
template <class Body>
Run one_by_one(const std::vector<Body>& a, const std::vector<Body>& b) {
  std::vector<std::pair<decltype(moving(a[0])), decltype(moving(b[0]))>> asked;
  for (std::size_t i = 0; i < a.size(); ++i) asked.emplace_back(moving(a[i]), moving(b[i]));
  return [asked = std::move(asked)](std::size_t begin, std::span<Answer> answers) {
    for (std::size_t i = 0; i < answers.size(); ++i)
      answers[i] = in_short(first_hit(asked[begin + i].first, asked[begin + i].second, kQuery));
  };
}

/// A call for many pairs.
template <class Shape, int D>
Run in_batches(std::vector<Straight<Shape, D>> a, std::vector<Straight<Shape, D>> b) {
  return [a = std::move(a), b = std::move(b)](std::size_t begin, std::span<Answer> answers) {
    std::vector<Encounter<D>> encounters(kBatch);
    for (std::size_t done = 0; done < answers.size(); done += kBatch) {
      const std::size_t count = std::min(kBatch, answers.size() - done);
      const std::span<Encounter<D>> out(encounters.data(), count);
      first_hit(std::span(a).subspan(begin + done, count), std::span(b).subspan(begin + done, count), out,
                kQuery);
      std::transform(out.begin(), out.end(), answers.begin() + static_cast<std::ptrdiff_t>(done),
                     in_short<D>);
    }
  };
}

template <class Shape, int D>
std::vector<Program> programs(const std::vector<Straight<Shape, D>>& a,
                              const std::vector<Straight<Shape, D>>& b) {
  std::vector<Program> r;
  if constexpr (Batched<Shape, D>) r.push_back({"firsthit, in batches", in_batches(a, b)});
  r.push_back({"firsthit, one by one", one_by_one(a, b)});
  return r;
}

}  // namespace

template <class Course>
std::vector<Program> ours(const std::vector<Pair<Course>>& pairs) {
  std::vector<decltype(straight(pairs[0].a))> a;
  std::vector<decltype(straight(pairs[0].a))> b;
  for (const Pair<Course>& pair : pairs) {
    a.push_back(straight(pair.a));
    b.push_back(straight(pair.b));
  }
  return programs(a, b);
}

template std::vector<Program> ours(const std::vector<Pair<BallCourse<2>>>&);
template std::vector<Program> ours(const std::vector<Pair<BoxCourse>>&);
template std::vector<Program> ours(const std::vector<Pair<BallCourse<3>>>&);
template std::vector<Program> ours(const std::vector<Pair<OrientedBoxCourse>>&);

}  // namespace peers
