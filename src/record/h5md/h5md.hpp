#pragma once

#include "record/base/run_info.hpp"
#include "record/measure/distribution.hpp"
#include "record/measure/observables.hpp"
#include "record/setup/setup.hpp"

#include <firsthit/questions.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace firsthit {

/// trajectory.h5, in the layout of H5MD 1.1: a frame a sample.
///
/// The file on disk is complete after every frame. A frame that does not fit is taken back, and
/// the file closed, once there is room for what closing needs (see Reserve).
template <int D>
class H5mdTrajectory {
 public:
  /// Keeps what `info` asks for and the latest of `distributions`, which must outlive it, beside the
  /// frames. Throws OutputError, as do the others.
  H5mdTrajectory(const std::string& path, const RunSetup<D>& setup, const RunInfo& info,
                 const std::vector<std::unique_ptr<Distribution<D>>>& distributions = {});
  ~H5mdTrajectory();

  void add(const Frame<D>& frame, const Measured& measured = {});
  /// Where bodies rest at `time` [T], the end of the run. Once, after the last frame. What does not fit
  /// leaves nothing behind.
  void add_contacts(std::span<const RestingContact<D>> contacts, double time);
  void close();

  /// Space on disk [bytes] that certainly suffices to close the file after a failed write.
  static std::size_t closing_space(const RunSetup<D>& setup, const RunInfo& info = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace firsthit
