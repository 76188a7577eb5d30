#include "paper_claims/windows_of_disks.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit::sources {

void Windows::run(double length, std::uint64_t most) {
  time_ = 0.0;
  length_ = length;
  queue_.clear();
  discards_.clear();
  for (std::size_t i = 0; i < disks_.size(); ++i) {
    predict_walls(i);
    for (std::size_t j = i + 1; j < disks_.size(); ++j) predict_pair(i, j);
  }
  const std::uint64_t before = collisions_;
  while (!queue_.empty() && collisions_ - before < most) {
    const auto top = queue_.begin() + static_cast<std::ptrdiff_t>(next());
    const Prediction prediction = *top;
    queue_.erase(top);
    if (is_discarded(prediction)) {
      ++discarded_;
    } else {
      carry_out(prediction);
    }
  }
  if (!rules_.stays_at_the_last && time_ < length) advance_to(length);
}

std::size_t Windows::next() const {
  const auto key = [this](const Prediction& p) {
    return rules_.sorts_by_delay ? p.delay : p.inserted + p.delay;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < queue_.size(); ++i)
    if (key(queue_[i]) < key(queue_[best])) best = i;
  return best;
}

void Windows::keep(Prediction prediction) {
  const double from = rules_.forgets_the_end ? 0.0 : time_;
  if (from + prediction.delay > length_) return;
  prediction.inserted = time_;
  prediction.order = order_++;
  queue_.push_back(prediction);
}

void Windows::predict_walls(std::size_t i) {
  const Disk& disk = disks_[i];
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double speed = disk.velocity[axis];
    if (speed == 0.0) continue;
    const double reach = half_[axis] - disk.radius;
    keep({.delay = ((speed > 0.0 ? reach : -reach) - disk.position[axis]) / speed, .a = i, .axis = axis});
  }
}

void Windows::predict_pair(std::size_t i, std::size_t j) {
  const Vec<2> p = disks_[j].position - disks_[i].position;
  const Vec<2> v = disks_[j].velocity - disks_[i].velocity;
  const double reach = disks_[i].radius + disks_[j].radius;
  const double b = dot(v, p);
  const double d = b * b - length_squared(v) * (length_squared(p) - reach * reach);
  if (b >= 0.0 || d < 0.0) return;
  keep({.delay = -(b + std::sqrt(d)) / length_squared(v), .a = i, .b = j});
}

bool Windows::is_discarded(const Prediction& prediction) {
  const auto entry = std::find_if(discards_.begin(), discards_.end(), [&](const Discard& discard) {
    if (discard.disk != prediction.a && discard.disk != prediction.b) return false;
    return rules_.compares_times ? prediction.inserted < discard.time : prediction.order < discard.order;
  });
  if (entry == discards_.end()) return false;
  if (rules_.uses_discards_once) discards_.erase(entry);
  return true;
}

void Windows::carry_out(const Prediction& prediction) {
  advance_to(prediction.inserted + prediction.delay);
  if (rules_.forgets_old_discards)
    std::erase_if(discards_, [this](const Discard& discard) { return discard.time < time_; });
  Disk& a = disks_[prediction.a];
  std::vector<std::size_t> involved = {prediction.a};
  if (prediction.b == kNobody) {
    a.velocity[prediction.axis] = -a.velocity[prediction.axis];
  } else {
    Disk& b = disks_[prediction.b];
    involved.push_back(prediction.b);
    const Vec<2> p = b.position - a.position;
    const Vec<2> exchanged = (dot(b.velocity - a.velocity, p) / length_squared(p)) * p;
    a.velocity = a.velocity + exchanged;
    b.velocity = b.velocity - exchanged;
  }
  ++collisions_;
  for (const std::size_t i : involved) discards_.push_back({time_, order_++, i});
  for (const std::size_t i : involved) {
    predict_walls(i);
    for (std::size_t j = 0; j < disks_.size(); ++j)
      if (j != i) predict_pair(std::min(i, j), std::max(i, j));
  }
}

void Windows::advance_to(double time) {
  for (Disk& disk : disks_) disk.position = disk.position + (time - time_) * disk.velocity;
  time_ = time;
}

}  // namespace firsthit::sources
