#include "record/recorder_impl.hpp"

#include "record/report.hpp"
#include "record/system/process.hpp"
#include "record/tables/contacts_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

template <int D>
std::string file_of(const Distribution<D>& distribution) {
  return std::string(distribution.name()) + ".csv";
}

/// Of many bodies a copy would take nearly as much as all that is known of them otherwise; of fewer it is
/// made at once, and the world goes on while it is written.
template <int D>
bool may_read_in_place(const RunSetup<D>& setup, const RunInfo& info) {
  const ObservableRequest& request = info.observables;
  return setup.bodies.size() > info.most_copied && !any_spins(setup) && !info.checkpoints &&
         !request.looks_back() && !request.radial_distribution;
}

template <int D>
Frame<D> present_of(const World<D>& world, const RunSetup<D>& setup, bool in_place) {
  Frame<D> frame;
  if (in_place) {
    look_at(world, setup, frame);
  } else {
    capture(world, setup, frame);
  }
  return frame;
}

/// Forces from each body's place through where it rests to that of what holds it, if that can move.
template <int D>
void add_contacts(Picture& picture, const World<D>& world, std::span<const RestingContact<D>> contacts) {
  for (const RestingContact<D>& contact : contacts) {
    std::optional<Point3> to;
    if (contact.b.value < world.size() && world.body(contact.b).kind == BodyKind::Dynamic)
      to = to_point3(world.state(contact.b).position);
    picture.contacts.push_back(contact_in(picture, to_point3(world.state(contact.a).position),
                                          to_point3(contact.point), to,
                                          std::sqrt(length_squared(contact.force))));
  }
}

template <int D>
Soundness soundness_of(RunEnding ending, const RunSetup<D>& setup) {
  if (ending == RunEnding::Crushed) return Soundness::None;
  if (ending != RunEnding::Collapsed) return Soundness::Whole;
  return dynamic_count(setup) == setup.bodies.size() ? Soundness::NoRates : Soundness::None;
}

}  // namespace

template <int D>
Recorder<D>::Impl::Impl(World<D>& run_world, const RunInfo& run_info, OutputFolder run_folder,
                        std::istream* saved)
    : world(run_world),
      info(run_info),
      folder(std::move(run_folder)),
      setup(setup_of(run_world)),
      reads_in_place(may_read_in_place(setup, run_info)),
      frame(present_of(run_world, setup, reads_in_place)),
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
  samples.emplace(1, reads_in_place ? 0 : std::min<std::size_t>(others, 1), ready,
                  [this](Sample<D>& sample) { write_sample(sample); });
  if (saved == nullptr) take_sample();
  of_trails.emplace(world, trails, trails.followed());
  if (watches_paths) of_paths.emplace(world, *paths);
  if (!events_table) return;
  rows.emplace(
      kBatchesWaiting, std::min(others, kMostForRows),
      [this, spins = any_spins(setup)](BatchRows<D>& some) { some.rows.set(some.batch, info, spins); },
      [this](BatchRows<D>& some) { write_rows(some); });
  world.observe(*this);
}

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

template <int D>
Frame<D> Recorder<D>::Impl::present() const {
  return present_of(world, setup, reads_in_place);
}

/// While it is written the world may go on, unless it is read in place.
template <int D>
void Recorder<D>::Impl::take_sample() {
  Sample<D>& next = samples->next();
  if (!reads_in_place) world.snapshot(next.snapshot);
  sampled.emplace(world.time(), world.collisions());
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
  if (reads_in_place) {
    look_at(world, setup, frame);
  } else {
    capture(sample.snapshot, setup, frame);
  }
  const Statistics counted = reads_in_place ? world.statistics() : sample.snapshot.statistics();
  Measured until_then = observables.measured(frame, counted);
  if (!sample.has_rates) until_then = without_rates(until_then);
  last_sample = {frame.time, conserved(setup, frame), until_then};
  compressibility_error.add(frame.time, counted);
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
  frame.states.release();
  std::vector<FrameSpin<D>>().swap(frame.spins);
}

template <int D>
void Recorder<D>::Impl::events(EventBatch<D>& batch) {
  std::swap(rows->next().batch, batch);
  rows->push();
}

template <int D>
void Recorder<D>::Impl::write_rows(BatchRows<D>& some) {
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

/// Where anybody rests now.
template <int D>
std::vector<RestingContact<D>> Recorder<D>::Impl::present_contacts() const {
  if (world.options().gravity == Vec<D>{}) return {};
  return world.contacts();
}

template <int D>
void Recorder<D>::Impl::add_to_trajectory(const std::vector<RestingContact<D>>& contacts) {
  if (!trajectory || contacts.empty() || has_failed) return;
  try {
    trajectory->add_contacts(contacts, world.time());
  } catch (const OutputError& error) {
    note(error);
  }
}

template <int D>
void Recorder<D>::Impl::write_contacts(const std::string& text) {
  try {
    write_whole(folder.claim("contacts.csv"), text);
  } catch (const OutputError& error) {
    note(error);
  }
}

template <int D>
void Recorder<D>::Impl::write_picture(const Picture& picture) {
  try {
    write_whole(path_in(folder.path(), "picture.svg"), draw(picture));
  } catch (const OutputError& error) {
    note(error);
  }
}

/// True if all of it could be written.
template <int D>
bool Recorder<D>::Impl::write_report() {
  try {
    PathsFile file = paths->file(info);
    paths.reset();
    write_whole(path_in(folder.path(), "paths.bin"), paths_text(file));
    file = {};
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
    if (impl_->paths->waits()) impl_->paths->end_events(impl_->present());
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
  impl_->observables.look_back_to(impl_->present());
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
Summary Recorder<D>::finish(const RunEnd& end, const std::function<void()>& let_go) {
  Impl& run = *impl_;
  run.soundness = soundness_of(end.outcome, run.setup);
  if (run.soundness != Soundness::None && end.outcome != RunEnding::OutputFailed && !run.has_failed) {
    try {
      sample();
    } catch (const OutputError&) {  // noted
    }
  }
  run.stop_watching();
  run.frame = run.present();
  const std::chrono::duration<double> wall = Clock::now() - run.began;
  run.reserve->shrink(kSummarySpace);
  run.make_trajectory();
  std::vector<RestingContact<D>> resting = run.present_contacts();
  run.add_to_trajectory(resting);
  run.close_files();
  Summary summary = run.summary_of(end, run.sound_figures());
  summary.wall_seconds = wall.count();
  summary.peak_memory_bytes = peak_memory();
  Picture picture = run.trails.picture(run.info, run.frame);
  add_contacts<D>(picture, run.world, resting);
  const std::string contacts = resting.empty() ? "" : contacts_text<D>(resting, run.world.time(), run.info);
  std::vector<RestingContact<D>>().swap(resting);
  if (run.info.report) run.paths->end(run.frame);
  run.frame = {};
  if (let_go) let_go();
  run.write_distributions(summary.measured);
  run.write_picture(picture);
  run.write_summary(summary);
  // What follows may be too large for the disk, which the summary then must tell; the report holds it, too.
  const bool failed_before = run.failure.has_value();
  if (!contacts.empty()) run.write_contacts(contacts);
  if (run.info.report && run.write_report()) summary.report = path_in(run.folder.path(), "report.html");
  run.reserve->release();
  if (run.failure && !failed_before) run.write_summary(summary);
  return summary;
}

template class Recorder<2>;
template class Recorder<3>;

}  // namespace firsthit
