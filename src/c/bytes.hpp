#pragma once

#include <firsthit/c/saved.h>

#include "c/status.hpp"

#include <cstddef>
#include <istream>
#include <sstream>
#include <streambuf>
#include <string>

namespace firsthit::c {

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
