#pragma once

#include <firsthit/firsthit.h>

#include "c/status.hpp"

#include <cstddef>
#include <cstring>
#include <string>

// Structs that begin with their size: they may grow at their end, and a caller may know of fewer fields than
// we do.

namespace firsthit::c {

/// Bytes of a struct in the first version that had it: nobody's is smaller. It ends with the field that was
/// then its last; a field that comes after it later does not change this.
template <class T>
inline constexpr std::size_t kFirstSize = 0;

#define FIRSTHIT_FIRST_SIZE(T, last) \
  template <>                        \
  inline constexpr std::size_t kFirstSize<T> = offsetof(T, last) + sizeof(T::last)
FIRSTHIT_FIRST_SIZE(FirsthitMassProperties, inertia_per_mass);
FIRSTHIT_FIRST_SIZE(FirsthitMotion, duration);
FIRSTHIT_FIRST_SIZE(FirsthitEncounter, feature_b);
FIRSTHIT_FIRST_SIZE(FirsthitQuery, margin);
FIRSTHIT_FIRST_SIZE(FirsthitSeparation, point_b);
FIRSTHIT_FIRST_SIZE(FirsthitBody, inertia);
FIRSTHIT_FIRST_SIZE(FirsthitBodyState, angular_acceleration);
FIRSTHIT_FIRST_SIZE(FirsthitWorldOptions, spinning_friction);
FIRSTHIT_FIRST_SIZE(FirsthitObserver, passing);
FIRSTHIT_FIRST_SIZE(FirsthitStatistics, deepest_overlap);
FIRSTHIT_FIRST_SIZE(FirsthitRunLimits, stop);
FIRSTHIT_FIRST_SIZE(FirsthitQueryFilter, sensors);
FIRSTHIT_FIRST_SIZE(FirsthitMovePolicy, skin);
FIRSTHIT_FIRST_SIZE(FirsthitMoveResult, crushed_by_count);
FIRSTHIT_FIRST_SIZE(FirsthitAgent, max_acceleration);
#undef FIRSTHIT_FIRST_SIZE

template <class T>
void check_size(std::size_t size, const char* what) {
  static_assert(offsetof(T, size) == 0 && kFirstSize<T> > 0);
  if (size >= kFirstSize<T> && size <= sizeof(T)) return;
  throw Refused(FIRSTHIT_ERROR_SIZE, std::string(what) + ".size: expected " + std::to_string(sizeof(T)) +
                                         ", the size of its type, found " + std::to_string(size));
}

/// What a caller gives; fields that he does not know of are as by default.
template <class T>
T read(const T* from, const char* what, const T& by_default) {
  check_size<T>(there(from, what).size, what);
  T r = by_default;
  std::memcpy(&r, from, from->size);
  r.size = sizeof(T);
  return r;
}

/// How large the struct is to him who wants it written.
template <class T>
std::size_t size_of(const T* into, const char* what) {
  check_size<T>(there(into, what).size, what);
  return into->size;
}

/// Requires: size_of(into) has been asked.
template <class T>
void write(T value, T* into, std::size_t size) {
  value.size = size;
  std::memcpy(into, &value, size);
}

/// What functions whose names end in `_default` do.
template <class T>
void write_default(const T& by_default, T* into, std::size_t size) {
  there(into, "into");
  check_size<T>(size, "into");
  write(by_default, into, size);
}
template <class T>
FirsthitStatus give_default(const T& by_default, T* into, std::size_t size) {
  return guarded([&] { write_default(by_default, into, size); });
}

/// An array of structs of the size that the first one tells.
template <class T>
class Rows {
 public:
  Rows(T* first, std::size_t count, const char* what)
      : at_(reinterpret_cast<char*>(first)), size_(count > 0 ? size_of(first, what) : 0) {}
  void write(std::size_t i, const T& value) { c::write(value, reinterpret_cast<T*>(at_ + i * size_), size_); }

 private:
  char* at_;
  std::size_t size_;
};

/// A list as callers get it: as many as there is room for.
template <class T, class Items, class Tell>
void write_list(const Items& items, T* into, std::size_t capacity, std::size_t* count, const Tell& tell) {
  array(into, capacity, "into");
  there(count, "count") = items.size();
  for (std::size_t i = 0; i < items.size() && i < capacity; ++i) into[i] = tell(items[i]);
}

}  // namespace firsthit::c
