#pragma once

#include <firsthit/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace firsthit::sources {

struct Disk {
  Vec<2> position;  ///< [L]
  Vec<2> velocity;  ///< [L/T]
  double radius = 0.5;
};

/// Where the source departs from what is right; with none of them the algorithm is right.
struct Rules {
  bool sorts_by_delay = false;        ///< the queue is in the order of times to collision, not of times
  bool forgets_the_end = false;       ///< delays after an event are held against the whole window
  bool stays_at_the_last = false;     ///< the window ends at its last event
  bool uses_discards_once = false;    ///< an entry of the discard list goes once it has discarded something
  bool forgets_old_discards = false;  ///< each event takes older entries off the list
  bool compares_times = false;        ///< who turned first is told by times alone
};

/// The source's algorithm, literally: disks of one mass between walls at plus and minus `half`, in windows,
/// with a queue of predictions and a list of who has turned.
class Windows {
 public:
  Windows(std::vector<Disk> disks, const Vec<2>& half, const Rules& rules)
      : disks_(std::move(disks)), half_(half), rules_(rules) {}

  /// One window of so long [T]; at most so many collisions in it.
  void run(double length, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

  const std::vector<Disk>& disks() const { return disks_; }
  double time() const { return time_; }  ///< [T] since the window began
  std::uint64_t collisions() const { return collisions_; }
  std::uint64_t discarded() const { return discarded_; }

 private:
  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

  struct Prediction {
    double delay = 0.0;       // [T] from when it was made
    double inserted = 0.0;    // [T]
    std::uint64_t order = 0;  // how many there were before it, of these and of turns
    std::size_t a = 0;
    std::size_t b = kNobody;  // then it is with a wall across `axis`
    std::size_t axis = 0;
  };
  struct Discard {
    double time = 0.0;
    std::uint64_t order = 0;
    std::size_t disk = 0;
  };

  void predict_walls(std::size_t i);
  void predict_pair(std::size_t i, std::size_t j);
  void keep(Prediction prediction);
  std::size_t next() const;
  bool is_discarded(const Prediction& prediction);
  void carry_out(const Prediction& prediction);
  void advance_to(double time);

  std::vector<Disk> disks_;
  Vec<2> half_;
  Rules rules_;
  std::vector<Prediction> queue_;
  std::vector<Discard> discards_;
  double time_ = 0.0;
  double length_ = 0.0;
  std::uint64_t order_ = 0;
  std::uint64_t collisions_ = 0;
  std::uint64_t discarded_ = 0;
};

}  // namespace firsthit::sources
