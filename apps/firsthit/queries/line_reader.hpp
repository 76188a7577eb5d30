#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace firsthit {

/// The lines of a file, or of standard input as they come. Memory: one piece of the file, or the longest
/// line.
class LineReader {
 public:
  /// A line is not kept if it is longer [bytes].
  static constexpr std::size_t kLongest = std::size_t{1} << 24U;

  /// `file` is a path, or `-` for standard input. Throws InputError if it cannot be opened.
  explicit LineReader(const std::string& file);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Goes to the next line; false at the end. Throws InputError if it cannot be read.
  bool next();

  /// Without what ends it, `\n` or `\r\n`; empty if it was too long. Valid until the next call of next().
  std::string_view line() const { return line_; }
  bool too_long() const { return too_long_; }
  std::size_t number() const { return number_; }  ///< from 1

  /// Is the next line there already? If not, next() may have to wait for it.
  bool is_next_there() const { return end_.has_value(); }

  const std::string& name() const { return name_; }  ///< of the file, for messages
  /// How much of the file has been read, from 0 to 1; nothing if its size is not known.
  std::optional<double> fraction() const;

 private:
  bool fill();
  void find_end(std::size_t from);

  std::string name_;
  int descriptor_;
  std::string buffer_;
  std::size_t begin_ = 0;           // of the next line, in the buffer
  std::optional<std::size_t> end_;  // of the next line, if it is there
  std::string_view line_;
  bool too_long_ = false;
  std::size_t number_ = 0;
  double bytes_read_ = 0.0;
  std::optional<double> bytes_;
};

}  // namespace firsthit
