#pragma once

namespace firsthit::inline v0 {

/// Throws InputError: whoever is asked has been moved from. Cost: O(1).
[[noreturn]] void refuse_moved_from();

/// What a class owns behind its header: a std::unique_ptr of few words, as <memory> takes a compiler longer
/// than all headers that need one of it. A detail, not for users. Throws InputError where it owns nothing.
///
/// Threads: one at a time.
template <class T>
class Owned {
 public:
  // Cost: O(1), and of the last what the object's destructor costs.
  Owned() = default;
  explicit Owned(T* object) : object_(object) {}
  ~Owned() { delete object_; }
  Owned(Owned&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  Owned& operator=(Owned&& other) noexcept {
    T* const object = object_;
    object_ = other.object_;
    other.object_ = object;  // which deletes it in its time
    return *this;
  }

  T& operator*() const { return *there(); }
  T* operator->() const { return there(); }

 private:
  T* there() const {
    if (object_ == nullptr) refuse_moved_from();
    return object_;
  }

  T* object_ = nullptr;
};

}  // namespace firsthit::inline v0
