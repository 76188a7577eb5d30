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

/// Things to be written in order, so that who has them need not wait: threads prepare them, each by itself,
/// and one at a time is written. There is room for a given number of them; who brings more helps to prepare
/// meanwhile. Without threads who brings them does it all.
///
/// Threads: one brings things; what `write` touches is free for others after `drain`.
template <class Thing>
class OutputQueue {
 public:
  using Step = std::function<void(Thing&)>;

  /// The steps must not throw. `prepare` is called for several at once.
  OutputQueue(std::size_t room, std::size_t threads, Step prepare, Step write)
      : prepare_(std::move(prepare)), write_(std::move(write)), slots_(room) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  /// Once all are written.
  ~OutputQueue() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  OutputQueue(const OutputQueue&) = delete;
  OutputQueue& operator=(const OutputQueue&) = delete;

  /// Where the next thing is to be put, in the memory of one that has been written.
  Thing& next() {
    Lock lock(mutex_);
    while (brought_ - written_ == slots_.size())
      if (!prepare_one(lock)) changed_.wait(lock);
    return slot(brought_).thing;
  }
  /// It is there.
  void push() {
    if (threads_.empty()) {
      prepare_(slot(0).thing);
      write_(slot(0).thing);
      return;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++brought_;
    }
    changed_.notify_all();
  }
  /// Waits until all are written.
  void drain() {
    Lock lock(mutex_);
    while (written_ < brought_)
      if (!prepare_one(lock)) changed_.wait(lock);
  }

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct Slot {
    Thing thing;
    bool is_prepared = false;
  };

  Slot& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  void work() {
    Lock lock(mutex_);
    while (!ended_ || written_ < brought_)
      if (!write_one(lock) && !prepare_one(lock)) changed_.wait(lock);
  }
  /// False if nobody waits for that.
  bool prepare_one(Lock& lock) {
    if (taken_ == brought_) return false;
    Slot& own = slot(taken_++);
    lock.unlock();
    prepare_(own.thing);
    lock.lock();
    own.is_prepared = true;
    changed_.notify_all();
    return true;
  }
  bool write_one(Lock& lock) {
    if (is_writing_ || written_ == taken_ || !slot(written_).is_prepared) return false;
    Slot& own = slot(written_);
    is_writing_ = true;
    lock.unlock();
    write_(own.thing);
    lock.lock();
    is_writing_ = own.is_prepared = false;
    ++written_;
    changed_.notify_all();
    return true;
  }

  Step prepare_;
  Step write_;
  std::vector<Slot> slots_;  // a ring
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t brought_ = 0;
  std::uint64_t taken_ = 0;  // by those who prepare them
  std::uint64_t written_ = 0;
  bool is_writing_ = false;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace firsthit
