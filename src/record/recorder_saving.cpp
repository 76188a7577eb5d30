#include "record/recorder_impl.hpp"

#include "world/saved/archive.hpp"
#include "world/saved/persist.hpp"
#include "world/saved/sections.hpp"

#include <firsthit/error.hpp>

#include <istream>
#include <ostream>

// How a recorder is saved, and goes on.

namespace firsthit {

/// What the run so far has come to, but for what stands in files. (What follows from the run's start is made
/// of that again.)
template <int D>
template <class Self, class Archive>
void Recorder<D>::Impl::persist(Self& self, Archive& archive) {
  archive(self.observables, self.trails, self.sampled, self.last_sample, self.compressibility_error);
  for (auto& distribution : self.distributions) archive(*distribution);
  if (self.paths) archive(*self.paths);
}

/// (Files first: what is told of them must be there.)
template <int D>
void Recorder<D>::Impl::save(std::ostream& out) {
  samples->drain();
  if (rows) rows->drain();
  FileLengths lengths;
  lengths.observables = table->sync();
  if (events_table) lengths.events = events_table->sync();
  if (xyz) lengths.xyz = xyz->sync();
  if (frames) lengths.frames = frames->sync();
  ArchiveWriter archive;
  archive(lengths, of_paths.has_value());
  persist(*this, archive);
  write_section(out, "recorder", archive.bytes());
  world.save(out);
}

template <int D>
void Recorder<D>::Impl::load(std::istream& saved, FileLengths& lengths, bool& watches_paths) {
  SectionReader sections(saved, "recorder");
  ArchiveReader archive(sections, "recorder");
  archive(lengths, watches_paths);
  archive.require(lengths.observables && info.events == lengths.events.has_value() &&
                      info.xyz == lengths.xyz.has_value() && info.trajectory == lengths.frames.has_value() &&
                      (info.report || !watches_paths),
                  "expected the files that the run writes, found others");
  persist(*this, archive);
  archive.finish();
  world = World<D>::load(saved);
}

/// Of all frames, at once: it is the one that would have been written as the run went on.
template <int D>
void Recorder<D>::Impl::make_trajectory() {
  if (!frames || has_failed) return;
  try {
    trajectory.emplace(path_in(folder.path(), "trajectory.h5"), setup, info, distributions);
    frames->each_frame(distributions, [&](const Frame<D>& each, const Measured& measured) {
      trajectory->add(each, measured);
    });
  } catch (const OutputError& error) {
    note(error);
  } catch (const InputError& error) {
    note(OutputError(path_in(folder.path(), "trajectory.h5"), error.what()));
  }
}

template void Recorder<2>::Impl::save(std::ostream&);
template void Recorder<3>::Impl::save(std::ostream&);
template void Recorder<2>::Impl::load(std::istream&, FileLengths&, bool&);
template void Recorder<3>::Impl::load(std::istream&, FileLengths&, bool&);
template void Recorder<2>::Impl::make_trajectory();
template void Recorder<3>::Impl::make_trajectory();

}  // namespace firsthit
