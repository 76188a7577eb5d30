#include "record/paths/film.hpp"

#include "record/pictures/drawing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

constexpr double kUsualWidth = 1280.0, kUsualHeight = 720.0;  // the sheet that larger frames show larger
constexpr double kSide = 28.0, kAbove = 58.0, kBelow = 50.0;  // pixels of it around the world
constexpr double kTrail = 1.5;                                // seconds of film
constexpr double kMark = 0.7;                                 // seconds of film; softly gone, no flash
constexpr std::size_t kMostLegs = 400;                        // of one trail
constexpr std::size_t kMostMarks = 400;                       // at once
constexpr int kLooks = 400;                                   // for how far bodies get through open sides
constexpr std::size_t kNoTrail = std::numeric_limits<std::size_t>::max();

Point3 scaled(const Point3& p, double unit) { return {unit * p[0], unit * p[1], unit * p[2]}; }

}  // namespace

std::size_t FilmFormat::frames() const {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(fps * seconds)));
}

Film::Film(const PathsFile& paths, std::string title, const FilmFormat& format)
    : paths_(paths),
      title_(std::move(title)),
      format_(format),
      scale_(std::min(format.width / kUsualWidth, format.height / kUsualHeight)),
      duration_(paths.end - paths.begin),
      from_(format.from ? *format.from / paths.time_unit - paths.begin : 0.0),
      until_(format.until ? *format.until / paths.time_unit - paths.begin : duration_),
      per_second_((until_ - from_) / format.seconds),
      shown_(choose_shown(paths.shown())),
      slot_of_(paths.shown(), kNoTrail),
      motion_(paths),
      view_(view_of_all()),
      legs_end_(shown_.followed, 0.0),
      legs_(shown_.followed) {
  for (std::size_t slot = 0; slot < shown_.followed; ++slot) {
    slot_of_[shown_.bodies[slot]] = slot;
    courses_.push_back(course_of(paths_.start, shown_.bodies[slot], 0.0));
  }
}

auto Film::course_of(const PathsFile::Courses& courses, std::size_t index, double time) const -> Course {
  Course course;
  course.time = time;
  const auto axes = static_cast<std::size_t>(paths_.dimension);
  for (std::size_t k = 0; k < axes; ++k) {
    course.position[k] = paths_.origin[k] + static_cast<double>(courses.position[index * axes + k]);
    course.velocity[k] = static_cast<double>(courses.velocity[index * axes + k]);
    if (!courses.acceleration.empty())
      course.acceleration[k] = static_cast<double>(courses.acceleration[index * axes + k]);
  }
  return course;
}

/// What is the same in all frames, without the bodies.
Picture Film::empty_picture() const {
  Picture picture;
  const double unit = paths_.length_unit;
  picture.dimension = paths_.dimension;
  picture.title = title_;
  picture.min = scaled(paths_.min, unit);
  picture.max = scaled(paths_.max, unit);
  picture.sides = paths_.sides;
  picture.bodies = paths_.bodies;
  picture.followed = shown_.followed;
  picture.starts = false;
  for (const PlainShape& shape : paths_.shapes) picture.shapes.push_back(scaled(shape, unit));
  for (const NamedObstacle& named : paths_.obstacles) {
    PictureObstacle obstacle = named.obstacle;
    obstacle.position = scaled(obstacle.position, unit);
    obstacle.shape = scaled(obstacle.shape, unit);
    picture.obstacles.push_back(obstacle);
  }
  return picture;
}

/// One view for all frames: along open sides it has to show what the bodies will span.
View Film::view_of_all() const {
  Picture picture = empty_picture();
  if (std::find(paths_.sides.begin(), paths_.sides.begin() + paths_.dimension, Side::Open) !=
      paths_.sides.begin() + paths_.dimension) {
    PathMotion motion(paths_);
    for (int look = 0; look <= kLooks; ++look) {
      motion.move_to(from_ + (until_ - from_) * look / kLooks);
      for (std::size_t i = 0; i < shown_.bodies.size(); ++i) {
        const std::size_t body = shown_.bodies[i];
        const Point3 place = scaled(motion.place(body), paths_.length_unit);
        if (look == 0)
          picture.moving.push_back(
              {place, place, paths_.length_unit * static_cast<double>(paths_.body_radius[body]), {}, {}});
        PictureBody& shown = picture.moving[i];
        for (std::size_t k = 0; k < 3; ++k) {
          shown.start[k] = std::min(shown.start[k], place[k]);
          shown.end[k] = std::max(shown.end[k], place[k]);
        }
      }
    }
  }
  return View(picture, {kSide, kAbove, format_.width / scale_ - 2.0 * kSide,
                        format_.height / scale_ - kAbove - kBelow, true});
}

void Film::add_leg(std::size_t slot, double time, const Point3& position, const Point3& velocity,
                   const Point3& acceleration) {
  const double length = paths_.length_unit, duration = paths_.time_unit;
  std::deque<Leg>& legs = legs_[slot];
  legs.push_back({duration * (paths_.begin + legs_end_[slot]), duration * (paths_.begin + time),
                  scaled(position, length), scaled(velocity, length / duration),
                  scaled(acceleration, length / duration / duration)});
  legs_end_[slot] = time;
  const double oldest = duration * (paths_.begin + time - kTrail * per_second_);
  while (legs.size() > kMostLegs || legs.front().end < oldest) legs.pop_front();
}

/// Ends a leg of a true path.
void Film::end_leg(std::size_t slot, double time, const Point3& position) {
  const Course& course = courses_[slot];
  Point3 velocity{};
  for (std::size_t k = 0; k < 3; ++k)
    velocity[k] = course.velocity[k] + (time - course.time) * course.acceleration[k];
  add_leg(slot, time, position, velocity, course.acceleration);
}

void Film::go_to(double time) {
  motion_.move_to(time);
  time_ = time;
  if (time <= 0.0) return;
  const bool on_path = time <= paths_.paths_end - paths_.begin;
  for (; on_path && next_knot_ < paths_.knot_time.size() && paths_.knot_time[next_knot_] <= time;
       ++next_knot_) {
    const std::size_t slot = slot_of_[paths_.knot_body[next_knot_]];
    if (slot == kNoTrail) continue;
    const Course course = course_of(paths_.knot, next_knot_, paths_.knot_time[next_knot_]);
    end_leg(slot, course.time, course.position);
    courses_[slot] = course;
  }
  for (std::size_t slot = 0; slot < shown_.followed; ++slot) {
    const Point3 place = motion_.place(shown_.bodies[slot]);
    if (on_path)
      end_leg(slot, time, place);
    else
      add_leg(slot, time, place, motion_.velocity(shown_.bodies[slot]), {});
  }
}

/// The latest ones, and where the picture is crowded only of bodies with a trail.
void Film::put_impacts(Picture& picture) const {
  picture.impacts_fade = kMark * per_second_ * paths_.time_unit;
  const auto axes = static_cast<std::size_t>(paths_.dimension);
  const auto has_trail = [&](std::uint32_t body) {
    return body < slot_of_.size() && slot_of_[body] != kNoTrail;
  };
  const auto after = std::upper_bound(paths_.impact_time.begin(), paths_.impact_time.end(), time_);
  for (auto i = static_cast<std::size_t>(after - paths_.impact_time.begin());
       i-- > 0 && picture.impacts.size() < kMostMarks &&
       paths_.impact_time[i] > time_ - kMark * per_second_;) {
    if (!has_trail(paths_.impact_a[i]) && !has_trail(paths_.impact_b[i])) continue;
    ImpactMark& mark = picture.impacts.emplace_back();
    mark.time = paths_.time_unit * (paths_.begin + paths_.impact_time[i]);
    for (std::size_t k = 0; k < axes; ++k)
      mark.point[k] =
          paths_.length_unit * (paths_.origin[k] + static_cast<double>(paths_.impact_point[i * axes + k]));
  }
}

Picture Film::picture() const {
  Picture picture = empty_picture();
  picture.time = paths_.time_unit * (paths_.begin + time_);
  picture.note = note();
  for (const std::size_t body : shown_.bodies) {
    PictureBody& drawn = picture.moving.emplace_back();
    drawn.start = drawn.end = scaled(motion_.place(body), paths_.length_unit);
    drawn.radius = paths_.length_unit * static_cast<double>(paths_.body_radius[body]);
    drawn.shape = paths_.shape_of(body);
    drawn.kinematic = paths_.is(kKinematic, body);
    drawn.sensor = paths_.is(kSensor, body);
    drawn.stands = drawn.stood = motion_.stands(body);
    if (paths_.body_color[body] <= 0xffffffU) drawn.color = paths_.body_color[body];
  }
  picture.trails_from = paths_.time_unit * (paths_.begin + time_ - kTrail * per_second_);
  picture.trails_from = trails_begin(picture, legs_);
  for (std::size_t slot = 0; slot < shown_.followed; ++slot) add_trail(picture, slot, legs_[slot]);
  put_impacts(picture);
  return picture;
}

/// With as many digits as frames differ by.
std::string Film::clock() const {
  const double time = paths_.time_unit * (paths_.begin + time_);
  const double step = paths_.time_unit * per_second_ / format_.fps;
  const double most = std::max(std::abs(paths_.begin), std::abs(paths_.end)) * paths_.time_unit;
  constexpr double kReadable = 1e-6, kLong = 1e6;
  std::string text =
      step > kReadable && most < kLong
          ? fmt::format("time {:.{}f}", time, std::max(0, static_cast<int>(std::ceil(-std::log10(step)))))
          : fmt::format("time {:.5e}", time);
  const std::optional<std::uint64_t> count = collisions();
  return count ? fmt::format("{}, {}", text, counted(*count, "collision", "collisions")) : text;
}

/// So far, where they are all kept, and at the end.
std::optional<std::uint64_t> Film::collisions() const {
  if (time_ >= duration_) return paths_.collisions;
  if (paths_.impact_time.size() != paths_.collisions) return std::nullopt;
  const auto after = std::upper_bound(paths_.impact_time.begin(), paths_.impact_time.end(), time_);
  return static_cast<std::uint64_t>(after - paths_.impact_time.begin());
}

/// What is left out.
std::string Film::note() const {
  std::string text;
  if (paths_.bodies > shown_.followed && shown_.followed > 0)
    text += fmt::format("Trails and impacts of {} of the {}. ", shown_.followed,
                        counted(paths_.bodies, "body", "bodies"));
  if (shown_.bodies.size() < paths_.bodies)
    text += fmt::format("Drawn: {}. ", counted(shown_.bodies.size(), "body", "bodies"));
  return text + between_samples();
}

/// That this is no true path any more.
std::string Film::between_samples() const {
  if (time_ <= paths_.paths_end - paths_.begin) return "";
  return fmt::format("From time {:.4g} on, straight from sample to sample.",
                     paths_.time_unit * paths_.paths_end);
}

Picture Film::still(double time) {
  go_to(time);
  Picture shown = picture();
  shown.collisions = collisions();
  shown.note = between_samples();  // the rest is said under every picture
  return shown;
}

PixelImage Film::next() {
  const std::size_t last = format_.frames() - 1;
  const double share = frame_ >= last ? 1.0 : static_cast<double>(frame_) / static_cast<double>(last);
  go_to(share < 1.0 ? from_ + (until_ - from_) * share : until_);
  ++frame_;
  RasterCanvas canvas(format_.width, format_.height, scale_, paint::kPaper);
  const Picture shown = picture();
  Drawing drawing(shown, view_, canvas);
  drawing.draw_world();
  drawing.draw_film_words(format_.width / scale_, format_.height / scale_, clock());
  return canvas.finish();
}

}  // namespace firsthit
