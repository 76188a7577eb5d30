#pragma once

#include <firsthit/body.hpp>
#include <firsthit/owned.hpp>
#include <firsthit/statistics.hpp>

#include <cstddef>
#include <cstdint>

namespace firsthit::inline v0 {

template <int D>
class World;

/// All bodies of a world at one time, and what had been counted until then (`World::snapshot`): a copy, which
/// can be read while the world goes on, on another thread, too.
///
/// Threads: what is const may be asked by any number of threads at once.
template <int D>
class Snapshot {
 public:
  /// Of no world. Cost: O(1).
  Snapshot();
  ~Snapshot();
  Snapshot(Snapshot&&) noexcept;
  Snapshot& operator=(Snapshot&&) noexcept;

  // Cost: O(1).
  double time() const;               ///< [T]
  std::uint64_t collisions() const;  ///< impacts until then
  std::size_t size() const;          ///< as of the world
  /// As `World::state` was then. Throws InputError for an id that named no body.
  BodyState<D> state(BodyId id) const;
  /// As `World::statistics` were then. Throws InputError if nothing was measured. Cost: O(n).
  Statistics statistics() const;

  struct Impl;

 private:
  friend class World<D>;
  Owned<Impl> impl_;
};

}  // namespace firsthit::inline v0
