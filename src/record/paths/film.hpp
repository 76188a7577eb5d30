#pragma once

#include "record/paths/path_motion.hpp"
#include "record/paths/paths_file.hpp"
#include "record/paths/trails.hpp"
#include "record/pictures/raster_canvas.hpp"
#include "record/pictures/view.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace firsthit {

struct FilmFormat {
  int width = 1280;  ///< pixels
  int height = 720;
  double fps = 30.0;  ///< frames per second
  double seconds = 20.0;
  std::optional<double> from{};   ///< [T] the time of the first frame; unset: where the run begins
  std::optional<double> until{};  ///< [T] of the last frame; unset: where it ends

  std::size_t frames() const;  ///< at least one
};

/// A run, or a part of it, as a film, frame by frame: bodies on their true paths, trails and impacts that
/// fade.
class Film {
 public:
  /// `paths` must outlive it. What `format` shows must lie within the run.
  Film(const PathsFile& paths, std::string title, const FilmFormat& format);

  /// The picture at `time` [T] since the begin, which is not before the last one.
  Picture still(double time);

  /// The next frame; of all of them, the first shows the begin and the last the end of what is shown.
  PixelImage next();

 private:
  /// What a body that leaves a trail has done since its last knot.
  struct Course {
    double time = 0.0;  ///< [T] since the begin; in units of the file, as all of it
    Point3 position{}, velocity{}, acceleration{};
  };
  Course course_of(const PathsFile::Courses& courses, std::size_t index, double time) const;
  Picture empty_picture() const;
  View view_of_all() const;
  void go_to(double time);
  void end_leg(std::size_t slot, double time, const Point3& position);
  void add_leg(std::size_t slot, double time, const Point3& position, const Point3& velocity,
               const Point3& acceleration);
  void put_impacts(Picture& picture) const;
  Picture picture() const;
  std::optional<std::uint64_t> collisions() const;
  std::string clock() const;
  std::string note() const;
  std::string between_samples() const;

  const PathsFile& paths_;
  std::string title_;
  FilmFormat format_;
  double scale_;           ///< pixels of a frame to one of the drawing
  double duration_ = 0.0;  ///< [T] of the run
  double from_ = 0.0;      ///< [T] of what is shown, since the run's begin
  double until_ = 0.0;
  double per_second_ = 0.0;  ///< [T] of the run in a second of the film
  Shown shown_;
  std::vector<std::size_t> slot_of_;  ///< by body of the file: which of those with a trail
  PathMotion motion_;
  View view_;
  std::size_t frame_ = 0;
  double time_ = 0.0;  ///< [T] since the begin
  std::size_t next_knot_ = 0;
  std::vector<Course> courses_;        ///< of those with a trail
  std::vector<double> legs_end_;       ///< [T] of the same
  std::vector<std::deque<Leg>> legs_;  ///< of the same; in the units of the scene
};

}  // namespace firsthit
