#include "record/pictures/picture.hpp"

#include "record/pictures/drawing.hpp"
#include "record/pictures/outline.hpp"
#include "record/pictures/png.hpp"
#include "record/pictures/raster_canvas.hpp"
#include "record/pictures/svg_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace firsthit {

using namespace paint;
using svg::Rgb;

namespace {

constexpr std::size_t kDotsInPath = 400;        // renderers are slow with very long paths
constexpr std::size_t kSpatialDotsInPath = 40;  // in 3D a path hides what was drawn before it
constexpr int kDepths = 10;                     // shades of distance
constexpr int kAges = 5;                        // shades of trails
constexpr double kOverAll = std::numeric_limits<double>::infinity();  // of what is drawn last

}  // namespace

/// The crowd is paler than those with trails.
Rgb Drawing::color_of(std::size_t body) const {
  const std::optional<std::uint32_t> own = picture_.moving[body].color;
  if (body >= picture_.followed) return own ? svg::mix(*own & 0xffffffU, kSpace, 0.5) : kCrowd;
  return own ? *own & 0xffffffU : kPalette[body % std::size(kPalette)];
}

/// Further away is nearer to the paper's colour.
Rgb Drawing::faded(Rgb color, double depth) const {
  if (picture_.dimension == 2) return color;
  const double range = std::max(view_.farthest() - view_.nearest(), 1e-300);
  const double share = std::clamp((depth - view_.nearest()) / range, 0.0, 1.0);
  return svg::mix(color, kPaper, 0.55 * std::round(share * kDepths) / kDepths);
}

/// The places where something of a periodic 2D box shows: it and its images that reach into the box.
std::vector<Point3> Drawing::images(const Point3& place, double radius) const {
  std::vector<Point3> places = {place};
  if (picture_.dimension == 3) return places;
  for (std::size_t k = 0; k < 2; ++k) {
    if (picture_.sides[k] != Side::Periodic) continue;
    const double side = picture_.max[k] - picture_.min[k];
    for (std::size_t i = places.size(); i-- > 0;) {
      Point3 image = places[i];
      if (image[k] - radius < picture_.min[k])
        image[k] += side;
      else if (image[k] + radius > picture_.max[k])
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

/// In pixels, its diameter, in steps so that bodies that look alike are alike. In 2D the larger is drawn
/// first, and so never hides the smaller.
double Drawing::size_of(const PictureBody& body) const {
  return std::max(std::round(view_.pixels(20.0 * body.radius)) / 10.0, 1.0);
}

/// As it is once it is turned.
PlainShape Drawing::shape_of(const PictureBody& body, const std::optional<UnitQuaternion>& by) const {
  if (body.shape != kRound) {
    const PlainShape& listed = picture_.shapes[body.shape];
    return by ? turned(listed, picture_.dimension, *by) : listed;
  }
  return {PlainShape::Kind::Ball, {}, shown_radius(body.radius) / view_.scale()};
}

/// Who is moved by somebody has a bold outline; sensors are faint and dashed.
Ink Drawing::ink_of(const PictureBody& body, Rgb color, bool strong) const {
  const bool spatial = picture_.dimension == 3;
  Ink ink;
  ink.fill = faded(color, view_(body.end).depth);
  ink.shine = (strong || spatial) && body.shape == kRound;
  ink.stroke = strong ? svg::mix(*ink.fill, kInk, 0.45) : svg::mix(kCrowd, kInk, spatial ? 0.3 : 0.18);
  ink.width = !strong ? 0.5 : shown_radius(body.radius) > 4.0 ? 0.9 : 0.4;
  if (body.kinematic) {
    ink.stroke = svg::mix(*ink.fill, kInk, 0.75);
    ink.width = strong ? 2.6 : 1.5;
  }
  if (body.sensor) {
    ink.shine = false;
    ink.fill_opacity = kFaint;
    ink.pen = Ink::Pen::Dashed;
  }
  return ink;
}

void Drawing::draw_ball(const Point3& place, double radius, const Ink& ink, const std::string& name) {
  const Spot spot = view_(place);
  canvas_.disc(spot.x, spot.y, shown_radius(radius), ink, name);
}

/// How a ball stands: in the plane the radius along its x axis, in space both ends of that axis, if in sight.
void Drawing::draw_spin(const PictureBody& body, const Point3& place, Rgb color) {
  constexpr double kLeast = 3.0;   // pixels of a ball on which a mark can be seen
  constexpr unsigned kDark = 192;  // red, green and blue together: no ink can be seen on it
  const double radius = shown_radius(body.radius);
  if (body.shape != kRound || !body.stands || radius < kLeast) return;
  Ink ink;
  const bool dark = (color >> 16 & 0xff) + (color >> 8 & 0xff) + (color & 0xff) < kDark;
  ink.stroke = svg::mix(color, dark && picture_.dimension == 2 ? kPaper : kInk, 0.75);
  ink.pen = Ink::Pen::Round;
  const Spot centre = view_(place);
  const Point3 x_axis = turned_axes(*body.stands)[0];
  const auto tip = [&](double share) {
    Point3 end = place;
    for (std::size_t k = 0; k < 3; ++k) end[k] += share * body.radius * x_axis[k];
    return view_(end);
  };
  if (picture_.dimension == 2) {
    const Spot end = tip(0.9);
    Path path;
    path.move(centre.x, centre.y);
    path.line(end.x, end.y);
    ink.width = std::clamp(0.12 * radius, 1.0, 3.0);
    canvas_.path(path, ink);
    return;
  }
  for (const double share : {0.9, -0.9}) {
    const Spot end = tip(share);
    if (end.depth > centre.depth) continue;
    if (share < 0.0) ink.stroke = svg::mix(color, kPaper, 0.75);
    Path path;
    path.dot(end.x, end.y);
    ink.width = std::max(0.4 * radius, 1.5);
    canvas_.path(path, ink);
  }
}

/// What has no inside is a stroke in the colour of its fill.
void Drawing::draw_shape(const PlainShape& shape, const Point3& place, Ink ink, const std::string& name) {
  constexpr double kLine = 3.0;  // pixels
  if (!is_area(shape, picture_.dimension)) {
    if (ink.fill) ink.stroke = ink.fill;
    ink.fill.reset();
    ink.width = std::max(ink.width, kLine);
    if (ink.pen == Ink::Pen::Plain) ink.pen = Ink::Pen::Round;
  }
  Path path;
  add_outline(path, shape, place, picture_.dimension, view_);
  canvas_.path(path, ink, name);
  if (picture_.dimension != 3 || !ink.fill) return;
  Path sides;
  add_visible_sides(sides, shape, place, view_);
  ink.fill.reset();
  ink.shine = false;
  canvas_.path(sides, ink);
}

void Drawing::draw_body(const PictureBody& body, Rgb color, bool strong) {
  const std::string name = strong ? body.name : "";
  const Ink ink = ink_of(body, color, strong);
  for (const Point3& place : images(body.end, body.radius)) {
    if (body.shape == kRound && !body.sensor)
      draw_ball(place, body.radius, ink, name);
    else
      draw_shape(shape_of(body, body.stands), place, ink, name);
    draw_spin(body, place, ink.fill.value_or(color));
  }
}

/// The crowd, the furthest first, in 2D the largest; where it does not matter who hides whom, by colour and
/// width of the pen, so that paths are long.
std::vector<Drawing::Dot> Drawing::dots() const {
  constexpr double kDepthLayers = 150;  // so fine that who hides whom is hardly ever wrong
  std::vector<Dot> dots;
  for (std::size_t i = picture_.followed; i < picture_.moving.size(); ++i) {
    const PictureBody& body = picture_.moving[i];
    const Spot spot = view_(body.end);
    const double size = size_of(body);
    const Rgb color = faded(color_of(i), spot.depth);
    dots.push_back({&body, spot, body.sensor ? svg::mix(kSpace, color, kFaint) : color,
                    body.shape == kRound ? size : 0.0, size});
  }
  const bool spatial = picture_.dimension == 3;
  const bool round = picture_.shapes.empty();
  const double layer = (view_.farthest() - view_.nearest()) / kDepthLayers;
  const auto depth_of = [&](const Dot& dot) {
    return round || !(layer > 0.0) ? dot.spot.depth : std::floor(dot.spot.depth / layer);
  };
  // What is alike, as it comes.
  std::sort(dots.begin(), dots.end(), [&](const Dot& a, const Dot& b) {
    if (spatial && depth_of(a) != depth_of(b)) return depth_of(a) > depth_of(b);
    if (spatial && round) return a.body < b.body;
    if (!spatial && a.size != b.size) return a.size > b.size;
    if (a.color != b.color) return a.color < b.color;
    return a.width != b.width ? a.width < b.width : a.body < b.body;
  });
  return dots;
}

/// Some of the crowd as dots and outlines of few paths.
void Drawing::draw_dots(std::span<const Dot> dots) {
  constexpr double kFinest = 1.0;  // pixels between the corners of an outline
  const bool spatial = picture_.dimension == 3;
  for (std::size_t i = 0; i < dots.size();) {
    const Dot first = dots[i];
    Path path;
    for (std::size_t n = 0; i < dots.size() && n < (spatial ? kSpatialDotsInPath : kDotsInPath); ++i, ++n) {
      if (dots[i].color != first.color || dots[i].width != first.width) break;
      const PictureBody& body = *dots[i].body;
      if (first.width > 0.0)
        path.dot(dots[i].spot.x, dots[i].spot.y);
      else
        add_outline(path, shape_of(body, body.stands), body.end, picture_.dimension, view_, kFinest);
    }
    Ink ink;
    const auto layer = [&](Rgb color, double width) {
      ink.stroke = color;
      ink.width = width;
      canvas_.path(path, ink);
    };
    if (first.width == 0.0) {
      ink.fill = first.color;
      layer(svg::mix(first.color, kInk, spatial ? 0.3 : 0.1), 0.5);
      continue;
    }
    ink.pen = Ink::Pen::Round;
    // A rim, so that the nearer balls stand out from those behind them.
    if (spatial && first.width > 3.0) layer(svg::mix(first.color, kInk, 0.3), first.width);
    layer(first.color, spatial && first.width > 3.0 ? first.width - 1.0 : first.width);
  }
}

/// Those of bodies with a trail, the largest first.
std::vector<std::size_t> Drawing::starts() const {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; picture_.starts && i < picture_.followed; ++i) starts.push_back(i);
  std::stable_sort(starts.begin(), starts.end(), [&](std::size_t a, std::size_t b) {
    return size_of(picture_.moving[a]) > size_of(picture_.moving[b]);
  });
  return starts;
}

void Drawing::draw_start(std::size_t i) {
  const PictureBody& body = picture_.moving[i];
  const Rgb color = color_of(i);
  Ink ink;
  ink.fill = color;
  ink.fill_opacity = body.sensor ? 0.5 * kFaint : 0.22;
  ink.stroke = svg::mix(color, kInk, 0.45);
  ink.stroke_opacity = 0.5;
  ink.width = 0.9;
  if (body.shape == kRound)
    draw_ball(body.start, body.radius, ink, "");
  else
    draw_shape(shape_of(body, body.stood), body.start, ink, "");
}

/// The furthest first, in 2D the largest; of obstacles, which may be large, their furthest corner counts.
void Drawing::draw_bodies(bool followed) {
  const std::size_t begin = followed ? 0 : picture_.followed;
  const std::size_t end = followed ? picture_.followed : picture_.moving.size();
  const bool flat = picture_.dimension == 2;
  std::vector<std::pair<double, std::size_t>> order;  // bodies, then obstacles, then starts
  for (std::size_t i = begin; i < end; ++i) {
    const PictureBody& body = picture_.moving[i];
    order.emplace_back(flat ? -size_of(body) : -view_(body.end).depth, i);
  }
  for (std::size_t i = 0; followed != crowded() && i < picture_.obstacles.size(); ++i) {
    const PictureObstacle& obstacle = picture_.obstacles[i];
    if (!is_among_bodies(obstacle)) continue;
    double depth = view_.nearest();
    for (const Point3& corner : corners_of(obstacle.shape, 3)) {
      const Point3& p = obstacle.position;
      depth = std::max(depth, view_({p[0] + corner[0], p[1] + corner[1], p[2] + corner[2]}).depth);
    }
    order.emplace_back(-depth, picture_.moving.size() + i);
  }
  const std::size_t first_start = picture_.moving.size() + picture_.obstacles.size();
  if (!followed)  // in 3D they lie over the crowd
    for (const std::size_t i : starts())
      order.emplace_back(flat ? -size_of(picture_.moving[i]) : kOverAll, first_start + i);
  std::sort(order.begin(), order.end());
  for (const auto& [depth, i] : order) {
    if (i < picture_.moving.size())
      draw_body(picture_.moving[i], color_of(i), followed);
    else if (i < first_start)
      draw_obstacle(picture_.obstacles[i - picture_.moving.size()]);
    else
      draw_start(i - first_start);
  }
}

/// Those without a trail, and where those with one started.
void Drawing::draw_crowd() {
  if (shaded()) {
    draw_bodies(false);
    return;
  }
  const std::vector<Dot> all = dots();
  std::span<const Dot> left(all);
  for (const std::size_t i : starts()) {
    const double size = picture_.dimension == 2 ? size_of(picture_.moving[i]) : 0.0;
    const auto smaller =
        std::find_if(left.begin(), left.end(), [&](const Dot& dot) { return dot.size < size; });
    const auto count = static_cast<std::size_t>(smaller - left.begin());
    draw_dots(left.first(count));
    left = left.subspan(count);
    draw_start(i);
  }
  draw_dots(left);
}

/// Each body's path in its colour, the older the fainter; where colours are too bright for paper, darker.
void Drawing::draw_trails() {
  const double span = std::max(picture_.time - picture_.trails_from, 1e-300);
  std::map<std::pair<std::size_t, int>, Path> paths;
  std::map<std::pair<std::size_t, int>, Spot> last;
  for (const TrailPiece& piece : picture_.trails) {
    const double age = (picture_.time - piece.end) / span;
    const std::pair key{piece.ball, std::clamp(static_cast<int>((1.0 - age) * kAges), 0, kAges - 1)};
    const Spot from = view_(piece.from), control = view_(piece.control), to = view_(piece.to);
    Path& path = paths[key];
    const auto before = last.find(key);
    if (before == last.end() ||
        std::abs(before->second.x - from.x) + std::abs(before->second.y - from.y) > 0.05)
      path.move(from.x, from.y);
    const double bend =
        std::abs(control.x - 0.5 * (from.x + to.x)) + std::abs(control.y - 0.5 * (from.y + to.y));
    if (bend > 0.1)
      path.curve(control.x, control.y, to.x, to.y);
    else
      path.line(to.x, to.y);
    last[key] = to;
  }
  for (int age = 0; age < kAges; ++age)
    for (const auto& [key, path] : paths) {
      if (key.second != age) continue;
      Ink ink;
      ink.stroke = color_of(key.first);
      if (svg::brightness(*ink.stroke) > 0.7) ink.stroke = svg::mix(*ink.stroke, kQuiet, 0.6);
      ink.stroke_opacity = 0.25 + 0.55 * (age + 1.0) / kAges;
      ink.width = crowded() ? 1.9 : 1.3;
      ink.pen = Ink::Pen::Round;
      canvas_.path(path, ink);
    }
}

/// Soft spots along a path of points; in a crowd small and hard, so that they do not run together.
void Drawing::draw_marks(const Path& path, double strength) {
  const auto ring = [&](double width, double opacity) {
    Ink ink;
    ink.stroke = kInk;
    ink.stroke_opacity = strength * opacity;
    ink.width = width;
    ink.pen = Ink::Pen::Round;
    canvas_.path(path, ink);
  };
  if (!crowded()) {
    ring(9.0, 0.10);
    ring(5.0, 0.16);
  }
  ring(crowded() ? 1.6 : 2.0, 0.5);
}

void Drawing::draw_impacts() {
  Path paths[kAges];  // the oldest first
  for (const ImpactMark& mark : picture_.impacts) {
    const double age =
        picture_.impacts_fade > 0.0 ? (picture_.time - mark.time) / picture_.impacts_fade : 0.0;
    if (age >= 1.0) continue;
    const Spot spot = view_(mark.point);
    paths[std::clamp(static_cast<int>((1.0 - age) * kAges), 0, kAges - 1)].dot(spot.x, spot.y);
  }
  for (int age = 0; age < kAges; ++age)
    if (!paths[age].empty()) draw_marks(paths[age], (age + 1.0) / kAges);
}

void Drawing::draw_world() {
  draw_space();
  const bool flat = picture_.dimension == 2;
  if (flat) canvas_.begin_clip(view_.left(), view_.top(), view_.width(), view_.height());
  draw_obstacles();
  draw_crowd();
  draw_trails();
  draw_impacts();
  draw_bodies(true);
  draw_contacts();
  if (flat) canvas_.end_clip();
  draw_front_edges();
}

namespace {

View view_of(const Picture& picture) {
  constexpr double kMostHeight = 820.0;  // pixels
  return View(picture, {kMargin, kTop, kWidth - 2.0 * kMargin, kMostHeight, false});
}

double height_of(const View& view) { return view.top() + view.height() + kBottom; }

void draw_all(const Picture& picture, const View& view, Canvas& canvas) {
  Drawing drawing(picture, view, canvas);
  drawing.draw_world();
  drawing.draw_words();
}

}  // namespace

PictureContact contact_in(const Picture& picture, const Point3& from, const Point3& point,
                          const std::optional<Point3>& to, double force) {
  PictureContact contact{from, point, to.value_or(point), force};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double side = picture.max[axis] - picture.min[axis];
    if (picture.sides[axis] == Side::Periodic)
      contact.to[axis] -= side * std::nearbyint((contact.to[axis] - point[axis]) / side);
  }
  return contact;
}

std::string draw(const Picture& picture) {
  const View view = view_of(picture);
  SvgCanvas canvas(kWidth, height_of(view), kPaper);
  draw_all(picture, view, canvas);
  return canvas.finish(picture.title);
}

std::string draw_png(const Picture& picture) {
  constexpr double kPixels = 2.0;  // of the image to one of the drawing: sharp on screens and in print
  const View view = view_of(picture);
  RasterCanvas canvas(static_cast<int>(kPixels * kWidth),
                      static_cast<int>(std::ceil(kPixels * height_of(view))), kPixels, kPaper);
  draw_all(picture, view, canvas);
  return png_text(canvas.finish());
}

}  // namespace firsthit
