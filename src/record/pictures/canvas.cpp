#include "record/pictures/canvas.hpp"

namespace firsthit {

Shine shine_of(svg::Rgb color) {
  constexpr svg::Rgb kWhite = 0xffffff, kShadow = 0x1f2933;
  return {svg::mix(color, kWhite, 0.5), color, svg::mix(color, kShadow, 0.3)};
}

}  // namespace firsthit
