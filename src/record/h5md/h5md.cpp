#include "record/h5md/h5md.hpp"

#include "core/vec_math.hpp"
#include "record/base/hdf5_io.hpp"
#include "record/base/output_folder.hpp"
#include "record/base/shape_json.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/h5md/h5md_element.hpp"
#include "record/tables/tables.hpp"

#include <firsthit/version.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace firsthit {
namespace {

using hdf5::Extent;
using hdf5::Handle;

constexpr std::size_t kChunkBytes = std::size_t{1} << 16;  // of several frames; rewritten at each of them
constexpr std::size_t kLargeChunkBytes = std::size_t{1} << 18;  // of one frame, and its upper limit
constexpr std::size_t kElementSpace = std::size_t{1} << 14;     // bytes: tables of three datasets
constexpr std::size_t kBlock = std::size_t{1} << 14;            // bodies converted at a time

/// Frames and bodies in a chunk of vectors.
template <int D>
Extent chunk_of(std::size_t bodies) {
  const std::size_t frame = std::max<std::size_t>(bodies, 1) * D * sizeof(double);
  const std::size_t frames = std::clamp<std::size_t>(kChunkBytes / frame, 1, 64);
  const std::size_t across =
      std::min(std::max<std::size_t>(bodies, 1), kLargeChunkBytes / (D * sizeof(double)));
  return {frames, across, D};
}

/// Numbers of an orientation, and of an angular velocity.
constexpr std::size_t kQuaternion = 4;
template <int D>
constexpr std::size_t kTurns = D == 2 ? 1 : 3;

const char* side_name(Side side) {
  return side == Side::Periodic ? "periodic" : side == Side::Wall ? "wall" : "open";
}

// What tells the values of columns is called once a body: far less than writing them takes.

template <class T>
void put_column(hid_t parent, const char* name, hid_t type, std::size_t count,
                const std::function<T(std::size_t)>& value) {
  const Handle dataset = hdf5::create_dataset(parent, name, type, {count});
  std::vector<T> block;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t size = std::min(kBlock, count - begin);
    block.clear();
    for (std::size_t i = 0; i < size; ++i) block.push_back(value(begin + i));
    hdf5::write_block(dataset.get(), type, {begin}, {size}, block.data());
  }
}

/// Texts of one width, asked for twice so that they need not be held.
void put_text_column(hid_t parent, const char* name, std::size_t count,
                     const std::function<std::string(std::size_t)>& value) {
  std::size_t width = 1;
  for (std::size_t i = 0; i < count; ++i) width = std::max(width, value(i).size());
  const Handle type = hdf5::text_type(width);
  const Handle dataset = hdf5::create_dataset(parent, name, type.get(), {count});
  std::string block;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t size = std::min(kBlock, count - begin);
    block.clear();
    for (std::size_t i = 0; i < size; ++i) {
      block += value(begin + i);
      block.resize((i + 1) * width, '\0');
    }
    hdf5::write_block(dataset.get(), type.get(), {begin}, {size}, block.data());
  }
}

template <int D>
void put_vectors(hid_t parent, const char* name, const std::vector<Vec<D>>& vectors) {
  const Handle dataset = hdf5::create_dataset(parent, name, H5T_NATIVE_DOUBLE, {vectors.size(), D});
  hdf5::write_block(dataset.get(), H5T_NATIVE_DOUBLE, {0, 0}, {vectors.size(), D}, vectors.data());
}

template <int D>
void put_vector(hid_t parent, const char* name, const Vec<D>& vector) {
  const Handle dataset = hdf5::create_dataset(parent, name, H5T_NATIVE_DOUBLE, {D});
  hdf5::write_block(dataset.get(), H5T_NATIVE_DOUBLE, {0}, {D}, vector.c);
}

void put_header(hid_t file) {
  const Handle h5md = hdf5::create_group(file, "h5md");
  hdf5::put_integers(h5md.get(), "version", {1, 1});
  const Handle author = hdf5::create_group(h5md.get(), "author");
  hdf5::put_text(author.get(), "name", "not given");
  const Handle creator = hdf5::create_group(h5md.get(), "creator");
  hdf5::put_text(creator.get(), "name", "firsthit");
  hdf5::put_text(creator.get(), "version", kVersion);
}

template <int D>
Handle put_box(hid_t particles, const Space<D>& space) {
  Handle box = hdf5::create_group(particles, "box");
  hdf5::put_integers(box.get(), "dimension", {D});
  std::vector<std::string> boundary;
  for (std::size_t axis = 0; axis < D; ++axis)
    boundary.emplace_back(space.sides[axis] == Side::Periodic ? "periodic" : "none");
  hdf5::put_texts(box.get(), "boundary", boundary);
  return box;
}

std::string color_text(const RunInfo& info, BodyId id) {
  const std::optional<std::uint32_t> color = info.color_of ? info.color_of(id) : std::nullopt;
  return color ? fmt::format("#{:06x}", *color & 0xffffffU) : std::string();
}

/// Shapes are JSON.
template <int D>
void put_obstacles(hid_t parent, const RunSetup<D>& setup, const RunInfo& info) {
  const Handle obstacles = hdf5::create_group(parent, "obstacles");
  const std::vector<FixedBody<D>>& all = setup.obstacles;
  std::vector<Vec<D>> positions;
  for (const FixedBody<D>& each : all) positions.push_back(each.position);
  put_vectors(obstacles.get(), "position", positions);
  put_text_column(obstacles.get(), "shape", all.size(),
                  [&](std::size_t i) { return shape_json(plain_shape(all[i].shape), D).written(); });
  put_text_column(obstacles.get(), "color", all.size(),
                  [&](std::size_t i) { return color_text(info, all[i].id); });
  put_column<std::uint8_t>(obstacles.get(), "sensor", H5T_NATIVE_UINT8, all.size(),
                           [&](std::size_t i) { return all[i].sensor ? std::uint8_t{1} : std::uint8_t{0}; });
}

/// What H5MD has no place for, and a picture needs: /parameters/firsthit.
template <int D>
void put_parameters(hid_t file, const RunSetup<D>& setup, const RunInfo& info) {
  const Handle parameters = hdf5::create_group(file, "parameters");
  const Handle ours = hdf5::create_group(parameters.get(), "firsthit");
  hdf5::put_text(ours.get(), "scene", info.scene);
  hdf5::put_text(ours.get(), "seed", fmt::format("{}", info.seed));
  if (!info.materials.empty()) hdf5::put_texts(ours.get(), "materials", info.materials);
  put_text_column(ours.get(), "sides", D,
                  [&](std::size_t i) { return std::string(side_name(setup.space.sides[i])); });
  put_vector(ours.get(), "min", setup.space.min);
  put_vector(ours.get(), "max", setup.space.max);
  put_vector(ours.get(), "gravity", setup.gravity);
  put_text_column(ours.get(), "color", setup.bodies.size(),
                  [&](std::size_t i) { return color_text(info, setup.bodies[i].id); });

  if (!setup.shapes.empty())
    put_text_column(ours.get(), "shapes", setup.shapes.size(),
                    [&](std::size_t i) { return shape_json(setup.shapes[i], D).written(); });
  put_obstacles(ours.get(), setup, info);
}

/// What tells bodies from balls that move freely; nothing where all are such.
void put_kinds(hid_t parent, const MovingBodies& bodies, bool have_shapes) {
  if (have_shapes)
    put_column<std::int32_t>(parent, "shape", H5T_NATIVE_INT32, bodies.size(), [&](std::size_t i) {
      return bodies[i].shape == kRound ? -1 : static_cast<std::int32_t>(bodies[i].shape);
    });
  const auto put = [&](const char* name, bool MovingBody::*is) {
    if (std::none_of(bodies.begin(), bodies.end(), [&](const MovingBody& body) { return body.*is; })) return;
    put_column<std::uint8_t>(parent, name, H5T_NATIVE_UINT8, bodies.size(), [&](std::size_t i) {
      return bodies[i].*is ? std::uint8_t{1} : std::uint8_t{0};
    });
  };
  put("kinematic", &MovingBody::kinematic);
  put("sensor", &MovingBody::sensor);
  put("spins", &MovingBody::spins);
}

void put_bodies(hid_t parent, const MovingBodies& bodies, bool have_shapes, const RunInfo& info) {
  const std::size_t count = bodies.size();
  put_column<std::int64_t>(parent, "id", H5T_NATIVE_INT64, count,
                           [&](std::size_t i) { return std::int64_t{bodies[i].id.value}; });
  put_column<double>(parent, "radius", H5T_NATIVE_DOUBLE, count,
                     [&](std::size_t i) { return bodies[i].radius; });
  put_column<double>(parent, "mass", H5T_NATIVE_DOUBLE, count, [&](std::size_t i) { return bodies[i].mass; });
  put_column<std::int32_t>(parent, "species", H5T_NATIVE_INT32, count, [&](std::size_t i) {
    return static_cast<std::int32_t>(bodies[i].material.value);
  });
  put_text_column(parent, "name", count, [&](std::size_t i) { return name_of(info, bodies[i].id); });
  put_kinds(parent, bodies, have_shapes);
}

/// What 1 stands for, of a dataset: H5MD has a place for units, which we have none of.
void put_dimension(hid_t parent, const char* name, const char* dimension) {
  hdf5::put_text(hdf5::open_dataset(parent, name).get(), "dimension", dimension);
}

template <int D>
void put_contact_vectors(hid_t parent, const char* name, std::span<const RestingContact<D>> contacts,
                         Vec<D> RestingContact<D>::*of, const char* dimension) {
  std::vector<Vec<D>> vectors;
  for (const RestingContact<D>& contact : contacts) vectors.push_back(contact.*of);
  put_vectors(parent, name, vectors);
  put_dimension(parent, name, dimension);
}

template <int D>
void put_contacts(hid_t group, std::span<const RestingContact<D>> contacts, double time) {
  put_column<double>(group, "time", H5T_NATIVE_DOUBLE, 1, [&](std::size_t) { return time; });
  put_dimension(group, "time", "T");
  put_column<std::int64_t>(group, "a", H5T_NATIVE_INT64, contacts.size(),
                           [&](std::size_t i) { return std::int64_t{contacts[i].a.value}; });
  put_column<std::int64_t>(group, "b", H5T_NATIVE_INT64, contacts.size(),
                           [&](std::size_t i) { return std::int64_t{contacts[i].b.value}; });
  put_contact_vectors<D>(group, "point", contacts, &RestingContact<D>::point, "L");
  put_contact_vectors<D>(group, "normal", contacts, &RestingContact<D>::normal, "1");
  put_contact_vectors<D>(group, "force", contacts, &RestingContact<D>::force, "M L/T^2");
}

}  // namespace

template <int D>
struct H5mdTrajectory<D>::Impl {
  std::string path;
  const RunSetup<D>& setup;
  Handle file;
  Handle step, time, position, velocity, image, edges, collisions;
  Handle orientation, angular_velocity;  // where anybody spins
  hsize_t frames = 0;
  std::vector<std::pair<MeasuredNumber, H5mdElement>> numbers;
  std::vector<std::pair<const Distribution<D>*, H5mdElement>> functions;
  std::vector<double> positions, velocities;  // of the bodies that are written at a time
  std::vector<std::int64_t> images;

  Impl(const std::string& file_path, const RunSetup<D>& run_setup) : path(file_path), setup(run_setup) {}

  void create(const RunInfo& info, const std::vector<std::unique_ptr<Distribution<D>>>& distributions);
  Handle element(hid_t parent, const char* name, hid_t type, const Extent& row, const Extent& chunk);
  void write(const Frame<D>& frame, const Measured& measured);
  void keep();
  void take_back();
  void resize(hsize_t count);
  void write_bodies(const Frame<D>& frame, std::size_t begin, std::size_t end);
  template <class T>
  void write_vectors(const Handle& dataset, hid_t type, std::size_t begin, std::size_t width,
                     const std::vector<T>& block);
};

/// A quantity that depends on time: its group with `value`, and the steps and times of `position`.
template <int D>
Handle H5mdTrajectory<D>::Impl::element(hid_t parent, const char* name, hid_t type, const Extent& row,
                                        const Extent& chunk) {
  const Handle group = hdf5::create_group(parent, name);
  if (!step) {
    step = hdf5::create_growing(group.get(), "step", H5T_STD_I64LE, {}, {1024});
    time = hdf5::create_growing(group.get(), "time", H5T_IEEE_F64LE, {}, {1024});
  } else {
    hdf5::checked(H5Olink(step.get(), group.get(), "step", H5P_DEFAULT, H5P_DEFAULT), "link step");
    hdf5::checked(H5Olink(time.get(), group.get(), "time", H5P_DEFAULT, H5P_DEFAULT), "link time");
  }
  return hdf5::create_growing(group.get(), "value", type, row, chunk);
}

template <int D>
void H5mdTrajectory<D>::Impl::create(const RunInfo& info,
                                     const std::vector<std::unique_ptr<Distribution<D>>>& distributions) {
  file = hdf5::create_file(path);
  put_header(file.get());
  const Handle particles = hdf5::create_group(file.get(), "particles");
  const Handle all = hdf5::create_group(particles.get(), "all");
  const std::size_t count = setup.bodies.size();
  const Handle box = put_box(all.get(), setup.space);
  put_bodies(all.get(), setup.bodies, !setup.shapes.empty(), info);
  const Extent chunk = chunk_of<D>(count);
  position = element(all.get(), "position", H5T_IEEE_F64LE, {count, D}, chunk);
  velocity = element(all.get(), "velocity", H5T_IEEE_F64LE, {count, D}, chunk);
  image = element(all.get(), "image", H5T_STD_I64LE, {count, D}, chunk);
  // The box does not change; MDAnalysis reads edges with a row a frame only.
  edges = element(box.get(), "edges", H5T_IEEE_F64LE, {D}, {64, D});
  if (any_spins(setup)) {
    const Extent wider{chunk[0], chunk[1], kQuaternion};
    orientation = element(all.get(), "orientation", H5T_IEEE_F64LE, {count, kQuaternion}, wider);
    angular_velocity = element(all.get(), "angular_velocity", H5T_IEEE_F64LE, {count, kTurns<D>},
                               {chunk[0], chunk[1], kTurns<D>});
  }
  const Handle observables = hdf5::create_group(file.get(), "observables");
  collisions = element(observables.get(), "collisions", H5T_STD_I64LE, {}, {1024});
  for (const MeasuredNumber& number : numbers_of(info.observables))
    numbers.emplace_back(number, H5mdElement(observables.get(), std::string(number.name), 0));
  for (const auto& distribution : distributions) {
    const std::vector<double>& bins = distribution->edges();
    if (bins.empty()) continue;
    const std::string name(distribution->name());
    put_column<double>(observables.get(), (name + "_edges").c_str(), H5T_NATIVE_DOUBLE, bins.size(),
                       [&](std::size_t i) { return bins[i]; });
    functions.emplace_back(distribution.get(), H5mdElement(observables.get(), name, bins.size() - 1));
  }
  put_parameters(file.get(), setup, info);
  hdf5::checked(H5Fflush(file.get(), H5F_SCOPE_LOCAL), "write");
}

/// Those of the bodies from `begin` on that one write takes.
template <int D>
template <class T>
void H5mdTrajectory<D>::Impl::write_vectors(const Handle& dataset, hid_t type, std::size_t begin,
                                            std::size_t width, const std::vector<T>& block) {
  hdf5::write_block(dataset.get(), type, {frames, begin, 0}, {1, block.size() / width, width}, block.data());
}

/// Each body is looked at once: looking may be reading.
template <int D>
void H5mdTrajectory<D>::Impl::write_bodies(const Frame<D>& frame, std::size_t begin, std::size_t end) {
  positions.clear();
  velocities.clear();
  images.clear();
  const FrameStates<D>& states = frame.states;
  for (std::size_t i = begin; i < end; ++i) {
    const FrameState<D>& state = states[i];
    positions.insert(positions.end(), state.position.c, state.position.c + D);
    velocities.insert(velocities.end(), state.velocity.c, state.velocity.c + D);
    images.insert(images.end(), state.wraps.begin(), state.wraps.end());
  }
  write_vectors(position, H5T_NATIVE_DOUBLE, begin, D, positions);
  write_vectors(velocity, H5T_NATIVE_DOUBLE, begin, D, velocities);
  write_vectors(image, H5T_NATIVE_INT64, begin, D, images);
  if (!orientation) return;
  positions.clear();
  velocities.clear();
  for (std::size_t i = begin; i < end; ++i) {
    const UnitQuaternion turned = unit_quaternion(frame.spins[i].orientation);
    for (const double each : {turned.w, turned.x, turned.y, turned.z}) positions.push_back(each);
    for (const double each : components_of(frame.spins[i].angular_velocity)) velocities.push_back(each);
  }
  write_vectors(orientation, H5T_NATIVE_DOUBLE, begin, kQuaternion, positions);
  write_vectors(angular_velocity, H5T_NATIVE_DOUBLE, begin, kTurns<D>, velocities);
}

template <int D>
void H5mdTrajectory<D>::Impl::resize(hsize_t count) {
  for (const Handle* each : {&step, &time, &collisions})
    hdf5::checked(H5Dset_extent(each->get(), Extent{count}.data()), "write");
  for (const Handle* each : {&position, &velocity, &image})
    hdf5::checked(H5Dset_extent(each->get(), Extent{count, setup.bodies.size(), D}.data()), "write");
  hdf5::checked(H5Dset_extent(edges.get(), Extent{count, D}.data()), "write");
  if (!orientation) return;
  hdf5::checked(H5Dset_extent(orientation.get(), Extent{count, setup.bodies.size(), kQuaternion}.data()),
                "write");
  hdf5::checked(H5Dset_extent(angular_velocity.get(), Extent{count, setup.bodies.size(), kTurns<D>}.data()),
                "write");
}

/// Makes the frame that was written one that stays.
template <int D>
void H5mdTrajectory<D>::Impl::keep() {
  ++frames;
  for (auto& [number, own] : numbers) own.keep();
  for (auto& [distribution, own] : functions) own.keep();
}

/// Takes back a frame that was not finished.
template <int D>
void H5mdTrajectory<D>::Impl::take_back() {
  resize(frames);
  for (auto& [number, own] : numbers) own.take_back();
  for (auto& [distribution, own] : functions) own.take_back();
}

template <int D>
void H5mdTrajectory<D>::Impl::write(const Frame<D>& frame, const Measured& measured) {
  resize(frames + 1);
  constexpr std::size_t kBodies = kLargeChunkBytes / (D * sizeof(double));
  for (std::size_t begin = 0; begin < setup.bodies.size(); begin += kBodies)
    write_bodies(frame, begin, std::min(begin + kBodies, setup.bodies.size()));
  const Vec<D> lengths = setup.space.max - setup.space.min;
  hdf5::write_block(edges.get(), H5T_NATIVE_DOUBLE, {frames, 0}, {1, D}, lengths.c);
  const auto number = static_cast<std::int64_t>(frames);
  const auto count = static_cast<std::int64_t>(frame.collisions);
  hdf5::write_block(step.get(), H5T_NATIVE_INT64, {frames}, {1}, &number);
  hdf5::write_block(time.get(), H5T_NATIVE_DOUBLE, {frames}, {1}, &frame.time);
  hdf5::write_block(collisions.get(), H5T_NATIVE_INT64, {frames}, {1}, &count);
  for (auto& [measured_number, own] : numbers)
    if (const std::optional<double>& value = measured.*measured_number.value)
      own.add(number, frame.time, &*value);
  for (auto& [distribution, own] : functions)
    if (!distribution->latest().empty()) own.add(number, frame.time, distribution->latest().data());
  hdf5::checked(H5Fflush(file.get(), H5F_SCOPE_LOCAL), "write");
}

template <int D>
H5mdTrajectory<D>::H5mdTrajectory(const std::string& path, const RunSetup<D>& setup, const RunInfo& info,
                                  const std::vector<std::unique_ptr<Distribution<D>>>& distributions)
    : impl_(std::make_unique<Impl>(path, setup)) {
  try {
    impl_->create(info, distributions);
  } catch (const hdf5::Error& error) {
    throw OutputError(path, error.what());
  }
}

template <int D>
H5mdTrajectory<D>::~H5mdTrajectory() {
  try {
    close();
  } catch (const OutputError&) {  // whoever wanted to know has called close()
  }
}

template <int D>
void H5mdTrajectory<D>::add(const Frame<D>& frame, const Measured& measured) {
  hdf5::print_no_errors();  // a thread of its own may write
  try {
    impl_->write(frame, measured);
    impl_->keep();
  } catch (const hdf5::Error& error) {
    throw OutputError(impl_->path, error.what());
  }
}

template <int D>
void H5mdTrajectory<D>::add_contacts(std::span<const RestingContact<D>> contacts, double time) {
  constexpr const char* kGroup = "parameters/firsthit/contacts";
  constexpr std::size_t kSpace = std::size_t{1} << 16,
                        kRow = 2 * sizeof(std::int64_t) + 3 * D * sizeof(double);
  const hid_t file = impl_->file.get();
  hdf5::print_no_errors();
  try {
    // A file whose tables do not fit any more could not be closed.
    Reserve(temporary_of(impl_->path), kSpace + kRow * contacts.size()).release();
    put_contacts<D>(hdf5::create_group(file, kGroup).get(), contacts, time);
    hdf5::checked(H5Fflush(file, H5F_SCOPE_LOCAL), "write");
  } catch (const hdf5::Error& error) {
    if (hdf5::has(file, kGroup)) H5Ldelete(file, kGroup, H5P_DEFAULT);
    throw OutputError(impl_->path, error.what());
  }
}

template <int D>
void H5mdTrajectory<D>::close() {
  Impl& h5 = *impl_;
  if (!h5.file) return;
  try {
    h5.take_back();
    hdf5::checked(H5Fflush(h5.file.get(), H5F_SCOPE_LOCAL), "write");
  } catch (const hdf5::Error& error) {
    throw OutputError(h5.path, error.what());
  }
  for (Handle* each : {&h5.step, &h5.time, &h5.position, &h5.velocity, &h5.image, &h5.edges, &h5.collisions,
                       &h5.orientation, &h5.angular_velocity})
    each->reset();
  h5.numbers.clear();
  h5.functions.clear();
  if (!h5.file.reset()) throw OutputError(h5.path, "cannot close the file");
}

template <int D>
std::size_t H5mdTrajectory<D>::closing_space(const RunSetup<D>& setup, const RunInfo& info) {
  // Changed chunks are never kept back; the library's own tables are flushed at every frame, so what
  // a failed frame leaves of them is bounded by the number of its chunks.
  const std::size_t vectors = any_spins(setup) ? 6 : 4;
  const std::size_t frame =
      (3 * D + (vectors == 6 ? kQuaternion + kTurns<D> : 0)) * sizeof(double) * setup.bodies.size();
  const std::size_t chunks = vectors + frame / kLargeChunkBytes;
  const ObservableRequest& request = info.observables;
  const std::size_t elements =
      numbers_of(request).size() + (request.radial_distribution ? 1 : 0) + (request.speed_histogram ? 1 : 0);
  return (std::size_t{1} << 16) + 1024 * chunks + kElementSpace * elements;
}

template class H5mdTrajectory<2>;
template class H5mdTrajectory<3>;

}  // namespace firsthit
