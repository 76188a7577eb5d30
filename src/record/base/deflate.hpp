#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

struct z_stream_s;

namespace firsthit {

/// How much a deflater looks for.
enum class Effort {
  Repeats,  ///< of any text, quickly
  Runs      ///< of one byte only: for numbers that are nearly noise
};

/// Packs bytes, given piece by piece, into a zlib stream.
class Deflater {
 public:
  explicit Deflater(Effort effort);
  ~Deflater();
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void add(std::string_view bytes);
  /// So many bytes have come out so far.
  std::size_t size() const { return packed_.size(); }
  /// What all pieces came to. To be called once.
  std::string finish();

 private:
  void run(std::string_view bytes, int flush);

  z_stream_s* stream_;
  std::string packed_;
};

/// The bytes of a zlib stream; nothing unless it is a whole stream of exactly `size` bytes.
std::optional<std::string> inflated(std::string_view packed, std::size_t size);

}  // namespace firsthit
