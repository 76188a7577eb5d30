#pragma once

#include "record/recorder.hpp"

#include "record/base/output_queue.hpp"
#include "record/frames/frame_log.hpp"
#include "record/h5md/h5md.hpp"
#include "record/measure/block_error.hpp"
#include "record/measure/distribution.hpp"
#include "record/measure/observables.hpp"
#include "record/paths/paths.hpp"
#include "record/paths/trails.hpp"
#include "record/setup/setup.hpp"
#include "record/tables/tables.hpp"

#include <firsthit/snapshot.hpp>
#include <firsthit/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// What a recorder holds. Its work is in recorder.cpp, saving and going on in recorder_saving.cpp, and what a
// run has come to in recorder_summary.cpp.

namespace firsthit {

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

/// A part of events.csv.
template <int D>
struct BatchRows {
  EventBatch<D> batch;
  EventRows<D> rows;
  bool flush = false;
};

template <int D>
struct Recorder<D>::Impl final : BatchObserver<D> {
  World<D>& world;
  RunInfo info;
  OutputFolder folder;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  RunSetup<D> setup;
  bool reads_in_place;  // samples: the world stands still while they are written, and nothing is copied
  Frame<D> frame;       // of the last sample that was written
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
  std::optional<OutputQueue<BatchRows<D>>> rows;

  /// Goes on from what was saved, if that is told.
  Impl(World<D>& run_world, const RunInfo& run_info, OutputFolder run_folder, std::istream* saved);
  ~Impl() override { stop_watching(); }

  void open_files(const FileLengths& lengths);
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive);
  void save(std::ostream& out);
  void load(std::istream& saved, FileLengths& lengths, bool& watches_paths);
  void make_trajectory();
  Frame<D> present() const;
  void take_sample();
  void write_sample(Sample<D>& sample);
  void write_rows(BatchRows<D>& some);
  void write_distributions(const Measured& measured);
  std::vector<RestingContact<D>> present_contacts() const;
  void add_to_trajectory(const std::vector<RestingContact<D>>& contacts);
  void write_contacts(const std::string& text);
  void write_picture(const Picture& picture);
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

}  // namespace firsthit
