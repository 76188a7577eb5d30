#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace firsthit {

/// Things to be written, in order, by a thread of its own, so that who has them need not wait; or at once by
/// whoever brings them. There is room for a given number of them: who brings more waits until one is written.
///
/// Threads: one brings things; what `write` touches is free for others after `drain`.
template <class Thing>
class OutputQueue {
 public:
  /// `write` must not throw.
  OutputQueue(std::size_t room, bool own_thread, std::function<void(Thing&)> write)
      : write_(std::move(write)), things_(room) {
    if (own_thread) thread_ = std::thread([this] { work(); });
  }
  ~OutputQueue() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  OutputQueue(const OutputQueue&) = delete;
  OutputQueue& operator=(const OutputQueue&) = delete;

  /// Where the next thing is to be put, in the memory of one that has been written.
  Thing& next() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return brought_ - written_ < things_.size(); });
    return things_[brought_ % things_.size()];
  }
  /// It is there.
  void push() {
    if (!thread_.joinable()) return write_(things_[0]);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++brought_;
    }
    changed_.notify_all();
  }
  /// Waits until all are written.
  void drain() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return brought_ == written_; });
  }

 private:
  /// Writes all that is brought, also after the end is known.
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ended_ || brought_ > written_; });
      if (brought_ == written_) return;
      Thing& thing = things_[written_ % things_.size()];
      lock.unlock();
      write_(thing);
      lock.lock();
      ++written_;
      changed_.notify_all();
    }
  }

  std::function<void(Thing&)> write_;
  std::vector<Thing> things_;  // a ring
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t brought_ = 0;
  std::uint64_t written_ = 0;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace firsthit
