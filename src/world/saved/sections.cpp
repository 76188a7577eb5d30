#include "world/saved/sections.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <istream>
#include <ostream>

namespace firsthit {

namespace {

/// So much of a section is asked of a stream at a time. More: a wrong length costs that much memory.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 20U;

std::uint64_t word_at(const char* bytes, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i)
    word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

std::string bytes_of(std::uint64_t word) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xffU);
  return bytes;
}

/// Every step is one to one in the hash and in the word: so what differs in one word differs in the end. (The
/// shift brings high bits down, where later words meet them.)
void add(std::uint64_t& hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
  hash ^= hash >> 29U;
}

void add(std::uint64_t& hash, std::string_view bytes) {
  add(hash, std::uint64_t{bytes.size()});
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) add(hash, word_at(bytes.data() + at, 8));
  if (at < bytes.size()) add(hash, word_at(bytes.data() + at, bytes.size() - at));
}

std::string padded(std::string_view tag) {
  std::string text(tag.substr(0, kTagBytes));
  text.resize(kTagBytes, ' ');
  return text;
}

/// A tag as a person may read it, whatever it is.
std::string shown_tag(std::string_view tag) {
  std::string text;
  for (const char c : tag) text += c >= ' ' && c <= '~' ? c : '?';
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

std::uint64_t checksum(std::string_view tag, std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  add(hash, padded(tag));
  add(hash, bytes);
  return hash;
}

void write_section(std::ostream& out, std::string_view tag, std::string_view payload) {
  out << padded(tag) << bytes_of(payload.size());
  out.write(payload.data(), static_cast<std::streamsize>(payload.size()));
  out << bytes_of(checksum(tag, payload));
}

SectionReader::SectionReader(std::istream& in, std::string_view who) : in_(in), who_(who) {
  if (const auto place = static_cast<std::streamoff>(in.tellg()); place > 0)
    at_ = static_cast<std::uint64_t>(place);
  begin_ = at_;
}

void SectionReader::refuse(std::size_t byte, const std::string& problem) const {
  throw InputError(std::string(who_) + ": section " + tag_ + ", byte " +
                   std::to_string(payload_begin_ + byte) + ": " + problem);
}

/// Adds so many bytes to `into`.
void SectionReader::read(std::string& into, std::uint64_t bytes, std::string_view what) {
  while (bytes > 0) {
    const std::uint64_t piece = std::min(bytes, kPiece);
    const std::size_t begin = into.size();
    into.resize(begin + static_cast<std::size_t>(piece));
    in_.read(into.data() + begin, static_cast<std::streamsize>(piece));
    const auto got = static_cast<std::uint64_t>(in_.gcount());
    at_ += got;
    bytes -= got;
    if (got < piece)
      throw InputError(std::string(who_) + ": section " + tag_ + ", byte " + std::to_string(at_) +
                       ": expected " + std::string(what) + ", found the end: it is cut short");
  }
}

std::string SectionReader::next(std::string_view tag) {
  tag_ = tag;
  const std::uint64_t begin = at_;
  std::string head;
  read(head, kTagBytes, "its name");
  if (head != padded(tag))
    throw InputError(std::string(who_) + ": byte " + std::to_string(begin) + ": expected section " + tag_ +
                     ", found " + shown_tag(head) +
                     (begin == begin_ ? ": it is none of ours" : ": it is damaged"));
  std::string length;
  read(length, 8, "its length");
  payload_begin_ = at_;
  std::string payload;
  read(payload, word_at(length.data(), 8), "all of it");
  std::string sum;
  read(sum, 8, "its checksum");
  if (word_at(sum.data(), 8) != checksum(tag, payload))
    refuse(0, "expected the checksum that it was written with, found another: it is damaged");
  return payload;
}

}  // namespace firsthit
