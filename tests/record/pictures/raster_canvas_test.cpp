#include "record/pictures/raster_canvas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace firsthit {
namespace {

using svg::Rgb;

constexpr Rgb kPaper = 0xffffff, kRed = 0xff0000, kBlack = 0x000000;

Rgb at(const PixelImage& image, int x, int y) {
  const std::size_t begin =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
  return static_cast<Rgb>(image.bytes[begin] << 16 | image.bytes[begin + 1] << 8 | image.bytes[begin + 2]);
}

/// How much of black there is on white, in pixels.
double blackness(const PixelImage& image) {
  double sum = 0.0;
  for (const std::uint8_t byte : image.bytes) sum += (255.0 - byte) / 255.0 / 3.0;
  return sum;
}

Ink filled(Rgb color) {
  Ink ink;
  ink.fill = color;
  return ink;
}

Ink stroked(Rgb color, double width, Ink::Pen pen) {
  Ink ink;
  ink.stroke = color;
  ink.width = width;
  ink.pen = pen;
  return ink;
}

TEST(RasterCanvas, FillsADiscByItsArea) {
  RasterCanvas canvas(100, 80, 2.0, kPaper);
  canvas.disc(25.3, 20.1, 11.0, filled(kBlack));
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 50, 40), kBlack);
  EXPECT_EQ(at(image, 0, 0), kPaper);
  EXPECT_EQ(at(image, 99, 79), kPaper);
  const double area = std::numbers::pi * 22.0 * 22.0;
  EXPECT_NEAR(blackness(image), area, 0.005 * area);
}

TEST(RasterCanvas, OutlinesADiscOnBothSidesOfItsEdge) {
  RasterCanvas canvas(60, 60, 1.0, kPaper);
  canvas.disc(30.0, 30.0, 20.0, stroked(kBlack, 4.0, Ink::Pen::Plain));
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 30, 30), kPaper);
  EXPECT_EQ(at(image, 49, 30), kBlack);
  EXPECT_EQ(at(image, 50, 30), kBlack);
  EXPECT_EQ(at(image, 46, 30), kPaper);
  EXPECT_EQ(at(image, 53, 30), kPaper);
}

TEST(RasterCanvas, ShinesFromAboveLeft) {
  RasterCanvas canvas(100, 100, 1.0, kPaper);
  Ink ink = filled(0x808080);
  ink.shine = true;
  canvas.disc(50.0, 50.0, 40.0, ink);
  const PixelImage image = canvas.finish();
  EXPECT_NEAR(at(image, 38, 35) & 0xff, 0xc0, 2);                 // half white where it is brightest
  EXPECT_LT(at(image, 75, 75) & 0xff, at(image, 50, 50) & 0xff);  // darker towards below right
  EXPECT_LT(at(image, 50, 50) & 0xff, at(image, 38, 35) & 0xff);
}

TEST(RasterCanvas, MixesWithWhatIsThere) {
  RasterCanvas canvas(10, 10, 1.0, kPaper);
  Ink ink = filled(kRed);
  ink.fill_opacity = 0.5;
  canvas.disc(5.0, 5.0, 20.0, ink);
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 5, 5) >> 16, 0xffU);
  EXPECT_NEAR(at(image, 5, 5) & 0xff, 127, 1);
}

TEST(RasterCanvas, LeavesHolesWhereAreasOverlapTwice) {
  RasterCanvas canvas(60, 60, 1.0, kPaper);
  Path path;
  path.move(0.0, 0.0);
  path.line(60.0, 0.0);
  path.line(60.0, 60.0);
  path.line(0.0, 60.0);
  path.close();
  path.move(10.0, 30.0);
  path.arc(20.0, 50.0, 30.0);
  path.arc(20.0, 10.0, 30.0);
  path.close();
  canvas.path(path, filled(kBlack));
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 30, 30), kPaper);
  EXPECT_EQ(at(image, 2, 2), kBlack);
  EXPECT_NEAR(blackness(image), 3600.0 - std::numbers::pi * 400.0, 5.0);
}

TEST(RasterCanvas, DrawsDotsAndLinesWithARoundPen) {
  RasterCanvas canvas(60, 20, 1.0, kPaper);
  Path path;
  path.dot(10.0, 10.0);
  path.move(30.0, 10.0);
  path.line(50.0, 10.0);
  canvas.path(path, stroked(kBlack, 6.0, Ink::Pen::Round));
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 10, 10), kBlack);
  EXPECT_EQ(at(image, 20, 10), kPaper);
  EXPECT_EQ(at(image, 28, 10), kBlack);  // the line's cap
  EXPECT_NEAR(blackness(image), 2.0 * std::numbers::pi * 9.0 + 20.0 * 6.0, 2.0);
}

TEST(RasterCanvas, FollowsAParabola) {
  RasterCanvas canvas(40, 40, 1.0, kPaper);
  Path path;  // y = 40 - 2 s (1 - s) 40 at x = 40 s: lowest at (20, 20)
  path.move(0.0, 40.0);
  path.curve(20.0, 0.0, 40.0, 40.0);
  canvas.path(path, stroked(kBlack, 3.0, Ink::Pen::Round));
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 20, 20), kBlack);
  EXPECT_EQ(at(image, 20, 24), kPaper);
  EXPECT_EQ(at(image, 10, 25), kBlack);  // s = 1/4: y = 25
}

TEST(RasterCanvas, DashesAsSvgDoes) {
  RasterCanvas canvas(130, 10, 1.0, kPaper);
  Path path;
  path.move(0.0, 5.0);
  path.line(130.0, 5.0);
  canvas.path(path, stroked(kBlack, 2.0, Ink::Pen::Dashed));
  const PixelImage image = canvas.finish();
  for (int x = 0; x < 130; ++x) EXPECT_EQ(at(image, x, 5), x % 13 < 7 ? kBlack : kPaper) << x;
}

TEST(RasterCanvas, ShowsNothingOutsideItsClip) {
  RasterCanvas canvas(20, 20, 1.0, kPaper);
  canvas.begin_clip(5.0, 5.0, 10.0, 10.0);
  canvas.disc(10.0, 10.0, 30.0, filled(kBlack));
  canvas.end_clip();
  canvas.disc(0.0, 0.0, 2.0, filled(kRed));
  const PixelImage image = canvas.finish();
  EXPECT_EQ(at(image, 4, 10), kPaper);
  EXPECT_EQ(at(image, 5, 10), kBlack);
  EXPECT_EQ(at(image, 14, 14), kBlack);
  EXPECT_EQ(at(image, 15, 14), kPaper);
  EXPECT_EQ(at(image, 0, 0), kRed);
}

TEST(RasterCanvas, TakesPlacesFarOutsideIt) {
  RasterCanvas canvas(20, 20, 1.0, kPaper);
  Path path;
  path.move(-1e300, 10.0);
  path.line(1e300, 10.0);
  canvas.path(path, stroked(kBlack, 2.0, Ink::Pen::Plain));
  canvas.disc(1e300, -1e300, 1e300, filled(kRed));
  canvas.path(path, stroked(kBlack, 2.0, Ink::Pen::Dashed));
  EXPECT_EQ(at(canvas.finish(), 10, 10), kBlack);
}

TEST(RasterCanvas, WritesWhatCanBePrintedFromOrUpToAPlace) {
  const auto columns = [](const std::string& text, bool ends_here) {
    RasterCanvas canvas(200, 30, 1.0, kPaper);
    canvas.text(100.0, 20.0, text, {16.0, kBlack, false, ends_here});
    const PixelImage image = canvas.finish();
    double left = 0.0, right = 0.0;
    for (int y = 0; y < 30; ++y)
      for (int x = 0; x < 200; ++x) (x < 100 ? left : right) += (255.0 - (at(image, x, y) & 0xff)) / 255.0;
    return std::pair{left, right};
  };
  const auto [none, all] = columns("time 8", false);
  EXPECT_LT(none, 0.05 * all);
  EXPECT_GT(all, 50.0);
  const auto [before, after] = columns("time 8", true);
  EXPECT_LT(after, 0.05 * before);
  EXPECT_EQ(columns("\xC3\xA9", false), columns("??", false));
  EXPECT_EQ(columns("", false), (std::pair{0.0, 0.0}));
}

}  // namespace
}  // namespace firsthit
