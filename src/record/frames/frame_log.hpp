#pragma once

#include "record/base/output_folder.hpp"
#include "record/measure/distribution.hpp"
#include "record/measure/observables.hpp"
#include "record/setup/setup.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firsthit {

/// trajectory.frames: what the trajectory of a run with checkpoints is made of once the run has ended, a
/// section with a checksum for each sample. A file of HDF5 keeps tables at its begin that a kill may leave
/// half written, and cannot be cut back; this one only grows, and what is behind the last checkpoint is cut
/// off.
template <int D>
class FrameLog {
 public:
  using Distributions = std::vector<std::unique_ptr<Distribution<D>>>;

  /// Goes on with one that has so many `bytes`, if they are told. Throws OutputError, as do the others.
  explicit FrameLog(const std::string& path, std::optional<std::uint64_t> bytes = {});

  void add(const Frame<D>& frame, const Measured& measured, const Distributions& distributions);
  std::uint64_t sync() { return file_.sync(); }

  /// Calls each(frame, measured) for all frames in order; `distributions` tell what they told then. Throws
  /// InputError for what is damaged.
  template <class Each>
  void each_frame(const Distributions& distributions, const Each& each) {
    Reader reader(path_, file_.sync());
    Frame<D> frame;
    Measured measured;
    while (reader.next(frame, measured, distributions)) each(frame, measured);
  }
  void close() { file_.close(); }

 private:
  class Reader {
   public:
    Reader(const std::string& path, std::uint64_t bytes);
    ~Reader();
    bool next(Frame<D>& frame, Measured& measured, const Distributions& distributions);

   private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };

  std::string path_;
  RowFile file_;
};

}  // namespace firsthit
