#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// The little of HDF5's C interface that we use, with errors as exceptions.

namespace firsthit::hdf5 {

/// What HDF5 could not do, and the innermost reason that it names.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Error if `result` is negative, "cannot WHAT NAME: REASON"; else gives it back.
hid_t checked(hid_t result, const char* what, const char* name = nullptr);

/// An open file, group, dataset, data space, type or list of properties.
class Handle {
 public:
  Handle() = default;
  Handle(hid_t id, const char* what, const char* name = nullptr) : id_(checked(id, what, name)) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }

  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  /// Gives it up; false if HDF5 reports a failure.
  bool reset();

 private:
  hid_t id_ = -1;
};

using Extent = std::vector<hsize_t>;

/// Each thread has errors of its own: to be called on those that use what another has opened.
void print_no_errors();

Handle create_file(const std::string& path);
Handle open_file(const std::string& path);
Handle create_group(hid_t parent, const char* name);

/// Text of a fixed width, padded with zeros.
Handle text_type(std::size_t width);

/// Attributes: text, a list of texts, whole numbers.
void put_text(hid_t object, const char* name, const std::string& value);
void put_texts(hid_t object, const char* name, const std::vector<std::string>& values);
void put_integers(hid_t object, const char* name, const std::vector<int>& values);

/// A dataset of fixed size, compressed if it is long, of numbers or texts of a type of this machine's.
Handle create_dataset(hid_t parent, const char* name, hid_t type, const Extent& extent);
/// A dataset whose first extent is 0 and grows.
Handle create_growing(hid_t parent, const char* name, hid_t type, const Extent& row, const Extent& chunk);

/// Writes or reads a block of `count` at `start`.
void write_block(hid_t dataset, hid_t memory_type, const Extent& start, const Extent& count,
                 const void* data);
void read_block(hid_t dataset, hid_t memory_type, const Extent& start, const Extent& count, void* data);

Extent extent_of(hid_t dataset);
bool has(hid_t parent, const std::string& path);
Handle open_dataset(hid_t parent, const std::string& path);
std::vector<double> read_doubles(hid_t parent, const std::string& path);
std::vector<std::int64_t> read_integers(hid_t parent, const std::string& path);
/// The dataset's texts, each read at its own fixed width.
std::vector<std::string> read_texts(hid_t parent, const std::string& path);
/// A text attribute of the object at `path`.
std::string read_text(hid_t parent, const std::string& path, const std::string& name);

}  // namespace firsthit::hdf5
