#include "record/paths/paths_file.hpp"

#include "record/base/deflate.hpp"
#include "record/base/little_endian.hpp"
#include "record/base/shape_json.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <type_traits>

namespace firsthit {
namespace {

constexpr std::size_t kMostBytes = 43000000;  // of the file; a third more in report.html, which has one
constexpr std::size_t kAlignment = 8;

template <class T>
std::string type_name() {
  return (std::is_floating_point_v<T> ? "f" : "u") + std::to_string(8 * sizeof(T));
}

void pad(std::string& text, char with, std::size_t ahead = 0) {
  while ((text.size() + ahead) % kAlignment != 0) text += with;
}

/// The sections of a file, one after the other; their offsets count from the first one's begin.
class Sections {
 public:
  template <class T>
  void add(const std::string& name, const std::vector<T>& numbers, Effort effort = Effort::Repeats) {
    const FileBytes<T> bytes(numbers);
    Deflater deflater(effort);
    deflater.add(bytes.view());
    const std::string packed = deflater.finish();
    const bool gains = packed.size() < bytes.view().size();
    put(name, type_name<T>(), numbers.size(), gains ? packed : bytes.view(), gains ? "deflate" : "raw");
  }
  void add_packed(const std::string& name, std::size_t bytes, const std::string& packed) {
    put(name, "u8", bytes, packed, "deflate");
  }
  std::size_t size() const { return bytes_.size(); }
  const std::string& bytes() const { return bytes_; }

  /// Their table, for a file in which the first begins at `begin`.
  Json table(std::size_t begin) const {
    Json::Array table;
    for (const Entry& each : entries_)
      table.push_back({{"name", each.name},
                       {"type", each.type},
                       {"count", each.count},
                       {"offset", each.offset + begin},
                       {"bytes", each.bytes},
                       {"encoding", each.encoding}});
    return table;
  }

 private:
  struct Entry {
    std::string name;
    std::string type;
    std::size_t count;   // of numbers
    std::size_t offset;  // in bytes_
    std::size_t bytes;
    const char* encoding;
  };

  void put(const std::string& name, const std::string& type, std::size_t count, std::string_view bytes,
           const char* encoding) {
    pad(bytes_, '\0');
    entries_.push_back({name, type, count, bytes_.size(), bytes.size(), encoding});
    bytes_ += bytes;
  }

  std::vector<Entry> entries_;
  std::string bytes_;
};

/// With the sections that `start` has: those of knots may be empty.
void add_courses(Sections& sections, const std::string& of, const PathsFile::Courses& courses,
                 const PathsFile::Courses& start, Effort effort) {
  sections.add(of + "_position", courses.position, effort);
  sections.add(of + "_velocity", courses.velocity, effort);
  if (!start.acceleration.empty()) sections.add(of + "_acceleration", courses.acceleration);
  if (start.orientation.empty()) return;
  sections.add(of + "_orientation", courses.orientation);
  sections.add(of + "_angular_velocity", courses.angular_velocity);
  if (!start.angular_acceleration.empty())
    sections.add(of + "_angular_acceleration", courses.angular_acceleration);
}

void add_paths(Sections& sections, const PathsFile& paths) {
  sections.add("body_id", paths.body_id);
  sections.add("body_radius", paths.body_radius);
  sections.add("body_mass", paths.body_mass);
  sections.add("body_material", paths.body_material);
  sections.add("body_color", paths.body_color);
  if (!paths.body_shape.empty()) sections.add("body_shape", paths.body_shape);
  if (!paths.body_kind.empty()) sections.add("body_kind", paths.body_kind);
  if (!paths.body_spins.empty()) sections.add("body_spins", paths.body_spins);
  if (!paths.body_top.empty()) sections.add("body_top", paths.body_top);
  add_courses(sections, "start", paths.start, paths.start, Effort::Repeats);
  sections.add("knot_body", paths.knot_body);
  sections.add("knot_time", paths.knot_time);
  add_courses(sections, "knot", paths.knot, paths.start, Effort::Runs);
  sections.add("impact_time", paths.impact_time);
  if (!paths.impact_index.empty()) sections.add("impact_index", paths.impact_index);
  sections.add("impact_a", paths.impact_a);
  sections.add("impact_b", paths.impact_b);
  sections.add("impact_point", paths.impact_point, Effort::Runs);
  sections.add("impact_normal", paths.impact_normal, Effort::Runs);
}

/// The way from one place to the next in whole quanta, the short one where steps repeat, as an unsigned
/// number that is small if the way is.
std::uint16_t folded(std::uint16_t from, std::uint16_t to, std::uint32_t steps, bool repeats) {
  auto way = static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from);
  const auto all = static_cast<std::int32_t>(steps);
  if (repeats && 2 * way >= all) way -= all;
  if (repeats && 2 * way < -all) way += all;
  const auto number = static_cast<std::int16_t>(way);
  return static_cast<std::uint16_t>((number << 1) ^ (number >> 15));
}

/// The places of all frames, packed; empty if they come to more than `most` bytes.
std::string packed_places(const PathsFile& paths, std::size_t most) {
  Deflater deflater(Effort::Runs);
  const std::size_t numbers = paths.shown() * static_cast<std::size_t>(paths.dimension);
  std::vector<std::uint16_t> before(numbers, 0);
  std::string planes(2 * numbers, '\0');
  for (const PathsFile::Frame& frame : paths.frames) {
    for (std::size_t i = 0; i < numbers; ++i) {
      const std::size_t axis = i % static_cast<std::size_t>(paths.dimension);
      const std::uint16_t number =
          folded(before[i], frame.place[i], paths.frame_steps[axis], paths.sides[axis] == Side::Periodic);
      planes[i] = static_cast<char>(number & 0xff);
      planes[numbers + i] = static_cast<char>(number >> 8);
    }
    deflater.add(planes);
    if (deflater.size() > most) return {};
    before = frame.place;
  }
  return deflater.finish();
}

/// Adds the frames, every other one left out until they fit beside `header` bytes; the first and the last
/// stay.
void add_frames(Sections& sections, PathsFile& paths, std::size_t header) {
  for (;;) {
    Deflater speeds(Effort::Runs);
    std::vector<double> times;
    for (const PathsFile::Frame& frame : paths.frames) {
      speeds.add(FileBytes(frame.speed).view());
      times.push_back(frame.time);
    }
    const std::string packed_speeds = speeds.finish();
    const std::size_t taken = header + sections.size() + packed_speeds.size();
    const std::string places = packed_places(paths, kMostBytes - std::min(kMostBytes, taken));
    if (places.empty() && paths.frames.size() > 2) {
      std::vector<PathsFile::Frame> kept;
      for (std::size_t i = 0; i + 1 < paths.frames.size(); i += 2) kept.push_back(std::move(paths.frames[i]));
      kept.push_back(std::move(paths.frames.back()));
      paths.frames = std::move(kept);
      continue;
    }
    const std::size_t all = paths.frames.size() * paths.shown();
    sections.add("frame_time", times);
    sections.add_packed("frame_position", 2 * all * static_cast<std::size_t>(paths.dimension), places);
    sections.add_packed("frame_speed", all, packed_speeds);
    return;
  }
}

/// The first D of three numbers.
template <class Numbers>
Json vector_json(const PathsFile& paths, const Numbers& numbers) {
  return Json::Array(numbers.begin(), numbers.begin() + paths.dimension);
}

/// They may be many, and so most of the header.
Json shapes_json(const PathsFile& paths) {
  Json::Array shapes;
  for (const PlainShape& shape : paths.shapes) shapes.push_back(shape_json(shape, paths.dimension));
  return shapes;
}

/// As those.
Json tops_json(const PathsFile& paths) {
  Json::Array tops;
  for (const auto& [moments, axes] : paths.tops)
    tops.push_back({{"moments", Json::Array{moments[0], moments[1], moments[2]}},
                    {"axes", Json::Array{axes.w, axes.x, axes.y, axes.z}}});
  return tops;
}

Json bodies_json(const PathsFile& paths) {
  Json bodies = {{"total", paths.bodies}, {"shown", paths.shown()}};
  if (paths.body_names.empty()) return bodies;
  Json::Object names;
  for (const auto& [body, name] : paths.body_names) names.push_back({std::to_string(body), name});
  bodies.add("names", names);
  return bodies;
}

Json obstacle_json(const PathsFile& paths, const NamedObstacle& named) {
  const PictureObstacle& obstacle = named.obstacle;
  Json json = {{"name", named.name},
               {"color", obstacle.color ? Json(*obstacle.color) : Json()},
               {"position", vector_json(paths, obstacle.position)},
               {"shape", shape_json(obstacle.shape, paths.dimension)}};
  if (obstacle.sensor) json.add("sensor", true);
  if (obstacle.one_way != Point3{}) json.add("one_way", vector_json(paths, obstacle.one_way));
  return json;
}

Json header_json(const PathsFile& paths) {
  Json::Array sides;
  for (std::size_t k = 0; k < static_cast<std::size_t>(paths.dimension); ++k)
    sides.push_back(paths.sides[k] == Side::Periodic ? "periodic"
                    : paths.sides[k] == Side::Wall   ? "wall"
                                                     : "open");
  Json::Array obstacles;
  for (const NamedObstacle& each : paths.obstacles) obstacles.push_back(obstacle_json(paths, each));
  Json header = {
      {"dimension", paths.dimension},
      {"units", {{"length", paths.length_unit}, {"time", paths.time_unit}, {"mass", paths.mass_unit}}},
      {"begin", paths.begin},
      {"end", paths.end},
      {"paths_end", paths.paths_end},
      {"origin", vector_json(paths, paths.origin)},
      {"space",
       {{"min", vector_json(paths, paths.min)}, {"max", vector_json(paths, paths.max)}, {"sides", sides}}},
      {"bodies", bodies_json(paths)},
      {"collisions", {{"total", paths.collisions}, {"stored", paths.impact_time.size()}}},
      {"frames", {{"count", paths.frames.size()}, {"samples", paths.samples}}},
      {"materials", paths.materials},
      {"obstacles", obstacles},
      {"side_names", paths.side_names},
      {"frame_origin", vector_json(paths, paths.frame_origin)},
      {"frame_quantum", vector_json(paths, paths.frame_quantum)},
      {"frame_steps", vector_json(paths, paths.frame_steps)},
      {"speed_scale", paths.speed_scale}};
  if (paths.gravity != Point3{}) header.add("gravity", vector_json(paths, paths.gravity));
  if (!paths.shapes.empty()) header.add("shapes", shapes_json(paths));
  if (!paths.tops.empty()) header.add("tops", tops_json(paths));
  return header;
}

/// The file's beginning. The offsets in it depend on its own length, which grows with their digits only.
std::string beginning(const Json& header, const Sections& sections) {
  std::size_t begin = 0;
  for (;;) {
    Json whole = header;
    whole.add("sections", sections.table(begin));
    std::string json = whole.written();
    pad(json, ' ', 12);
    if (json.size() + 12 <= begin) {
      json.resize(begin - 12, ' ');
      const std::vector length = {static_cast<std::uint32_t>(json.size())};
      return "FHPATHS1" + std::string(FileBytes(length).view()) + json;
    }
    begin = json.size() + 12;
  }
}

}  // namespace

std::string paths_text(PathsFile& paths) {
  Sections sections;
  add_paths(sections, paths);
  std::size_t header = 0;
  for (const Json& part : {shapes_json(paths), tops_json(paths), bodies_json(paths)})
    header += part.written().size();
  add_frames(sections, paths, header);
  return beginning(header_json(paths), sections) + sections.bytes();
}

}  // namespace firsthit
