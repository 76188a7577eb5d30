#include "record/base/deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace firsthit {
namespace {

constexpr int kWindow = 15;  // as large as zlib's may be
constexpr int kMemory = 8;   // its default
// zlib's level for repeats: the first that also tries the match one byte on. Times in order take a sixth less
// than at 1; at 6 all takes twice as long and comes out 1.5 % smaller.
constexpr int kRepeats = 4;
constexpr int kRuns = 6;  // its default
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

/// zlib's input is not const by name only.
Bytef* input_of(std::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT
}

}  // namespace

Deflater::Deflater(Effort effort) : stream_(new z_stream_s{}) {
  const int level = effort == Effort::Runs ? kRuns : kRepeats;
  const int strategy = effort == Effort::Runs ? Z_RLE : Z_DEFAULT_STRATEGY;
  if (deflateInit2(stream_, level, Z_DEFLATED, kWindow, kMemory, strategy) != Z_OK) {
    delete stream_;
    throw std::bad_alloc();
  }
}

Deflater::~Deflater() {
  deflateEnd(stream_);
  delete stream_;
}

void Deflater::run(std::string_view bytes, int flush) {
  stream_->next_in = input_of(bytes);
  stream_->avail_in = static_cast<uInt>(bytes.size());
  char block[std::size_t{1} << 16];
  do {
    stream_->next_out = reinterpret_cast<Bytef*>(block);
    stream_->avail_out = sizeof block;
    deflate(stream_, flush);
    packed_.append(block, sizeof block - stream_->avail_out);
  } while (stream_->avail_out == 0);
}

void Deflater::add(std::string_view bytes) {
  for (std::size_t begin = 0; begin < bytes.size(); begin += kMostAtOnce)
    run(bytes.substr(begin, kMostAtOnce), Z_NO_FLUSH);
}

std::string Deflater::finish() {
  run({}, Z_FINISH);
  return std::move(packed_);
}

std::optional<std::string> inflated(std::string_view packed, std::size_t size) {
  if (packed.size() > std::numeric_limits<uInt>::max()) return std::nullopt;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  stream.next_in = input_of(packed);
  stream.avail_in = static_cast<uInt>(packed.size());
  // Grows as bytes come: what a damaged file claims to hold is never believed.
  std::string bytes;
  char block[std::size_t{1} << 16];
  int state = Z_OK;
  while (state == Z_OK && bytes.size() <= size) {
    stream.next_out = reinterpret_cast<Bytef*>(block);
    stream.avail_out = sizeof block;
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.append(block, sizeof block - stream.avail_out);
  }
  const bool whole = state == Z_STREAM_END && stream.avail_in == 0 && bytes.size() == size;
  inflateEnd(&stream);
  if (!whole) return std::nullopt;
  return bytes;
}

}  // namespace firsthit
