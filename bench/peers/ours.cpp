#include "contest.hpp"

#include <firsthit/first_hit.hpp>

#include <utility>

namespace peers {
namespace {

using namespace firsthit;

template <int D>
Moving<D> moving(const BallCourse<D>& c) {
  return {Ball{c.radius}, Linear<D>{c.place, c.velocity}};
}

Moving<2> moving(const BoxCourse& c) { return {Box<2>{c.half_extents}, Linear<2>{c.place, c.velocity}}; }

Moving<3> moving(const OrientedBoxCourse& c) {
  return {OrientedBox<3>{c.half_extents, c.axes}, Linear<3>{c.place, c.velocity}};
}

}  // namespace

template <class Course>
std::vector<Program> ours(const std::vector<Pair<Course>>& pairs) {
  using Body = decltype(moving(pairs.front().a));
  std::vector<std::pair<Body, Body>> asked;
  for (const Pair<Course>& pair : pairs) asked.emplace_back(moving(pair.a), moving(pair.b));
  return {{"firsthit", [asked = std::move(asked)](std::size_t begin, std::span<Answer> answers) {
             const Query query{.horizon = 1.0};
             for (std::size_t i = 0; i < answers.size(); ++i) {
               const auto e = first_hit(asked[begin + i].first, asked[begin + i].second, query);
               answers[i] = {e.outcome != Outcome::Miss && e.outcome != Outcome::Unresolved, e.first_touch};
             }
           }}};
}

template std::vector<Program> ours(const std::vector<Pair<BallCourse<2>>>&);
template std::vector<Program> ours(const std::vector<Pair<BoxCourse>>&);
template std::vector<Program> ours(const std::vector<Pair<BallCourse<3>>>&);
template std::vector<Program> ours(const std::vector<Pair<OrientedBoxCourse>>&);

}  // namespace peers
