#include "record/pictures/svg_canvas.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <iterator>

namespace firsthit {
namespace {

constexpr std::size_t kMostGradients = 400;  // colours with a shine; more are flat, and files stay small

/// Where `value` pixels are once they are written.
double written(double value) { return std::strtod(svg::pixels(value).c_str(), nullptr); }

/// The way from one place to another: `letter` and where it ends, or the small letter and how far that is,
/// whichever is shorter to say. `between` stands after the letter.
std::string way_text(char letter, const std::string& between, double from_x, double from_y, double to_x,
                     double to_y) {
  const std::string to = svg::pixels(to_x) + ' ' + svg::pixels(to_y);
  const std::string by =
      svg::pixels(written(to_x) - written(from_x)) + ' ' + svg::pixels(written(to_y) - written(from_y));
  const bool is_short = by.size() < to.size();
  constexpr char kToSmall = 'a' - 'A';
  return (is_short ? static_cast<char>(letter + kToSmall) : letter) + between + (is_short ? by : to);
}

void put_steps(std::string& text, const Path& path) {
  const auto put = [&](const char* letter, double x, double y) {
    text += letter;
    text += svg::pixels(x);
    text += ' ';
    text += svg::pixels(y);
  };
  double x = 0.0, y = 0.0;
  for (const Path::Step& step : path.steps()) {
    switch (step.verb) {
      case Path::Verb::Move:
        put("M", step.x, step.y);
        break;
      case Path::Verb::Line:
        if (step.x == x && step.y == y)
          text += "h0";
        else
          text += way_text('L', "", x, y, step.x, step.y);
        break;
      case Path::Verb::Curve:
        put("Q", step.a, step.b);
        put(" ", step.x, step.y);
        break;
      case Path::Verb::Arc:
        text +=
            way_text('A', svg::pixels(step.a) + ' ' + svg::pixels(step.a) + " 0 0 0 ", x, y, step.x, step.y);
        break;
      case Path::Verb::Close:
        text += 'Z';
        break;
    }
    x = step.x;
    y = step.y;
  }
}

std::string opacity_of(const char* name, double opacity) {
  return opacity == 1.0 ? "" : fmt::format(" {}=\"{:.2f}\"", name, opacity);
}

std::string stroke_of(const Ink& ink) {
  if (!ink.stroke) return "";
  return fmt::format(" stroke=\"{}\" stroke-width=\"{}\"{}", svg::text(*ink.stroke), svg::pixels(ink.width),
                     opacity_of("stroke-opacity", ink.stroke_opacity));
}

std::string pen_of(const Ink& ink) {
  if (!ink.stroke) return "";
  switch (ink.pen) {
    case Ink::Pen::Plain:
      break;
    case Ink::Pen::Round:
      return " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    case Ink::Pen::Square:
      return " stroke-linecap=\"square\"";
    case Ink::Pen::Dashed:
      return fmt::format(" stroke-dasharray=\"{} {}\"", Ink::kDash, Ink::kSpace);
  }
  return "";
}

}  // namespace

std::string SvgCanvas::fill_of(const Ink& ink) {
  const svg::Rgb color = *ink.fill;
  if (!ink.shine) return svg::text(color);
  const auto known = gradients_.find(color);
  if (known != gradients_.end()) return fmt::format("url(#g{})", known->second);
  if (gradients_.size() >= kMostGradients) return svg::text(color);
  const int number = static_cast<int>(gradients_.size());
  gradients_[color] = number;
  const Shine shine = shine_of(color);
  defs_ += fmt::format(
      "<radialGradient id=\"g{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"><stop stop-color=\"{}\"/><stop "
      "offset=\"{}\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
      number, 0.5 * (1.0 - Shine::kLeft), 0.5 * (1.0 - Shine::kUp), 0.5 * Shine::kReach,
      svg::text(shine.bright), Shine::kMiddle, svg::text(shine.middle), svg::text(shine.dark));
  return fmt::format("url(#g{})", number);
}

/// `rest`: of the element, what it has for itself.
void SvgCanvas::add(std::string_view tag, const std::string& shared, std::string_view rest) {
  if (shared != shared_) end_group();
  shared_ = shared;
  ++members_;
  group_ += '<';
  group_ += tag;
  if (members_ == 1) first_tag_ = group_.size();
  group_ += rest;
}

void SvgCanvas::end_group() {
  if (members_ == 1) {
    body_ += group_.insert(first_tag_, shared_);
  } else if (members_ > 1) {
    body_ += shared_.empty() ? group_ : "<g" + shared_ + ">\n" + group_ + "</g>\n";
  }
  group_.clear();
  shared_.clear();
  members_ = 0;
}

void SvgCanvas::path(const Path& path, const Ink& ink, const std::string& name) {
  if (path.empty()) return;
  std::string rest;
  if (ink.fill)
    rest += fmt::format(" fill=\"{}\" fill-rule=\"evenodd\"{}", fill_of(ink),
                        opacity_of("fill-opacity", ink.fill_opacity));
  rest += stroke_of(ink) + " d=\"";
  put_steps(rest, path);
  rest += name.empty() ? "\"/>\n" : fmt::format("\"><title>{}</title></path>\n", svg::escaped(name));
  add("path", std::string(ink.fill ? "" : " fill=\"none\"") + pen_of(ink), rest);
}

void SvgCanvas::disc(double x, double y, double radius, const Ink& ink, const std::string& name) {
  std::string rest =
      fmt::format(" cx=\"{}\" cy=\"{}\" r=\"{}\"", svg::pixels(x), svg::pixels(y), svg::pixels(radius));
  if (ink.fill)
    rest += fmt::format(" fill=\"{}\"{}", fill_of(ink), opacity_of("fill-opacity", ink.fill_opacity));
  rest += name.empty() ? "/>\n" : fmt::format("><title>{}</title></circle>\n", svg::escaped(name));
  add("circle", stroke_of(ink) + (ink.fill ? "" : " fill=\"none\""), rest);
}

void SvgCanvas::text(double x, double y, const std::string& text, const Lettering& lettering) {
  add("text", "",
      fmt::format(" x=\"{}\" y=\"{}\" font-size=\"{}\"{}{} fill=\"{}\">{}</text>\n", svg::pixels(x),
                  svg::pixels(y), svg::pixels(lettering.size), lettering.bold ? " font-weight=\"600\"" : "",
                  lettering.ends_here ? " text-anchor=\"end\"" : "", svg::text(lettering.color),
                  svg::escaped(text)));
}

void SvgCanvas::begin_clip(double x, double y, double width, double height) {
  end_group();
  defs_ +=
      fmt::format("<clipPath id=\"c{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
                  clips_, svg::pixels(x), svg::pixels(y), svg::pixels(width), svg::pixels(height));
  body_ += fmt::format("<g clip-path=\"url(#c{})\">\n", clips_++);
}

void SvgCanvas::end_clip() {
  end_group();
  body_ += "</g>\n";
}

std::string SvgCanvas::finish(const std::string& title) {
  end_group();
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
             "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n"
             "<title>{2}</title>\n<defs>\n{3}</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n",
             svg::pixels(width_), svg::pixels(height_), svg::escaped(title), defs_, svg::text(paper_)) +
         body_ + "</svg>\n";
}

}  // namespace firsthit
