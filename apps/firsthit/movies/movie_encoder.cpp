#include "movies/movie_encoder.hpp"

#include "output_file.hpp"
#include "record/base/output_folder.hpp"
#include "record/pictures/svg.hpp"
#include "record/system/files.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <initializer_list>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

std::vector<std::string> arguments_for(const std::string& path, const std::string& part,
                                       const FilmFormat& format) {
  std::vector<std::string> all = {"ffmpeg",
                                  "-hide_banner",
                                  "-nostdin",
                                  "-loglevel",
                                  "error",
                                  "-f",
                                  "rawvideo",
                                  "-pixel_format",
                                  "rgb24",
                                  "-video_size",
                                  fmt::format("{}x{}", format.width, format.height),
                                  "-framerate",
                                  fmt::format("{}", format.fps),
                                  "-i",
                                  "pipe:0"};
  const auto add = [&](std::initializer_list<const char*> more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (extension_of(path) == ".gif") {
    // A palette of its own for every frame: one for all would have to wait for the last.
    add({"-filter_complex", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-f",
         "gif"});
  } else {
    // As most players expect it, its colours those of high definition.
    add({"-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-colorspace", "bt709",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-movflags", "+faststart",
         "-f", "mp4"});
  }
  add({"-y"});
  all.push_back("file:" + part);
  return all;
}

}  // namespace

MovieEncoder::MovieEncoder(std::string path, const FilmFormat& format)
    : path_(std::move(path)), part_(temporary_of(path_)) {
  // Told before ffmpeg would tell it, in words that name the movie.
  const int descriptor = files::create(part_);
  if (descriptor < 0) throw output_error(path_, "make the file", errno);
  files::close(descriptor);
  try {
    start(format);
  } catch (...) {
    files::remove(part_);
    throw;
  }
}

MovieEncoder::~MovieEncoder() {
  ffmpeg_.reset();
  files::remove(part_);
}

void MovieEncoder::start(const FilmFormat& format) {
  try {
    ffmpeg_.emplace(arguments_for(path_, part_, format));
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_such_file_or_directory)
      throw OutputError(path_, "movies need ffmpeg, which is not installed (its Debian package: ffmpeg)");
    throw OutputError(path_, "cannot start ffmpeg: " + error.code().message());
  }
}

bool MovieEncoder::add(const PixelImage& image, const std::atomic<bool>& stop) {
  for (std::span<const std::uint8_t> rest(image.bytes); !rest.empty();) {
    if (stop) return false;
    const std::ptrdiff_t taken = ffmpeg_->hand_on(rest);
    if (taken < 0) {  // it reads no more
      ffmpeg_->close_input();
      while (!ffmpeg_->has_ended())
        if (stop) return false;
      fail();
    }
    rest = rest.subspan(static_cast<std::size_t>(taken));
  }
  return !stop;
}

bool MovieEncoder::finish(const std::atomic<bool>& stop) {
  ffmpeg_->close_input();
  while (!ffmpeg_->has_ended())
    if (stop) return false;
  if (!ffmpeg_->failure().empty()) fail();
  if (!files::rename(part_, path_)) throw output_error(path_, "rename into place", errno);
  return true;
}

void MovieEncoder::fail() {
  const std::string words = last_words();
  const std::string failure = ffmpeg_->failure();
  const std::string how = failure.empty() ? "ended before it had all frames" : failure;
  throw OutputError(path_, "ffmpeg " + how + (words.empty() ? "" : ": " + words));
}

/// The last line that it said.
std::string MovieEncoder::last_words() const {
  std::string text = ffmpeg_->words();
  const std::size_t end = text.find_last_not_of(" \r\n\t");
  if (end == std::string::npos) return "";
  text.resize(end + 1);
  const std::size_t line = text.find_last_of("\r\n");
  return svg::printable(line == std::string::npos ? text : text.substr(line + 1));
}

}  // namespace firsthit
