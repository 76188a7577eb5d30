#include "record/paths/path_frames.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

constexpr std::size_t kMostFrames = 400;       // so smooth that straight lines between them do
constexpr std::size_t kMostPlaces = 22000000;  // in all frames: some seven bytes each while the run goes on
constexpr std::size_t kFewestFrames = 100;     // what kMostShown bodies leave room for
constexpr double kSteps = 65536.0;
constexpr double kMiddle = 32768.0;
constexpr double kUsedSteps = 65000.0;    // of a box, so that what rounds up at its side is still inside
constexpr double kFewestSteps = 1024.0;   // a box is drawn about so many pixels wide
constexpr double kQuantaPerRadius = 8.0;  // what an eye sees of a step when it looks closely
constexpr double kLevels = 15.0;          // of speed, besides 0

}  // namespace

PathFrames::PathFrames(int dimension, std::size_t bodies, const Point3& min, const Point3& max,
                       const std::array<Side, 3>& sides, double smallest_radius)
    : dimension_(static_cast<std::size_t>(dimension)),
      bodies_(bodies),
      most_(std::clamp(kMostPlaces / std::max<std::size_t>(bodies, 1), kFewestFrames, kMostFrames)),
      smallest_radius_(smallest_radius) {
  for (std::size_t k = 0; k < dimension_; ++k) {
    axes_[k].repeats = sides[k] == Side::Periodic;
    axes_[k].middle = 0.5 * (min[k] + max[k]);
    axes_[k].quantum = (max[k] - min[k]) / (axes_[k].repeats ? kSteps : kUsedSteps);
  }
}

void PathFrames::widen(std::size_t axis, double place) {
  Axis& range = axes_[axis];
  while (std::abs(place - range.middle) > 0.5 * kUsedSteps * range.quantum) {
    range.quantum *= 2.0;
    for (PathsFile::Frame& frame : frames_)
      for (std::size_t i = axis; i < frame.place.size(); i += dimension_)
        frame.place[i] = static_cast<std::uint16_t>((frame.place[i] + std::uint32_t{32768}) / 2);
  }
}

void PathFrames::widen_speeds(double speed) {
  largest_speed_ = std::max(largest_speed_, speed);
  if (speed <= speed_scale_) return;
  if (speed_scale_ == 0.0) {
    speed_scale_ = speed;  // all so far stood still
    return;
  }
  while (speed > speed_scale_) {
    speed_scale_ *= 2.0;
    for (PathsFile::Frame& frame : frames_)
      for (std::uint8_t& level : frame.speed) level = static_cast<std::uint8_t>((level + 1) / 2);
  }
}

void PathFrames::fill(PathsFile::Frame& frame, const Look& look) {
  for (std::size_t i = 0; i < bodies_; ++i) {
    const Shown shown = look(i);
    for (std::size_t k = 0; k < dimension_; ++k)
      if (!axes_[k].repeats) widen(k, shown.place[k]);
    widen_speeds(shown.speed);
  }
  frame.place.resize(bodies_ * dimension_);
  frame.speed.resize(bodies_);
  for (std::size_t i = 0; i < bodies_; ++i) {
    const Shown shown = look(i);
    for (std::size_t k = 0; k < dimension_; ++k) {
      const Axis& axis = axes_[k];
      const double quanta = std::floor((shown.place[k] - axis.middle) / axis.quantum + 0.5);
      frame.place[i * dimension_ + k] =
          static_cast<std::uint16_t>(static_cast<std::int32_t>(quanta) + static_cast<std::int32_t>(kMiddle));
    }
    frame.speed[i] = speed_scale_ > 0.0
                         ? static_cast<std::uint8_t>(255.0 * (shown.speed / speed_scale_) + 0.5)
                         : std::uint8_t{0};
  }
}

void PathFrames::add(double time, const Look& look) {
  // The latest is always there, and stays only if it stands at a whole stride.
  if (!frames_.empty() && (added_ - 1) % stride_ != 0) frames_.pop_back();
  if (frames_.size() == most_) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < frames_.size(); i += 2) std::swap(frames_[kept++], frames_[i]);
    frames_.resize(kept);
    stride_ *= 2;
  }
  PathsFile::Frame frame;
  frame.time = time;
  fill(frame, look);
  frames_.push_back(std::move(frame));
  ++added_;
}

void PathFrames::set_first(const Look& look) { fill(frames_.front(), look); }

/// By how many bits the quanta of an axis may be coarser than those kept.
unsigned PathFrames::coarsening_of(std::size_t axis) const {
  const double quantum = axes_[axis].quantum;
  const double most =
      std::min(smallest_radius_ > 0.0 ? smallest_radius_ / kQuantaPerRadius : kSteps * quantum,
               kSteps * quantum / kFewestSteps);
  unsigned bits = 0;
  while (std::ldexp(quantum, static_cast<int>(bits) + 1) <= most) ++bits;
  return bits;
}

void PathFrames::move_to(PathsFile& paths) {
  for (std::size_t k = 0; k < dimension_; ++k) {
    const unsigned bits = coarsening_of(k);
    const std::uint32_t steps = std::uint32_t{65536} >> bits;
    const std::uint32_t half = bits == 0 ? 0 : std::uint32_t{1} << (bits - 1);
    for (PathsFile::Frame& frame : frames_)
      for (std::size_t i = k; i < frame.place.size(); i += dimension_)
        frame.place[i] = static_cast<std::uint16_t>(((frame.place[i] + half) >> bits) % steps);
    paths.frame_origin[k] = axes_[k].middle - kMiddle * axes_[k].quantum;
    paths.frame_quantum[k] = std::ldexp(axes_[k].quantum, static_cast<int>(bits));
    paths.frame_steps[k] = steps;
  }
  // From 256 levels of what speeds might become to 16 of what they were.
  const double ratio = largest_speed_ > 0.0 ? speed_scale_ / largest_speed_ : 0.0;
  for (PathsFile::Frame& frame : frames_)
    for (std::uint8_t& level : frame.speed) {
      const double coarse = std::floor(kLevels * std::min(1.0, ratio * (level / 255.0)) + 0.5);
      level = static_cast<std::uint8_t>(17.0 * coarse);
    }
  paths.speed_scale = largest_speed_;
  paths.frames = std::move(frames_);
}

}  // namespace firsthit
