#include "core/fp_environment.hpp"
#include "core/vec_math.hpp"
#include "world/input_checks.hpp"
#include "world/saved/archive.hpp"
#include "world/saved/persist.hpp"
#include "world/saved/sections.hpp"
#include "world/world_impl.hpp"

#include <algorithm>
#include <cmath>
#include <istream>
#include <ostream>
#include <string>
#include <variant>

// A world to a file and back: docs/formats/saved-world.md. What a section holds is told once, for both ways.

namespace firsthit {

namespace {

/// Records to a section. More: more memory while they are written. Fewer: more checksums.
constexpr std::size_t kBlock = std::size_t{1} << 16U;

/// Boxes that a record may have wrapped around, either way: what a place is then still adds up.
constexpr std::int64_t kMostWraps = std::int64_t{1} << 60U;

struct Format {
  std::uint32_t version = kSavedVersion;
  std::uint32_t dimension = 0;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.version, self.dimension);
  }
};

/// What the rest stands on.
template <int D>
struct Frame {
  WorldOptions<D> options;
  double window = 0.0;
  std::uint64_t windows_done = 0;
  bool has_callback = false;
  bool has_begun = false;
  bool is_asleep = false;
  double tick = 1.0;
  bool is_flexible = false;  // its neighbours
  std::uint64_t known_bodies = 0;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.options, self.window, self.windows_done, self.has_callback, self.has_begun, self.is_asleep);
    archive(self.tick, self.is_flexible, self.known_bodies);
  }
};

template <class... Things>
void write(std::ostream& out, std::string_view tag, const Things&... things) {
  ArchiveWriter archive;
  archive(things...);
  write_section(out, tag, archive.bytes());
}

template <class... Things>
void read(ArchiveReader&& archive, Things&... things) {
  archive(things...);
  archive.finish();
}

/// Throws InputError unless what was read of the last section is so.
void require(const SectionReader& sections, bool is_so, const char* problem) {
  if (!is_so) sections.refuse(0, problem);
}

template <int D>
bool is_finite_record(const Record<D>& record) {
  return is_finite(record.position) && is_finite(record.velocity);
}

/// Is the radius of one that is no ball that of its shape, or another version's, which rounds otherwise? And
/// does it weigh what it was added with? Else neighbours are looked for where nobody is, perhaps for ever.
template <int D>
void check_kept(const BodyTable<D>& table, Id id) {
  constexpr double kRounding = 0x1p-40;
  const Body<D>& body = table.fixed_body(id);
  const bool moves = body.kind != BodyKind::Fixed;
  const auto* ball = std::get_if<Ball>(&body.shape);
  const double extent = ball != nullptr ? ball->radius : moves ? extent_of<D>(body.shape) : 0.0;
  if (!(std::fabs(table.radius[id] - extent) <= kRounding * extent))
    throw InputError("World: radius of body " + std::to_string(id) + ": expected that of its shape, " +
                     shown(extent) + ", found " + shown(table.radius[id]));
  const double mass = body.kind == BodyKind::Dynamic || !moves ? body.mass : kImmovable;
  if (!(table.mass[id] == mass))
    throw InputError("World: mass of body " + std::to_string(id) + ": expected " + shown(mass) + ", found " +
                     shown(table.mass[id]));
}

/// Sizes and masses that a body could have been added with.
template <int D>
void check_bodies(const BodyTable<D>& table, const WorldOptions<D>& options) {
  for (Id id = 0; id < table.size(); ++id) {
    if (table.is_gone(id)) continue;
    if (!table.is_ball_that_moves(id)) {
      check_body(table.fixed_body(id), options);
      check_kept(table, id);
      continue;
    }
    Body<D> ball;
    ball.shape = Ball{table.radius[id]};
    ball.position = options.space.min;
    if (table.is_dynamic(id)) ball.mass = table.mass[id];
    check_body(ball, options);
  }
}

/// Lengths, speeds and accelerations that a run leads to are less, and accelerations other than zero are
/// more: those that a world begins with are between 2^-200 and 2^200, so are masses, and the clock counts
/// 2^62 ticks. Squares are far from overflow and underflow.
constexpr double kMost = 0x1p480;
constexpr double kLeast = 0x1p-480;

/// Could a run have left the body there, and would it get no further in `elapsed` [T]? Along axes that repeat
/// it was about in the box, and flies on over so few that they add up; along others, where the box repeats,
/// it is no further from the origin than events every few box lengths let anybody get: twice as far as may be
/// added.
template <int D>
bool is_plausible(const Record<D>& record, const Vec<D>& acceleration, double elapsed,
                  const Space<D>& space) {
  const double farthest = std::min(2.0 * farthest_in(space), kMost);
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double x = record.position[axis], v = record.velocity[axis], a = acceleration[axis];
    const double shift = elapsed * (v + 0.5 * elapsed * a);
    if (!(std::fabs(v) <= kMost && std::fabs(shift) <= kMost)) return false;
    if (a != 0.0 && !(std::fabs(a) >= kLeast && std::fabs(a) <= kMost)) return false;
    if (space.sides[axis] != Side::Periodic) {
      if (!(std::fabs(x) <= farthest && std::fabs(x + shift) <= farthest)) return false;
      continue;
    }
    const double min = space.min[axis], length = space.max[axis] - min;
    if (x < min - length || x > min + 2.0 * length ||
        std::fabs(shift) > static_cast<double>(kMostWraps) * length)
      return false;
  }
  return true;
}

template <int D>
bool is_known(const BodyTable<D>& table, Id id) {
  return id < table.size() || (id >= kFirstSide && id < kFirstSide + 2 * static_cast<Id>(D));
}

/// Do a body, and what holds it, have the pieces that are told to touch?
template <int D>
bool has_pieces(const BodyTable<D>& table, Id body, const Support<D>& support) {
  if (body >= table.size() || table.meet_as_balls(body, support.id)) return body < table.size();
  const auto count = [&](Id id) {
    SolidPiece<D> room;
    return table.pieces(id, room).size();
  };
  const bool is_whole =
      support.id >= kFirstSide || (!table.is_plain(support.id) && table.solid(support.id).plane);
  return support.own_piece < count(body) && (is_whole || support.other_piece < count(support.id));
}

/// Could the body touch that?
template <int D>
bool is_contact(const BodyTable<D>& table, Id body, const Support<D>& other) {
  return other.id != body && is_known(table, other.id) && has_pieces(table, body, other);
}
template <int D>
Support<D> support_of(const HeapContact<D>& contact) {
  return {contact.b, contact.image, contact.own_piece, contact.piece};
}

/// A direction, but for rounding, which is some 2^-50.
template <int D>
bool is_unit(const Vec<D>& v) {
  return std::fabs(dot(v, v) - 1.0) <= 0x1p-40;
}

}  // namespace

template <int D>
void World<D>::Impl::save(std::ostream& out) const {
  const Timebase& timebase = flight.timebase();
  const Frame<D> frame{
      options,           window, windows_done,    static_cast<bool>(callback) || awaits_callback,
      engine != nullptr, asleep, timebase.tick(), engine && finds_flexibly,
      known_bodies};
  write(out, "firsthit", Format{kSavedVersion, D});
  write(out, "frame", frame);

  // Where bodies stand in memory is nobody else's business.
  const std::vector<Id> order = numbers.all();
  BodyTable<D> table_by_id;
  SpinTable<D> spins_by_id;
  if (!order.empty()) {
    table_by_id = table;
    table_by_id.renumber(order);
    spins_by_id = spins;
    spins_by_id.renumber(order);
  }
  write(out, "bodies", order.empty() ? table : table_by_id, order.empty() ? spins : spins_by_id, leaning);

  const std::span<const Record<D>> records = engine ? engine->records() : std::span<const Record<D>>(starts);
  for (std::size_t begin = 0; begin < records.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, records.size());
    ArchiveWriter archive;
    for (std::size_t id = begin; id < end; ++id) {
      const Id body = number_of({static_cast<Id>(id)});
      archive(records[body]);
      for (std::size_t axis = 0; axis < D; ++axis) archive.small(engine ? wraps.along(body, axis) : 0);
    }
    write_section(out, "records", archive.bytes());
  }
  write(out, "measured", resolver.reporter());
  if (engine) {
    write(out, "engine", engine->progress());
    write(out, "contacts", bonds, overlap_pairs, resting, flight, resolver, rides);
    write(out, "heaps", resting.heaps(), resolver.hops());
  }
  write(out, "end", std::uint64_t{records.size()});
}

/// Into a world that is empty, but for its options.
template <int D>
void World<D>::Impl::load(SectionReader& sections, std::uint32_t version) {
  Frame<D> frame;
  read({sections, "frame"}, frame);
  check_options(frame.options);
  check_window(frame.window);
  require(
      sections,
      frame.tick > 0.0 && std::isfinite(frame.tick) && std::ldexp(1.0, std::ilogb(frame.tick)) == frame.tick,
      "expected ticks of a power of two, found others");
  options = frame.options;
  window = frame.window;
  windows_done = frame.windows_done;
  awaits_callback = frame.has_callback;

  read({sections, "bodies", frame.tick, version}, table, spins, leaning);
  require(sections, spins.size() <= table.size(),
          "expected no more that spin than there are bodies, found more");
  for (const auto& [id, body] : leaning)
    require(sections, id < table.size() && !table.moves(id),
            "expected a fixed body that leans, found another");
  check_bodies(table, options);

  const std::size_t count = table.size();
  Records<D> records;
  std::vector<std::array<std::int64_t, std::size_t{D}>> boxes;
  while (records.size() < count) {
    ArchiveReader archive(sections, "records", frame.tick);
    const std::size_t end = std::min(records.size() + kBlock, count);
    while (records.size() < end) {
      archive(records.emplace_back());
      archive.require(is_finite_record(records.back()), "expected finite numbers, found others");
      auto& wrapped = boxes.emplace_back();
      for (auto& each : wrapped) {
        each = archive.small();
        archive.require(each >= -kMostWraps && each <= kMostWraps,
                        "expected boxes that add up, found too many");
      }
    }
    archive.finish();
  }
  if (!frame.has_begun) {
    for (const Record<D>& record : records)
      require(sections, record.clock == Instant{},
              "expected a world that has not begun, found a later clock");
    read({sections, "measured", frame.tick}, resolver.reporter());
    starts = std::move(records);
  } else {
    resume(sections, version, frame.tick, frame.is_asleep, frame.is_flexible, std::move(records), boxes);
    known_bodies = static_cast<std::size_t>(frame.known_bodies);
  }
  std::uint64_t told = 0;
  read({sections, "end"}, told);
  require(sections, told == count, "expected the number of bodies, found another");
}

/// Puts the parts together as `start` does, but as they are in the middle of a run.
template <int D>
void World<D>::Impl::resume(SectionReader& sections, std::uint32_t version, double tick, bool is_asleep,
                            bool is_flexible, Records<D> records,
                            const std::vector<std::array<std::int64_t, std::size_t{D}>>& boxes) {
  asleep = is_asleep;
  const Timebase timebase(tick);
  flight = FreeFlight<D>(options.gravity, period_of(options.space), timebase);
  table.prepare_solids();
  wraps.resize(table.size());
  for (Id id = 0; id < table.size(); ++id) wraps.add(id, boxes[id]);
  flight.start(table.dynamic);
  resting.start(options.rest);
  resolver.start(options.contact_duration);

  read({sections, "measured", tick}, resolver.reporter());
  typename Engine<D>::Progress progress;
  read({sections, "engine", tick}, progress);
  require(sections, Instant{} <= progress.now && progress.now.ticks < std::int64_t{1} << 62U,
          "expected a time that a clock reaches, found another");
  for (const auto& [id, generation] : progress.generations)
    require(sections, id < table.size(), "expected a body, found another number");
  for (const auto& [id, counter] : progress.collapse_counters)
    require(sections, id < table.size(), "expected a body, found another number");
  for (const Record<D>& record : records)
    require(sections, record.clock <= progress.now && Instant{} <= record.clock,
            "expected nobody's clock to be later than the world's, found one that is");
  read({sections, "contacts", tick, version}, bonds, overlap_pairs, resting, flight, resolver, rides);
  for (const Id id : table.moving)
    require(sections,
            is_plausible(records[id], flight.acceleration(id),
                         timebase.between(records[id].clock, progress.now), options.space),
            "expected everybody where a run may lead, found one elsewhere");
  resting.supports().each_support([&](Id id, const Support<D>& support, const Vec<D>& into) {
    require(sections, is_contact(table, id, support) && is_unit(into),
            "expected a support that is another body or a side, pieces of both, and a direction of length 1, "
            "found another");
  });
  if (version >= 2) {
    read({sections, "heaps", tick, version}, resting.heaps(), resolver.hops());
    resting.heaps().each_member([&](Id id) {
      require(sections, id < table.size() && table.is_dynamic(id),
              "expected bodies in a heap that impacts move, found another");
      if (table.turns(id)) resting.stand_in_heap(id);
    });
    resting.heaps().each_contact([&](const HeapContact<D>& contact) {
      require(sections,
              is_contact(table, contact.a, support_of(contact)) && is_unit(contact.normal) &&
                  max_abs(contact.arm) <= kMost && max_abs(contact.other_arm) <= kMost,
              "expected another body or a side, pieces and places of both, and a normal of length 1, in a "
              "heap, found another number");
    });
    const auto are_told = [](const auto& all) {
      return std::all_of(all.begin(), all.end(), [](double x) { return std::fabs(x) <= kMost; });
    };
    // Some worlds have been saved with contacts of those who were gone.
    const auto is_gone = [&](Id id) { return id < table.size() && table.is_gone(id); };
    resolver.hops().contacts.drop(
        [&](const PileContact<D>& one) { return is_gone(one.contact.a) || is_gone(one.contact.b); });
    for (const PileContact<D>& one : resolver.hops().contacts.all())
      require(sections,
              table.is_dynamic(one.contact.a) && is_contact(table, one.contact.a, support_of(one.contact)) &&
                  one.size >= 0.0 && one.size <= kMost && are_told(one.rubs),
              "expected another body or a side, pieces of both, and what they carry, found another");
    require(sections, resolver.hops().lasts >= 0.0 && std::isfinite(resolver.hops().lasts),
            "expected how long all hop at once, found another number");
  }
  resolver.waiting().each_waiting([&](Id id) {
    require(sections, table.moves(id), "expected a body that moves to wait, found another");
  });
  for (const auto& [id, ride] : rides)
    require(sections, table.moves(id) && is_known(table, ride.ground),
            "expected a body that rides, found another");

  neighbours = is_flexible
                   ? make_flexible_neighbour_finder<D>(table, flight, wraps, options, records, progress.now)
                   : make_neighbour_finder<D>(table, flight, wraps, options, records, progress.now);
  finds_flexibly = neighbours->is_flexible();
  engine = std::make_unique<Engine<D>>(timebase, predictor, *neighbours, resolver);
  engine->start(std::move(records), table.mobile);
  engine->resume(progress);
  open_window();
  is_settled.store(true, std::memory_order_release);
}

/// Throws InputError if functions are missing that the world had when it was saved.
template <int D>
void World<D>::Impl::check_functions() const {
  if (awaits_callback)
    throw InputError("World: expected World::set_window again after World::load, with the callback");
  const auto materials = table.interactions.without_function();
  if (!materials) return;
  throw InputError(
      "World: expected World::set_response again after World::load, with the function of the materials " +
      std::to_string(materials->first.value) + " and " + std::to_string(materials->second.value));
}

template <int D>
void World<D>::save(std::ostream& out) const {
  const auto held = impl_->hold_still();
  if (impl_->is_telling())
    throw InputError("World::save: expected between two runs or windows, found within a run");
  impl_->save(out);
}

template <int D>
World<D> World<D>::load(std::istream& in) {
  constexpr std::string_view kWho = "World::load";
  const FpEnvironment environment;
  SectionReader sections(in, kWho);
  Format format;
  read({sections, "firsthit"}, format);
  static_assert(kSavedVersion == 9, "which the words tell");
  require(sections, format.version >= 1 && format.version <= kSavedVersion,
          "expected version 1 to 9 of the format, found one that a later firsthit has written");
  if (format.dimension != D)
    sections.refuse(4, "expected a world of dimension " + std::to_string(D) + ", found one of " +
                           std::to_string(format.dimension));
  World world;
  try {
    world.impl_->load(sections, format.version);
  } catch (const InputError& error) {
    const std::string_view what = error.what();
    if (what.starts_with(kWho)) throw;
    throw InputError(std::string(kWho) + ": " + error.what());
  }
  return world;
}

template void World<2>::Impl::check_functions() const;
template void World<3>::Impl::check_functions() const;
template void World<2>::save(std::ostream&) const;
template void World<3>::save(std::ostream&) const;
template World<2> World<2>::load(std::istream&);
template World<3> World<3>::load(std::istream&);

}  // namespace firsthit
