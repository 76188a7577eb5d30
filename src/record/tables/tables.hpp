#pragma once

#include "record/base/output_folder.hpp"
#include "record/base/run_info.hpp"
#include "record/base/setup.hpp"
#include "record/measure/observables.hpp"

#include <firsthit/observer.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// The name of a body as RunInfo tells it, or `body-7`.
std::string name_of(const RunInfo& info, BodyId id);

/// The name of a material as RunInfo tells it, or `material-2`.
std::string name_of(const RunInfo& info, Material material);

/// A cell of a CSV file: in quotes where it has to be (RFC 4180).
std::string csv_cell(std::string_view text);

/// observables.csv: a row a sample.
template <int D>
class ObservablesTable {
 public:
  /// Has a column more for each number of the request.
  explicit ObservablesTable(const std::string& path, const ObservableRequest& request = {});
  /// `conserved` holds at the frame's time; `measured` is averaged up to it.
  void add(const Frame<D>& frame, const Conserved<D>& conserved, const Measured& measured);
  void close() { file_.close(); }

 private:
  std::vector<MeasuredNumber> requested_;
  RowFile file_;
};

/// events.csv: a row an impact, and one whenever somebody enters or leaves another.
template <int D>
class EventsTable final : public Observer<D> {
 public:
  EventsTable(const std::string& path, const RunInfo& info);
  void impact(const Impact<D>& impact) override;
  void passing(const Passing<D>& passing) override;
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  struct NamedBody {
    BodyId id;
    std::string name;
  };

  const std::string& name_cell(BodyId id);

  const RunInfo& info_;
  RowFile file_;
  std::string row_;                                              // room for one
  std::vector<NamedBody> names_ = std::vector<NamedBody>(4096);  // by the last digits of their ids
};

/// trajectory.xyz, extended XYZ: a frame a sample, three columns of coordinates also in 2D.
template <int D>
class XyzTrajectory {
 public:
  XyzTrajectory(const std::string& path, const RunSetup<D>& setup, const RunInfo& info);
  void add(const Frame<D>& frame);
  void close() { file_.close(); }

 private:
  const RunSetup<D>& setup_;
  std::vector<std::string> species_;  ///< by Material::value
  RowFile file_;
};

}  // namespace firsthit
