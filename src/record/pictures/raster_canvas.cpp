#include "record/pictures/raster_canvas.hpp"

#include "record/pictures/view.hpp"

#include <agg2/agg_conv_curve.h>
#include <agg2/agg_conv_dash.h>
#include <agg2/agg_conv_stroke.h>
#include <agg2/agg_ellipse.h>
#include <agg2/agg_gradient_lut.h>
#include <agg2/agg_gsv_text.h>
#include <agg2/agg_path_storage.h>
#include <agg2/agg_pixfmt_rgb.h>
#include <agg2/agg_rasterizer_scanline_aa.h>
#include <agg2/agg_renderer_base.h>
#include <agg2/agg_renderer_scanline.h>
#include <agg2/agg_scanline_u.h>
#include <agg2/agg_span_allocator.h>
#include <agg2/agg_span_gradient.h>
#include <agg2/agg_span_interpolator_linear.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace firsthit {
namespace {

// The strokes of letters, as shares of the font size, next to a sans serif of that size.
constexpr double kCapitals = 0.72;  // height of capital letters
constexpr double kThin = 0.088, kBold = 0.125;
constexpr double kFineness =
    4.0;  // of an eighth of a pixel: so near do the lines stay that curves are drawn by
constexpr double kGradientSteps = 256.0;  // length of a gradient in its own coordinates

constexpr double kReach = 1e5;  // pixels: as far as SVG's coordinates reach; the rasterizer's end at 8e6

agg::srgba8 color_of(svg::Rgb color, double opacity = 1.0) {
  const auto part = [&](int shift) { return static_cast<unsigned>((color >> shift) & 0xffU); };
  return {part(16), part(8), part(0), static_cast<unsigned>(std::lround(255.0 * opacity))};
}

}  // namespace

struct RasterCanvas::Tools {
  using Pixels = agg::pixfmt_srgb24;
  using Base = agg::renderer_base<Pixels>;
  using Ramp = agg::gradient_lut<agg::color_interpolator<agg::srgba8>, 256>;

  explicit Tools(PixelImage& image)
      : buffer(image.bytes.data(), static_cast<unsigned>(image.width), static_cast<unsigned>(image.height),
               3 * image.width),
        pixels(buffer),
        base(pixels) {}

  void fill(agg::filling_rule_e rule, agg::srgba8 color) {
    rasterizer.filling_rule(rule);
    agg::render_scanlines_aa_solid(rasterizer, scanline, base, color);
    rasterizer.reset();
  }

  /// What the rasterizer's add_path() does, with no number that the compilers think unset.
  template <class Lines>
  void add(Lines& lines) {
    double x = 0.0, y = 0.0;
    lines.rewind(0);
    for (unsigned command = lines.vertex(&x, &y); !agg::is_stop(command); command = lines.vertex(&x, &y))
      rasterizer.add_vertex(x, y, command);
  }

  template <class Lines>
  void add_stroke(Lines& lines, Ink::Pen pen, double width) {
    agg::conv_stroke<Lines> outline(lines);
    outline.width(width);
    outline.approximation_scale(kFineness);
    if (pen == Ink::Pen::Round) {
      outline.line_cap(agg::round_cap);
      outline.line_join(agg::round_join);
    }
    if (pen == Ink::Pen::Square) outline.line_cap(agg::square_cap);
    add(outline);
  }

  void add_disc(double x, double y, double radius) {
    agg::ellipse disc(x, y, radius, radius);
    disc.approximation_scale(kFineness);
    add(disc);
  }

  void fill_shining(double x, double y, double radius, svg::Rgb color);

  agg::rendering_buffer buffer;
  Pixels pixels;
  Base base;
  agg::rasterizer_scanline_aa<> rasterizer;
  agg::scanline_u8 scanline;
  agg::span_allocator<agg::srgba8> spans;
  std::map<svg::Rgb, Ramp> ramps;
};

/// Fills what has been rasterized with the shine of a disc.
void RasterCanvas::Tools::fill_shining(double x, double y, double radius, svg::Rgb color) {
  const auto [found, is_new] = ramps.try_emplace(color);
  if (is_new) {
    const Shine shine = shine_of(color);
    found->second.add_color(0.0, color_of(shine.bright));
    found->second.add_color(Shine::kMiddle, color_of(shine.middle));
    found->second.add_color(1.0, color_of(shine.dark));
    found->second.build_lut();
  }
  agg::trans_affine to_gradient = agg::trans_affine_scaling(Shine::kReach * radius / kGradientSteps);
  to_gradient *= agg::trans_affine_translation(x - Shine::kLeft * radius, y - Shine::kUp * radius);
  to_gradient.invert();
  agg::span_interpolator_linear<> places(to_gradient);
  agg::gradient_radial distance;
  agg::span_gradient<agg::srgba8, agg::span_interpolator_linear<>, agg::gradient_radial, Ramp> colors(
      places, distance, found->second, 0.0, kGradientSteps);
  rasterizer.filling_rule(agg::fill_non_zero);
  agg::render_scanlines_aa(rasterizer, scanline, base, spans, colors);
  rasterizer.reset();
}

RasterCanvas::RasterCanvas(int width, int height, double scale, svg::Rgb paper)
    : image_{width, height,
             std::vector<std::uint8_t>(std::size_t{3} * static_cast<std::size_t>(width) *
                                       static_cast<std::size_t>(height))},
      scale_(scale),
      tools_(std::make_unique<Tools>(image_)) {
  tools_->base.clear(color_of(paper));
  end_clip();
}

RasterCanvas::~RasterCanvas() = default;

void RasterCanvas::path(const Path& path, const Ink& ink, const std::string&) {
  agg::path_storage lines;
  std::vector<Spot> dots;
  Spot last;
  for (const Path::Step& step : path.steps()) {
    const Spot to{scaled(step.x), scaled(step.y), 0.0};
    switch (step.verb) {
      case Path::Verb::Move:
        lines.move_to(to.x, to.y);
        break;
      case Path::Verb::Line:
        if (to.x == last.x && to.y == last.y) dots.push_back(to);
        lines.line_to(to.x, to.y);
        break;
      case Path::Verb::Curve:
        lines.curve3(scaled(step.a), scaled(step.b), to.x, to.y);
        break;
      case Path::Verb::Arc:
        lines.arc_to(scaled(step.a), scaled(step.a), 0.0, false, false, to.x, to.y);
        break;
      case Path::Verb::Close:
        lines.close_polygon();
        continue;
    }
    last = to;
  }
  agg::conv_curve<agg::path_storage> flat(lines);
  flat.approximation_scale(kFineness);
  if (ink.fill) {
    tools_->add(flat);
    tools_->fill(agg::fill_even_odd, color_of(*ink.fill, ink.fill_opacity));
  }
  if (!ink.stroke) return;
  const agg::srgba8 color = color_of(*ink.stroke, ink.stroke_opacity);
  const double width = scale_ * ink.width;
  if (ink.pen == Ink::Pen::Dashed) {
    agg::conv_dash<agg::conv_curve<agg::path_storage>> dashes(flat);
    dashes.add_dash(scale_ * Ink::kDash, scale_ * Ink::kSpace);
    tools_->add_stroke(dashes, ink.pen, width);
  } else {
    tools_->add_stroke(flat, ink.pen, width);
  }
  tools_->fill(agg::fill_non_zero, color);
  // What has no length has no outline either, but a round pen leaves a mark.
  if (ink.pen != Ink::Pen::Round || dots.empty()) return;
  for (const Spot& dot : dots) tools_->add_disc(dot.x, dot.y, 0.5 * width);
  tools_->fill(agg::fill_non_zero, color);
}

void RasterCanvas::disc(double x, double y, double radius, const Ink& ink, const std::string&) {
  x = scaled(x);
  y = scaled(y);
  radius = scaled(radius);
  if (ink.fill) {
    tools_->add_disc(x, y, radius);
    if (ink.shine)
      tools_->fill_shining(x, y, radius, *ink.fill);
    else
      tools_->fill(agg::fill_non_zero, color_of(*ink.fill, ink.fill_opacity));
  }
  if (ink.stroke) {
    const double half = 0.5 * scale_ * ink.width;
    tools_->add_disc(x, y, radius + half);
    if (radius > half) tools_->add_disc(x, y, radius - half);
    tools_->fill(agg::fill_even_odd, color_of(*ink.stroke, ink.stroke_opacity));
  }
}

void RasterCanvas::text(double x, double y, const std::string& text, const Lettering& lettering) {
  agg::gsv_text letters;
  letters.flip(true);
  letters.size(scale_ * kCapitals * lettering.size);
  letters.text(svg::printable(text).c_str());
  letters.start_point(scaled(x) - (lettering.ends_here ? letters.text_width() : 0.0), scaled(y));
  const double width = scale_ * lettering.size * (lettering.bold ? kBold : kThin);
  tools_->add_stroke(letters, Ink::Pen::Round, width);
  tools_->fill(agg::fill_non_zero, color_of(lettering.color));
}

void RasterCanvas::begin_clip(double x, double y, double width, double height) {
  tools_->rasterizer.clip_box(scaled(x), scaled(y), scaled(x + width), scaled(y + height));
}

/// The rasterizer's own numbers end not far from an image: it is always told where that ends.
void RasterCanvas::end_clip() { tools_->rasterizer.clip_box(0.0, 0.0, image_.width, image_.height); }

double RasterCanvas::scaled(double value) const { return scale_ * std::clamp(value, -kReach, kReach); }

PixelImage RasterCanvas::finish() { return std::move(image_); }

}  // namespace firsthit
