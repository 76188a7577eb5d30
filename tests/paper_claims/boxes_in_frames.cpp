#include "paper_claims/boxes_in_frames.hpp"

#include "core/vec_math.hpp"

#include <algorithm>

namespace firsthit::sources {
namespace {

constexpr int kMostCuts = 32;

/// When sides across an axis meet, if the hull of the moving box's two places reaches the other one.
std::optional<double> sides_meet(const Rect& moving, const Vec<2>& step, const Rect& still,
                                 std::size_t axis) {
  const std::size_t other = 1 - axis;
  const double low = std::min(moving.at[other], moving.at[other] + step[other]);
  const double high = std::max(moving.at[other], moving.at[other] + step[other]) + moving.size[other];
  if (low >= still.at[other] + still.size[other] - kEpsilon || high <= still.at[other] + kEpsilon)
    return std::nullopt;
  const double left = moving.at[axis];
  const double right = left + moving.size[axis];
  const double still_left = still.at[axis];
  const double still_right = still_left + still.size[axis];
  if (right <= still_left + kEpsilon && right + step[axis] > still_left + kEpsilon)
    return (still_left - right) / step[axis];
  if (left >= still_right - kEpsilon && left + step[axis] < still_right - kEpsilon)
    return (still_right - left) / step[axis];
  return std::nullopt;
}

/// Is a stretch from `low` beside another one?
bool beside(double low, double low_for_the_end, double size, double still_low, double still_size) {
  return low >= still_low + still_size - kEpsilon || low_for_the_end + size <= still_low + kEpsilon;
}

double common(double low, double size, double still_low, double still_size) {
  return std::min(still_low + still_size, low + size) - std::max(still_low, low);
}

}  // namespace

std::optional<Meeting> sweep(const Rect& moving, const Vec<2>& step, const Rect& still, Checks checks) {
  const bool printed = checks == Checks::Printed;
  const Vec<2>& size = printed ? still.size : moving.size;
  std::optional<Meeting> across_x;
  std::optional<Meeting> across_y;
  double y = 0.0;
  if (const auto time = sides_meet(moving, step, still, 0)) {
    y = moving.at[1] + step[1] * *time;
    if (!beside(y, y, size[1], still.at[1], still.size[1]))
      across_x = Meeting{*time, 0, common(y, moving.size[1], still.at[1], still.size[1])};
  }
  if (const auto time = sides_meet(moving, step, still, 1)) {
    const double x = moving.at[0] + step[0] * *time;
    if (printed && !across_x) {
      across_y = Meeting{*time, 1, std::nullopt};
    } else if (!beside(x, printed ? y : x, size[0], still.at[0], still.size[0])) {
      across_y = Meeting{*time, 1, common(x, moving.size[0], still.at[0], still.size[0])};
    }
  }
  return !across_x || (across_y && across_y->time < across_x->time) ? across_y : across_x;
}

int choose(const std::vector<Meeting>& meetings) {
  int best = -1;
  double time = 1.0 + kEpsilon;
  double area = 0.0;
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    const Meeting& meeting = meetings[i];
    if (!(meeting.time < time || (meeting.time < time + kEpsilon && meeting.area.value_or(0.0) > area)))
      continue;
    best = static_cast<int>(i);
    time = meeting.time;
    area = meeting.area.value_or(0.0);
  }
  return best;
}

void Mover::frame(const std::vector<Rect>& still, After after) {
  Vec<2> step = velocity;
  double remaining = 1.0;
  cuts = 0;
  while (remaining > kEpsilon && cuts <= kMostCuts) {
    std::vector<Meeting> meetings;
    for (const Rect& other : still)
      if (const auto meeting = sweep(rect, step, other, Checks::PutRight)) meetings.push_back(*meeting);
    const int best = choose(meetings);
    if (best < 0) break;
    const Meeting& first = meetings[static_cast<std::size_t>(best)];
    rect.at = rect.at + first.time * step;
    velocity[first.axis] = after == After::Slide ? 0.0 : -velocity[first.axis];
    remaining *= 1.0 - first.time;
    step = remaining * velocity;
    ++cuts;
  }
  rect.at = rect.at + step;
}

}  // namespace firsthit::sources
