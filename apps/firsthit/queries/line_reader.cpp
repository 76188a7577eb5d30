#include "queries/line_reader.hpp"

#include "record/system/files.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace firsthit {
namespace {

constexpr int kStandardInput = 0;

}  // namespace

LineReader::LineReader(const std::string& file)
    : name_(file == "-" ? "standard input" : file),
      descriptor_(file == "-" ? kStandardInput : files::open_to_read(file)) {
  if (descriptor_ < 0) throw InputError(fmt::format("{}: cannot read it: {}", name_, std::strerror(errno)));
  if (const std::optional<std::uint64_t> bytes = files::size_of(descriptor_))
    bytes_ = static_cast<double>(*bytes);
}

LineReader::~LineReader() {
  if (descriptor_ > kStandardInput) files::close(descriptor_);
}

/// Reads what there is, waiting if there is nothing yet. False at the end of the file.
bool LineReader::fill() {
  std::array<char, 1U << 16U> piece{};
  const std::ptrdiff_t count = files::read(descriptor_, piece.data(), piece.size());
  if (count < 0) throw InputError(fmt::format("{}: cannot read it: {}", name_, std::strerror(errno)));
  bytes_read_ += static_cast<double>(count);
  buffer_.append(piece.data(), static_cast<std::size_t>(count));
  return count > 0;
}

void LineReader::find_end(std::size_t from) {
  const std::size_t end = buffer_.find('\n', from);
  end_ = end == std::string::npos ? std::nullopt : std::optional(end);
}

bool LineReader::next() {
  line_ = {};
  too_long_ = false;
  if (!end_) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  while (!end_) {
    const std::size_t searched = buffer_.size();
    if (!fill()) {
      if (buffer_.empty() && !too_long_) return false;
      end_ = buffer_.size();
      break;
    }
    find_end(searched);
    if (end_.value_or(buffer_.size()) <= kLongest) continue;
    too_long_ = true;
    buffer_.erase(0, end_.value_or(buffer_.size()));
    if (end_) end_ = 0;
  }
  ++number_;
  if (!too_long_) line_ = std::string_view(buffer_).substr(begin_, *end_ - begin_);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  begin_ = std::min(*end_ + 1, buffer_.size());
  find_end(begin_);
  return true;
}

std::optional<double> LineReader::fraction() const {
  if (!bytes_ || *bytes_ <= 0.0) return std::nullopt;
  return bytes_read_ / *bytes_;
}

}  // namespace firsthit
