#pragma once

#include "scene/read/draft.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// What a column of a file of balls holds.
enum class Field : std::uint8_t {
  X,
  Y,
  Z,
  Vx,
  Vy,
  Vz,
  Wx,  // angular velocity
  Wy,
  Wz,
  Qx,  // orientation, a quaternion
  Qy,
  Qz,
  Qw,
  Inertia,
  Radius,
  Mass,
  Name,
  Material,
  Rgb,
  Species,
  Ignored
};

/// A piece of a line, and the column where it starts.
struct Token {
  std::string_view text;
  int column;
};

/// What a ball has of which the file says nothing.
struct BallDefaults {
  std::optional<double> radius;
  std::optional<double> mass;
  std::optional<std::string> material;
  std::optional<Color> color;
  std::optional<double> inertia;
  bool spins = false;
};

/// Makes balls of a draft from rows of tokens.
class BallRows {
 public:
  BallRows(Draft& draft, std::uint32_t source, BallDefaults defaults);

  /// Is enough known about every ball? Complains at `line` if not.
  bool set_fields(std::vector<Field> fields, int line);
  /// One row, one ball.
  void add(const std::vector<Token>& tokens, int line);

  void error(const FilePlace& place, std::string message) {
    draft_.problems.error(place, std::move(message));
  }
  std::uint32_t source() const { return source_; }
  /// So many problems that more would tell nothing new?
  bool hopeless() const;

 private:
  bool has(Field field) const;
  bool need(bool there, int line, const char* message);
  double number(const Token& token, const FilePlace& place, std::string_view what, Range range);
  double coordinate(const Token& token, const FilePlace& place, std::string_view what, std::size_t axis);
  std::string_view word(const Token& token, const FilePlace& place, std::string_view what,
                        std::string_view otherwise);
  std::uint32_t name(const Token& token, const FilePlace& place);
  double turning(const Token& token, const FilePlace& place, Field field);
  void give_spin(SceneBall& ball, const std::vector<Token>& tokens, int line);
  Color color(const Token& token, const FilePlace& place, Color otherwise);

  Draft& draft_;
  BallDefaults defaults_;
  std::uint32_t source_;
  std::size_t errors_before_;
  std::vector<Field> fields_;
};

}  // namespace firsthit
