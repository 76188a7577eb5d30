#include "record/stored_run.hpp"

#include "record/base/hdf5_io.hpp"
#include "record/base/shape_json.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/paths/trails.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace firsthit {
namespace {

using hdf5::Extent;
using hdf5::Handle;

constexpr hsize_t kMostFrames = 2000;  // of a trail, the last ones

/// "#rrggbb", or nothing.
std::optional<std::uint32_t> color_of(const std::string& text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  return static_cast<std::uint32_t>(std::strtoul(text.c_str() + 1, nullptr, 16));
}

Side side_of(const std::string& text) {
  return text == "periodic" ? Side::Periodic : text == "wall" ? Side::Wall : Side::Open;
}

/// Reads trajectory.h5 as far as a picture needs it.
class StoredRun {
 public:
  explicit StoredRun(const std::string& path) : file_(hdf5::open_file(path)) {
    times_ = hdf5::read_doubles(file_.get(), "particles/all/position/time");
    positions_ = hdf5::open_dataset(file_.get(), "particles/all/position/value");
    images_ = hdf5::open_dataset(file_.get(), "particles/all/image/value");
    const Extent extent = hdf5::extent_of(positions_.get());
    if (extent.size() != 3 || (extent[2] != 2 && extent[2] != 3) || times_.size() > extent[0])
      throw hdf5::Error("particles/all/position is not laid out as H5MD asks");
    bodies_ = extent[1];
    dimension_ = extent[2];
  }

  /// The last frame not after `at`.
  std::size_t frame_at(std::optional<double> at) const {
    if (times_.empty()) throw hdf5::Error("it has no samples");
    if (!at) return times_.size() - 1;
    if (!(times_.front() <= *at && *at <= times_.back())) throw OutOfRun{times_.front(), times_.back()};
    return static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), *at) - times_.begin()) - 1;
  }

  Picture picture(std::size_t frame) const;

 private:
  void put_space(Picture& picture) const;
  PlainShape shape(const std::string& text) const;
  void put_obstacles(Picture& picture) const;
  std::vector<std::int64_t> column(const char* name) const;
  void put_trails(Picture& picture, const Shown& shown, std::size_t frame) const;
  void put_contacts(Picture& picture, std::size_t frame, const std::vector<double>& places) const;

  Point3 point(const std::vector<double>& values, std::size_t index) const {
    Point3 result{};
    for (std::size_t k = 0; k < dimension_; ++k) result[k] = values.at(index * dimension_ + k);
    return result;
  }

  /// Quaternions of all bodies in one frame, side by side; none where nobody spins.
  std::vector<double> orientations(std::size_t frame) const {
    constexpr const char* kPath = "particles/all/orientation/value";
    if (!hdf5::has(file_.get(), "particles/all/orientation")) return {};
    const Handle all = hdf5::open_dataset(file_.get(), kPath);
    const Extent extent = hdf5::extent_of(all.get());
    if (extent.size() != 3 || extent[0] <= frame || extent[1] != bodies_ || extent[2] != 4)
      throw hdf5::Error("particles/all/orientation is not laid out as its positions are");
    std::vector<double> values(bodies_ * 4);
    hdf5::read_block(all.get(), H5T_NATIVE_DOUBLE, {frame, 0, 0}, {1, bodies_, 4}, values.data());
    return values;
  }

  static UnitQuaternion stance_of(const std::vector<double>& orientations, std::size_t body) {
    const double* const q = orientations.data() + 4 * body;
    return unit_quaternion(Orientation<3>{q[0], q[1], q[2], q[3]});
  }

  /// Positions of all bodies in one frame, side by side.
  std::vector<double> positions(std::size_t frame) const {
    std::vector<double> values(bodies_ * dimension_);
    hdf5::read_block(positions_.get(), H5T_NATIVE_DOUBLE, {frame, 0, 0}, {1, bodies_, dimension_},
                     values.data());
    return values;
  }

  Handle file_, positions_, images_;
  std::vector<double> times_;
  std::size_t bodies_ = 0;
  std::size_t dimension_ = 2;
};

void StoredRun::put_space(Picture& picture) const {
  picture.dimension = static_cast<int>(dimension_);
  picture.title = hdf5::read_text(file_.get(), "parameters/firsthit", "scene");
  picture.min = point(hdf5::read_doubles(file_.get(), "parameters/firsthit/min"), 0);
  picture.max = point(hdf5::read_doubles(file_.get(), "parameters/firsthit/max"), 0);
  const std::vector<std::string> sides = hdf5::read_texts(file_.get(), "parameters/firsthit/sides");
  for (std::size_t k = 0; k < dimension_; ++k) picture.sides[k] = side_of(sides.at(k));
}

PlainShape StoredRun::shape(const std::string& text) const {
  try {
    return shape_of_json(json_of(text), static_cast<int>(dimension_));
  } catch (const JsonError&) {
    throw hdf5::Error("a shape in it is not the JSON that firsthit writes");
  } catch (const InputError& error) {
    throw hdf5::Error(std::string("there is in it ") + error.what());
  }
}

void StoredRun::put_obstacles(Picture& picture) const {
  const std::string group = "parameters/firsthit/obstacles/";
  const std::vector<std::string> shapes = hdf5::read_texts(file_.get(), group + "shape");
  const std::vector<std::string> colors = hdf5::read_texts(file_.get(), group + "color");
  const std::vector<double> positions = hdf5::read_doubles(file_.get(), group + "position");
  const std::vector<std::int64_t> sensors = hdf5::read_integers(file_.get(), group + "sensor");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    picture.obstacles.push_back(
        {shape(shapes[i]), point(positions, i), color_of(colors.at(i)), sensors.at(i) != 0});
}

/// A column of the moving bodies; all zero if the run has none.
std::vector<std::int64_t> StoredRun::column(const char* name) const {
  const std::string path = std::string("particles/all/") + name;
  if (!hdf5::has(file_.get(), path)) return std::vector<std::int64_t>(bodies_, 0);
  return hdf5::read_integers(file_.get(), path);
}

/// Straight from sample to sample: what happened between is not stored.
void StoredRun::put_trails(Picture& picture, const Shown& shown, std::size_t frame) const {
  const std::size_t first = frame >= kMostFrames ? frame - kMostFrames : 0;
  const std::size_t count = frame - first + 1;
  std::vector<std::deque<Leg>> flights(shown.followed);
  std::vector<double> place(count * dimension_);
  std::vector<std::int64_t> image(count * dimension_);
  for (std::size_t i = 0; i < shown.followed; ++i) {
    const Extent start = {first, shown.bodies[i], 0};
    const Extent block = {count, 1, dimension_};
    hdf5::read_block(positions_.get(), H5T_NATIVE_DOUBLE, start, block, place.data());
    hdf5::read_block(images_.get(), H5T_NATIVE_INT64, start, block, image.data());
    for (std::size_t n = 1; n < count; ++n) {
      Leg flight{times_[first + n - 1], times_[first + n], point(place, n), {}, {}};
      const double duration = flight.end - flight.begin;
      if (!(duration > 0.0)) continue;
      const Point3 before = point(place, n - 1);
      for (std::size_t k = 0; k < dimension_; ++k) {
        const auto wraps = static_cast<double>(image[n * dimension_ + k] - image[(n - 1) * dimension_ + k]);
        flight.velocity[k] =
            (flight.position[k] - before[k] + wraps * (picture.max[k] - picture.min[k])) / duration;
      }
      flights[i].push_back(flight);
    }
  }
  picture.trails_from = times_[first];
  picture.trails_from = trails_begin(picture, flights);
  for (std::size_t i = 0; i < flights.size(); ++i) add_trail(picture, i, flights[i]);
}

/// Where bodies rest, and how hard, is stored of the end only.
void StoredRun::put_contacts(Picture& picture, std::size_t frame, const std::vector<double>& places) const {
  const std::string group = "parameters/firsthit/contacts";
  if (!hdf5::has(file_.get(), group)) return;
  if (hdf5::read_doubles(file_.get(), group + "/time").at(0) != times_[frame]) return;
  const std::vector<std::int64_t> ids = column("id");
  const std::vector<std::int64_t> kinematic = column("kinematic");
  const std::vector<std::int64_t> a = hdf5::read_integers(file_.get(), group + "/a");
  const std::vector<std::int64_t> b = hdf5::read_integers(file_.get(), group + "/b");
  const std::vector<double> points = hdf5::read_doubles(file_.get(), group + "/point");
  const std::vector<double> forces = hdf5::read_doubles(file_.get(), group + "/force");
  const auto index_of = [&](std::int64_t id) {
    return static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t held = index_of(a[i]), holder = index_of(b.at(i));
    if (held == ids.size() || ids[held] != a[i])
      throw hdf5::Error("expected resting bodies that are there, found body " + std::to_string(a[i]));
    std::optional<Point3> to;
    if (holder < ids.size() && ids[holder] == b[i] && kinematic.at(holder) == 0) to = point(places, holder);
    const Point3 force = point(forces, i);
    picture.contacts.push_back(contact_in(picture, point(places, held), point(points, i), to,
                                          std::hypot(force[0], force[1], force[2])));
  }
}

Picture StoredRun::picture(std::size_t frame) const {
  Picture picture;
  put_space(picture);
  put_obstacles(picture);
  picture.time = times_[frame];
  picture.collisions =
      static_cast<std::uint64_t>(hdf5::read_integers(file_.get(), "observables/collisions/value").at(frame));
  picture.bodies = bodies_;
  const Shown shown = choose_shown(bodies_);
  picture.followed = shown.followed;
  const std::vector<double> radius = hdf5::read_doubles(file_.get(), "particles/all/radius");
  const std::vector<std::string> colors = hdf5::read_texts(file_.get(), "parameters/firsthit/color");
  const std::vector<std::string> names = hdf5::read_texts(file_.get(), "particles/all/name");
  const std::vector<double> start = positions(0);
  const std::vector<double> end = positions(frame);
  const bool has_shapes = hdf5::has(file_.get(), "parameters/firsthit/shapes");
  if (has_shapes)
    for (const std::string& text : hdf5::read_texts(file_.get(), "parameters/firsthit/shapes"))
      picture.shapes.push_back(shape(text));
  const std::vector<std::int64_t> shapes = column("shape");
  const std::vector<std::int64_t> kinematic = column("kinematic");
  const std::vector<std::int64_t> sensor = column("sensor");
  const std::vector<std::int64_t> spins = column("spins");
  const std::vector<double> turned = orientations(frame);
  const std::vector<double> turned_at_start = orientations(0);
  for (std::size_t i = 0; i < shown.bodies.size(); ++i) {
    const std::size_t body = shown.bodies[i];
    PictureBody& drawn = picture.moving.emplace_back();
    drawn.start = point(start, body);
    drawn.end = point(end, body);
    drawn.radius = radius.at(body);
    drawn.color = color_of(colors.at(body));
    if (i < shown.followed) drawn.name = names.at(body);
    drawn.kinematic = kinematic.at(body) != 0;
    drawn.sensor = sensor.at(body) != 0;
    if (!turned.empty() && spins.at(body) != 0) {
      drawn.stands = stance_of(turned, body);
      drawn.stood = stance_of(turned_at_start, body);
    }
    if (!has_shapes || shapes.at(body) < 0) continue;
    drawn.shape = static_cast<std::uint32_t>(shapes.at(body));
    if (drawn.shape >= picture.shapes.size()) throw hdf5::Error("a body in it has a shape that is not there");
  }
  put_trails(picture, shown, frame);
  put_contacts(picture, frame, end);
  if (!picture.trails.empty()) picture.note = "Trails run straight from sample to sample.";
  return picture;
}

}  // namespace

Picture picture_of_trajectory(const std::string& path, std::optional<double> at) {
  try {
    const StoredRun run(path);
    return run.picture(run.frame_at(at));
  } catch (const hdf5::Error& failure) {
    throw InputError(path + ": " + failure.what());
  } catch (const std::out_of_range&) {
    throw InputError(path + ": expected columns of equal length, found a shorter one");
  } catch (const std::bad_alloc&) {
    throw InputError(path + ": expected no more bodies than there is memory for, found more");
  }
}

}  // namespace firsthit
