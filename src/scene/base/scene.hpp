#pragma once

#include "scene/base/problem.hpp"

#include <firsthit/agent.hpp>
#include <firsthit/body.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// A scene: everything that a run starts from, as plain data. docs/formats/scene.md is the reference
// of its text form. The dimension is a run-time value here; in 2D the third coordinate is zero.

namespace firsthit {

/// A point or a vector of a scene, zero padded in 2D.
using Triple = std::array<double, 3>;

/// A colour as 0xRRGGBB, or kNoColor where the scene names none.
using Color = std::uint32_t;
inline constexpr Color kNoColor = 0xffffffffU;

/// The index of a name where the scene gives none.
inline constexpr std::uint32_t kNoName = 0xffffffffU;

/// The index of a spin where a body does not spin.
inline constexpr std::uint32_t kNoSpin = 0xffffffffU;

/// How a body that spins stands and turns, or a fixed one stands.
struct SceneSpin {
  std::array<double, 4> orientation = {1.0, 0.0, 0.0, 0.0};  ///< w, x, y, z; in 2D x and y are 0
  Triple angular_velocity{};                                 ///< [rad/T], in 2D the first
  double inertia = 0.0;                                      ///< [M L^2] 0: of its shape
};

/// A moving ball.
struct SceneBall {
  Triple position{};             ///< [L]
  Triple velocity{};             ///< [L/T]
  double radius = 0.0;           ///< [L], >= 0
  double mass = 0.0;             ///< [M], > 0
  std::uint32_t material = 0;    ///< index into Scene::materials
  std::uint32_t name = kNoName;  ///< index into Scene::names
  Color color = kNoColor;
  std::uint32_t spin = kNoSpin;  ///< index into Scene::spins
};

/// What else a ball is called and looks like.
struct BallLabel {
  std::uint32_t name = kNoName;  ///< index into Scene::names
  Color color = kNoColor;
};

/// A shape of the scene's dimension.
using SceneShape = std::variant<Shape<2>, Shape<3>>;

/// A body of any shape, moving or fixed.
struct SceneBody {
  SceneShape shape;
  BodyKind kind = BodyKind::Dynamic;
  Triple position{};  ///< [L]
  Triple velocity{};  ///< [L/T]
  double mass = 1.0;  ///< [M], > 0; counts if dynamic or pinned
  Filter filter{};
  bool sensor = false;
  AfterHit after_hit = AfterHit::GoesOn;
  Triple one_way{};           ///< zero: solid from all sides
  Triple surface_velocity{};  ///< [L/T] along itself; zero if impacts move it
  OnCrush on_crush = OnCrush::EndsRun;
  std::uint32_t material = 0;    ///< index into Scene::materials
  std::uint32_t name = kNoName;  ///< index into Scene::names
  Color color = kNoColor;
  std::uint32_t spin = kNoSpin;  ///< index into Scene::spins
  std::uint32_t number = 1;      ///< of its table in the file, from 1
  std::string place;             ///< where that stands, `room.toml:12:1`
};

/// A fixed ball, half-space, container, or (2D) segment or arc.
struct SceneFixed {
  enum class Kind : std::uint8_t { Ball, HalfSpace, Segment, Container, Arc };
  Kind kind = Kind::Ball;
  Triple position{};        ///< [L] centre of a ball, container or arc, first end of a segment
  Triple to{};              ///< [L] second end of a segment
  Triple normal{};          ///< of a half-space, as written: the solid is normal . x <= offset
  double offset = 0.0;      ///< [L] times the normal's length
  double radius = 0.0;      ///< [L] of a ball, container or arc
  double from_angle = 0.0;  ///< degrees, where an arc begins; it runs counterclockwise
  double to_angle = 0.0;    ///< degrees, where it ends
  std::uint32_t material = 0;
  std::uint32_t name = kNoName;
  Color color = kNoColor;
  std::string place;  ///< where its table stands
};

/// What makes a ball an agent.
struct SceneAgent {
  std::uint32_t ball = 0;                                             ///< index into Scene::balls
  Triple goal{};                                                      ///< [L]
  double preferred_speed = 0.0;                                       ///< [L/T], > 0
  double max_acceleration = std::numeric_limits<double>::infinity();  ///< [L/T^2], > 0
  Steering steering = Steering::Goal;
};

/// Consecutive balls that share the stem of their generated names: `gas-1-17`, `ball-3`.
struct BallGroup {
  std::uint32_t first = 0;  ///< id of the first ball
  std::uint32_t count = 0;
  std::string stem;
};

/// What surfaces do to each other along themselves, as in WorldOptions.
struct SceneSurfaces {
  double friction = 0.0;  ///< also infinite
  double tangential_restitution = 0.0;
  double rolling_friction = 0.0;
  double spinning_friction = 0.0;
};

/// What bodies of one pair of materials do when they meet.
struct SceneContact {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  Response response = Response::Bounce;
  double restitution = 1.0;  ///< if they bounce, as the next
  SceneSurfaces surfaces;
};

/// How far agents may stray from their curved paths, in radii of the smallest, unless the scene tells: what
/// nobody can see in a picture.
inline constexpr double kPathErrorInRadii = 0x1p-6;

/// When a run ends and what it looks at.
struct RunSettings {
  std::optional<double> until;              ///< [T]
  std::optional<std::uint64_t> collisions;  ///< at least one of the two is given
  double measure_from = 0.0;                ///< [T]
  double window = 0.0;                      ///< [T], 0: none; with agents: between their decisions
  std::optional<double> path_error;         ///< [L] of agents' curved paths
  double sample_every = 0.0;                ///< [T], 0: only the start and the end
  std::uint64_t seed = 1;
  NeighbourSearch neighbours = NeighbourSearch::Automatic;
  bool allow_overlap = false;
};

/// A function that is measured in bins of equal width from 0 on.
struct SceneBins {
  std::uint32_t bins = 100;
  std::optional<double> range;  ///< [L] or [L/T] where the last one ends; unset: follows from the gas
};

/// What is measured only if the scene asks for it.
struct SceneObservables {
  bool mean_square_displacement = false;
  bool velocity_autocorrelation = false;
  bool free_flight = false;
  std::optional<SceneBins> radial_distribution;
  std::optional<SceneBins> speed_histogram;
};

struct Scene {
  // In scene.cpp: copies of all that a scene consists of is much for every file that has one to compile.
  Scene();
  Scene(const Scene& other);
  Scene(Scene&& other) noexcept;
  Scene& operator=(const Scene& other);
  Scene& operator=(Scene&& other) noexcept;
  ~Scene();

  std::string file;  ///< as it was given
  std::string name;  ///< the file's name without folder and ending
  int dimension = 2;
  Triple min{};  ///< [L] the box; along open axes what the bodies span at the start, if not given
  Triple max{};  ///< [L]
  std::array<Side, 3> sides = {Side::Wall, Side::Wall, Side::Wall};
  Triple gravity{};          ///< [L/T^2]
  double restitution = 1.0;  ///< default for every pair, as the next
  SceneSurfaces surfaces;
  bool rest = true;               ///< may bodies come to rest?
  double contact_duration = 0.0;  ///< [T]
  std::uint32_t side_material = 0;
  RunSettings run;
  SceneObservables observables;
  std::vector<std::string> materials;  ///< their names; 0 is "default"
  std::vector<SceneContact> contacts;
  std::vector<SceneBall>
      balls;  ///< their ids in the world are 0, 1, ...: [[ball]], [[balls]], [[agent]], [[gas]]
  std::vector<SceneSpin> spins;         ///< of balls and bodies that spin, or stand at an angle
  std::vector<BallLabel> labels;        ///< of balls that are forgotten, if any had one
  std::size_t forgotten_balls = 0;      ///< how many; then `balls` is empty
  std::vector<SceneBody> bodies;        ///< their ids follow: [[body]] that moves
  std::vector<SceneFixed> fixed;        ///< then: [[obstacle]], [[half_space]], [[wall]], [[arc]]
  std::vector<SceneBody> still_bodies;  ///< then: [[body]] that is fixed
  std::vector<SceneAgent> agents;       ///< those of `balls` that have a goal
  std::vector<std::string> names;       ///< those that the scene gives
  std::vector<BallGroup> groups;        ///< cover `balls` in order
  std::string as_run;  ///< a scene file that gives this scene again, overrides applied and files inlined
};

/// A scene, unless there are errors, and every problem that was found.
struct SceneResult {
  std::optional<Scene> scene;
  std::vector<Problem> problems;  ///< errors and notes, in the order of the file

  explicit operator bool() const { return scene.has_value(); }
};

/// Reads and validates a scene. `file` is its name in messages, and files that it names are sought
/// beside it. An override is `key=value` with a dotted path, tables of an array counted from 0:
/// `run.window=0.1`, `ball.1.mass=100`, `space.sides=periodic`; later ones win. The value is TOML, or
/// a bare word for a string. Never throws on bad input: all that is wrong is in the result.
SceneResult parse_scene(std::string_view text, const std::string& file,
                        const std::vector<std::string>& overrides = {});

/// Reads the file at `path`, then parse_scene.
SceneResult load_scene(const std::string& path, const std::vector<std::string>& overrides = {});

/// What a body is called in messages and tables: its own name, or one made from where it stands, such
/// as `gas-1-17`, `wall-2`; a side of the box is `lower x side`. `body` is an id in the world.
std::string name_of(const Scene& scene, std::uint32_t body);

/// Has the scene a name of its own for it? Sides have none.
bool is_named(const Scene& scene, std::uint32_t body);

/// Where its balls start, and how large they are, is not needed any more: most of what a large scene takes.
/// What bodies are called and look like stays.
void forget_balls(Scene& scene);

/// The colour that the scene gives to the body of that id in the world, or kNoColor.
Color color_of(const Scene& scene, std::uint32_t body);

/// How many of a scene's bodies move, and how many are fixed.
inline std::size_t ball_count(const Scene& scene) { return scene.balls.size() + scene.forgotten_balls; }
inline std::size_t moving_count(const Scene& scene) { return ball_count(scene) + scene.bodies.size(); }
inline std::size_t fixed_count(const Scene& scene) { return scene.fixed.size() + scene.still_bodies.size(); }

}  // namespace firsthit
