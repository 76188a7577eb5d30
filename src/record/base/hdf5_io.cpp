#include "record/base/hdf5_io.hpp"

#include <algorithm>
#include <cstring>

namespace firsthit::hdf5 {
namespace {

constexpr std::size_t kLongDataset = 1024;          // elements from which compressing pays
constexpr hsize_t kStaticChunk = hsize_t{1} << 15;  // elements in a chunk of a dataset of fixed size

herr_t note_reason(unsigned, const H5E_error2_t* error, void* reason) {
  auto& text = *static_cast<std::string*>(reason);
  if (text.empty() && error->desc != nullptr) text = error->desc;
  return 0;
}

/// The innermost reason on HDF5's stack of errors; of a failed system call, what the system said.
std::string innermost_reason() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, &reason);
  H5Eclear2(H5E_DEFAULT);
  constexpr std::string_view kMark = "error message = '";
  const std::size_t begin = reason.find(kMark);
  if (begin == std::string::npos) return reason.empty() ? "HDF5 gives no reason" : reason;
  reason.erase(0, begin + kMark.size());
  return reason.substr(0, reason.find('\''));
}

Handle space_of(const Extent& extent, const hsize_t* most = nullptr) {
  return {H5Screate_simple(static_cast<int>(extent.size()), extent.data(), most), "make a data space"};
}

Handle block_of(hid_t dataset, const Extent& start, const Extent& count) {
  Handle space(H5Dget_space(dataset), "look at a dataset");
  checked(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
          "select");
  return space;
}

/// Nothing of a dataset's chunks is kept back in memory: what cannot be written shows at the write, and not
/// when the dataset is closed, where nobody hears of it.
Handle unbuffered_access() {
  Handle access(H5Pcreate(H5P_DATASET_ACCESS), "make properties");
  checked(H5Pset_chunk_cache(access.get(), 1, 0, 1.0), "set the cache");
  return access;
}

bool empty(const Extent& count) { return std::find(count.begin(), count.end(), 0) != count.end(); }

/// How files hold numbers of a type: little-endian, whatever the machine.
Handle stored_type(hid_t type) {
  Handle stored(H5Tcopy(type), "copy a type");
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_INTEGER || kind == H5T_FLOAT)
    checked(H5Tset_order(stored.get(), H5T_ORDER_LE), "set an order");
  return stored;
}

void put_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* data) {
  const Handle stored = stored_type(type);
  Handle attribute(H5Acreate2(object, name, stored.get(), space, H5P_DEFAULT, H5P_DEFAULT), "make", name);
  checked(H5Awrite(attribute.get(), type, data), "write", name);
}

/// Errors are thrown, not printed; and nothing is closed a second time when the program exits: HDF5
/// 1.10 crashes there over a file whose closing has failed.
void set_up_library() {
  H5dont_atexit();
  print_no_errors();
}

/// So many bytes, at most, come of one that has been compressed. A file that tells of more is damaged, and
/// memory for it need not be looked for.
constexpr double kMostDeflated = 1032.0;

hsize_t elements(const Extent& extent) {
  hsize_t product = 1;
  for (const hsize_t each : extent) product *= each;
  return product;
}

}  // namespace

hid_t checked(hid_t result, const char* what, const char* name) {
  if (result < 0)
    throw Error(std::string("cannot ") + what + (name == nullptr ? "" : std::string(" ") + name) + ": " +
                innermost_reason());
  return result;
}

bool Handle::reset() {
  const hid_t id = std::exchange(id_, -1);
  if (id < 0) return true;
  switch (H5Iget_type(id)) {
    case H5I_FILE:
      return H5Fclose(id) >= 0;
    case H5I_GROUP:
      return H5Gclose(id) >= 0;
    case H5I_DATASET:
      return H5Dclose(id) >= 0;
    case H5I_DATASPACE:
      return H5Sclose(id) >= 0;
    case H5I_DATATYPE:
      return H5Tclose(id) >= 0;
    case H5I_ATTR:
      return H5Aclose(id) >= 0;
    default:
      return H5Pclose(id) >= 0;
  }
}

void print_no_errors() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Handle create_file(const std::string& path) {
  set_up_library();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), "make properties");
  checked(H5Pset_sieve_buf_size(access.get(), 0), "set the buffer");  // as unbuffered_access
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), "make the file"};
}

Handle open_file(const std::string& path) {
  set_up_library();
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open the file"};
}

Handle create_group(hid_t parent, const char* name) {
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "make", name};
}

Handle text_type(std::size_t width) {
  Handle type(H5Tcopy(H5T_C_S1), "copy a type");
  checked(H5Tset_size(type.get(), std::max<std::size_t>(width, 1)), "size a type");
  checked(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "pad a type");
  checked(H5Tset_cset(type.get(), H5T_CSET_UTF8), "set a type's characters");
  return type;
}

void put_text(hid_t object, const char* name, const std::string& value) {
  const Handle type = text_type(value.size());
  const Handle space(H5Screate(H5S_SCALAR), "make a data space");
  put_attribute(object, name, type.get(), space.get(), value.c_str());
}

void put_texts(hid_t object, const char* name, const std::vector<std::string>& values) {
  std::size_t width = 1;
  for (const std::string& value : values) width = std::max(width, value.size());
  std::string padded;
  for (const std::string& value : values) padded += value + std::string(width - value.size(), '\0');
  const Handle type = text_type(width);
  const Handle space = space_of({values.size()});
  put_attribute(object, name, type.get(), space.get(), padded.c_str());
}

void put_integers(hid_t object, const char* name, const std::vector<int>& values) {
  const Handle space =
      values.size() == 1 ? Handle(H5Screate(H5S_SCALAR), "make a data space") : space_of({values.size()});
  put_attribute(object, name, H5T_NATIVE_INT, space.get(), values.data());
}

Handle create_dataset(hid_t parent, const char* name, hid_t type, const Extent& extent) {
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), "make properties");
  if (elements(extent) >= kLongDataset && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
    Extent chunk = extent;
    chunk[0] = std::min(chunk[0], kStaticChunk);
    checked(H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()), "set chunks");
    checked(H5Pset_deflate(properties.get(), 4), "compress");
  }
  const Handle space = space_of(extent);
  const Handle access = unbuffered_access();
  const Handle stored = stored_type(type);
  return {H5Dcreate2(parent, name, stored.get(), space.get(), H5P_DEFAULT, properties.get(), access.get()),
          "make", name};
}

Handle create_growing(hid_t parent, const char* name, hid_t type, const Extent& row, const Extent& chunk) {
  const Handle properties(H5Pcreate(H5P_DATASET_CREATE), "make properties");
  checked(H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()), "set chunks");
  const Handle access = unbuffered_access();
  Extent extent = {0};
  Extent most = {H5S_UNLIMITED};
  extent.insert(extent.end(), row.begin(), row.end());
  for (const hsize_t each : row)
    most.push_back(each == 0 ? H5S_UNLIMITED : each);  // a chunk may not exceed it
  const Handle space = space_of(extent, most.data());
  return {H5Dcreate2(parent, name, type, space.get(), H5P_DEFAULT, properties.get(), access.get()), "make",
          name};
}

void write_block(hid_t dataset, hid_t memory_type, const Extent& start, const Extent& count,
                 const void* data) {
  if (empty(count)) return;
  const Handle space = block_of(dataset, start, count);
  const Handle memory = space_of(count);
  checked(H5Dwrite(dataset, memory_type, memory.get(), space.get(), H5P_DEFAULT, data), "write");
}

void read_block(hid_t dataset, hid_t memory_type, const Extent& start, const Extent& count, void* data) {
  if (empty(count)) return;
  const Handle space = block_of(dataset, start, count);
  const Handle memory = space_of(count);
  checked(H5Dread(dataset, memory_type, memory.get(), space.get(), H5P_DEFAULT, data), "read");
}

Extent extent_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), "look at a dataset");
  Extent extent(
      static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(space.get()), "look at a dataset")));
  checked(H5Sget_simple_extent_dims(space.get(), extent.data(), nullptr), "look at a dataset");
  const Handle type(H5Dget_type(dataset), "look at a dataset");
  double bytes = static_cast<double>(H5Tget_size(type.get()));
  for (const hsize_t each : extent) bytes *= static_cast<double>(each);
  if (bytes > kMostDeflated * static_cast<double>(H5Dget_storage_size(dataset)))
    throw Error("damaged: a dataset in it is larger than what is stored of it");
  return extent;
}

bool has(hid_t parent, const std::string& path) { return H5Lexists(parent, path.c_str(), H5P_DEFAULT) > 0; }

Handle open_dataset(hid_t parent, const std::string& path) {
  return {H5Dopen2(parent, path.c_str(), H5P_DEFAULT), "open", path.c_str()};
}

std::vector<double> read_doubles(hid_t parent, const std::string& path) {
  const Handle dataset = open_dataset(parent, path);
  const Extent extent = extent_of(dataset.get());
  std::vector<double> values(elements(extent));
  read_block(dataset.get(), H5T_NATIVE_DOUBLE, Extent(extent.size(), 0), extent, values.data());
  return values;
}

std::vector<std::int64_t> read_integers(hid_t parent, const std::string& path) {
  const Handle dataset = open_dataset(parent, path);
  const Extent extent = extent_of(dataset.get());
  std::vector<std::int64_t> values(elements(extent));
  read_block(dataset.get(), H5T_NATIVE_INT64, Extent(extent.size(), 0), extent, values.data());
  return values;
}

std::vector<std::string> read_texts(hid_t parent, const std::string& path) {
  const Handle dataset = open_dataset(parent, path);
  const Extent extent = extent_of(dataset.get());
  const Handle stored(H5Dget_type(dataset.get()), "look at", path.c_str());
  const std::size_t width = H5Tget_size(stored.get());
  std::string padded(elements(extent) * width, '\0');
  read_block(dataset.get(), stored.get(), Extent(extent.size(), 0), extent, padded.data());
  std::vector<std::string> texts;
  for (std::size_t at = 0; at + width <= padded.size() && width > 0; at += width)
    texts.emplace_back(padded.data() + at, ::strnlen(padded.data() + at, width));
  return texts;
}

std::string read_text(hid_t parent, const std::string& path, const std::string& name) {
  const Handle attribute(H5Aopen_by_name(parent, path.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                         "open", name.c_str());
  const Handle type(H5Aget_type(attribute.get()), "look at", name.c_str());
  std::string text(H5Tget_size(type.get()), '\0');
  checked(H5Aread(attribute.get(), type.get(), text.data()), "read", name.c_str());
  text.resize(::strnlen(text.data(), text.size()));
  return text;
}

}  // namespace firsthit::hdf5
