#pragma once

#include "record/base/output_folder.hpp"
#include "record/base/run_info.hpp"
#include "record/measure/observables.hpp"
#include "record/setup/setup.hpp"

#include <firsthit/observer.hpp>

#include <cstdint>
#include <optional>
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
  /// Has a column more for each number of the request, and two where anybody `spins`.
  /// Goes on with one that has so many `bytes`, if they are told.
  explicit ObservablesTable(const std::string& path, const ObservableRequest& request = {},
                            bool spins = false, std::optional<std::uint64_t> bytes = {});
  /// `conserved` holds at the frame's time; `measured` is averaged up to it.
  void add(const Frame<D>& frame, const Conserved<D>& conserved, const Measured& measured);
  std::uint64_t sync() { return file_.sync(); }
  void close() { file_.close(); }

 private:
  std::vector<MeasuredNumber> requested_;
  bool spins_;
  RowFile file_;
};

/// Rows of events.csv: one an impact, and one whenever somebody enters, leaves or crushes another.
template <int D>
class EventRows final : Observer<D> {
 public:
  /// Those of a batch instead of others; with how the two turn if it is told.
  void set(const EventBatch<D>& batch, const RunInfo& info, bool spins = false);
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  struct NamedBody {
    BodyId id;
    std::string cell;
  };

  void impact(const Impact<D>& impact) override;
  void impact_spins(const Impact<D>& impact, const ImpactSpins<D>& spins) override;
  void passing(const Passing<D>& passing) override;
  void turn(const Turn<D>& turn) override;
  void put_row(double time, std::string_view kind, BodyId a, BodyId b);
  char* room_for(std::size_t bytes);
  const std::string& name_cell(BodyId id);

  const RunInfo* info_ = nullptr;
  std::string text_;  // longer than its text
  std::size_t size_ = 0;
  bool spins_ = false;
  std::vector<NamedBody> names_;  // by the last digits of their ids
};

/// events.csv
template <int D>
class EventsTable {
 public:
  /// `spins`: its rows tell how the two turn.
  explicit EventsTable(const std::string& path, bool spins = false, std::optional<std::uint64_t> bytes = {});
  void add(const EventRows<D>& rows) { file_.add(rows.text()); }
  void flush() { file_.flush(); }
  std::uint64_t sync() { return file_.sync(); }
  void close() { file_.close(); }

 private:
  RowFile file_;
};

/// trajectory.xyz, extended XYZ: a frame a sample, three columns of coordinates also in 2D.
template <int D>
class XyzTrajectory {
 public:
  XyzTrajectory(const std::string& path, const RunSetup<D>& setup, const RunInfo& info,
                std::optional<std::uint64_t> bytes = {});
  void add(const Frame<D>& frame);
  std::uint64_t sync() { return file_.sync(); }
  void close() { file_.close(); }

 private:
  const RunSetup<D>& setup_;
  std::vector<std::string> species_;  ///< by Material::value
  bool spins_ = false;
  RowFile file_;
};

}  // namespace firsthit
