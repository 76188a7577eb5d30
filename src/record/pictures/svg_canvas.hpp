#pragma once

#include "record/pictures/canvas.hpp"

#include <map>
#include <string>
#include <string_view>

namespace firsthit {

/// Writes SVG.
class SvgCanvas : public Canvas {
 public:
  SvgCanvas(double width, double height, svg::Rgb paper) : width_(width), height_(height), paper_(paper) {}

  using Canvas::disc;
  void path(const Path& path, const Ink& ink, const std::string& name) override;
  using Canvas::path;
  void disc(double x, double y, double radius, const Ink& ink, const std::string& name) override;
  void text(double x, double y, const std::string& text, const Lettering& lettering) override;
  void begin_clip(double x, double y, double width, double height) override;
  void end_clip() override;

  /// The whole file. Nothing can be drawn after that.
  std::string finish(const std::string& title);

 private:
  void add(std::string_view tag, const std::string& shared, std::string_view rest);
  void end_group();
  std::string fill_of(const Ink& ink);

  double width_, height_;
  svg::Rgb paper_;
  std::string body_;
  std::string defs_;
  std::map<svg::Rgb, int> gradients_;
  int clips_ = 0;
  // Elements in a row with the same attributes are a group, which has them once.
  std::string group_;
  std::string shared_;
  std::size_t members_ = 0;
  std::size_t first_tag_ = 0;  ///< where the attributes of the only member would stand
};

}  // namespace firsthit
