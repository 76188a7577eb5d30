#pragma once

#include "record/pictures/canvas.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace firsthit {

/// Pixels, three bytes each (red, green, blue), row by row from the top.
struct PixelImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bytes;
};

/// Draws into an image, smoothly: each pixel by how much of it is covered.
class RasterCanvas : public Canvas {
 public:
  /// Draws `scale` pixels of the image to a pixel of the drawing, whose upper left corner is the image's.
  RasterCanvas(int width, int height, double scale, svg::Rgb paper);
  ~RasterCanvas() override;

  using Canvas::disc;
  void path(const Path& path, const Ink& ink, const std::string& name) override;
  using Canvas::path;
  void disc(double x, double y, double radius, const Ink& ink, const std::string& name) override;
  void text(double x, double y, const std::string& text, const Lettering& lettering) override;
  void begin_clip(double x, double y, double width, double height) override;
  void end_clip() override;

  /// Takes the image. Nothing can be drawn after that.
  PixelImage finish();

 private:
  struct Tools;

  double scaled(double value) const;

  PixelImage image_;
  double scale_;
  std::unique_ptr<Tools> tools_;
};

}  // namespace firsthit
