// The C++ half of batches.py: reads pairs, answers them as often as it is told to, and says how long it took.
#include <firsthit/batch.hpp>
#include <firsthit/features.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string_view>
#include <vector>

using namespace firsthit;

namespace {

void take(double* numbers, std::size_t count) {
  if (std::fread(numbers, sizeof(double), count, stdin) != count) std::abort();
}

Ball shape(const double* sizes, Ball) { return {sizes[0]}; }
Box<3> shape(const double* sizes, Box<3>) { return {{sizes[0], sizes[1], sizes[2]}}; }

template <class S>
std::vector<Straight<S, 3>> side(std::size_t count) {
  std::vector<Straight<S, 3>> r(count);
  for (Straight<S, 3>& each : r) {
    double given[9];
    take(given, 9);
    each = {shape(given, S{}), {given[3], given[4], given[5]}, {given[6], given[7], given[8]}};
  }
  return r;
}

/// Answers, as often as it is told to, into an array that is there, and into a new one.
template <class Answer, class Ask>
void measure(std::size_t count, const Ask& answer) {
  std::vector<Answer> out(count);
  while (std::getchar() == '\n') {
    const std::clock_t begin = std::clock();
    answer(out);
    const std::clock_t given = std::clock();
    {
      std::vector<Answer> anew(count);
      answer(anew);
    }
    const std::clock_t end = std::clock();
    const auto each = [count](std::clock_t t) { return double(t) / CLOCKS_PER_SEC / double(count) * 1e9; };
    std::printf("%.3f %.3f\n", each(given - begin), each(end - given));
    std::fflush(stdout);
  }
  std::fwrite(out.data(), sizeof out[0], count, stdout);
}

template <class A, class B>
void measure_sides(std::size_t count) {
  const std::vector<Straight<A, 3>> a = side<A>(count);
  const std::vector<Straight<B, 3>> b = side<B>(count);
  measure<Encounter<3>>(count, [&a, &b](std::vector<Encounter<3>>& into) {
    first_hit(std::span<const Straight<A, 3>>(a), std::span<const Straight<B, 3>>(b), std::span(into),
              {10.0});
  });
}

template <class Features>
void measure_features(std::size_t count) {
  using Pair = Deformation<Features>;
  static_assert(sizeof(Pair) == 24 * sizeof(double));
  std::vector<Pair> pairs(count);
  take(reinterpret_cast<double*>(pairs.data()), 24 * count);
  measure<FeatureEncounter>(count, [&pairs](std::vector<FeatureEncounter>& into) {
    first_hit(std::span<const Pair>(pairs), std::span(into));
  });
}

}  // namespace

int main(int, char** words) {
  std::int64_t count = 0;
  if (std::fread(&count, sizeof count, 1, stdin) != 1) return 1;
  const std::string_view name = words[1];
  const auto n = static_cast<std::size_t>(count);
  if (name == "balls") measure_sides<Ball, Ball>(n);
  if (name == "boxes") measure_sides<Box<3>, Box<3>>(n);
  if (name == "balls and boxes") measure_sides<Ball, Box<3>>(n);
  if (name == "vertices and faces" || name == "public vertex-face") measure_features<VertexFace>(n);
  if (name == "public edge-edge") measure_features<EdgeEdge>(n);
}
