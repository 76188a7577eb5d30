#include "record/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace firsthit {

using namespace paint;
using svg::Rgb;

namespace {

constexpr int kHiddenCorner = 3;  // of the box in 3D, furthest from who looks: (1, 1, 0)

std::string counted(std::uint64_t number, const char* one, const char* many) {
  std::string text = fmt::format("{}", number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ' ');
  return text + " " + (number == 1 ? one : many);
}

}  // namespace

void Drawing::draw_edges(bool hidden, const char* style) {
  std::string path;
  for (int a = 0; a < 8; ++a)
    for (int bit = 1; bit < 8; bit *= 2) {
      const int b = a | bit;
      if (b == a || (a == kHiddenCorner || b == kHiddenCorner) != hidden) continue;
      const Spot from = view_(view_.corner(a));
      const Spot to = view_(view_.corner(b));
      path += fmt::format("M{} {}L{} {}", svg::pixels(from.x), svg::pixels(from.y), svg::pixels(to.x),
                          svg::pixels(to.y));
    }
  put("<path d=\"{}\" {}/>\n", path, style);
}

void Drawing::draw_space() {
  if (picture_.dimension == 3) {
    const int faces[3][4] = {{0, 1, 3, 2}, {1, 3, 7, 5}, {2, 3, 7, 6}};
    const Rgb tints[3] = {0xf1f3f5, 0xf6f7f9, 0xfdfdfd};
    for (int face = 0; face < 3; ++face) {
      std::string points;
      for (const int corner : faces[face]) {
        const Spot spot = view_(view_.corner(corner));
        points += svg::pixels(spot.x) + "," + svg::pixels(spot.y) + " ";
      }
      put("<polygon points=\"{}\" fill=\"{}\"/>\n", points, svg::text(tints[face]));
    }
    draw_edges(true, "fill=\"none\" stroke=\"#b8c1cb\" stroke-width=\"1.2\"");
    return;
  }
  put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", svg::pixels(view_.left()),
      svg::pixels(view_.top()), svg::pixels(view_.width()), svg::pixels(view_.height()), svg::text(kSpace));
}

/// The sides of the box: a line for a wall, dashes where bodies come round, none where it is open.
void Drawing::draw_front_edges() {
  if (picture_.dimension == 3) {
    draw_edges(false, "fill=\"none\" stroke=\"#3e4c59\" stroke-opacity=\"0.55\" stroke-width=\"1.3\"");
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
      const Spot a = view_(from);
      const Spot b = view_(to);
      put("<path d=\"M{} {}L{} {}\" stroke=\"{}\" {}/>\n", svg::pixels(a.x), svg::pixels(a.y),
          svg::pixels(b.x), svg::pixels(b.y), svg::text(kFrame),
          side == Side::Wall ? "stroke-width=\"3\" stroke-linecap=\"square\""
                             : "stroke-width=\"1.4\" stroke-dasharray=\"7 6\"");
    }
  }
}

/// In 2D what of the drawing is solid, in 3D where the plane cuts the box.
void Drawing::draw_half_space(const PictureObstacle& plane) {
  const auto height = [&](const Point3& p) {
    return plane.to[0] * p[0] + plane.to[1] * p[1] + plane.to[2] * p[2] - plane.size;
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
  std::string points;
  for (const Spot& spot : outline) points += svg::pixels(spot.x) + "," + svg::pixels(spot.y) + " ";
  const Rgb color = plane.color.value_or(kSolid);
  put("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.45\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
      points, svg::text(color), svg::text(svg::mix(color, kInk, 0.5)));
}

/// In 2D everything around it is solid; in 3D its outline.
void Drawing::draw_container(const PictureObstacle& container) {
  const Spot centre = view_(container.from);
  const std::string r = svg::pixels(view_.pixels(container.size));
  const Rgb color = container.color.value_or(kSolid);
  if (picture_.dimension == 3) {
    put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" fill-opacity=\"0.12\" stroke=\"{}\" "
        "stroke-width=\"1.5\"/>\n",
        svg::pixels(centre.x), svg::pixels(centre.y), r, svg::text(color),
        svg::text(svg::mix(color, kInk, 0.5)));
    return;
  }
  put("<path d=\"M{} {}h{}v{}h-{}ZM{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 -{} 0Z\" fill=\"{}\" "
      "fill-opacity=\"0.45\" fill-rule=\"evenodd\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
      svg::pixels(view_.left()), svg::pixels(view_.top()), svg::pixels(view_.width()),
      svg::pixels(view_.height()), svg::pixels(view_.width()),
      svg::pixels(centre.x - view_.pixels(container.size)), svg::pixels(centre.y), r, r,
      svg::pixels(view_.pixels(2.0 * container.size)), r, r, svg::pixels(view_.pixels(2.0 * container.size)),
      svg::text(color), svg::text(svg::mix(color, kInk, 0.5)));
}

void Drawing::draw_arc(const PictureObstacle& arc) {
  // In two pieces of at most half a circle: one could not be all of it.
  const double middle = 0.5 * (arc.from_angle + arc.to_angle);
  const auto at = [&](double angle) {
    return view_({arc.from[0] + arc.size * std::cos(angle), arc.from[1] + arc.size * std::sin(angle), 0.0});
  };
  const std::string r = svg::pixels(view_.pixels(arc.size));
  const Spot begin = at(arc.from_angle);
  std::string path = fmt::format("M{} {}", svg::pixels(begin.x), svg::pixels(begin.y));
  for (const double angle : {middle, arc.to_angle}) {
    const Spot spot = at(angle);
    path += fmt::format("A{} {} 0 0 0 {} {}", r, r, svg::pixels(spot.x), svg::pixels(spot.y));
  }
  put("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"round\"/>\n", path,
      svg::text(arc.color.value_or(kFrame)));
}

void Drawing::draw_obstacles() {
  for (const PictureObstacle& obstacle : picture_.obstacles) {
    const Rgb color = obstacle.color.value_or(kSolid);
    const Spot from = view_(obstacle.from);
    const Spot to = view_(obstacle.to);
    switch (obstacle.kind) {
      case PictureObstacle::Kind::HalfSpace:
        draw_half_space(obstacle);
        break;
      case PictureObstacle::Kind::Segment:
        put("<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"round\"/>\n",
            svg::pixels(from.x), svg::pixels(from.y), svg::pixels(to.x), svg::pixels(to.y),
            svg::text(obstacle.color.value_or(kFrame)));
        break;
      case PictureObstacle::Kind::Container:
        draw_container(obstacle);
        break;
      case PictureObstacle::Kind::Arc:
        draw_arc(obstacle);
        break;
      default: {
        const double radius = std::max(obstacle.size, 1.5 / view_.scale());
        for (const Point3& place : images({obstacle.from, obstacle.from, radius, {}, {}}))
          draw_ball(place, radius, color, "", true);
      }
    }
  }
}

void Drawing::draw_caption() {
  put("<text x=\"44\" y=\"50\" font-size=\"28\" font-weight=\"600\" fill=\"{}\">{}</text>\n", svg::text(kInk),
      svg::escaped(picture_.title));
  put("<text x=\"44\" y=\"76\" font-size=\"16\" fill=\"{}\">time {:.6g}  \xC2\xB7  {}  \xC2\xB7  {}</text>\n",
      svg::text(kQuiet), picture_.time + 0.0, counted(picture_.collisions, "collision", "collisions"),
      counted(picture_.bodies, "body", "bodies"));
  const double y = view_.top() + view_.height() + 38.0;
  draw_legend(y);
  draw_scale_bar(y);
  std::string notes;
  if (crowded() && picture_.followed > 0)
    notes += fmt::format("Starts, trails and impacts of {} of the bodies. ", picture_.followed);
  if (!picture_.trails.empty() && picture_.trails_from > 0.0)
    notes += fmt::format("Trails and impacts from time {:.4g} on. ", picture_.trails_from);
  if (picture_.balls.size() < picture_.bodies)
    notes += fmt::format("Drawn: {}. ", counted(picture_.balls.size(), "body", "bodies"));
  const auto gone = static_cast<std::uint64_t>(
      std::count_if(picture_.balls.begin(), picture_.balls.end(),
                    [&](const PictureBall& ball) { return !view_.shows(ball.end); }));
  if (gone > 0) notes += fmt::format("Flown out of the picture: {}. ", counted(gone, "body", "bodies"));
  notes += picture_.note;
  if (!notes.empty())
    put("<text x=\"44\" y=\"{}\" font-size=\"13\" fill=\"{}\">{}</text>\n", svg::pixels(y + 28.0),
        svg::text(kQuiet), svg::escaped(notes));
}

void Drawing::draw_legend(double y) {
  const std::string color = svg::text(kPalette[0]);
  double x = 52.0;
  const auto word = [&](const char* text, double advance) {
    put("<text x=\"{}\" y=\"{}\" font-size=\"14\" fill=\"{}\">{}</text>\n", svg::pixels(x + 15.0),
        svg::pixels(y + 5.0), svg::text(kQuiet), text);
    x += advance;
  };
  if (picture_.followed == 0) return;
  put("<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"{}\" fill-opacity=\"0.22\" stroke=\"{}\" "
      "stroke-opacity=\"0.6\"/>\n",
      svg::pixels(x), svg::pixels(y), color, color);
  word("start", 78.0);
  put("<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"{}\"/>\n", svg::pixels(x), svg::pixels(y),
      fill_of(kPalette[0]));
  word("end", 80.0);
  put("<path d=\"M{} {}h20\" stroke=\"{}\" stroke-width=\"1.8\"/>\n", svg::pixels(x - 12.0), svg::pixels(y),
      color);
  word("trail", 74.0);
  if (picture_.impacts.empty()) return;
  draw_marks(fmt::format("M{} {}h0", svg::pixels(x), svg::pixels(y)));
  word("impact", 0.0);
}

/// A length of 1, 2 or 5 times a power of ten, about a seventh of the drawing.
void Drawing::draw_scale_bar(double y) {
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
  const double right = kWidth - 44.0;
  put("<path d=\"M{} {}v8M{} {}v8M{} {}h{}\" stroke=\"{}\" stroke-width=\"1.4\"/>\n",
      svg::pixels(right - width), svg::pixels(y - 4.0), svg::pixels(right), svg::pixels(y - 4.0),
      svg::pixels(right - width), svg::pixels(y), svg::pixels(width), svg::text(kFrame));
  put("<text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"end\" fill=\"{}\">length {:.3g}</text>\n",
      svg::pixels(right - width - 10.0), svg::pixels(y + 5.0), svg::text(kQuiet), length);
}

}  // namespace firsthit
