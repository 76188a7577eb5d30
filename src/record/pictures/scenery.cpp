#include "record/pictures/drawing.hpp"
#include "record/pictures/outline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace firsthit {

using namespace paint;
using svg::Rgb;

namespace {

constexpr int kHiddenCorner = 3;  // of the box in 3D, furthest from who looks: (1, 1, 0)

Path line_between(const Spot& a, const Spot& b) {
  Path path;
  path.move(a.x, a.y);
  path.line(b.x, b.y);
  return path;
}

Path around(const std::vector<Spot>& corners) {
  Path path;
  for (const Spot& corner : corners)
    path.empty() ? path.move(corner.x, corner.y) : path.line(corner.x, corner.y);
  path.close();
  return path;
}

Ink filled(Rgb color) {
  Ink ink;
  ink.fill = color;
  return ink;
}

Ink stroked(Rgb color, double width, Ink::Pen pen = Ink::Pen::Plain) {
  Ink ink;
  ink.stroke = color;
  ink.width = width;
  ink.pen = pen;
  return ink;
}

constexpr int kForceWidths = 8;  // pixels, of the largest force

Ink force_ink(double width) {
  Ink ink = stroked(kForce, width, Ink::Pen::Round);
  ink.stroke_opacity = 0.7;
  return ink;
}

/// Of what is solid: pale, and darker at its edge. Sensors are faint and dashed.
Ink solid(const PictureObstacle& obstacle, double opacity) {
  const Rgb color = obstacle.color.value_or(kSolid);
  Ink ink = stroked(svg::mix(color, kInk, 0.5), 1.5, obstacle.sensor ? Ink::Pen::Dashed : Ink::Pen::Plain);
  ink.fill = color;
  ink.fill_opacity = obstacle.sensor ? kFaint : opacity;
  return ink;
}

/// Of what is thin.
Ink line(const PictureObstacle& obstacle) {
  return stroked(obstacle.color.value_or(kFrame), 3.0, obstacle.sensor ? Ink::Pen::Dashed : Ink::Pen::Round);
}

}  // namespace

std::string counted(std::uint64_t number, const char* one, const char* many) {
  std::string text = fmt::format("{}", number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ' ');
  return text + " " + (number == 1 ? one : many);
}

void Drawing::draw_edges(bool hidden, const Ink& ink) {
  Path path;
  for (int a = 0; a < 8; ++a)
    for (int bit = 1; bit < 8; bit *= 2) {
      const int b = a | bit;
      if (b == a || (a == kHiddenCorner || b == kHiddenCorner) != hidden) continue;
      const Spot from = view_(view_.corner(a));
      const Spot to = view_(view_.corner(b));
      path.move(from.x, from.y);
      path.line(to.x, to.y);
    }
  canvas_.path(path, ink);
}

void Drawing::draw_space() {
  if (picture_.dimension == 3) {
    const int faces[3][4] = {{0, 1, 3, 2}, {1, 3, 7, 5}, {2, 3, 7, 6}};
    const Rgb tints[3] = {0xf1f3f5, 0xf6f7f9, 0xfdfdfd};
    for (int face = 0; face < 3; ++face) {
      std::vector<Spot> corners;
      for (const int corner : faces[face]) corners.push_back(view_(view_.corner(corner)));
      canvas_.path(around(corners), filled(tints[face]));
    }
    draw_edges(true, stroked(0xb8c1cb, 1.2));
    return;
  }
  const double left = view_.left(), top = view_.top();
  const double right = left + view_.width(), low = top + view_.height();
  canvas_.path(around({{left, top}, {right, top}, {right, low}, {left, low}}), filled(kSpace));
}

/// The sides of the box: a line for a wall, dashes where bodies come round, none where it is open.
void Drawing::draw_front_edges() {
  if (picture_.dimension == 3) {
    Ink ink = stroked(kFrame, 1.3);
    ink.stroke_opacity = 0.55;
    draw_edges(false, ink);
    return;
  }
  for (int axis = 0; axis < 2; ++axis) {
    const Side side = picture_.sides[static_cast<std::size_t>(axis)];
    if (side == Side::Open) continue;
    for (const bool upper : {false, true}) {
      Point3 from = view_.min();
      Point3 to = view_.max();
      const auto across = static_cast<std::size_t>(axis);
      from[across] = to[across] = upper ? picture_.max[across] : picture_.min[across];
      canvas_.path(line_between(view_(from), view_(to)), side == Side::Wall
                                                             ? stroked(kFrame, 3.0, Ink::Pen::Square)
                                                             : stroked(kFrame, 1.4, Ink::Pen::Dashed));
    }
  }
}

/// In 2D what of the drawing is solid, in 3D where the plane cuts the box.
void Drawing::draw_half_space(const PictureObstacle& plane) {
  const Point3& normal = plane.shape.points[0];
  const Point3& from = plane.position;
  const auto height = [&](const Point3& p) {
    return normal[0] * (p[0] - from[0]) + normal[1] * (p[1] - from[1]) + normal[2] * (p[2] - from[2]) -
           plane.shape.size;
  };
  const auto between = [&](const Point3& a, const Point3& b) {
    const double share = height(a) / (height(a) - height(b));
    return Point3{a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])};
  };
  std::vector<Spot> outline;
  if (picture_.dimension == 2) {
    const int around[] = {0, 1, 3, 2};
    for (int i = 0; i < 4; ++i) {
      const Point3 a = view_.corner(around[i]);
      const Point3 b = view_.corner(around[(i + 1) % 4]);
      if (height(a) <= 0.0) outline.push_back(view_(a));
      if ((height(a) <= 0.0) != (height(b) <= 0.0)) outline.push_back(view_(between(a, b)));
    }
  } else {
    for (int a = 0; a < 8; ++a)
      for (int bit = 1; bit < 8; bit *= 2) {
        const Point3 p = view_.corner(a);
        const Point3 q = view_.corner(a | bit);
        if ((a & bit) == 0 && (height(p) <= 0.0) != (height(q) <= 0.0))
          outline.push_back(view_(between(p, q)));
      }
    Spot middle;
    for (const Spot& spot : outline) {
      middle.x += spot.x / static_cast<double>(outline.size());
      middle.y += spot.y / static_cast<double>(outline.size());
    }
    std::sort(outline.begin(), outline.end(), [&](const Spot& a, const Spot& b) {
      return std::atan2(a.y - middle.y, a.x - middle.x) < std::atan2(b.y - middle.y, b.x - middle.x);
    });
  }
  if (outline.size() < 3) return;
  canvas_.path(around(outline), solid(plane, 0.45));
}

/// In 2D everything around it is solid; in 3D its outline.
void Drawing::draw_container(const PictureObstacle& container) {
  const Spot centre = view_(container.position);
  const double r = view_.pixels(container.shape.size);
  if (picture_.dimension == 3) {
    canvas_.disc(centre.x, centre.y, r, solid(container, 0.12));
    return;
  }
  const double left = view_.left(), top = view_.top();
  const double right = left + view_.width(), low = top + view_.height();
  Path path = around({{left, top}, {right, top}, {right, low}, {left, low}});
  path.move(centre.x - r, centre.y);
  path.arc(r, centre.x + r, centre.y);
  path.arc(r, centre.x - r, centre.y);
  path.close();
  canvas_.path(path, solid(container, 0.45));
}

void Drawing::draw_arc(const PictureObstacle& arc) {
  // In two pieces of at most half a circle: one could not be all of it.
  const double middle = 0.5 * (arc.shape.from_angle + arc.shape.to_angle);
  const double radius = arc.shape.size;
  const auto at = [&](double angle) {
    return view_(
        {arc.position[0] + radius * std::cos(angle), arc.position[1] + radius * std::sin(angle), 0.0});
  };
  const Spot begin = at(arc.shape.from_angle);
  Path path;
  path.move(begin.x, begin.y);
  for (const double angle : {middle, arc.shape.to_angle}) {
    const Spot spot = at(angle);
    path.arc(view_.pixels(radius), spot.x, spot.y);
  }
  canvas_.path(path, line(arc));
}

void Drawing::draw_obstacle(const PictureObstacle& obstacle) {
  using Kind = PlainShape::Kind;
  const PlainShape& shape = obstacle.shape;
  if (shape.kind == Kind::HalfSpace) return draw_half_space(obstacle);
  if (shape.kind == Kind::Container) return draw_container(obstacle);
  if (shape.kind == Kind::Arc) return draw_arc(obstacle);
  const double radius = std::max(outer_radius(shape, picture_.dimension), 1.5 / view_.scale());
  const bool round = shape.kind == Kind::Ball || shape.kind == Kind::Point;
  if (round && !obstacle.sensor) {
    const Point3& at = obstacle.position;
    return draw_body({at, at, radius, {}, {}}, obstacle.color.value_or(kSolid), true);
  }
  const bool area = is_area(shape, picture_.dimension);
  const Ink ink = area ? solid(obstacle, picture_.dimension == 2 ? 1.0 : 0.6) : line(obstacle);
  for (const Point3& place : images(obstacle.position, radius)) draw_shape(shape, place, ink, "");
}

/// In space, what can be hidden stands in the order of depth with the bodies, if they do.
bool Drawing::is_among_bodies(const PictureObstacle& obstacle) const {
  return picture_.dimension == 3 && shaded() && !corners_of(obstacle.shape, 3).empty();
}

void Drawing::draw_obstacles() {
  for (const PictureObstacle& obstacle : picture_.obstacles)
    if (!is_among_bodies(obstacle)) draw_obstacle(obstacle);
}

void Drawing::draw_words() {
  canvas_.text(kMargin, 50.0, picture_.title, {28.0, kInk, true, false});
  std::string facts = fmt::format("time {:.6g}, ", picture_.time + 0.0);
  if (picture_.collisions) facts += counted(*picture_.collisions, "collision", "collisions") + ", ";
  canvas_.text(kMargin, 76.0, facts + counted(picture_.bodies, "body", "bodies"),
               {16.0, kQuiet, false, false});
  const double y = view_.top() + view_.height() + 38.0;
  draw_legend(y);
  draw_scale_bar(kWidth - kMargin, y);
  const std::string text = notes();
  if (!text.empty()) canvas_.text(kMargin, y + 28.0, text, {13.0, kQuiet, false, false});
}

/// [M L/T^2] Of those that are drawn, if any are.
double Drawing::largest_force() const {
  double largest = 0.0;
  if (picture_.contacts.size() > kMostShaded) return largest;
  for (const PictureContact& contact : picture_.contacts) largest = std::max(largest, contact.force);
  return largest;
}

/// What presses bodies to each other, the more the broader.
void Drawing::draw_contacts() {
  const double largest = largest_force();
  if (!(largest > 0.0)) return;
  Path paths[kForceWidths];
  for (const PictureContact& contact : picture_.contacts) {
    if (!(contact.force > 0.0)) continue;
    const int width = static_cast<int>(std::ceil(kForceWidths * (contact.force / largest)));
    Path& path = paths[std::clamp(width, 1, kForceWidths) - 1];
    const Spot from = view_(contact.from), point = view_(contact.point), to = view_(contact.to);
    path.move(from.x, from.y);
    path.line(point.x, point.y);
    if (contact.to != contact.point) path.line(to.x, to.y);
  }
  for (int width = 0; width < kForceWidths; ++width)
    if (!paths[width].empty()) canvas_.path(paths[width], force_ink(width + 1.0));
}

void Drawing::draw_film_words(double width, double height, const std::string& clock) {
  constexpr double kSide = 28.0;
  canvas_.text(kSide, 40.0, picture_.title, {22.0, kInk, true, false});
  canvas_.text(width - kSide, 40.0, clock, {17.0, kQuiet, false, true});
  canvas_.text(kSide, height - 20.0, gone() + picture_.note, {13.0, kQuiet, false, false});
  draw_scale_bar(width - kSide, height - 24.0);
}

std::string Drawing::notes() const {
  std::string text;
  if (crowded() && picture_.followed > 0)
    text += fmt::format("{} and impacts of {} of the bodies. ", picture_.starts ? "Starts, trails" : "Trails",
                        picture_.followed);
  if (!picture_.trails.empty() && picture_.trails_from > 0.0)
    text += fmt::format("Trails and impacts from time {:.4g} on. ", picture_.trails_from);
  if (picture_.moving.size() < picture_.bodies)
    text += fmt::format("Drawn: {}. ", counted(picture_.moving.size(), "body", "bodies"));
  return text + gone() + picture_.note;
}

/// Who left by an open side.
std::string Drawing::gone() const {
  const auto number = static_cast<std::uint64_t>(
      std::count_if(picture_.moving.begin(), picture_.moving.end(),
                    [&](const PictureBody& ball) { return !view_.shows(ball.end); }));
  return number == 0 ? "" : fmt::format("Flown out of the picture: {}. ", counted(number, "body", "bodies"));
}

void Drawing::draw_legend(double y) {
  if (picture_.followed == 0) return;
  const Rgb color = kPalette[0];
  double x = 52.0;
  const auto word = [&](const char* text, double advance) {
    canvas_.text(x + 15.0, y + 5.0, text, {14.0, kQuiet, false, false});
    x += advance;
  };
  if (picture_.starts) {
    Ink start = stroked(color, 1.0);
    start.stroke_opacity = 0.6;
    start.fill = color;
    start.fill_opacity = 0.22;
    canvas_.disc(x, y, 7.0, start);
    word("start", 78.0);
  }
  Ink end = filled(color);
  end.shine = true;
  canvas_.disc(x, y, 7.0, end);
  word("end", 80.0);
  canvas_.path(line_between({x - 12.0, y}, {x + 8.0, y}), stroked(color, 1.8));
  word("trail", 74.0);
  if (!picture_.impacts.empty()) {
    Path mark;
    mark.dot(x, y);
    draw_marks(mark, 1.0);
    word("impact", 84.0);
  }
  const double largest = largest_force();
  if (!(largest > 0.0)) return;
  canvas_.path(line_between({x - 10.0, y}, {x + 4.0, y}), force_ink(kForceWidths));
  word(fmt::format("force {:.3g}", largest).c_str(), 0.0);
}

/// A length of 1, 2 or 5 times a power of ten, about a seventh of the drawing.
void Drawing::draw_scale_bar(double right, double y) {
  const double wanted = kWidth / 7.0 / view_.scale();
  if (!(wanted > 0.0) || !std::isfinite(wanted)) return;
  double length =
      std::strtod(fmt::format("1e{}", static_cast<int>(std::floor(std::log10(wanted)))).c_str(), nullptr);
  for (const double factor : {5.0, 2.0})
    if (length * factor <= wanted) {
      length *= factor;
      break;
    }
  const double width = view_.pixels(length);
  Path bar;
  for (const double x : {right - width, right}) {
    bar.move(x, y - 4.0);
    bar.line(x, y + 4.0);
  }
  bar.move(right - width, y);
  bar.line(right, y);
  canvas_.path(bar, stroked(kFrame, 1.4));
  canvas_.text(right - width - 10.0, y + 5.0, fmt::format("length {:.3g}", length),
               {14.0, kQuiet, false, true});
}

}  // namespace firsthit
