#include "record/pictures/png.hpp"

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

namespace firsthit {
namespace {

void put_number(std::string& text, std::size_t number) {
  for (const int shift : {24, 16, 8, 0}) text += static_cast<char>((number >> shift) & 0xffU);
}

void put_chunk(std::string& text, std::string_view name, std::string_view data) {
  put_number(text, data.size());
  const std::size_t begin = text.size();
  text += name;
  text += data;
  const auto* bytes = reinterpret_cast<const Bytef*>(text.data() + begin);
  put_number(text, crc32_z(crc32_z(0, nullptr, 0), bytes, text.size() - begin));
}

/// Every row after a byte that says how it is stored: as differences to the row above, which in drawings
/// is mostly the same.
std::string rows_of(const PixelImage& image) {
  const std::size_t row = std::size_t{3} * static_cast<std::size_t>(image.width);
  std::string rows;
  rows.reserve(image.bytes.size() + static_cast<std::size_t>(image.height));
  for (std::size_t begin = 0; begin < image.bytes.size(); begin += row) {
    constexpr char kNone = 0, kUp = 2;
    rows += begin == 0 ? kNone : kUp;
    for (std::size_t i = begin; i < begin + row; ++i)
      rows += static_cast<char>(image.bytes[i] - (begin == 0 ? 0 : image.bytes[i - row]));
  }
  return rows;
}

}  // namespace

std::string png_text(const PixelImage& image) {
  std::string text = "\x89PNG\r\n\x1a\n";
  std::string header;
  put_number(header, static_cast<std::size_t>(image.width));
  put_number(header, static_cast<std::size_t>(image.height));
  header += {8, 2, 0, 0, 0};  // eight bits each of red, green, blue; the one compression, filter; in order
  put_chunk(text, "IHDR", header);
  const std::string rows = rows_of(image);
  const auto length = static_cast<uLong>(rows.size());  // 8192 x 8192 pixels at most: 32 bits hold it
  uLongf size = compressBound(length);
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
                length, Z_DEFAULT_COMPRESSION) != Z_OK)
    throw std::bad_alloc();  // nothing else can go wrong
  packed.resize(size);
  put_chunk(text, "IDAT", packed);
  put_chunk(text, "IEND", "");
  return text;
}

}  // namespace firsthit
