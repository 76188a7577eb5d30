#include "record/frames/frame_log.hpp"

#include "record/system/paths.hpp"
#include "world/saved/archive.hpp"
#include "world/saved/persist.hpp"
#include "world/saved/sections.hpp"

#include <fstream>
#include <sstream>

namespace firsthit {

template <int D>
FrameLog<D>::FrameLog(const std::string& path, std::optional<std::uint64_t> bytes)
    : path_(path), file_(bytes ? RowFile(path, *bytes) : RowFile(path)) {}

template <int D>
void FrameLog<D>::add(const Frame<D>& frame, const Measured& measured, const Distributions& distributions) {
  ArchiveWriter archive;
  archive(frame, measured);
  for (const auto& distribution : distributions) archive(distribution->latest());
  std::ostringstream section;
  write_section(section, "frame", archive.bytes());
  file_.mark();  // bytes that happen to be line feeds are no ends of rows
  file_.add(section.str());
  file_.flush();
}

template <int D>
struct FrameLog<D>::Reader::Impl {
  std::string path;
  std::ifstream in;
  SectionReader sections;
  std::uint64_t bytes;

  Impl(const std::string& file, std::uint64_t length)
      : path(file), in(path_of(file), std::ios::binary), sections(in, path), bytes(length) {}
};

template <int D>
FrameLog<D>::Reader::Reader(const std::string& path, std::uint64_t bytes)
    : impl_(std::make_unique<Impl>(path, bytes)) {}

template <int D>
FrameLog<D>::Reader::~Reader() = default;

template <int D>
bool FrameLog<D>::Reader::next(Frame<D>& frame, Measured& measured, const Distributions& distributions) {
  if (static_cast<std::uint64_t>(impl_->in.tellg()) >= impl_->bytes) return false;
  ArchiveReader archive(impl_->sections, "frame");
  archive(frame, measured);
  for (const auto& distribution : distributions) {
    std::vector<double> latest;
    archive(latest);
    distribution->set_latest(std::move(latest));
  }
  archive.finish();
  return true;
}

template class FrameLog<2>;
template class FrameLog<3>;

}  // namespace firsthit
