#include "scene/change/change.hpp"

#include "scene/read/draft.hpp"
#include "scene/toml/reader.hpp"

#include <firsthit/motion.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace firsthit {
namespace {

constexpr double kOffUnit = 1e-6;  // of a quaternion's length, as in files

/// Where the numbers of a moving body stand, of either kind.
struct Place {
  Triple* position;
  Triple* velocity;
  double* mass;
  double* radius;  // null of what is no ball
  std::uint32_t spin;
};

class Change {
 public:
  Change(Draft& draft, std::uint32_t body, std::string_view key, const std::vector<double>& numbers)
      : draft_(draft), scene_(draft.scene), body_(body), key_(key), numbers_(numbers) {}

  void make() {
    if (body_ >= moving_count(scene_) || scene_.forgotten_balls > 0)
      return refuse(fmt::format("expected the id of a moving body, found {}", body_));
    if (makes_way()) return refuse("expected no gas, which makes way for what is placed, found one");
    const Place at = place();
    if (key_ == "position") return set_vector(*at.position);
    if (key_ == "velocity") return set_vector(*at.velocity);
    if (key_ == "mass") return set_number(at.mass);
    if (key_ == "radius") return set_number(is_agent() ? nullptr : at.radius);
    if (at.spin == kNoSpin) return refuse("expected one of a body that spins");
    SceneSpin& spin = scene_.spins[at.spin];
    if (key_ == "angular_velocity") return set_turning(spin);
    if (key_ == "orientation") return set_orientation(spin);
    refuse("expected position, velocity, mass, radius, angular_velocity or orientation");
  }

 private:
  void refuse(std::string_view why) { draft_.problems.error({}, fmt::format("{}: {}", key_, why)); }

  bool makes_way() const {
    return std::any_of(scene_.groups.begin(), scene_.groups.end(),
                       [](const BallGroup& group) { return group.stem.starts_with("gas"); });
  }

  bool is_agent() const {
    return std::any_of(scene_.agents.begin(), scene_.agents.end(),
                       [this](const SceneAgent& agent) { return agent.ball == body_; });
  }

  Place place() {
    if (body_ < scene_.balls.size()) {
      SceneBall& ball = scene_.balls[body_];
      return {&ball.position, &ball.velocity, &ball.mass, &ball.radius, ball.spin};
    }
    SceneBody& body = scene_.bodies[body_ - scene_.balls.size()];
    return {&body.position, &body.velocity, &body.mass, nullptr, body.spin};
  }

  bool are_right(std::size_t count, Range range) {
    if (numbers_.size() != count) {
      refuse(fmt::format("expected {} numbers, found {}", count, numbers_.size()));
      return false;
    }
    for (const double x : numbers_)
      if (const std::string wrong = range_problem(x, range); !wrong.empty()) {
        refuse(wrong);
        return false;
      }
    return true;
  }

  void set_vector(Triple& vector) {
    if (!are_right(static_cast<std::size_t>(scene_.dimension), Range::Any)) return;
    std::copy(numbers_.begin(), numbers_.end(), vector.begin());
  }

  void set_number(double* number) {
    if (number == nullptr) return refuse("expected one of a ball that is no agent");
    if (are_right(1, Range::Positive)) *number = numbers_.front();
  }

  void set_turning(SceneSpin& spin) {
    if (scene_.dimension == 3) return set_vector(spin.angular_velocity);
    if (are_right(1, Range::Any)) spin.angular_velocity[0] = numbers_.front();
  }

  void set_orientation(SceneSpin& spin) {
    if (!are_right(scene_.dimension == 2 ? 1 : 4, Range::Any)) return;
    if (scene_.dimension == 2) {
      const Orientation<2> turned = turned_by(numbers_.front());
      spin.orientation = {turned.w, 0.0, 0.0, turned.z};
      return;
    }
    double squared = 0.0;
    for (const double x : numbers_) squared += x * x;
    if (std::abs(std::sqrt(squared) - 1.0) > kOffUnit) return refuse("expected a quaternion of length 1");
    std::copy(numbers_.begin(), numbers_.end(), spin.orientation.begin());
  }

  Draft& draft_;
  Scene& scene_;
  std::uint32_t body_;
  std::string_view key_;
  const std::vector<double>& numbers_;
};

}  // namespace

SceneResult changed_scene(const Scene& scene, std::uint32_t body, std::string_view key,
                          const std::vector<double>& numbers) {
  Problems problems(scene.file);
  Draft draft(problems);
  draft.scene = scene;
  draft.scene.as_run.clear();
  draft.ball_places.resize(scene.balls.size());
  draft.body_places.resize(scene.bodies.size());
  draft.fixed_places.resize(scene.fixed.size());
  draft.still_places.resize(scene.still_bodies.size());
  Change(draft, body, key, numbers).make();
  if (!problems.any_error()) check_bodies(draft);
  SceneResult result;
  if (!problems.any_error()) result.scene = std::move(draft.scene);
  result.problems = problems.sorted();
  return result;
}

}  // namespace firsthit
