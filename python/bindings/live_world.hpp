#pragma once

#include "handles.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace firsthit::python {

/// A world in use: its run goes on in another thread.
class Busy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A callback does what it may not.
class NotNow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A world, and who may do what with it. A run lets go of the interpreter's lock; all else holds it, so the
/// members that tell of the run are written and read under that lock.
template <int D>
class LiveWorld {
 public:
  explicit LiveWorld(World<D> world) : world_(std::move(world)) {}

  /// For those who only ask: also from callbacks of its own run.
  const World<D>& asked() const {
    refuse_other_threads();
    return world_;
  }
  /// For those who change it.
  World<D>& changed() {
    refuse_other_threads();
    if (running_)
      throw NotNow("a callback may ask the world, and in windows set velocities, and nothing else");
    return world_;
  }
  /// For those who set velocities.
  World<D>& steered() {
    if (in_window_) refuse_other_threads();
    return in_window_ ? world_ : changed();
  }

  /// Runs it, without the interpreter's lock. What a callback or a signal's handler raises ends the run
  /// between two events, and is raised when it has come to its end: so the world goes on to be of use.
  template <class Run>
  RunResult run(const Run& run) {
    World<D>& world = changed();
    running_ = true;
    runner_ = std::this_thread::get_id();
    stop_ = false;
    RunResult result;
    try {
      const nanobind::gil_scoped_release others_may_run;
      result = run(world);
    } catch (...) {
      running_ = false;
      throw;
    }
    running_ = false;
    if (raised_) {
      const nanobind::python_error error = std::move(*raised_);
      raised_.reset();
      throw error;
    }
    return result;
  }
  /// Calls into Python from the run, `window` telling whether velocities may be set.
  template <class Call>
  void call(bool window, const Call& call) {
    const nanobind::gil_scoped_acquire lock;
    in_window_ = window;
    try {
      if (!raised_) call();
    } catch (nanobind::python_error& error) {
      raised_.emplace(std::move(error));
      stop_ = true;
    }
    in_window_ = false;
  }

  /// Does something that calls Python in its middle: who is called may ask, and nobody else does anything.
  template <class Act>
  auto in_the_middle(const Act& act) {
    struct Kept {
      LiveWorld& world;
      const bool running = world.running_, in_window = world.in_window_;
      const std::thread::id runner = world.runner_;
      ~Kept() {
        world.running_ = running;
        world.in_window_ = in_window;
        world.runner_ = runner;
      }
    } const kept{*this};
    running_ = true;
    in_window_ = false;
    runner_ = std::this_thread::get_id();
    return act();
  }

  std::atomic<bool>& stop() { return stop_; }
  std::vector<std::unique_ptr<BatchObserver<D>>>& watchers() { return watchers_; }

 private:
  void refuse_other_threads() const {
    if (running_ && runner_ != std::this_thread::get_id())
      throw Busy("the world is busy: it runs in another thread");
  }

  std::vector<std::unique_ptr<BatchObserver<D>>> watchers_;  // which outlive the world
  World<D> world_;
  bool running_ = false;
  bool in_window_ = false;
  std::thread::id runner_;
  std::atomic<bool> stop_ = false;
  std::optional<nanobind::python_error> raised_;
};

template <int D>
using WorldClass = nanobind::class_<LiveWorld<D>>;

// What a world can do, a file each.
template <int D>
void add_bodies(WorldClass<D>& world);
template <int D>
void add_runs(WorldClass<D>& world);
template <int D>
void add_watchers(WorldClass<D>& world);
template <int D>
void add_looks(WorldClass<D>& world);
template <int D>
void add_saving(WorldClass<D>& world);
template <int D>
void add_copies(nanobind::module_& module, WorldClass<D>& world);

}  // namespace firsthit::python
