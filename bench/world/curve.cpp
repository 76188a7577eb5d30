#include "curve.hpp"

#include "gas_world.hpp"
#include "heap.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace firsthit::bench {
namespace {

constexpr std::array<std::size_t, 11> kBalls = {100,     320,     1'000,     3'200,     10'000,    32'000,
                                                100'000, 320'000, 1'000'000, 3'200'000, 10'000'000};
constexpr std::array<double, 3> kPackings = {0.05, 0.25, 0.49};
constexpr std::array<const char*, 3> kColors = {"#2b6cb0", "#2f855a", "#c05621"};

struct Point {
  double nanoseconds;  // per collision
  double bytes;        // per ball
};

/// The median of five blocks of at least as many collisions as there are balls, or a tenth of that of very
/// many.
Point measure(std::size_t balls, double packing) {
  const std::int64_t before = bytes_held();
  World<3> world = world_of(make_gas<3>(balls, packing, 1));
  const auto advance = [&world](double collisions) {
    RunLimits limits;
    limits.collisions = world.collisions() + static_cast<std::uint64_t>(collisions);
    const std::clock_t begun = std::clock();
    world.run_until(std::numeric_limits<double>::infinity(), limits);
    return 1e9 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC / collisions;
  };
  const auto count = static_cast<double>(balls);
  advance(balls <= 32'000 ? 10.0 * count : balls <= 1'000'000 ? 2.0 * count : 0.5 * count);
  const double block = balls <= 1'000'000 ? std::max(count, 100'000.0) : 0.1 * count;
  std::array<double, 5> blocks{};
  for (double& each : blocks) each = advance(block);
  std::sort(blocks.begin(), blocks.end());
  return {blocks[2], static_cast<double>(bytes_held() - before) / count};
}

/// [bytes] of this machine's caches, from the nearest on; without those of unknown size.
std::vector<double> caches() {
  std::vector<double> sizes;
  for (const int name : {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE})
    if (const long size = sysconf(name); size > 0) sizes.push_back(static_cast<double>(size));
  return sizes;
}

using Curves = std::array<std::vector<Point>, kPackings.size()>;

/// One of the two charts: a logarithmic axis of balls, and one of a quantity from 0 on.
class Chart {
 public:
  Chart(double top, double most, const char* title) : top_(top), most_(most) {
    text(kLeft, top - 12, "start", title);
    for (int step = 0; step <= 4; ++step) {
      const double value = 0.25 * step * most;
      line(kLeft, y(value), kRight, y(value), "#e2e8f0");
      text(kLeft - 6, y(value) + 4, "end", std::to_string(static_cast<int>(value)));
    }
    for (int power = 2; power <= 7; ++power)
      text(x(std::pow(10.0, power)), top + kHeight + 16, "middle", "10^" + std::to_string(power));
  }
  double x(double balls) const { return kLeft + (std::log10(balls) - 2.0) / 5.0 * (kRight - kLeft); }
  double y(double value) const { return top_ + kHeight * (1.0 - value / most_); }
  void line(double x1, double y1, double x2, double y2, const char* color) {
    add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, color);
  }
  void text(double at_x, double at_y, const char* anchor, const std::string& words) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", at_x, at_y, anchor, words.c_str());
  }
  void curve(const std::vector<Point>& points, double Point::*value, const char* color) {
    std::string way;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double at_x = x(static_cast<double>(kBalls[i]));
      const double at_y = y(std::min(points[i].*value, most_));
      char place[64];
      std::snprintf(place, sizeof place, "%s%.1f,%.1f", i == 0 ? "" : " ", at_x, at_y);
      way += place;
      add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", at_x, at_y, color);
    }
    add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", way.c_str(), color);
  }
  /// Up to where balls of so many bytes fit a cache.
  void cache(double balls, const std::string& name) {
    if (balls < 100.0 || balls > 1e7) return;
    add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#718096\" stroke-dasharray=\"4 "
        "3\"/>\n",
        x(balls), top_, x(balls), top_ + kHeight);
    text(x(balls) + 4, top_ + 12, "start", name);
  }
  const std::string& svg() const { return svg_; }

  static constexpr double kLeft = 64.0, kRight = 700.0, kHeight = 220.0;

 private:
  template <class... Parts>
  void add(const char* format, Parts... parts) {
    const int size = std::snprintf(nullptr, 0, format, parts...);
    std::string piece(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(piece.data(), piece.size(), format, parts...);
    piece.pop_back();
    svg_ += piece;
  }

  double top_;
  double most_;
  std::string svg_;
};

std::string picture_of(const Curves& curves) {
  Chart time(60.0, 4000.0, "nanoseconds a collision");
  Chart memory(350.0, 400.0, "bytes a ball (more where the scale ends)");
  const char* names[] = {"L1", "L2", "L3"};
  const std::vector<double> sizes = caches();
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (Chart* chart : {&time, &memory})
      chart->cache(sizes[i] / curves[1].back().bytes, std::string(names[i]) + " is full");
  std::string legend;
  for (std::size_t p = 0; p < kPackings.size(); ++p) {
    time.curve(curves[p], &Point::nanoseconds, kColors[p]);
    memory.curve(curves[p], &Point::bytes, kColors[p]);
    char entry[160];
    std::snprintf(entry, sizeof entry,
                  "<text x=\"%.0f\" y=\"28\" fill=\"%s\" font-weight=\"bold\">packing %.2f</text>\n",
                  Chart::kLeft + 140.0 * static_cast<double>(p), kColors[p], kPackings[p]);
    legend += entry;
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 620\" font-family=\"sans-serif\" "
         "font-size=\"13\">\n<rect width=\"740\" height=\"620\" fill=\"#ffffff\"/>\n" +
         legend + time.svg() + memory.svg() +
         "<text x=\"382\" y=\"610\" text-anchor=\"middle\">balls</text>\n</svg>\n";
}

}  // namespace

bool draw_curve(const std::string& picture, const std::function<void(const std::string&)>& progress) {
  Curves curves;
  std::printf("%9s | %24s | %24s\n%9s |", "", "ns a collision", "bytes a ball", "balls");
  for (int twice = 0; twice < 2; ++twice)
    for (const double packing : kPackings)
      std::printf("%8.2f%s", packing, packing == kPackings.back() ? " |" : "");
  std::printf("\n");
  for (const std::size_t balls : kBalls) {
    for (std::size_t p = 0; p < kPackings.size(); ++p) {
      progress(std::to_string(balls) + " balls");
      curves[p].push_back(measure(balls, kPackings[p]));
    }
    progress("");
    std::printf("%9zu |", balls);
    for (const auto& curve : curves) std::printf("%8.0f", curve.back().nanoseconds);
    std::printf(" |");
    for (const auto& curve : curves) std::printf("%8.0f", curve.back().bytes);
    std::printf(" |\n");
    std::fflush(stdout);
  }
  std::ofstream file(picture);
  file << picture_of(curves);
  return static_cast<bool>(file.flush());
}

}  // namespace firsthit::bench
