#pragma once

#include <firsthit/c/saved.h>
#include <firsthit/world.hpp>

#include "c/observers.hpp"
#include "c/status.hpp"
#include "c/structs.hpp"
#include "c/values.hpp"

#include <cstddef>
#include <istream>
#include <memory>
#include <new>
#include <sstream>
#include <streambuf>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit::c {

/// A world, and who may do what with it while it calls back. No exception of ours goes through a run: what a
/// callback does wrong ends the run between two events, and is told when it has come to its end.
template <int D>
class LiveWorld {
 public:
  explicit LiveWorld(const WorldOptions<D>& options) : world_(options) {}
  explicit LiveWorld(World<D> world) : world_(std::move(world)) {}

  /// For those who only ask: also from callbacks.
  const World<D>& asked() const {
    if (broken_)
      throw Refused(FIRSTHIT_ERROR_BROKEN,
                    "world: a change of it has failed halfway; it can only be destroyed");
    return world_;
  }

  /// For those who change it; `in_windows`: what windows may do, too.
  template <class Change>
  auto change(const Change& change, bool in_windows = false) {
    asked();
    if (busy_ && !(in_windows && in_window_))
      throw Refused(FIRSTHIT_ERROR_NOT_NOW,
                    "world: a callback may ask it, and in windows set velocities, and nothing else");
    const Set busy(busy_, true), window(in_window_, false);
    try {
      return change(world_);
    } catch (const InputError&) {
      throw;
    } catch (const Refused&) {
      throw;
    } catch (const std::bad_alloc&) {
      broken_ = is_broken();
      throw;
    } catch (...) {
      broken_ = true;
      throw;
    }
  }

  /// For runs and moves. If what is thrown has gone through a callback's caller, the world is of no further
  /// use.
  template <class Run>
  auto run(const Run& run) {
    return change([&](World<D>& world) {
      stop_ = false;
      called_ = false;
      failure_.clear();
      try {
        auto result = run(world);
        if (!failure_.empty()) throw InputError(std::exchange(failure_, {}));
        return result;
      } catch (const InputError&) {
        if (called_ && !stop_) broken_ = true;
        throw;
      }
    });
  }

  /// Calls back from a run, `window` telling whether velocities may be set.
  template <class Call>
  void call(bool window, const Call& call) {
    called_ = true;
    const Set in_window(in_window_, window);
    call();
  }
  /// A callback has failed.
  void fail(std::string message) {
    if (failure_.empty()) failure_ = std::move(message);
    stop_ = true;
  }

  bool is_busy() const { return busy_; }
  const bool& stop() const { return stop_; }
  std::vector<std::unique_ptr<Watcher<D>>>& watchers() { return watchers_; }

  // What the last run and the last move left to be asked for.
  std::vector<BodyId> culprits;
  std::vector<CastHit<D>> hits;
  std::vector<BodyId> crushed_by;

 private:
  /// Has memory run out in the middle of a change of the world? Then it refuses everything.
  bool is_broken() const {
    try {
      (void)world_.time();
      return false;
    } catch (const InputError&) {
      return true;
    }
  }

  /// A flag that has a value for a while.
  class Set {
   public:
    Set(bool& flag, bool value) : flag_(flag), before_(std::exchange(flag, value)) {}
    ~Set() { flag_ = before_; }
    Set(const Set&) = delete;
    Set& operator=(const Set&) = delete;

   private:
    bool& flag_;
    bool before_;
  };

  std::vector<std::unique_ptr<Watcher<D>>> watchers_;  // which outlive the world
  World<D> world_;
  bool busy_ = false;
  bool in_window_ = false;
  bool called_ = false;
  bool broken_ = false;
  bool stop_ = false;
  std::string failure_;
};

}  // namespace firsthit::c

struct FirsthitWorld {
  std::variant<firsthit::c::LiveWorld<2>, firsthit::c::LiveWorld<3>> any;
};

namespace firsthit::c {

/// Calls `call` with the world in its dimension, a LiveWorld<D>.
template <class Handle, class Call>
FirsthitStatus with(Handle* world, const Call& call) {
  return guarded([&] { std::visit(call, there(world, "world").any); });
}

/// Bytes of a caller's as a stream.
class BytesIn : private std::streambuf, public std::istream {
 public:
  BytesIn(const void* bytes, std::size_t count) : std::istream(static_cast<std::streambuf*>(this)) {
    // A stream takes what may be written to; this one is only read.
    char* const first = const_cast<char*>(array(static_cast<const char*>(bytes), count, "bytes"));
    setg(first, first, first + count);
  }
  std::size_t used() const { return static_cast<std::size_t>(gptr() - eback()); }
};

/// Gives a caller what `save` writes, whole.
template <class Save>
void give_saved(FirsthitTakeBytes take, void* user, const Save& save) {
  if (take == nullptr) throw Refused(FIRSTHIT_ERROR_NULL, "take: expected a function, found null");
  std::ostringstream out;
  save(out);
  if (!out) throw std::bad_alloc();  // nothing else can go wrong in memory
  const std::string bytes = std::move(out).str();
  take(user, bytes.data(), bytes.size());
}

}  // namespace firsthit::c
