#include "record/base/deflate.hpp"
#include "record/base/little_endian.hpp"
#include "record/base/output_folder.hpp"
#include "record/base/shape_json.hpp"
#include "record/paths/paths_file.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <type_traits>

namespace firsthit {
namespace {

constexpr std::size_t kHeaderAt = 12;
constexpr std::size_t kMostNumbers = std::size_t{1} << 28;  // in a section: more than any run stores

/// What is wrong with a file, told without its name.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void require(bool sound, const char* what) {
  if (!sound) throw Damage(fmt::format("damaged: expected {}", what));
}

class Reader {
 public:
  explicit Reader(std::string bytes) : bytes_(std::move(bytes)) {
    require(bytes_.size() >= kHeaderAt && bytes_.compare(0, 8, "FHPATHS1") == 0,
            "a file of paths (FHPATHS1)");
    std::uint32_t length = 0;
    std::memcpy(&length, bytes_.data() + 8, sizeof length);
    length = little_endian(length);
    require(length <= bytes_.size() - kHeaderAt, "a header within the file");
    header_ = json_of(std::string_view(bytes_).substr(kHeaderAt, length));
    for (const Json& each : header_.at("sections").array()) sections_[each.at("name").text()] = each;
  }

  PathsFile read();

 private:
  /// The numbers of a section, which must be `count`.
  template <class T>
  std::vector<T> section(const std::string& name, std::size_t count) const {
    const Json& entry = sections_.at(name);
    const char* type = std::is_same_v<T, double>          ? "f64"
                       : std::is_same_v<T, float>         ? "f32"
                       : std::is_same_v<T, std::uint32_t> ? "u32"
                       : std::is_same_v<T, std::uint16_t> ? "u16"
                                                          : "u8";
    require(entry.at("type").text() == type, "sections of the types that they have");
    require(count <= kMostNumbers && whole(entry.at("count")) == count, "sections of equal length");
    const std::size_t offset = whole(entry.at("offset"));
    const std::size_t size = whole(entry.at("bytes"));
    require(offset <= bytes_.size() && size <= bytes_.size() - offset, "sections within the file");
    const std::string_view stored(bytes_.data() + offset, size);
    std::vector<T> numbers;
    const auto take = [&](std::string_view from) {
      require(from.size() == count * sizeof(T), "sections as long as they say");
      numbers.resize(count);
      if (count > 0) std::memcpy(numbers.data(), from.data(), from.size());
      for (T& each : numbers) each = little_endian(each);
    };
    if (entry.at("encoding").text() == "raw") {
      take(stored);
    } else {
      const std::optional<std::string> unpacked = inflated(stored, count * sizeof(T));
      require(unpacked.has_value(), "sections that can be unpacked");
      take(*unpacked);
    }
    if constexpr (std::is_floating_point_v<T>)
      for (const T each : numbers) require(std::isfinite(each), "finite numbers");
    return numbers;
  }

  static std::size_t whole(const Json& json) {
    const auto* number = std::get_if<std::uint64_t>(&json.value());
    require(number != nullptr, "whole numbers where they count");
    return *number;
  }
  static double number(const Json& json) {
    const auto value = json.number();
    require(std::isfinite(value), "finite numbers");
    return value;
  }
  static std::vector<std::string> texts(const Json& json) {
    std::vector<std::string> texts;
    for (const Json& each : json.array()) texts.push_back(each.text());
    return texts;
  }
  Point3 vector(const Json& json) const {
    const Json::Array& numbers = json.array();
    require(numbers.size() == axes_, "as many numbers as dimensions");
    Point3 vector{};
    for (std::size_t k = 0; k < axes_; ++k) vector[k] = number(numbers[k]);
    return vector;
  }
  std::vector<double> times(const char* name, std::size_t count) const;
  PathsFile::Courses courses(const std::string& of, std::size_t count) const;
  PlainShape shape(const Json& json) const;
  PrincipalInertia top(const Json& json) const;
  PictureObstacle obstacle(const Json& json) const;
  void read_header(PathsFile& paths);
  void read_names(PathsFile& paths) const;
  void read_frames(PathsFile& paths) const;
  void check_indices(const PathsFile& paths) const;

  std::string bytes_;
  Json header_;
  std::map<std::string, Json> sections_;
  std::size_t axes_ = 2;
};

/// Times since the begin, in order.
std::vector<double> Reader::times(const char* name, std::size_t count) const {
  std::vector<double> times = section<double>(name, count);
  double before = 0.0;
  for (const double time : times) {
    require(time >= before, "times in order");
    before = time;
  }
  return times;
}

PathsFile::Courses Reader::courses(const std::string& of, std::size_t count) const {
  PathsFile::Courses courses;
  courses.position = section<float>(of + "_position", count * axes_);
  courses.velocity = section<float>(of + "_velocity", count * axes_);
  if (sections_.count("start_acceleration") != 0)
    courses.acceleration = section<float>(of + "_acceleration", count * axes_);
  if (sections_.count("body_spins") != 0) {
    const int dimension = static_cast<int>(axes_);
    const std::size_t numbers = numbers_of_orientation(dimension);
    courses.orientation = section<float>(of + "_orientation", count * numbers);
    courses.angular_velocity =
        section<float>(of + "_angular_velocity", count * numbers_of_turning(dimension));
    if (sections_.count("start_angular_acceleration") != 0)
      courses.angular_acceleration =
          section<float>(of + "_angular_acceleration", count * numbers_of_turning(dimension));
    for (std::size_t i = 0; i < count; ++i) {
      const auto begin = courses.orientation.begin() + static_cast<std::ptrdiff_t>(i * numbers);
      require(
          std::any_of(begin, begin + static_cast<std::ptrdiff_t>(numbers), [](float x) { return x != 0.0F; }),
          "orientations that are not all 0");
    }
  }
  return courses;
}

PlainShape Reader::shape(const Json& json) const {
  try {
    return shape_of_json(json, static_cast<int>(axes_));
  } catch (const InputError&) {
    throw Damage("damaged: expected shapes that are known, of finite numbers");
  }
}

/// Each moment is at most the sum of the two others, but for roundings.
PrincipalInertia Reader::top(const Json& json) const {
  constexpr double kRounds = 1.0 + 0x1p-30;
  const Json::Array& moments = json.at("moments").array();
  const Json::Array& axes = json.at("axes").array();
  require(axes_ == 3 && moments.size() == 3 && axes.size() == 4, "tops of three moments and four numbers");
  PrincipalInertia top;
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) sum += top.moments[k] = number(moments[k]);
  for (const double moment : top.moments.c)
    require(moment > 0.0 && 2.0 * moment <= kRounds * sum && std::isfinite(sum),
            "moments of inertia that a body can have");
  top.axes = {number(axes[0]), number(axes[1]), number(axes[2]), number(axes[3])};
  require(top.axes != Orientation<3>{0.0, 0.0, 0.0, 0.0}, "axes that are not all 0");
  return top;
}

PictureObstacle Reader::obstacle(const Json& json) const {
  PictureObstacle drawn;
  drawn.position = vector(json.at("position"));
  if (!json.at("color").is_null())
    drawn.color = static_cast<std::uint32_t>(whole(json.at("color")) & 0xffffffU);
  drawn.shape = shape(json.at("shape"));
  if (const Json* sensor = json.find("sensor")) drawn.sensor = sensor->boolean();
  if (const Json* one_way = json.find("one_way")) drawn.one_way = vector(*one_way);
  return drawn;
}

void Reader::read_header(PathsFile& paths) {
  axes_ = whole(header_.at("dimension"));
  require(axes_ == 2 || axes_ == 3, "2 or 3 dimensions");
  paths.dimension = static_cast<int>(axes_);
  paths.length_unit = number(header_.at("units").at("length"));
  paths.time_unit = number(header_.at("units").at("time"));
  paths.mass_unit = number(header_.at("units").at("mass"));
  paths.begin = number(header_.at("begin"));
  paths.end = number(header_.at("end"));
  paths.paths_end = number(header_.at("paths_end"));
  require(paths.begin <= paths.paths_end && paths.paths_end <= paths.end, "begin <= paths_end <= end");
  paths.origin = vector(header_.at("origin"));
  paths.min = vector(header_.at("space").at("min"));
  paths.max = vector(header_.at("space").at("max"));
  const Json::Array& sides = header_.at("space").at("sides").array();
  require(sides.size() == axes_, "as many sides as dimensions");
  for (std::size_t k = 0; k < axes_; ++k) {
    const std::string& side = sides[k].text();
    paths.sides[k] = side == "periodic" ? Side::Periodic : side == "wall" ? Side::Wall : Side::Open;
    require(paths.min[k] < paths.max[k], "a box with min < max");
  }
  paths.bodies = whole(header_.at("bodies").at("total"));
  paths.collisions = whole(header_.at("collisions").at("total"));
  paths.samples = whole(header_.at("frames").at("samples"));
  paths.materials = texts(header_.at("materials"));
  paths.side_names = texts(header_.at("side_names"));
  require(paths.side_names.size() == 2 * axes_, "a name for each side");
  for (const Json& each : header_.at("obstacles").array())
    paths.obstacles.push_back({each.at("name").text(), obstacle(each)});
  if (const Json* gravity = header_.find("gravity")) paths.gravity = vector(*gravity);
  if (const Json* shapes = header_.find("shapes"))
    for (const Json& each : shapes->array()) paths.shapes.push_back(shape(each));
  if (const Json* tops = header_.find("tops"))
    for (const Json& each : tops->array()) paths.tops.push_back(top(each));
}

void Reader::read_names(PathsFile& paths) const {
  const Json* names = header_.at("bodies").find("names");
  if (names == nullptr) return;
  for (const Json::Member& each : names->object()) {
    std::uint32_t body = 0;
    const char* end = each.key.data() + each.key.size();
    const auto [stop, error] = std::from_chars(each.key.data(), end, body);
    require(error == std::errc() && stop == end && body < paths.shown(), "names of bodies that are shown");
    paths.body_names.emplace_back(body, each.value.text());
  }
}

void Reader::read_frames(PathsFile& paths) const {
  const std::size_t count = whole(header_.at("frames").at("count"));
  const std::size_t shown = paths.shown();
  const std::size_t numbers = shown * axes_;
  require(count <= kMostNumbers && numbers <= kMostNumbers && 2 * count * numbers <= kMostNumbers,
          "fewer frames than that");
  require(count != 1, "two frames, or none");
  paths.frame_origin = vector(header_.at("frame_origin"));
  paths.frame_quantum = vector(header_.at("frame_quantum"));
  paths.speed_scale = number(header_.at("speed_scale"));
  const Json::Array& all_steps = header_.at("frame_steps").array();
  require(all_steps.size() == axes_, "as many frame_steps as dimensions");
  for (std::size_t k = 0; k < axes_; ++k) {
    const std::size_t steps = whole(all_steps[k]);
    require(std::has_single_bit(steps) && steps <= 65536, "frame_steps that are a power of two up to 2^16");
    paths.frame_steps[k] = static_cast<std::uint32_t>(steps);
  }
  const std::vector<double> at = times("frame_time", count);
  const std::vector<std::uint8_t> planes = section<std::uint8_t>("frame_position", 2 * count * numbers);
  const std::vector<std::uint8_t> speeds = section<std::uint8_t>("frame_speed", count * shown);
  std::vector<std::uint16_t> place(numbers, 0);
  for (std::size_t f = 0; f < count; ++f) {
    require(f == 0 || at[f] > at[f - 1], "frames at different times");
    PathsFile::Frame& frame = paths.frames.emplace_back();
    frame.time = at[f];
    const std::uint8_t* low = planes.data() + 2 * f * numbers;
    for (std::size_t i = 0; i < numbers; ++i) {
      const unsigned z = low[i] | static_cast<unsigned>(low[numbers + i]) << 8;
      place[i] = static_cast<std::uint16_t>(place[i] + ((z >> 1) ^ (0U - (z & 1U))));
      frame.place.push_back(static_cast<std::uint16_t>(place[i] % paths.frame_steps[i % axes_]));
    }
    const auto begin = speeds.begin() + static_cast<std::ptrdiff_t>(f * shown);
    frame.speed.assign(begin, begin + static_cast<std::ptrdiff_t>(shown));
  }
}

void Reader::check_indices(const PathsFile& paths) const {
  const std::size_t shown = paths.shown();
  const std::size_t parties = shown + paths.obstacles.size() + paths.side_names.size();
  for (const std::uint32_t body : paths.knot_body) require(body < shown, "knots of bodies that are shown");
  for (const std::vector<std::uint32_t>* list : {&paths.impact_a, &paths.impact_b})
    for (const std::uint32_t each : *list)
      require(each < parties || each == kNobody, "impacts of bodies, obstacles and sides that there are");
  for (std::size_t i = 1; i < paths.impact_index.size(); ++i)
    require(paths.impact_index[i] > paths.impact_index[i - 1], "impacts in order");
  for (const std::uint16_t each : paths.body_material)
    require(each < paths.materials.size(), "materials that have a name");
  for (const std::uint32_t each : paths.body_shape)
    require(each < paths.shapes.size() || each == kRound, "bodies of shapes that there are");
  for (const std::uint32_t each : paths.body_top)
    require(each < paths.tops.size() || each == kNoTop, "bodies of tops that there are");
}

PathsFile Reader::read() {
  PathsFile paths;
  read_header(paths);
  const std::size_t shown = whole(header_.at("bodies").at("shown"));
  const std::size_t impacts = whole(header_.at("collisions").at("stored"));
  const std::size_t knots = whole(sections_.at("knot_body").at("count"));
  require(shown <= paths.bodies && shown <= kMostNumbers && knots <= kMostNumbers && impacts <= kMostNumbers,
          "fewer bodies and impacts than that");
  paths.body_id = section<std::uint32_t>("body_id", shown);
  paths.body_radius = section<float>("body_radius", shown);
  paths.body_mass = section<float>("body_mass", shown);
  paths.body_material = section<std::uint16_t>("body_material", shown);
  paths.body_color = section<std::uint32_t>("body_color", shown);
  if (sections_.count("body_shape") != 0) paths.body_shape = section<std::uint32_t>("body_shape", shown);
  if (sections_.count("body_kind") != 0) paths.body_kind = section<std::uint8_t>("body_kind", shown);
  if (sections_.count("body_spins") != 0) paths.body_spins = section<std::uint8_t>("body_spins", shown);
  if (sections_.count("body_top") != 0) paths.body_top = section<std::uint32_t>("body_top", shown);
  paths.start = courses("start", shown);
  paths.knot_body = section<std::uint32_t>("knot_body", knots);
  paths.knot_time = times("knot_time", knots);
  paths.knot = courses("knot", knots);
  paths.impact_time = times("impact_time", impacts);
  if (sections_.count("impact_index") != 0)
    paths.impact_index = section<std::uint32_t>("impact_index", impacts);
  paths.impact_a = section<std::uint32_t>("impact_a", impacts);
  paths.impact_b = section<std::uint32_t>("impact_b", impacts);
  paths.impact_point = section<float>("impact_point", impacts * axes_);
  paths.impact_normal = section<float>("impact_normal", impacts * axes_);
  check_indices(paths);
  read_names(paths);
  read_frames(paths);
  return paths;
}

}  // namespace

PathsFile read_paths(const std::string& path) {
  std::optional<std::string> text = is_file(path) ? bytes_of_file(path) : std::nullopt;
  if (!text)
    throw InputError(path + ": expected the paths of a run (not made with --no-report), found no file");
  try {
    return Reader(std::move(*text)).read();
  } catch (const Damage& damage) {
    throw InputError(path + ": " + damage.what());
  } catch (const JsonError&) {
    throw InputError(path + ": damaged: expected a header in JSON with all of its keys");
  } catch (const std::out_of_range&) {
    throw InputError(path + ": damaged: expected all sections, found one less");
  }
}

}  // namespace firsthit
