#include "exact/sin_cos.hpp"

#include "core/expect.hpp"

#include <cmath>
#include <cstdint>

namespace firsthit {
namespace one_number {
using Lanes = double;
}
namespace two_numbers {
using Lanes [[gnu::vector_size(16)]] = double;
}
}  // namespace firsthit

#define FIRSTHIT_LANES_BEGIN
#define FIRSTHIT_LANES_END
#define FIRSTHIT_LANES one_number
#include "exact/quarter_turns.hpp"
#undef FIRSTHIT_LANES
#define FIRSTHIT_LANES two_numbers
#include "exact/quarter_turns.hpp"
#undef FIRSTHIT_LANES
#undef FIRSTHIT_LANES_BEGIN
#undef FIRSTHIT_LANES_END

namespace firsthit {
namespace {

/// Without a branch, which nothing could foresee: after an odd number of quarters they change places, and
/// the second bit, of the number for sine and of the next one for cosine, is the sign.
SinCos turned_by_quarters(double quarters, double sine, double cosine) {
  const auto turn = static_cast<std::int32_t>(quarters);
  const bool odd = (turn & 1) != 0;
  constexpr double kSigns[2] = {1.0, -1.0};
  return {kSigns[turn >> 1 & 1] * (odd ? cosine : sine), kSigns[(turn + 1) >> 1 & 1] * (odd ? sine : cosine)};
}

}  // namespace

SinCos sin_cos(const DoubleDouble& angle) {
  FIRSTHIT_EXPECT(std::fabs(angle.high) <= kLargestAngle);
  const one_number::QuarterTurns near = one_number::quarter_turns({angle.high, angle.low});
  return turned_by_quarters(near.quarters, near.sine, near.cosine);
}

std::array<SinCos, 2> sin_cos(const DoubleDouble& angle, const DoubleDouble& other) {
  FIRSTHIT_EXPECT(std::fabs(angle.high) <= kLargestAngle && std::fabs(other.high) <= kLargestAngle);
  using two_numbers::Lanes;
  const two_numbers::QuarterTurns near =
      two_numbers::quarter_turns({Lanes{angle.high, other.high}, Lanes{angle.low, other.low}});
  return {turned_by_quarters(near.quarters[0], near.sine[0], near.cosine[0]),
          turned_by_quarters(near.quarters[1], near.sine[1], near.cosine[1])};
}

std::array<SinCos, 2> sin_cos_of_products(double rate, double other_rate, double time) {
  using two_numbers::Lanes;
  const two_numbers::LanesExactly angle =
      two_numbers::exact_product(Lanes{rate, other_rate}, Lanes{time, time});
  return sin_cos({angle.value[0], angle.error[0]}, {angle.value[1], angle.error[1]});
}

}  // namespace firsthit
