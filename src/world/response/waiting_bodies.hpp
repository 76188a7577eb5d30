#pragma once

#include <firsthit/vec.hpp>

#include "engine/record.hpp"

#include <map>
#include <utility>
#include <vector>

namespace firsthit {

/// Bodies that stand still until the window ends, and the velocities [L/T] that they then go on with. Without
/// windows nobody waits.
template <int D>
class WaitingBodies {
 public:
  /// Is there a window at whose end those who wait may go on?
  void set_windows(bool any) { has_windows_ = any; }
  bool may_wait() const { return has_windows_; }

  /// Who waits already goes on with the later velocity.
  void add(Id body, const Vec<D>& velocity) { all_.insert_or_assign(body, velocity); }
  void remove(Id body) { all_.erase(body); }

  /// All of them, in the order of ids; afterwards nobody waits.
  std::vector<std::pair<Id, Vec<D>>> take() {
    std::vector<std::pair<Id, Vec<D>>> all(all_.begin(), all_.end());
    all_.clear();
    return all;
  }

  /// Whether there are windows is told before each run.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.all_);
  }
  /// Calls each(body) for those who wait.
  template <class Each>
  void each_waiting(const Each& each) const {
    for (const auto& [body, velocity] : all_) each(body);
  }

 private:
  std::map<Id, Vec<D>> all_;
  bool has_windows_ = false;
};

}  // namespace firsthit
