#include "trial.hpp"

#include <firsthit/distance.hpp>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace piles {
namespace {

constexpr double kHour = 3600.0;
constexpr std::size_t kSecond = 60;  // frames

double processor_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A body where it is.
struct Box {
  Box(const Body& body, const Pose& pose)
      : half(body.half),
        radius(std::hypot(body.half.x, body.half.y)),
        place(pose.place),
        axis{std::cos(pose.angle), std::sin(pose.angle)},
        placed{firsthit::Box<2>{{body.half.x, body.half.y}},
               {pose.place.x, pose.place.y},
               {std::cos(0.5 * pose.angle), std::sin(0.5 * pose.angle)}} {}

  Place half;
  double radius;  ///< [L] from its middle to a corner
  Place place;
  Place axis;  ///< where its first axis points
  firsthit::Placed<2> placed;
};

/// [L] How far a box reaches from its middle along a unit vector.
double reach(const Box& box, const Place& along) {
  return box.half.x * std::fabs(box.axis.x * along.x + box.axis.y * along.y) +
         box.half.y * std::fabs(box.axis.x * along.y - box.axis.y * along.x);
}

/// [L] Two are no deeper in each other than this, but for rounding: the least overlap along any axis of
/// either.
double bound_of_depth(const Box& a, const Box& b) {
  const double x = b.place.x - a.place.x;
  const double y = b.place.y - a.place.y;
  double least = a.radius + b.radius;
  if (x * x + y * y >= least * least) return -1.0;
  for (const Place& axis : {a.axis, Place{-a.axis.y, a.axis.x}, b.axis, Place{-b.axis.y, b.axis.x}})
    least = std::min(least, reach(a, axis) + reach(b, axis) - std::fabs(x * axis.x + y * axis.y));
  return least;
}

/// [L] How deep the two are in each other, minus how far they are apart.
double depth(const firsthit::Placed<2>& a, const firsthit::Placed<2>& b) {
  return -firsthit::distance(a, b).distance;
}

/// A side of the room: inside it, `inwards` times a place is above `offset`.
struct Wall {
  Place inwards;
  double offset = 0.0;  ///< [L]

  double bound_of_depth(const Box& box) const {
    return offset - inwards.x * box.place.x - inwards.y * box.place.y + reach(box, inwards);
  }
  firsthit::Placed<2> placed() const { return {firsthit::HalfSpace<2>{{inwards.x, inwards.y}, offset}}; }
};

std::array<Wall, 4> walls_of(const Pile& pile) {
  return {{{{1.0, 0.0}, 0.0}, {{0.0, 1.0}, 0.0}, {{-1.0, 0.0}, -pile.width}, {{0.0, -1.0}, -pile.height}}};
}

/// [L] How far the corner of a box that has moved most has come.
double corner_moved(const Body& body, const Pose& from, const Pose& to) {
  double most = 0.0;
  for (const double x : {-body.half.x, body.half.x})
    for (const double y : {-body.half.y, body.half.y}) {
      const auto corner = [x, y](const Pose& pose) {
        return Place{pose.place.x + std::cos(pose.angle) * x - std::sin(pose.angle) * y,
                     pose.place.y + std::sin(pose.angle) * x + std::cos(pose.angle) * y};
      };
      const Place a = corner(from);
      const Place b = corner(to);
      most = std::max(most, std::hypot(b.x - a.x, b.y - a.y));
    }
  return most;
}

bool is_elsewhere(const Pose& a, const Pose& b) {
  return a.place.x != b.place.x || a.place.y != b.place.y || a.angle != b.angle;
}

}  // namespace

double clock_seconds() {
  constexpr int kLooks = 10'000;
  double sum = 0.0;
  for (int i = 0; i < kLooks; ++i) {
    const double start = processor_seconds();
    sum += processor_seconds() - start;
  }
  return sum / kLooks;
}

Trial::Trial(const Pile& pile, std::unique_ptr<Program> program, const Limits& limits)
    : pile_(pile), program_(std::move(program)), limits_(limits) {
  look();
}

bool Trial::is_over() const {
  const double before = rest_ ? rest_->seconds : 0.0;
  if (is_stopped_ || now_.seconds - before > limits_.seconds) return true;
  return rest_ && kFrame * static_cast<double>(now_.frames - rest_->frames) >= limits_.stands - 0.5 * kFrame;
}

bool Trial::frame() {
  if (is_over()) return false;
  const double most = limits_.seconds - (now_.seconds - (rest_ ? rest_->seconds : 0.0));
  const double start = processor_seconds();
  is_stopped_ = !program_->frame(most);
  now_.seconds += processor_seconds() - start;
  if (is_stopped_) return false;
  ++now_.frames;
  look();
  look_for_rest();
  return true;
}

/// Takes down where all are.
void Trial::look() {
  std::vector<Pose> poses;
  motion_ = 0.0;
  now_.energy = 0.0;
  for (std::size_t i = 0; i < pile_.bodies.size(); ++i) {
    const Body& body = pile_.bodies[i];
    const Pose pose = program_->pose(i);
    poses.push_back(pose);
    motion_ += 0.5 * body.mass() * (pose.velocity.x * pose.velocity.x + pose.velocity.y * pose.velocity.y) +
               0.5 * body.inertia() * pose.turn_rate * pose.turn_rate;
    now_.energy += body.mass() * pile_.gravity * pose.place.y;
  }
  now_.energy += motion_;
  const bool have_moved = !std::equal(poses.begin(), poses.end(), now_.poses.begin(), now_.poses.end(),
                                      [](const Pose& a, const Pose& b) { return !is_elsewhere(a, b); });
  now_.poses = std::move(poses);
  if (have_moved) look_for_depth();
}

void Trial::look_for_rest() {
  if (motion_ != 0.0 || !program_->is_asleep())
    asleep_.reset();
  else if (!asleep_)
    asleep_ = now_.frames;
  if (rest_) return;
  if (!(motion_ <= kStill * pile_.weight() * pile_.side))
    still_.reset();
  else if (!still_)
    still_ = now_;
  if (still_ && now_.frames - still_->frames >= kSecond) {
    rest_ = still_;
    rests_ = true;
  } else if (kFrame * static_cast<double>(now_.frames) > limits_.falls) {
    rest_ = now_;
  }
}

/// Looks for who is deeper in each other, or in a wall, than anybody has been. All who may be, by a plain
/// bound, are asked `distance`.
void Trial::look_for_depth() {
  const double rounding = 1e-12 * pile_.side;  // more than that of the bound
  const std::array<Wall, 4> walls = walls_of(pile_);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < pile_.bodies.size(); ++i) {
    const Box box(pile_.bodies[i], now_.poses[i]);
    for (const Wall& wall : walls)
      if (wall.bound_of_depth(box) > depth_ - rounding)
        depth_ = std::max(depth_, depth(box.placed, wall.placed()));
    for (const Box& other : boxes)
      if (bound_of_depth(box, other) > depth_ - rounding)
        depth_ = std::max(depth_, depth(box.placed, other.placed));
    boxes.push_back(box);
  }
}

/// [L] How far the corner that has moved most is from where it was.
double Trial::moved(const std::vector<Pose>& from) const {
  double most = 0.0;
  for (std::size_t i = 0; i < pile_.bodies.size(); ++i)
    most = std::max(most, corner_moved(pile_.bodies[i], from[i], now_.poses[i]));
  return most;
}

/// Of what was built: is all where it was laid, but for half a side? Of what was poured: does it rest inside?
bool Trial::stands() const {
  std::vector<Pose> laid;
  for (const Body& body : pile_.bodies) laid.push_back(body.start);
  if (pile_.is_built) return moved(laid) < 0.5 * pile_.side;
  return rests_ && std::all_of(now_.poses.begin(), now_.poses.end(), [this](const Pose& pose) {
           return pose.place.x > 0.0 && pose.place.x < pile_.width && pose.place.y > 0.0 &&
                  pose.place.y < pile_.height;
         });
}

void Trial::tell() const {
  std::printf("| %s | %zu | %s | ", pile_.name.c_str(), pile_.bodies.size(), program_->name().c_str());
  if (rests_)
    std::printf("%.2f | %.4f | ", kFrame * static_cast<double>(rest_->frames), rest_->seconds);
  else
    std::printf("not in %.1f | over %.1f | ",
                kFrame * static_cast<double>(rest_ ? rest_->frames : now_.frames),
                rest_ ? rest_->seconds : now_.seconds);
  const double stood = rest_ ? kFrame * static_cast<double>(now_.frames - rest_->frames) : 0.0;
  if (stood > 0.0)
    std::printf("%s%.2f | ", stood < kHour - kFrame ? "~" : "",
                (now_.seconds - rest_->seconds) * std::max(1.0, kHour / stood));
  else
    std::printf(" | ");
  if (asleep_)
    std::printf("%.2f | ", kFrame * static_cast<double>(*asleep_));
  else
    std::printf("no | ");
  std::printf("%.1e | ", depth_ / pile_.side);
  if (stood > 0.0)
    std::printf("%.1f | %.1e | %+.1e | %s | ", stood, moved(rest_->poses) / pile_.side,
                (now_.energy - rest_->energy) / (pile_.weight() * pile_.side), stands() ? "yes" : "no");
  else
    std::printf(" | | | | ");
  // Where its time was up, it is elsewhere each time.
  const std::uint64_t hash = program_->hash();
  if (hash != 0 && rest_ && !is_stopped_ && stood >= limits_.stands - kFrame)
    std::printf("%016" PRIx64 " |\n", hash);
  else
    std::printf("|\n");
  std::fflush(stdout);
}

}  // namespace piles
