#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firsthit {

// Paths are texts here: the library that takes them apart takes long to compile, and one file sees it.

/// Output that could not be written: `out/gas/events.csv: cannot write: No space left on device`.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& path, const std::string& reason);
};

/// The same, from `errno`: "cannot WHAT: REASON".
OutputError output_error(const std::string& path, std::string_view what, int error_number);

/// The path of what is called `name` in a folder.
std::string path_in(const std::string& folder, std::string_view name);

/// The hidden name beside `path` under which a file is made before it takes its place.
std::string temporary_of(const std::string& path);

bool is_file(const std::string& path);  ///< or a link to one; no folder, device or pipe
bool is_folder(const std::string& path);

/// All that is in a file; none if it cannot be opened.
std::optional<std::string> bytes_of_file(const std::string& path);

/// Writes a small file whole or not at all: under a temporary name, then renamed.
void write_whole(const std::string& path, std::string_view text);

/// The same, so that it stays if the machine loses its power: what `fill` writes to the stream is on disk
/// before it gets its name, and the name is before this returns. What stood at `path` is called `before` from
/// then on.
void write_durably(const std::string& path, const std::string& before,
                   const std::function<void(std::ostream&)>& fill);

/// A folder that holds the files of one run and remembers which of them are ours.
class OutputFolder {
 public:
  /// Uses `path`, made if need be. Throws OutputError where a file of an earlier run, or one that
  /// has the name of ours, stands there; with `force`, the files that firsthit wrote are removed
  /// first, and only foreign ones are refused.
  static OutputFolder at(const std::string& path, bool force);

  /// The folder of a run that has been written: what it lists is ours.
  static OutputFolder of_run(const std::string& path);

  /// Keeps other runs out for as long as there is a copy of this; `at` and `fresh` do so. Throws OutputError
  /// if another run is in it.
  void lock();

  /// Removes what a run has made at its end: it goes on.
  void remove_results();

  /// Makes PARENT/NAME, or PARENT/NAME-2, PARENT/NAME-3, ...: the first that does not exist.
  static OutputFolder fresh(const std::string& parent, const std::string& name);

  const std::string& path() const { return path_; }

  /// The path of the file `name` in it, noted as ours from now on. Only names that firsthit knows.
  std::string claim(std::string_view name);

  /// The same for a file that may be there already. Throws OutputError where one stands that is not ours.
  std::string reclaim(std::string_view name);

 private:
  explicit OutputFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::vector<std::string> claimed_;
  std::shared_ptr<const void> lock_;
};

/// Disk space set aside, so that a run whose disk fills up can still be closed properly.
class Reserve {
 public:
  /// Fills `path` with `bytes`; throws OutputError if there is no room for them.
  Reserve(std::string path, std::size_t bytes);
  ~Reserve() { release(); }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  /// Gives the space back but for `bytes`.
  void shrink(std::size_t bytes) noexcept;
  /// Gives the space back.
  void release() noexcept;

 private:
  std::string path_;
  bool held_ = true;
};

/// A text file that grows by whole rows. After a failed write it ends with the last row that
/// fitted, or at the last mark, and takes no more.
class RowFile {
 public:
  explicit RowFile(std::string path);
  /// The same with a file that is there: cut back to its first `bytes`. Throws OutputError if it has fewer.
  RowFile(std::string path, std::uint64_t bytes);
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  /// Adds rows, each with its line feed. Kept in memory up to a limit, then written.
  void add(std::string_view rows);
  void flush();
  /// The same, and it stays if the machine loses its power. How long the file then is [bytes].
  std::uint64_t sync();
  /// From now on a failed write cuts back to here, not to the last row: what follows belongs together.
  void mark();
  /// Flushes and closes; throws OutputError if anything of it failed.
  void close();

 private:
  std::string path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;  ///< bytes on disk, whole rows
  std::optional<std::size_t> mark_;
  std::string buffer_;
};

}  // namespace firsthit
