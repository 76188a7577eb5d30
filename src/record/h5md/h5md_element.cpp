#include "record/h5md/h5md_element.hpp"

#include <algorithm>

namespace firsthit {
namespace {

using hdf5::Extent;

constexpr hsize_t kNumberChunk = 1024;           // numbers
constexpr hsize_t kRowChunk = hsize_t{1} << 13;  // numbers, of several rows; rewritten at each of them

}  // namespace

H5mdElement::H5mdElement(hid_t parent, const std::string& name, std::size_t width) : width_(width) {
  const hdf5::Handle group = hdf5::create_group(parent, name.c_str());
  step_ = hdf5::create_growing(group.get(), "step", H5T_STD_I64LE, {}, {kNumberChunk});
  time_ = hdf5::create_growing(group.get(), "time", H5T_IEEE_F64LE, {}, {kNumberChunk});
  const Extent row = width == 0 ? Extent{} : Extent{width};
  const Extent chunk =
      width == 0 ? Extent{kNumberChunk} : Extent{std::clamp<hsize_t>(kRowChunk / width, 1, 64), width};
  value_ = hdf5::create_growing(group.get(), "value", H5T_IEEE_F64LE, row, chunk);
}

void H5mdElement::resize(hsize_t rows) {
  hdf5::checked(H5Dset_extent(step_.get(), Extent{rows}.data()), "write");
  hdf5::checked(H5Dset_extent(time_.get(), Extent{rows}.data()), "write");
  const Extent extent = width_ == 0 ? Extent{rows} : Extent{rows, width_};
  hdf5::checked(H5Dset_extent(value_.get(), extent.data()), "write");
}

void H5mdElement::add(std::int64_t step, double time, const double* value) {
  resize(rows_ + 1);
  hdf5::write_block(step_.get(), H5T_NATIVE_INT64, {rows_}, {1}, &step);
  hdf5::write_block(time_.get(), H5T_NATIVE_DOUBLE, {rows_}, {1}, &time);
  const Extent start = width_ == 0 ? Extent{rows_} : Extent{rows_, 0};
  const Extent count = width_ == 0 ? Extent{1} : Extent{1, width_};
  hdf5::write_block(value_.get(), H5T_NATIVE_DOUBLE, start, count, value);
  written_ = rows_ + 1;
}

void H5mdElement::take_back() { resize(rows_); }

}  // namespace firsthit
