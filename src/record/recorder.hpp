#pragma once

#include "record/base/output_folder.hpp"
#include "record/base/run_info.hpp"
#include "record/measure/summary.hpp"
#include "record/setup/setup.hpp"

#include <firsthit/observer.hpp>

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firsthit {

/// How a run ended, for `Recorder::finish`.
struct RunEnd {
  RunEnding outcome = RunEnding::ReachedTime;
  std::vector<BodyId> culprits;
  std::string message;
};

/// Writes a run into a folder: watches the world and takes samples when told.
///
/// Memory: some hundred bytes a body, whatever the length of the run, and what Paths takes for a report. Of
/// more bodies than RunInfo::most_copied next to nothing, if nobody spins, and nothing is asked for that
/// compares times or counts pairs, nor checkpoints: their samples are read where they stand.
template <int D>
class Recorder {
 public:
  /// Watches `world`, which must outlive it, and writes the first sample. All bodies have been
  /// added. Throws OutputError where a file cannot be made.
  Recorder(World<D>& world, const RunInfo& info, OutputFolder folder);
  /// Goes on from what `save` has written: `world` is as it was at the run's start, and becomes the one that
  /// was saved; tables are cut back to what they were then. Throws InputError where that is damaged, and
  /// OutputError.
  Recorder(World<D>& world, const RunInfo& info, OutputFolder folder, std::istream& saved);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Where it writes.
  const std::string& folder() const;

  /// The time [T] at which `begin_measuring` is to be called; none if that is not needed (any more).
  std::optional<double> begin_of_measuring() const;

  /// Tells that the world stands there: its present is what displacements and velocities are compared with.
  void begin_measuring();

  /// Writes the world's present to every file. Sampling one time twice writes it once.
  /// Throws OutputError.
  void sample();

  /// To be called now and then between runs of the world: what needs no more events stops watching. Throws
  /// the OutputError, if any, that writing the first sample or an impact met: an observer must not throw.
  void check();

  /// Writes all that it takes to go on, the world included, once everything up to now is on the disk.
  /// Requires RunInfo::checkpoints. Throws OutputError.
  void save(std::ostream& out);

  /// Ends without the last sample, a summary or a report: somebody will go on from a checkpoint.
  void leave();

  /// Takes the last sample (not of a run that was crushed: docs/formats/output.md), closes every file, writes
  /// picture.svg, summary.json and the report, and stops watching. Never throws: where output fails, the
  /// summary's outcome and message say so, and what was written before stays readable. To be called once,
  /// also after an OutputError (then with RunEnding::OutputFailed and its message). `let_go` is called once
  /// the world is not needed any more: what the report takes then has room where the world was.
  Summary finish(const RunEnd& end, const std::function<void()>& let_go = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace firsthit
