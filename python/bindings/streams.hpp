#pragma once

#include <firsthit/error.hpp>

#include <nanobind/nanobind.h>

#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

namespace firsthit::python {

/// Bytes, read where they lie.
class Memory : public std::streambuf {
 public:
  explicit Memory(const nanobind::bytes& bytes) {
    char* const begin = const_cast<char*>(bytes.c_str());  // which a stream that only reads does not write
    setg(begin, begin, begin + bytes.size());
  }
  /// What has been read is to be all of it.
  void expect_end(const char* what) const {
    if (gptr() != egptr())
      throw InputError(std::string(what) + ": expected the end of what was saved, found " +
                       std::to_string(egptr() - gptr()) + " bytes more");
  }
};

/// What `thing` saves, as bytes.
template <class Thing>
nanobind::bytes saved(const Thing& thing) {
  std::ostringstream out(std::ios::binary);
  thing.save(out);
  const std::string_view state = out.view();
  return nanobind::bytes(state.data(), state.size());
}

}  // namespace firsthit::python
