#include "scene/read/ball_rows.hpp"
#include "scene/read/file_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>

// Many balls from a table of text: extended XYZ, or CSV with a header.

namespace firsthit {
namespace {

/// Hands out lines without their ends.
class Lines {
 public:
  explicit Lines(std::string_view text, int first_line) : text_(text), number_(first_line - 1) {}
  bool next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line = text_.substr(at_, end - at_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    at_ = end + 1;
    ++number_;
    return true;
  }
  int number() const { return number_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int number_;
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::vector<Token> split_blanks(std::string_view line) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < line.size();) {
    if (is_blank(line[i])) {
      ++i;
      continue;
    }
    const std::size_t start = i;
    while (i < line.size() && !is_blank(line[i])) ++i;
    tokens.push_back({line.substr(start, i - start), static_cast<int>(start) + 1});
  }
  return tokens;
}

std::vector<Token> split_commas(std::string_view line) {
  std::vector<Token> tokens;
  std::size_t start = 0;
  while (true) {
    const std::size_t end = std::min(line.find(',', start), line.size());
    std::size_t first = start;
    std::size_t last = end;
    while (first < last && is_blank(line[first])) ++first;
    while (last > first && is_blank(line[last - 1])) --last;
    tokens.push_back({line.substr(first, last - first), static_cast<int>(first) + 1});
    if (end == line.size()) return tokens;
    start = end + 1;
  }
}

const std::vector<std::pair<std::string_view, Field>> kColumns = {{"x", Field::X},
                                                                  {"y", Field::Y},
                                                                  {"z", Field::Z},
                                                                  {"vx", Field::Vx},
                                                                  {"vy", Field::Vy},
                                                                  {"vz", Field::Vz},
                                                                  {"radius", Field::Radius},
                                                                  {"mass", Field::Mass},
                                                                  {"name", Field::Name},
                                                                  {"material", Field::Material},
                                                                  {"color", Field::Rgb},
                                                                  {"id", Field::Ignored},
                                                                  {"inertia", Field::Inertia},
                                                                  {"angular_velocity_x", Field::Wx},
                                                                  {"angular_velocity_y", Field::Wy},
                                                                  {"angular_velocity_z", Field::Wz},
                                                                  {"orientation_x", Field::Qx},
                                                                  {"orientation_y", Field::Qy},
                                                                  {"orientation_z", Field::Qz},
                                                                  {"orientation_w", Field::Qw}};

void read_csv(BallRows& rows, std::string_view text, std::uint32_t source, int first_line) {
  Lines lines(text, first_line);
  std::string_view line;
  bool has_header = false;
  while (lines.next(line) && !rows.hopeless()) {
    const std::vector<Token> tokens = split_commas(line);
    if ((tokens.size() == 1 && tokens[0].text.empty()) || tokens[0].text.starts_with("#")) continue;
    if (has_header) {
      rows.add(tokens, lines.number());
      continue;
    }
    has_header = true;
    std::vector<Field> fields;
    std::vector<std::string_view> known;
    for (const auto& column : kColumns) known.push_back(column.first);
    bool good = true;
    for (const Token& token : tokens) {
      const auto at = std::find(known.begin(), known.end(), token.text);
      const Field field =
          at == known.end() ? Field::Ignored : kColumns[static_cast<std::size_t>(at - known.begin())].second;
      const FilePlace place{source, lines.number(), token.column};
      if (at == known.end()) {
        const std::string_view guess = nearest(token.text, known);
        rows.error(place, fmt::format("unknown column {}{}", quoted(token.text),
                                      guess.empty() ? "" : fmt::format("; did you mean {}?", guess)));
        good = false;
      } else if (field != Field::Ignored && std::find(fields.begin(), fields.end(), field) != fields.end()) {
        rows.error(place, fmt::format("column {} is there twice", quoted(token.text)));
        good = false;
      }
      fields.push_back(field);
    }
    if (!rows.set_fields(std::move(fields), lines.number()) || !good) return;
  }
  if (!has_header)
    rows.error({source, std::max(lines.number(), first_line), 1},
               "expected a header of column names, found nothing");
}

/// The value of `key=` in the second line of extended XYZ, and its column; quotes are taken off.
std::optional<Token> xyz_property(std::string_view line, std::string_view key) {
  for (std::size_t i = 0; i < line.size();) {
    while (i < line.size() && is_blank(line[i])) ++i;
    const std::size_t name = i;
    while (i < line.size() && line[i] != '=' && !is_blank(line[i])) ++i;
    if (i >= line.size() || line[i] != '=') continue;
    const std::string_view found = line.substr(name, i - name);
    ++i;
    const bool has_quotes = i < line.size() && (line[i] == '"' || line[i] == '{');
    const char closing = has_quotes && line[i] == '{' ? '}' : '"';
    if (has_quotes) ++i;
    const std::size_t start = i;
    while (i < line.size() && (has_quotes ? line[i] != closing : !is_blank(line[i]))) ++i;
    if (found == key) return Token{line.substr(start, i - start), static_cast<int>(start) + 1};
    if (has_quotes && i < line.size()) ++i;
  }
  return std::nullopt;
}

/// The fields of one property of `width` columns; nothing if firsthit knows the name with another width.
std::optional<std::vector<Field>> xyz_fields(std::string_view name, std::size_t width) {
  const auto take = [&](std::initializer_list<Field> all,
                        std::size_t least) -> std::optional<std::vector<Field>> {
    if (width < least || width > all.size()) return std::nullopt;
    return std::vector<Field>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(width));
  };
  if (name == "pos") return take({Field::X, Field::Y, Field::Z}, 2);
  if (name == "velo" || name == "vel" || name == "velocity" || name == "velocities")
    return take({Field::Vx, Field::Vy, Field::Vz}, 2);
  if (name == "angular_velocity") return take({Field::Wx, Field::Wy, Field::Wz}, 3);
  if (name == "orientation") return take({Field::Qx, Field::Qy, Field::Qz, Field::Qw}, 4);
  if (name == "inertia") return take({Field::Inertia}, 1);
  if (name == "radius") return take({Field::Radius}, 1);
  if (name == "mass" || name == "masses") return take({Field::Mass}, 1);
  if (name == "name") return take({Field::Name}, 1);
  if (name == "material") return take({Field::Material}, 1);
  if (name == "color") return take({Field::Rgb}, 1);
  if (name == "type" || name == "species") return take({Field::Species}, 1);
  return std::vector<Field>(width, Field::Ignored);
}

std::optional<std::vector<Field>> read_properties(BallRows& rows, const Token& properties,
                                                  const FilePlace& place) {
  constexpr std::size_t kWidest = 1000;  // columns of one property
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= properties.text.size();) {
    const std::size_t end = std::min(properties.text.find(':', start), properties.text.size());
    parts.push_back(properties.text.substr(start, end - start));
    start = end + 1;
  }
  std::vector<Field> fields;
  bool good = parts.size() % 3 == 0;
  for (std::size_t i = 0; good && i < parts.size(); i += 3) {
    std::size_t width = 0;
    const std::string_view digits = parts[i + 2];
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), width);
    good = failure == std::errc() && end == digits.data() + digits.size() && width >= 1 && width <= kWidest;
    if (!good) break;
    const std::optional<std::vector<Field>> more = xyz_fields(parts[i], width);
    if (!more) {
      rows.error(place, fmt::format("Properties: {} cannot have {} columns", quoted(parts[i]), width));
      return std::nullopt;
    }
    fields.insert(fields.end(), more->begin(), more->end());
  }
  if (good) return fields;
  rows.error(place, fmt::format("Properties: expected name:type:columns, repeated, found {}",
                                quoted(properties.text)));
  return std::nullopt;
}

void read_xyz(BallRows& rows, std::string_view text, std::uint32_t source) {
  Lines lines(text, 1);
  std::string_view line;
  if (!lines.next(line)) line = {};
  const std::vector<Token> first = split_blanks(line);
  std::uint64_t count = 0;
  const std::string_view digits = first.empty() ? std::string_view{} : first[0].text;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (first.size() != 1 || failure != std::errc() || end != digits.data() + digits.size() ||
      count > kMostBalls) {
    rows.error({source, 1, 1},
               fmt::format("expected the number of balls (at most {}), found {}", kMostBalls, quoted(line)));
    return;
  }
  if (!lines.next(line)) line = {};
  const Token standard{"species:S:1:pos:R:3", 1};
  const Token properties = xyz_property(line, "Properties").value_or(standard);
  std::optional<std::vector<Field>> fields =
      read_properties(rows, properties, {source, 2, properties.column});
  if (!fields || !rows.set_fields(std::move(*fields), 2)) return;
  for (std::uint64_t i = 0; i < count && !rows.hopeless(); ++i) {
    if (!lines.next(line)) {
      rows.error({source, lines.number() + 1, 1}, fmt::format("expected {} balls, found {}", count, i));
      return;
    }
    rows.add(split_blanks(line), lines.number());
  }
}

/// What as_csv tells of how a ball turns, after its other cells.
std::string spin_cells(const Scene& scene, std::uint32_t spin) {
  const bool flat = scene.dimension == 2;
  if (spin == kNoSpin) return flat ? ",,,," : ",,,,,,,,";
  const SceneSpin& s = scene.spins[spin];
  const auto& w = s.angular_velocity;
  const auto [qw, qx, qy, qz] = s.orientation;
  std::string text = flat ? fmt::format(",{},{},{},", w[0], qz, qw)
                          : fmt::format(",{},{},{},{},{},{},{},", w[0], w[1], w[2], qx, qy, qz, qw);
  if (s.inertia > 0.0) text += fmt::format("{}", s.inertia);
  return text;
}

/// The same balls as CSV that belongs into the scene itself.
std::string as_csv(const Scene& scene, std::size_t first) {
  const bool flat = scene.dimension == 2;
  const bool spins = std::any_of(scene.balls.begin() + static_cast<std::ptrdiff_t>(first), scene.balls.end(),
                                 [](const SceneBall& ball) { return ball.spin != kNoSpin; });
  std::string text =
      flat ? "x,y,vx,vy,radius,mass,name,material,color" : "x,y,z,vx,vy,vz,radius,mass,name,material,color";
  if (spins)
    text += flat ? ",angular_velocity_z,orientation_z,orientation_w,inertia"
                 : ",angular_velocity_x,angular_velocity_y,angular_velocity_z,orientation_x,orientation_y,"
                   "orientation_z,orientation_w,inertia";
  text += '\n';
  for (std::size_t i = first; i < scene.balls.size(); ++i) {
    const SceneBall& b = scene.balls[i];
    const auto& p = b.position;
    const auto& v = b.velocity;
    if (flat)
      text += fmt::format("{},{},{},{},", p[0], p[1], v[0], v[1]);
    else
      text += fmt::format("{},{},{},{},{},{},", p[0], p[1], p[2], v[0], v[1], v[2]);
    text += fmt::format("{},{},{},{},", b.radius, b.mass, b.name == kNoName ? "" : scene.names[b.name],
                        b.material == 0 ? "" : scene.materials[b.material]);
    if (b.color != kNoColor) text += fmt::format("#{:06x}", b.color);
    if (spins) text += spin_cells(scene, b.spin);
    text += '\n';
  }
  return text;
}

}  // namespace

void read_balls(Draft& draft, Value& table, const std::string& folder, std::size_t number) {
  TableReader reader(table, "[[balls]]", draft.problems);
  const std::optional<std::string> file = reader.string("file");
  const std::optional<std::string> data = reader.string("data");
  BallDefaults defaults;
  defaults.radius = reader.number("radius", Range::NotNegative);
  defaults.mass = reader.number("mass", Range::Positive);
  defaults.material = reader.name("material");
  defaults.color = reader.color("color");
  defaults.inertia = reader.number("inertia", Range::Positive);
  defaults.spins = reader.boolean("spins").value_or(false);
  reader.finish();
  if (table.find("data") == nullptr) reader.require("file");
  if (table.find("file") != nullptr && table.find("data") != nullptr)
    reader.error("data", "expected file or data, found both");
  else if (file) {
    const std::string path = path_beside(folder, *file);
    const bool is_csv = path.ends_with(".csv");
    if (!is_csv && !path.ends_with(".xyz") && !path.ends_with(".extxyz")) {
      reader.error(
          "file", fmt::format("expected a name that ends in .xyz, .extxyz or .csv, found {}", quoted(*file)));
      return;
    }
    const FileText content = read_file(path);
    if (!content.error.empty()) {
      reader.error("file", fmt::format("cannot read {}: {}", quoted(path), content.error));
      return;
    }
    const std::uint32_t source = draft.problems.add_source(path);
    const std::size_t first = draft.scene.balls.size();
    BallRows rows(draft, source, std::move(defaults));
    if (is_csv)
      read_csv(rows, content.text, source, 1);
    else
      read_xyz(rows, content.text, source);
    Value text;
    text.kind = Value::Kind::String;
    text.place = table.place;
    text.text = as_csv(draft.scene, first);
    table.entries.clear();
    table.entries.push_back({"data", table.place, std::move(text)});
  } else if (data) {
    // TOML drops a newline right after the opening quotes: then the text starts one line further down.
    BallRows rows(draft, table.find("data")->place.source, std::move(defaults));
    read_csv(rows, *data, table.find("data")->place.source, std::max(1, table.find("data")->place.line + 1));
  }
  BallGroup group;
  group.stem = fmt::format("balls-{}", number);
  group.first =
      draft.scene.groups.empty() ? 0 : draft.scene.groups.back().first + draft.scene.groups.back().count;
  group.count = static_cast<std::uint32_t>(draft.scene.balls.size()) - group.first;
  draft.scene.groups.push_back(std::move(group));
}

}  // namespace firsthit
