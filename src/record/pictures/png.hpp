#pragma once

#include "record/pictures/raster_canvas.hpp"

#include <string>

namespace firsthit {

/// The image as a PNG file, without loss.
std::string png_text(const PixelImage& image);

}  // namespace firsthit
