#include "record/picture.hpp"

#include "record/drawing.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

using namespace paint;
using svg::Rgb;

namespace {

constexpr std::size_t kMostGradients = 400;     // colours with a shine; more are flat
constexpr std::size_t kDotsInPath = 400;        // renderers are slow with very long paths
constexpr std::size_t kSpatialDotsInPath = 40;  // in 3D a path hides what was drawn before it
constexpr int kDepths = 10;                     // shades of distance
constexpr int kAges = 5;                        // shades of trails

}  // namespace

/// The crowd is paler than those with trails.
Rgb Drawing::color_of(std::size_t ball) const {
  const std::optional<std::uint32_t> own = picture_.balls[ball].color;
  if (ball >= picture_.followed) return own ? svg::mix(*own & 0xffffffU, kSpace, 0.5) : kCrowd;
  return own ? *own & 0xffffffU : kPalette[ball % std::size(kPalette)];
}

/// A shine on the colour, lit from above left; flat where there are too many colours.
std::string Drawing::fill_of(Rgb color) {
  const auto known = gradients_.find(color);
  if (known != gradients_.end()) return fmt::format("url(#g{})", known->second);
  if (gradients_.size() >= kMostGradients) return svg::text(color);
  const int number = static_cast<int>(gradients_.size());
  gradients_[color] = number;
  return fmt::format("url(#g{})", number);
}

/// Further away is nearer to the paper's colour.
Rgb Drawing::faded(Rgb color, double depth) const {
  if (picture_.dimension == 2) return color;
  const double range = std::max(view_.farthest() - view_.nearest(), 1e-300);
  const double share = std::clamp((depth - view_.nearest()) / range, 0.0, 1.0);
  return svg::mix(color, kPaper, 0.55 * std::round(share * kDepths) / kDepths);
}

/// The places where a ball of a periodic 2D box shows: it and its images that reach into the box.
std::vector<Point3> Drawing::images(const PictureBall& ball) const {
  std::vector<Point3> places = {ball.end};
  if (picture_.dimension == 3) return places;
  for (std::size_t k = 0; k < 2; ++k) {
    if (picture_.sides[k] != Side::Periodic) continue;
    const double side = picture_.max[k] - picture_.min[k];
    for (std::size_t i = places.size(); i-- > 0;) {
      Point3 image = places[i];
      if (image[k] - ball.radius < picture_.min[k])
        image[k] += side;
      else if (image[k] + ball.radius > picture_.max[k])
        image[k] -= side;
      else
        continue;
      places.push_back(image);
    }
  }
  return places;
}

/// In pixels, of something of this radius [L].
double Drawing::shown_radius(double radius) const {
  return radius > 0.0 ? std::max(view_.pixels(radius), 0.5) : kPointPixels;
}

void Drawing::draw_ball(const Point3& place, double radius, Rgb color, const std::string& name, bool strong) {
  const Spot spot = view_(place);
  const double r = shown_radius(radius);
  const Rgb shade = faded(color, spot.depth);
  const bool shine = strong || picture_.dimension == 3;
  put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"", svg::pixels(spot.x), svg::pixels(spot.y),
      svg::pixels(r), shine ? fill_of(shade) : svg::text(shade));
  if (strong)
    put(" stroke=\"{}\" stroke-width=\"{}\"", svg::text(svg::mix(shade, kInk, 0.45)),
        r > 4.0 ? "0.9" : "0.4");
  if (name.empty())
    put("/>\n");
  else
    put("><title>{}</title></circle>\n", svg::escaped(name));
}

/// The crowd as dots of few paths, the furthest first.
void Drawing::draw_dots(std::size_t begin) {
  struct Dot {
    Spot spot;
    Rgb color;
    double width;
  };
  std::vector<Dot> dots;
  for (std::size_t i = begin; i < picture_.balls.size(); ++i) {
    const PictureBall& ball = picture_.balls[i];
    const Spot spot = view_(ball.end);
    dots.push_back({spot, faded(color_of(i), spot.depth),
                    std::max(std::round(view_.pixels(20.0 * ball.radius)) / 10.0, 1.0)});
  }
  // In 2D nothing hides anything: by colour and width, so that paths are long.
  std::stable_sort(dots.begin(), dots.end(), [&](const Dot& a, const Dot& b) {
    if (picture_.dimension == 3) return a.spot.depth > b.spot.depth;
    return a.color != b.color ? a.color < b.color : a.width < b.width;
  });
  const bool spatial = picture_.dimension == 3;
  for (std::size_t i = 0; i < dots.size();) {
    const Dot first = dots[i];
    std::string path;
    for (std::size_t n = 0; i < dots.size() && n < (spatial ? kSpatialDotsInPath : kDotsInPath); ++i, ++n) {
      if (dots[i].color != first.color || dots[i].width != first.width) break;
      path += fmt::format("M{} {}h0", svg::pixels(dots[i].spot.x), svg::pixels(dots[i].spot.y));
    }
    const auto layer = [&](Rgb color, double width) {
      put("<path stroke=\"{}\" stroke-width=\"{}\" d=\"{}\"/>\n", svg::text(color), svg::pixels(width), path);
    };
    // A rim, so that the nearer balls stand out from those behind them.
    if (spatial && first.width > 3.0) layer(svg::mix(first.color, kInk, 0.3), first.width);
    layer(first.color, spatial && first.width > 3.0 ? first.width - 1.0 : first.width);
  }
}

void Drawing::draw_balls(bool followed) {
  const std::size_t begin = followed ? 0 : picture_.followed;
  const std::size_t end = followed ? picture_.followed : picture_.balls.size();
  if (begin == end) return;
  if (!followed && !shaded()) {
    put("<g fill=\"none\" stroke-linecap=\"round\">\n");
    draw_dots(begin);
    put("</g>\n");
    return;
  }
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = begin; i < end; ++i) order.emplace_back(-view_(picture_.balls[i].end).depth, i);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  put("<g stroke=\"{}\" stroke-width=\"0.5\">\n",
      svg::text(svg::mix(kCrowd, kInk, picture_.dimension == 3 ? 0.3 : 0.18)));
  for (const auto& [depth, i] : order)
    for (const Point3& place : images(picture_.balls[i]))
      draw_ball(place, picture_.balls[i].radius, color_of(i), followed ? picture_.balls[i].name : "",
                followed);
  put("</g>\n");
}

void Drawing::draw_starts() {
  for (std::size_t i = 0; i < picture_.followed; ++i) {
    const PictureBall& ball = picture_.balls[i];
    const Spot spot = view_(ball.start);
    const Rgb color = color_of(i);
    put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" fill-opacity=\"0.22\" stroke=\"{}\" "
        "stroke-opacity=\"0.5\" "
        "stroke-width=\"0.9\"/>\n",
        svg::pixels(spot.x), svg::pixels(spot.y), svg::pixels(shown_radius(ball.radius)), svg::text(color),
        svg::text(svg::mix(color, kInk, 0.45)));
  }
}

/// Each ball's path in its colour, the older the fainter; where colours are too bright for paper, darker.
void Drawing::draw_trails() {
  const double span = std::max(picture_.time - picture_.trails_from, 1e-300);
  std::map<std::pair<std::size_t, int>, std::string> paths;
  std::map<std::pair<std::size_t, int>, Spot> last;
  for (const TrailPiece& piece : picture_.trails) {
    const double age = (picture_.time - piece.end) / span;
    const std::pair key{piece.ball, std::clamp(static_cast<int>((1.0 - age) * kAges), 0, kAges - 1)};
    const Spot from = view_(piece.from), control = view_(piece.control), to = view_(piece.to);
    std::string& path = paths[key];
    const auto before = last.find(key);
    if (before == last.end() ||
        std::abs(before->second.x - from.x) + std::abs(before->second.y - from.y) > 0.05)
      path += fmt::format("M{} {}", svg::pixels(from.x), svg::pixels(from.y));
    const double bend =
        std::abs(control.x - 0.5 * (from.x + to.x)) + std::abs(control.y - 0.5 * (from.y + to.y));
    if (bend > 0.1)
      path += fmt::format("Q{} {} {} {}", svg::pixels(control.x), svg::pixels(control.y), svg::pixels(to.x),
                          svg::pixels(to.y));
    else
      path += fmt::format("L{} {}", svg::pixels(to.x), svg::pixels(to.y));
    last[key] = to;
  }
  put("<g fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
      crowded() ? "1.9" : "1.3");
  for (int age = 0; age < kAges; ++age)
    for (const auto& [key, path] : paths) {
      if (key.second != age) continue;
      Rgb color = color_of(key.first);
      if (svg::brightness(color) > 0.7) color = svg::mix(color, kQuiet, 0.6);
      put("<path stroke=\"{}\" stroke-opacity=\"{:.2f}\" d=\"{}\"/>\n", svg::text(color),
          0.25 + 0.55 * (age + 1.0) / kAges, path);
    }
  put("</g>\n");
}

/// Soft spots along a path of points; in a crowd small and hard, so that they do not run together.
void Drawing::draw_marks(const std::string& path) {
  const auto ring = [&](const char* width, const char* opacity) {
    put("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{}\" "
        "stroke-linecap=\"round\" d=\"{}\"/>\n",
        svg::text(kInk), width, opacity, path);
  };
  if (!crowded()) {
    ring("9", "0.10");
    ring("5", "0.16");
  }
  ring(crowded() ? "1.6" : "2", "0.5");
}

void Drawing::draw_impacts() {
  std::string path;
  for (const ImpactMark& mark : picture_.impacts) {
    const Spot spot = view_(mark.point);
    path += fmt::format("M{} {}h0", svg::pixels(spot.x), svg::pixels(spot.y));
  }
  if (!path.empty()) draw_marks(path);
}

std::string Drawing::text() {
  draw_space();
  const bool flat = picture_.dimension == 2;
  if (flat) put("<g clip-path=\"url(#world)\">\n");
  draw_obstacles();
  draw_balls(false);
  draw_starts();
  draw_trails();
  draw_impacts();
  draw_balls(true);
  if (flat) put("</g>\n");
  draw_front_edges();
  draw_caption();

  const std::string height = svg::pixels(view_.top() + view_.height() + 84.0);
  std::string head = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n<defs>\n<clipPath id=\"world\"><rect x=\"{3}\" y=\"{4}\" width=\"{5}\" "
      "height=\"{6}\"/></clipPath>\n",
      svg::pixels(kWidth), height, svg::escaped(picture_.title), svg::pixels(view_.left()),
      svg::pixels(view_.top()), svg::pixels(view_.width()), svg::pixels(view_.height()));
  for (const auto& [color, number] : gradients_)
    head += fmt::format(
        "<radialGradient id=\"g{}\" cx=\".36\" cy=\".32\" r=\".75\"><stop stop-color=\"{}\"/><stop "
        "offset=\".45\" "
        "stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
        number, svg::text(svg::mix(color, 0xffffff, 0.5)), svg::text(color),
        svg::text(svg::mix(color, kInk, 0.3)));
  head += fmt::format("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", svg::text(kPaper));
  return head + body_ + "</svg>\n";
}

std::string draw(const Picture& picture) { return Drawing(picture).text(); }

}  // namespace firsthit
