#include "record/tables/tables.hpp"

#include "record/base/number_text.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/tables/cells.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>

namespace firsthit {
namespace {

/// Names of bodies that are not made anew for every row.
constexpr std::size_t kNamesKnown = 4096;

/// The same of angular velocities, which have one component in 2D.
template <int D>
std::string turning_header(std::string_view name) {
  if (D == 2) return fmt::format(",{} [1/T]", name);
  return vector_header(3, name, "1/T");
}

/// Three columns, the third zero in 2D.
template <int D>
void put_columns(std::string& text, const Vec<D>& value) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    text += ' ';
    put(text, axis < D ? value[std::min(axis, std::size_t{D - 1})] : 0.0);
  }
}

/// A unit quaternion as OVITO has it, (x, y, z, w), and three columns of how it turns.
void put_spin(std::string& text, const FrameSpin<2>& state) {
  const auto [x, y, z, w] = unit_quaternion(state.orientation);
  text += fmt::format(" {} {} {} {} 0 0 {}", x, y, z, w, state.angular_velocity);
}
void put_spin(std::string& text, const FrameSpin<3>& state) {
  const auto [x, y, z, w] = unit_quaternion(state.orientation);
  text += fmt::format(" {} {} {} {}", x, y, z, w);
  put_columns(text, state.angular_velocity);
}

std::string_view kind_name(ImpactKind kind) {
  switch (kind) {
    case ImpactKind::BodyBody:
      return "body_body";
    case ImpactKind::BodyObstacle:
      return "body_obstacle";
    case ImpactKind::BodySide:
      return "body_side";
  }
  return "";
}

/// One word of printable characters: what stands in a column of an XYZ file.
std::string one_word(std::string_view text) {
  std::string word(text);
  for (char& c : word)
    if (c <= ' ' || c == '"' || c == 0x7f) c = '_';
  return word.empty() ? "X" : word;
}

}  // namespace

std::string name_of(const RunInfo& info, BodyId id) {
  return info.name_of ? info.name_of(id) : fmt::format("body-{}", id.value);
}

std::string name_of(const RunInfo& info, Material material) {
  return material.value < info.materials.size() ? info.materials[material.value]
                                                : fmt::format("material-{}", material.value);
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

template <int D>
ObservablesTable<D>::ObservablesTable(const std::string& path, const ObservableRequest& request, bool spins,
                                      std::optional<std::uint64_t> bytes)
    : requested_(numbers_of(request)), spins_(spins), file_(bytes ? RowFile(path, *bytes) : RowFile(path)) {
  if (bytes) return;
  std::string header = fmt::format(
      "time [T],collisions [1],energy [M L^2/T^2],kinetic_energy [M L^2/T^2],potential_energy [M L^2/T^2]{},"
      "temperature [M L^2/T^2],pressure [{}],compressibility [1],collision_rate_per_body [1/T],"
      "deepest_overlap [L]",
      vector_header(D, "momentum", "M L/T"), D == 2 ? "M/T^2" : "M/(L T^2)");
  if (spins_) header += ",rotational_energy [M L^2/T^2],rotational_temperature [M L^2/T^2]";
  for (const MeasuredNumber& number : requested_) header += fmt::format(",{} [{}]", number.name, number.unit);
  file_.add(header + '\n');
  file_.flush();
}

template <int D>
void ObservablesTable<D>::add(const Frame<D>& frame, const Conserved<D>& conserved,
                              const Measured& measured) {
  std::string row;
  put(row, frame.time);
  row += fmt::format(",{}", frame.collisions);
  put_cells(row, std::array{conserved.energy, conserved.kinetic_energy, conserved.potential_energy});
  put_cells(row, conserved.momentum.c);
  for (const std::optional<double>& each :
       {measured.temperature, measured.pressure, measured.compressibility, measured.collision_rate_per_body})
    put_cell(row, each);
  put_cell(row, measured.deepest_overlap);
  if (spins_) {
    put_cell(row, conserved.rotational_energy);
    put_cell(row, measured.rotational_temperature);
  }
  for (const MeasuredNumber& number : requested_) put_cell(row, measured.*number.value);
  row += '\n';
  file_.add(row);
  file_.flush();  // a row is small, and a sample is worth seeing while the run goes on
}

template <int D>
EventsTable<D>::EventsTable(const std::string& path, bool spins, std::optional<std::uint64_t> bytes)
    : file_(bytes ? RowFile(path, *bytes) : RowFile(path)) {
  if (bytes) return;
  std::string header = fmt::format("index [1],time [T],kind,a,b,name_a,name_b{}{},impulse [M L/T]",
                                   vector_header(D, "point", "L"), vector_header(D, "normal", "1"));
  for (const std::string_view side : {"a", "b"})
    for (const std::string_view when : {"before", "after"})
      header += vector_header(D, fmt::format("velocity_{}_{}", side, when), "L/T");
  header += ",overlap [L]";
  if (spins) {
    for (const std::string_view side : {"a", "b"})
      for (const std::string_view when : {"before", "after"})
        header += turning_header<D>(fmt::format("angular_velocity_{}_{}", side, when));
    header += vector_header(D, "tangential_impulse", "M L/T");
  }
  file_.add(header + '\n');
  file_.flush();
}

template <int D>
void EventRows<D>::set(const EventBatch<D>& batch, const RunInfo& info, bool spins) {
  spins_ = spins;
  info_ = &info;
  size_ = 0;
  names_.resize(kNamesKnown);
  batch.tell(*this);
}

/// Behind the rows that are there.
template <int D>
char* EventRows<D>::room_for(std::size_t bytes) {
  if (text_.size() < size_ + bytes) text_.resize(2 * (size_ + bytes));
  return text_.data() + size_;
}

/// The name of a body as a cell; those of the last few thousand are known by heart.
template <int D>
const std::string& EventRows<D>::name_cell(BodyId id) {
  NamedBody& known = names_[id.value % kNamesKnown];
  if (known.cell.empty() || !(known.id == id)) known = {id, csv_cell(name_of(*info_, id))};
  return known.cell;
}

/// Numbers are written where they will stay: they are most of a row.
template <int D>
void EventRows<D>::impact(const Impact<D>& impact) {
  constexpr std::size_t kNumbers = 6 + 6 * D, kKind = 16;
  const std::string name_a = name_cell(impact.a.id);
  const std::string& name_b = name_cell(impact.b.id);  // may stand where the other stood
  char* const begin = room_for(name_a.size() + name_b.size() + kNumbers * (1 + kMostOfNumber) + kKind);
  char* to = write_number(begin, impact.index);
  const auto put = [&to](auto number) {
    *to++ = ',';
    to = write_number(to, number);
  };
  const auto put_text = [&to](std::string_view text) {
    *to++ = ',';
    to = std::copy(text.begin(), text.end(), to);
  };
  const auto put_all = [&put](const Vec<D>& vector) {
    for (const double each : vector.c) put(each);
  };
  put(impact.time);
  put_text(kind_name(impact.kind));
  put(std::uint64_t{impact.a.id.value});
  put(std::uint64_t{impact.b.id.value});
  put_text(name_a);
  put_text(name_b);
  put_all(impact.point);
  put_all(impact.normal);
  put(impact.impulse);
  for (const ImpactSide<D>* side : {&impact.a, &impact.b}) {
    put_all(side->velocity_before);
    put_all(side->velocity_after);
  }
  put(impact.overlap);
  if (!spins_) *to++ = '\n';
  size_ += static_cast<std::size_t>(to - begin);
}

/// Behind the impact's row.
template <int D>
void EventRows<D>::impact_spins(const Impact<D>&, const ImpactSpins<D>& spins) {
  if (!spins_) return;
  constexpr std::size_t kNumbers = 4 * 3 + 3;
  char* const begin = room_for(kNumbers * (1 + kMostOfNumber) + 1);
  char* to = begin;
  const auto put_all = [&to](std::span<const double> numbers) {
    for (const double each : numbers) {
      *to++ = ',';
      to = write_number(to, each);
    }
  };
  for (const auto* each : {&spins.a_before, &spins.a_after, &spins.b_before, &spins.b_after})
    put_all(components_of(*each));
  put_all(spins.tangential_impulse.c);
  *to++ = '\n';
  size_ += static_cast<std::size_t>(to - begin);
}

/// Only who, when and how: nothing else changes.
template <int D>
void EventRows<D>::passing(const Passing<D>& passing) {
  put_row(passing.time, passing.enters ? "enter" : "leave", passing.a, passing.b);
}

/// Of those who have crushed others only by whom they have crushed.
template <int D>
void EventRows<D>::turn(const Turn<D>& turn) {
  if (turn.kind == TurnKind::Crushed && turn.support != turn.body.id)
    put_row(turn.time, "crush", std::min(turn.body.id, turn.support), std::max(turn.body.id, turn.support));
}

template <int D>
void EventRows<D>::put_row(double time, std::string_view kind, BodyId a, BodyId b) {
  constexpr std::size_t kCells = 2 * D + 1 + 4 * D + 1;  // of an impact, after the names
  constexpr std::size_t kSpinCells = 4 * (D == 2 ? 1 : 3) + D;
  std::string row;
  put_cell(row, time);
  row += fmt::format(",{},{},{},{},{}", kind, a.value, b.value, csv_cell(name_of(*info_, a)),
                     csv_cell(name_of(*info_, b)));
  row.append(kCells + (spins_ ? kSpinCells : 0), ',');
  row += '\n';
  std::copy(row.begin(), row.end(), room_for(row.size()));
  size_ += row.size();
}

template <int D>
XyzTrajectory<D>::XyzTrajectory(const std::string& path, const RunSetup<D>& setup, const RunInfo& info,
                                std::optional<std::uint64_t> bytes)
    : setup_(setup), file_(bytes ? RowFile(path, *bytes) : RowFile(path)) {
  std::uint32_t materials = 0;
  for (const MovingBody& ball : setup.bodies) materials = std::max(materials, ball.material.value + 1);
  spins_ = any_spins(setup);
  for (std::uint32_t i = 0; i < materials; ++i) species_.push_back(one_word(name_of(info, Material{i})));
}

template <int D>
void XyzTrajectory<D>::add(const Frame<D>& frame) {
  file_.mark();
  std::array<double, 3> length = {1.0, 1.0, 1.0};  // a 2D box is one unit of length thick
  std::array<double, 3> origin = {0.0, 0.0, 0.0};
  std::array<char, 3> periodic = {'F', 'F', 'F'};
  for (std::size_t axis = 0; axis < D; ++axis) {
    length[axis] = setup_.space.max[axis] - setup_.space.min[axis];
    origin[axis] = setup_.space.min[axis];
    if (setup_.space.sides[axis] == Side::Periodic) periodic[axis] = 'T';
  }
  std::string rows = fmt::format(
      "{}\nLattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{} {} {}\" pbc=\"{} {} {}\" "
      "Properties=type:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1{} Time={}\n",
      setup_.bodies.size(), length[0], length[1], length[2], origin[0], origin[1], origin[2], periodic[0],
      periodic[1], periodic[2], spins_ ? ":orientation:R:4:angular_velocity:R:3" : "", frame.time);
  for (std::size_t i = 0; i < setup_.bodies.size(); ++i) {
    const MovingBody& ball = setup_.bodies[i];
    rows += species_[ball.material.value];
    put_columns(rows, frame.states[i].position);
    put_columns(rows, frame.states[i].velocity);
    rows += fmt::format(" {} {} {}", ball.radius, ball.mass, ball.id.value);
    if (spins_) put_spin(rows, frame.spins[i]);
    rows += '\n';
    if (rows.size() > std::size_t{1} << 20) {
      file_.add(rows);
      rows.clear();
    }
  }
  file_.add(rows);
  file_.flush();
}

template class ObservablesTable<2>;
template class ObservablesTable<3>;
template class EventRows<2>;
template class EventRows<3>;
template class EventsTable<2>;
template class EventsTable<3>;
template class XyzTrajectory<2>;
template class XyzTrajectory<3>;

}  // namespace firsthit
