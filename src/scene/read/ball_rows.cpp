#include "scene/read/ball_rows.hpp"

#include "scene/read/surfaces.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace firsthit {

namespace {
constexpr std::size_t kMostProblems = 20;  // of one file; a wrong column is wrong in every row

bool tells_spin(Field field) { return field >= Field::Wx && field <= Field::Inertia; }
}  // namespace

BallRows::BallRows(Draft& draft, std::uint32_t source, BallDefaults defaults)
    : draft_(draft),
      defaults_(std::move(defaults)),
      source_(source),
      errors_before_(draft.problems.errors()) {}

bool BallRows::hopeless() const { return draft_.problems.errors() - errors_before_ >= kMostProblems; }

bool BallRows::has(Field field) const {
  return std::find(fields_.begin(), fields_.end(), field) != fields_.end();
}

bool BallRows::need(bool there, int line, const char* message) {
  if (!there) error({source_, line, 1}, message);
  return there;
}

bool BallRows::set_fields(std::vector<Field> fields, int line) {
  fields_ = std::move(fields);
  const bool flat = draft_.scene.dimension == 2;
  bool good = need(has(Field::X) && has(Field::Y) && (flat || has(Field::Z)), line,
                   flat ? "expected columns x and y" : "expected columns x, y and z");
  good &=
      need(has(Field::Radius) || defaults_.radius, line, "expected a column radius, or radius in [[balls]]");
  good &= need(has(Field::Mass) || defaults_.mass, line, "expected a column mass, or mass in [[balls]]");
  return good;
}

void BallRows::add(const std::vector<Token>& tokens, int line) {
  SceneBall ball;
  ball.radius = defaults_.radius.value_or(0.0);
  ball.mass = defaults_.mass.value_or(0.0);
  ball.color = defaults_.color.value_or(kNoColor);
  std::string_view material = defaults_.material ? std::string_view(*defaults_.material) : "";
  std::string_view species;
  if (tokens.size() != fields_.size()) {
    error({source_, line, 1}, fmt::format("expected {} columns, found {}", fields_.size(), tokens.size()));
    return;
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    const FilePlace place{source_, line, t.column};
    // clang-format off
    switch (fields_[i]) {
      case Field::X: ball.position[0] = coordinate(t, place, "x", 0); break;
      case Field::Y: ball.position[1] = coordinate(t, place, "y", 1); break;
      case Field::Z: ball.position[2] = coordinate(t, place, "z", 2); break;
      case Field::Vx: ball.velocity[0] = coordinate(t, place, "vx", 0); break;
      case Field::Vy: ball.velocity[1] = coordinate(t, place, "vy", 1); break;
      case Field::Vz: ball.velocity[2] = coordinate(t, place, "vz", 2); break;
      case Field::Radius: ball.radius = number(t, place, "radius", Range::NotNegative); break;
      case Field::Mass: ball.mass = number(t, place, "mass", Range::Positive); break;
      case Field::Name: ball.name = name(t, place); break;
      case Field::Material: material = word(t, place, "material", material); break;
      case Field::Species: species = word(t, place, "species", species); break;
      case Field::Rgb: ball.color = color(t, place, ball.color); break;
      default: break;  // of its spin, or nothing
    }
    // clang-format on
  }
  const std::string_view surface = material.empty() ? species : material;
  if (!surface.empty()) ball.material = draft_.material(std::string(surface), {source_, line, 1});
  give_spin(ball, tokens, line);
  draft_.scene.balls.push_back(ball);
  draft_.ball_places.push_back({source_, line, 1});
}

double BallRows::number(const Token& token, const FilePlace& place, std::string_view what, Range range) {
  const std::optional<double> x = parse_number(token.text);
  const std::string wrong =
      x ? range_problem(*x, range) : fmt::format("expected a number, found {}", quoted(token.text));
  if (!wrong.empty()) error(place, fmt::format("{}: {}", what, wrong));
  return x.value_or(0.0);
}

/// A number of a column that tells how a ball turns; in 2D it does so about the third axis.
double BallRows::turning(const Token& token, const FilePlace& place, Field field) {
  static constexpr std::array<const char*, 8> kNames = {
      "angular_velocity_x", "angular_velocity_y", "angular_velocity_z", "orientation_x",
      "orientation_y",      "orientation_z",      "orientation_w",      "inertia"};
  const char* const what = kNames[static_cast<std::size_t>(field) - static_cast<std::size_t>(Field::Wx)];
  const double x = number(token, place, what, field == Field::Inertia ? Range::Positive : Range::Any);
  const bool across = field == Field::Wx || field == Field::Wy || field == Field::Qx || field == Field::Qy;
  if (!across || draft_.scene.dimension == 3) return x;
  if (x != 0.0) error(place, fmt::format("{}: expected 0 in 2D, found {}", what, x));
  return 0.0;
}

/// A ball spins if its row tells how, or all of the table do.
void BallRows::give_spin(SceneBall& ball, const std::vector<Token>& tokens, int line) {
  SceneSpin spin;
  spin.inertia = defaults_.inertia.value_or(0.0);
  bool spins = defaults_.spins;
  bool stands = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Field field = fields_[i];
    if (!tells_spin(field) || tokens[i].text.empty()) continue;
    const double x = turning(tokens[i], {source_, line, tokens[i].column}, field);
    const bool flat = draft_.scene.dimension == 2;
    switch (field) {
      case Field::Wx:
      case Field::Wy:
        if (!flat) spin.angular_velocity[field == Field::Wx ? 0 : 1] = x;
        break;
      case Field::Wz:
        spin.angular_velocity[flat ? 0 : 2] = x;
        break;
      case Field::Inertia:
        spin.inertia = x;
        break;
      default:  // a quaternion, the columns x, y, z, w of w, x, y, z
        if (!stands) spin.orientation = {};
        stands = true;
        spin.orientation[field == Field::Qw
                             ? 0
                             : static_cast<std::size_t>(field) - static_cast<std::size_t>(Field::Qx) + 1] = x;
    }
    spins = true;
  }
  const bool point_at_rest = ball.radius == 0.0 && spin.angular_velocity == Triple{};
  if (!spins || (point_at_rest && !defaults_.spins)) return;
  if (const std::string wrong = quaternion_problem(spin.orientation); !wrong.empty())
    error({source_, line, 1}, "orientation: " + wrong);
  if (ball.radius == 0.0) error({source_, line, 1}, "radius: expected > 0 for a ball that spins, found 0");
  ball.spin = static_cast<std::uint32_t>(draft_.scene.spins.size());
  draft_.scene.spins.push_back(spin);
}

/// A number; along the third axis of a plane nothing but zero.
double BallRows::coordinate(const Token& token, const FilePlace& place, std::string_view what,
                            std::size_t axis) {
  const double x = number(token, place, what, Range::Any);
  if (axis < 2 || draft_.scene.dimension == 3) return x;
  if (x != 0.0) error(place, fmt::format("{}: expected 0 in 2D, found {}", what, x));
  return 0.0;
}

std::string_view BallRows::word(const Token& token, const FilePlace& place, std::string_view what,
                                std::string_view otherwise) {
  if (token.text.empty()) return otherwise;
  const std::string wrong = name_problem(token.text);
  if (!wrong.empty()) error(place, fmt::format("{}: {}", what, wrong));
  return token.text;
}

std::uint32_t BallRows::name(const Token& token, const FilePlace& place) {
  const std::string_view text = word(token, place, "name", "");
  return text.empty() ? kNoName : draft_.name(std::string(text), place);
}

Color BallRows::color(const Token& token, const FilePlace& place, Color otherwise) {
  if (token.text.empty()) return otherwise;
  const std::optional<Color> found = parse_color(token.text);
  if (!found) error(place, fmt::format("color: expected one such as #f5f5f0, found {}", quoted(token.text)));
  return found.value_or(otherwise);
}

}  // namespace firsthit
