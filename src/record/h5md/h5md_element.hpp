#pragma once

#include "record/base/hdf5_io.hpp"

#include <cstdint>
#include <string>

namespace firsthit {

/// A time-dependent element of H5MD with steps and times of its own: it has a row for every sample at
/// which it is defined, and none for the others.
class H5mdElement {
 public:
  /// Values are numbers if `width` is 0, else rows of `width` numbers. Throws hdf5::Error, as do the others.
  H5mdElement(hid_t parent, const std::string& name, std::size_t width);

  /// Writes a row after those that are kept.
  void add(std::int64_t step, double time, const double* value);
  /// The row that was added, if any, is whole.
  void keep() { rows_ = written_; }
  /// Takes back the row that is not kept.
  void take_back();

 private:
  void resize(hsize_t rows);

  std::size_t width_;
  hdf5::Handle step_, time_, value_;
  hsize_t rows_ = 0;     // kept
  hsize_t written_ = 0;  // and perhaps one more
};

}  // namespace firsthit
