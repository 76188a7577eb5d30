#include "record/recorder.hpp"

#include "record/base/output_queue.hpp"
#include "record/base/setup.hpp"
#include "record/frames/frame_log.hpp"
#include "record/h5md/h5md.hpp"
#include "record/measure/absences.hpp"
#include "record/measure/block_error.hpp"
#include "record/measure/distribution.hpp"
#include "record/measure/observables.hpp"
#include "record/paths/paths.hpp"
#include "record/paths/trails.hpp"
#include "record/report.hpp"
#include "record/tables/tables.hpp"
#include "world/saved/archive.hpp"
#include "world/saved/persist.hpp"
#include "world/saved/sections.hpp"

#include <firsthit/error.hpp>
#include <firsthit/snapshot.hpp>
#include <firsthit/world.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace firsthit {
namespace {

using Clock = std::chrono::steady_clock;

/// Of more bodies the memory of a sample is given back once it is written: there are few of them, and a run
/// has other uses for it between them.
constexpr std::size_t kManyBodies = 100000;

/// Room for summary.json, and for another one if the report does not fit [bytes].
constexpr std::size_t kSummarySpace = std::size_t{1} << 15;

/// Batches of events that may wait to be written. More: more memory, some 400,000 bytes each, and caches do
/// not hold them. Fewer: the run waits sooner while the disk is busy.
constexpr std::size_t kBatchesWaiting = 4;

/// Threads, at most, that make rows of events: two keep up with any run.
constexpr std::size_t kMostForRows = 2;

/// Room for picture.svg and summary.json after the disk has filled up [bytes].
template <int D>
std::size_t finishing_space(const RunSetup<D>& setup) {
  constexpr std::size_t kTrails = std::size_t{3} << 17, kBody = 45, kCorner = 12, kMostBodies = 20000;
  std::size_t corners = 0;
  for (const PlainShape& shape : setup.shapes)
    corners = std::max({corners, shape.points.size(), std::size_t{8}});  // a box says less than it has
  const std::size_t bodies = std::min(setup.bodies.size(), kMostBodies);
  return kTrails + (kBody + kCorner * corners) * bodies + kSummarySpace;
}

/// Of this program: what getrusage tells is the most of what the process was before it became this program,
/// too.
std::uint64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;  // in KiB
  return 0;
}

template <int D>
std::string file_of(const Distribution<D>& distribution) {
  return std::string(distribution.name()) + ".csv";
}

template <int D>
std::vector<double> to_list(const Vec<D>& vector) {
  return {vector.c, vector.c + D};
}

template <int D>
Frame<D> present_of(const World<D>& world, const RunSetup<D>& setup) {
  Frame<D> frame;
  capture(world, setup, frame);
  return frame;
}

/// Tells an observer of events that come in batches, while it watches.
template <int D>
class Watch final : public BatchObserver<D> {
 public:
  Watch(World<D>& world, Observer<D>& observer, std::vector<BodyId> only = {})
      : world_(world), observer_(observer) {
    world_.observe(*this, std::move(only));
  }
  ~Watch() override { world_.unobserve(*this); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void events(EventBatch<D>& batch) override { batch.tell(observer_); }

 private:
  World<D>& world_;
  Observer<D>& observer_;
};

/// What a sample is made of.
template <int D>
struct Sample {
  Snapshot<D> snapshot;
  bool into_paths = false;
  bool has_rates = true;
};

/// What a state comes to.
template <int D>
struct Figures {
  double time = 0.0;  ///< [T] when it held
  Conserved<D> conserved;
  Measured measured;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.time, self.conserved, self.measured);
  }
};

/// How long files are that grow [bytes]; of those that are not written none.
struct FileLengths {
  std::optional<std::uint64_t> observables, events, xyz, frames;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.observables, self.events, self.xyz, self.frames);
  }
};

/// How far the figures of a run's last state are to be believed.
enum class Soundness {
  Whole,
  NoRates,  ///< it is the limit of infinitely many impacts; how many were carried out is rounding's doing
  None      ///< there is no limit: who is pressed by what moves as it is told becomes faster without bound
};

template <int D>
Soundness soundness_of(RunEnding ending, const RunSetup<D>& setup) {
  if (ending == RunEnding::Crushed) return Soundness::None;
  if (ending != RunEnding::Collapsed) return Soundness::Whole;
  return dynamic_count(setup) == setup.bodies.size() ? Soundness::NoRates : Soundness::None;
}

/// A part of events.csv.
template <int D>
struct Rows {
  EventBatch<D> batch;
  EventRows<D> rows;
  bool flush = false;
};

}  // namespace

template <int D>
struct Recorder<D>::Impl final : BatchObserver<D> {
  World<D>& world;
  RunInfo info;
  OutputFolder folder;
  Clock::time_point began = Clock::now();
  RunSetup<D> setup;
  Frame<D> frame;  // of the last sample that was written
  Conserved<D> initial;
  Observables<D> observables;
  std::vector<std::unique_ptr<Distribution<D>>> distributions;
  Trails<D> trails;
  std::optional<Paths<D>> paths;
  std::optional<std::pair<double, std::uint64_t>> sampled;  // when, after how many collisions
  double begin;                                             // [T]
  std::optional<Figures<D>> last_sample;
  CompressibilityError compressibility_error;
  Soundness soundness = Soundness::Whole;  // of the state in which the run has ended

  std::optional<OutputError> failure;  // told to all threads
  std::mutex failing;
  std::atomic<bool> has_failed = false;

  std::optional<Reserve> reserve;
  std::optional<ObservablesTable<D>> table;
  std::optional<EventsTable<D>> events_table;
  std::optional<XyzTrajectory<D>> xyz;
  std::optional<H5mdTrajectory<D>> trajectory;
  std::optional<FrameLog<D>> frames;  // with checkpoints: the trajectory is made of them

  std::optional<Watch<D>> of_trails;
  std::optional<Watch<D>> of_paths;  // until there is no more room
  std::optional<OutputQueue<Sample<D>>> samples;
  std::optional<OutputQueue<Rows<D>>> rows;

  Impl(World<D>& run_world, const RunInfo& run_info, OutputFolder run_folder, std::istream* saved)
      : world(run_world),
        info(run_info),
        folder(std::move(run_folder)),
        setup(setup_of(run_world)),
        frame(present_of(run_world, setup)),
        initial(conserved(setup, frame)),
        observables(setup, frame, run_info.measure_from, run_info.observables),
        distributions(distributions_of(run_info.observables, setup, frame)),
        trails(setup, frame),
        begin(frame.time) {
    world.measure(observables.to_measure());
    if (info.report) paths.emplace(setup, frame);
    FileLengths lengths;
    bool watches_paths = info.report;
    if (saved != nullptr) load(*saved, lengths, watches_paths);
    if (saved != nullptr) folder.remove_results();  // not before all that was saved is known to be whole
    try {
      open_files(lengths);
    } catch (const OutputError&) {
      if (reserve) reserve->release();
      close_files();
      throw;
    }
    const std::size_t others = info.threads - 1;
    const auto ready = [](Sample<D>&) {};
    samples.emplace(1, std::min<std::size_t>(others, 1), ready,
                    [this](Sample<D>& sample) { write_sample(sample); });
    if (saved == nullptr) take_sample();
    of_trails.emplace(world, trails, trails.followed());
    if (watches_paths) of_paths.emplace(world, *paths);
    if (!events_table) return;
    rows.emplace(
        kBatchesWaiting, std::min(others, kMostForRows),
        [this, spins = any_spins(setup)](Rows<D>& some) { some.rows.set(some.batch, info, spins); },
        [this](Rows<D>& some) { write_rows(some); });
    world.observe(*this);
  }
  ~Impl() override { stop_watching(); }

  void open_files(const FileLengths& lengths);
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive);
  void save(std::ostream& out);
  void load(std::istream& saved, FileLengths& lengths, bool& watches_paths);
  void make_trajectory();
  void take_sample();
  void write_sample(Sample<D>& sample);
  void write_rows(Rows<D>& some);
  void write_distributions(const Measured& measured);
  void write_picture();
  void write_paths();
  bool write_report();
  void write_summary(Summary& summary);
  void events(EventBatch<D>& batch) override;
  std::optional<Figures<D>> sound_figures() const;
  void stop_watching();
  void close_files();
  void note(const OutputError& error);
  Summary summary_of(const RunEnd& end, const std::optional<Figures<D>>& figures) const;
  void judge(Summary& summary) const;
  void tell_absences(Summary& summary) const;
};

template <int D>
void Recorder<D>::Impl::open_files(const FileLengths& lengths) {
  const std::string reserve_path = folder.claim(".firsthit-reserve");
  for (const char* name : {"summary.json", "picture.svg"}) folder.claim(name);
  if (paths)
    for (const char* name : {"paths.bin", "report.html"}) folder.claim(name);
  if (info.checkpoints)
    for (const char* name : {"checkpoint", "checkpoint-before"}) folder.claim(name);
  if (!info.scene_text.empty()) write_whole(folder.claim("scene.toml"), info.scene_text);
  std::size_t closing = info.trajectory ? H5mdTrajectory<D>::closing_space(setup, info) : 0;
  for (const auto& distribution : distributions) {
    folder.claim(file_of(*distribution));
    closing += distribution->table_space();
  }
  reserve.emplace(reserve_path, finishing_space(setup) + closing);
  const bool spins = any_spins(setup);
  table.emplace(folder.claim("observables.csv"), info.observables, spins, lengths.observables);
  if (info.events) events_table.emplace(folder.claim("events.csv"), spins, lengths.events);
  if (info.xyz) xyz.emplace(folder.claim("trajectory.xyz"), setup, info, lengths.xyz);
  if (!info.trajectory) return;
  const std::string path = folder.claim("trajectory.h5");
  if (info.checkpoints) {
    frames.emplace(folder.claim("trajectory.frames"), lengths.frames);
  } else {
    trajectory.emplace(path, setup, info, distributions);
  }
}

/// What the run so far has come to, but for what stands in files. (What follows from the run's start is made
/// of that again.)
template <int D>
template <class Self, class Archive>
void Recorder<D>::Impl::persist(Self& self, Archive& archive) {
  archive(self.observables, self.trails, self.sampled, self.last_sample, self.compressibility_error);
  for (auto& distribution : self.distributions) archive(*distribution);
  if (self.paths) archive(*self.paths);
}

/// (Files first: what is told of them must be there.)
template <int D>
void Recorder<D>::Impl::save(std::ostream& out) {
  samples->drain();
  if (rows) rows->drain();
  FileLengths lengths;
  lengths.observables = table->sync();
  if (events_table) lengths.events = events_table->sync();
  if (xyz) lengths.xyz = xyz->sync();
  if (frames) lengths.frames = frames->sync();
  ArchiveWriter archive;
  archive(lengths, of_paths.has_value());
  persist(*this, archive);
  write_section(out, "recorder", archive.bytes());
  world.save(out);
}

template <int D>
void Recorder<D>::Impl::load(std::istream& saved, FileLengths& lengths, bool& watches_paths) {
  SectionReader sections(saved, "recorder");
  ArchiveReader archive(sections, "recorder");
  archive(lengths, watches_paths);
  archive.require(lengths.observables && info.events == lengths.events.has_value() &&
                      info.xyz == lengths.xyz.has_value() && info.trajectory == lengths.frames.has_value() &&
                      (info.report || !watches_paths),
                  "expected the files that the run writes, found others");
  persist(*this, archive);
  archive.finish();
  world = World<D>::load(saved);
}

/// Of all frames, at once: it is the one that would have been written as the run went on.
template <int D>
void Recorder<D>::Impl::make_trajectory() {
  if (!frames || has_failed) return;
  try {
    trajectory.emplace(path_in(folder.path(), "trajectory.h5"), setup, info, distributions);
    frames->each_frame(distributions, [&](const Frame<D>& each, const Measured& measured) {
      trajectory->add(each, measured);
    });
  } catch (const OutputError& error) {
    note(error);
  } catch (const InputError& error) {
    note(OutputError(path_in(folder.path(), "trajectory.h5"), error.what()));
  }
}

/// While it is written the world may go on.
template <int D>
void Recorder<D>::Impl::take_sample() {
  Sample<D>& next = samples->next();
  world.snapshot(next.snapshot);
  sampled.emplace(next.snapshot.time(), next.snapshot.collisions());
  next.into_paths = paths && paths->is_full();
  next.has_rates = soundness == Soundness::Whole;
  samples->push();
  if (!rows) return;
  rows->next().flush = true;
  rows->push();
}

template <int D>
void Recorder<D>::Impl::write_sample(Sample<D>& sample) {
  if (has_failed) return;
  capture(sample.snapshot, setup, frame);
  Measured until_then = observables.measured(frame, sample.snapshot.statistics());
  if (!sample.has_rates) until_then = without_rates(until_then);
  last_sample = {frame.time, conserved(setup, frame), until_then};
  compressibility_error.add(frame.time, sample.snapshot.statistics());
  try {
    if (frame.time >= info.measure_from)
      for (const auto& distribution : distributions) distribution->add(frame);
    table->add(frame, last_sample->conserved, until_then);
    if (xyz) xyz->add(frame);
    if (trajectory) trajectory->add(frame, until_then);
    if (frames) frames->add(frame, until_then, distributions);
    if (sample.into_paths) paths->add_frame(frame);
  } catch (const OutputError& error) {
    note(error);
  }
  if (setup.bodies.size() <= kManyBodies) return;
  sample.snapshot = {};
  std::vector<FrameState<D>>().swap(frame.states);
  std::vector<FrameSpin<D>>().swap(frame.spins);
}

template <int D>
void Recorder<D>::Impl::events(EventBatch<D>& batch) {
  std::swap(rows->next().batch, batch);
  rows->push();
}

template <int D>
void Recorder<D>::Impl::write_rows(Rows<D>& some) {
  try {
    if (!has_failed) {
      events_table->add(some.rows);
      if (some.flush) events_table->flush();
    }
  } catch (const OutputError& error) {
    note(error);
  }
  some.batch.clear();
  some.flush = false;
}

template <int D>
void Recorder<D>::Impl::write_distributions(const Measured& measured) {
  for (const auto& distribution : distributions) {
    try {
      write_whole(path_in(folder.path(), file_of(*distribution)), distribution->table(measured));
    } catch (const OutputError& error) {
      note(error);
    }
  }
}

template <int D>
void Recorder<D>::Impl::write_picture() {
  try {
    write_whole(path_in(folder.path(), "picture.svg"), draw(trails.picture(info, frame)));
  } catch (const OutputError& error) {
    note(error);
  }
}

template <int D>
void Recorder<D>::Impl::write_paths() {
  PathsFile file = paths->finish(info, frame);
  paths.reset();
  write_whole(path_in(folder.path(), "paths.bin"), paths_text(file));
}

/// True if all of it could be written.
template <int D>
bool Recorder<D>::Impl::write_report() {
  try {
    write_paths();
    write_whole(path_in(folder.path(), "report.html"), report_html(folder.path()));
    return true;
  } catch (const OutputError& error) {
    note(error);
  } catch (const InputError& error) {  // a file of ours that cannot be read back
    note(OutputError(path_in(folder.path(), "report.html"), error.what()));
  }
  return false;
}

/// Tells what has failed, if anything has.
template <int D>
void Recorder<D>::Impl::write_summary(Summary& summary) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (failure && summary.outcome != RunEnding::OutputFailed) {
      summary.outcome = RunEnding::OutputFailed;
      summary.message = failure->what();
    }
    try {
      write_whole(path_in(folder.path(), "summary.json"), summary_json(summary));
      return;
    } catch (const OutputError& error) {
      note(error);
    }
  }
}

template <int D>
void Recorder<D>::Impl::stop_watching() {
  of_trails.reset();
  of_paths.reset();
  if (rows) world.unobserve(*this);
  rows.reset();  // once all are written
  samples.reset();
}

template <int D>
void Recorder<D>::Impl::note(const OutputError& error) {
  const std::lock_guard<std::mutex> lock(failing);
  if (!failure) failure = error;
  has_failed = true;
}

template <int D>
void Recorder<D>::Impl::close_files() {
  const auto close = [&](auto& file) {
    if (!file) return;
    try {
      file->close();
    } catch (const OutputError& error) {
      note(error);
    }
    file.reset();
  };
  close(trajectory);
  close(frames);
  close(xyz);
  close(events_table);
  close(table);
}

/// Those of the last state that was sound, if there is one after the start: of the run's end, or of the last
/// sample before it.
template <int D>
std::optional<Figures<D>> Recorder<D>::Impl::sound_figures() const {
  if (soundness == Soundness::None) {
    const bool usable = last_sample && last_sample->time > begin && last_sample->time < frame.time;
    return usable ? last_sample : std::nullopt;
  }
  const Measured measured = observables.measured(frame, world.statistics());
  return Figures<D>{frame.time, conserved(setup, frame),
                    soundness == Soundness::Whole ? measured : without_rates(measured)};
}

template <int D>
Summary Recorder<D>::Impl::summary_of(const RunEnd& end, const std::optional<Figures<D>>& figures) const {
  Summary summary;
  summary.outcome = end.outcome;
  summary.message = end.message;
  for (const BodyId id : end.culprits) summary.culprits.push_back(name_of(info, id));
  summary.scene = info.scene;
  summary.seed = info.seed;
  summary.dimension = D;
  summary.bodies = setup.bodies.size();
  summary.obstacles = setup.obstacles.size();
  summary.collisions = frame.collisions;
  for (const ImpactKind kind : {ImpactKind::BodyBody, ImpactKind::BodyObstacle, ImpactKind::BodySide})
    summary.collisions_by_kind[static_cast<std::size_t>(kind)] = world.collisions(kind);
  summary.events = world.events();
  summary.simulated_time = frame.time;
  summary.energy_initial = initial.energy;
  summary.momentum_initial = to_list(initial.momentum);
  summary.measure_from = info.measure_from;
  if (figures) {
    summary.sound_time = figures->time;
    summary.energy_final = figures->conserved.energy;
    summary.momentum_final = to_list(figures->conserved.momentum);
    summary.measured = figures->measured;
  }
  summary.measured.deepest_overlap = world.statistics().deepest_overlap;
  judge(summary);
  tell_absences(summary);
  summary.state_hash = world.state_hash();
  summary.folder = folder.path();
  return summary;
}

/// What theory expects of such a run, and how sharp the figures are that it can be compared with.
template <int D>
void Recorder<D>::Impl::judge(Summary& summary) const {
  summary.energy_conserved = why_energy_changes(setup, info.nature).empty();
  summary.thermodynamics = why_no_thermodynamics(info.nature).empty();
  summary.equilibrium = equilibrium_of(setup, info.nature);
  if (!summary.measured.compressibility) return;
  const auto count = static_cast<double>(dynamic_count(setup));
  const double freely_moving = count - (conserves_momentum(setup) ? 1.0 : 0.0);
  summary.compressibility_error = compressibility_error.error(freely_moving, count);
}

/// Why the summary has no value for what it has none, and what speaks against what it denies.
template <int D>
void Recorder<D>::Impl::tell_absences(Summary& summary) const {
  summary.absent = absences(setup, info.observables, summary.measured);
  if (!summary.measured.compressibility)
    summary.absent.push_back({"compressibility_error", "there is no compressibility"});
  else if (!summary.compressibility_error)
    summary.absent.push_back({"compressibility_error", "fewer than 32 samples, equally far apart"});
  if (!summary.sound_time) {
    for (const char* key : {"momentum_final", "energy_final", "sound_time"})
      summary.absent.insert(summary.absent.begin(), {key, ""});
    const std::string reason =
        fmt::format("crushed at t = {:.9g}, with no sample between then and the start (run.sample_every)",
                    summary.simulated_time);
    for (Absence& each : summary.absent) each.reason = reason;
  } else if (soundness == Soundness::NoRates && summary.measured.time > 0.0) {
    for (Absence& each : summary.absent)
      for (const char* key : {"collision_rate_per_body", "mean_free_time", "mean_free_path"})
        if (each.key == key) each.reason = "infinitely many impacts, of which rounding ended the count";
  }
  if (!summary.energy_conserved)
    summary.absent.push_back({"energy_conserved", why_energy_changes(setup, info.nature)});
  if (!summary.thermodynamics)
    summary.absent.push_back({"thermodynamics", why_no_thermodynamics(info.nature)});
}

template <int D>
Recorder<D>::Recorder(World<D>& world, const RunInfo& info, OutputFolder folder)
    : impl_(std::make_unique<Impl>(world, info, std::move(folder), nullptr)) {}

template <int D>
Recorder<D>::Recorder(World<D>& world, const RunInfo& info, OutputFolder folder, std::istream& saved)
    : impl_(std::make_unique<Impl>(world, info, std::move(folder), &saved)) {}

template <int D>
Recorder<D>::~Recorder() = default;

template <int D>
void Recorder<D>::check() {
  if (impl_->of_paths && impl_->paths->is_full()) {
    impl_->of_paths.reset();
    if (impl_->paths->waits()) impl_->paths->end_events(present_of(impl_->world, impl_->setup));
  }
  if (!impl_->has_failed) return;
  const std::lock_guard<std::mutex> lock(impl_->failing);
  throw OutputError(*impl_->failure);
}

template <int D>
std::optional<double> Recorder<D>::begin_of_measuring() const {
  return impl_->observables.waits_to_look_back() ? std::optional<double>(impl_->info.measure_from)
                                                 : std::nullopt;
}

template <int D>
void Recorder<D>::begin_measuring() {
  impl_->samples->drain();
  impl_->observables.look_back_to(present_of(impl_->world, impl_->setup));
}

template <int D>
void Recorder<D>::sample() {
  Impl& run = *impl_;
  check();
  if (run.sampled == std::pair(run.world.time(), run.world.collisions())) return;
  if (run.paths) run.paths->count_sample();
  run.take_sample();
}

template <int D>
const std::string& Recorder<D>::folder() const {
  return impl_->folder.path();
}

template <int D>
void Recorder<D>::save(std::ostream& out) {
  check();
  impl_->save(out);
  check();
}

template <int D>
void Recorder<D>::leave() {
  impl_->stop_watching();
  impl_->close_files();
  impl_->reserve->release();
}

template <int D>
Summary Recorder<D>::finish(const RunEnd& end) {
  Impl& run = *impl_;
  run.soundness = soundness_of(end.outcome, run.setup);
  if (run.soundness != Soundness::None && end.outcome != RunEnding::OutputFailed && !run.has_failed) {
    try {
      sample();
    } catch (const OutputError&) {  // noted
    }
  }
  run.stop_watching();
  capture(run.world, run.setup, run.frame);
  const std::chrono::duration<double> wall = Clock::now() - run.began;
  run.reserve->shrink(kSummarySpace);
  run.make_trajectory();
  run.close_files();
  Summary summary = run.summary_of(end, run.sound_figures());
  summary.wall_seconds = wall.count();
  summary.peak_memory_bytes = peak_memory();
  run.write_distributions(summary.measured);
  run.write_picture();
  run.write_summary(summary);
  if (!run.info.report) {
    run.reserve->release();
    return summary;
  }
  // The report holds the summary, and may be too large for the disk, which the summary then must tell.
  const bool failed_before = run.failure.has_value();
  if (run.write_report()) summary.report = path_in(run.folder.path(), "report.html");
  run.reserve->release();
  if (run.failure && !failed_before) run.write_summary(summary);
  return summary;
}

template class Recorder<2>;
template class Recorder<3>;

}  // namespace firsthit
