#include "movies/movie.hpp"

#include "movies/movie_encoder.hpp"
#include "output_file.hpp"
#include "record/base/output_folder.hpp"
#include "record/base/run_title.hpp"
#include "record/paths/film.hpp"
#include "record/paths/paths_file.hpp"
#include "screen/status_line.hpp"
#include "system/signals.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

std::string progress_text(std::size_t done, std::size_t all, double seconds) {
  const double share = static_cast<double>(done) / static_cast<double>(all);
  constexpr double kSettled = 1.0;  // [s] before that, the time left would be a guess
  return fmt::format(
      "{:3.0f}%  frame {} of {}{}", std::floor(100.0 * share), done, all,
      seconds < kSettled ? "" : fmt::format("  {:.0f} s left", seconds / share * (1.0 - share)));
}

void check_time(const char* option, const std::optional<double>& time, double begin, double end) {
  if (time && !(begin <= *time && *time <= end))
    throw InputError(
        fmt::format("{}: expected a time of the run, from {} to {}, found {}", option, begin, end, *time));
}

FilmFormat film_format(const ReportOptions& options, const PathsFile& paths) {
  const double begin = paths.time_unit * paths.begin, end = paths.time_unit * paths.end;
  check_time("--from", options.from, begin, end);
  check_time("--until", options.until, begin, end);
  const double from = options.from.value_or(begin), until = options.until.value_or(end);
  if (options.until && until <= from)
    throw InputError(fmt::format("--until: expected a time after {}, found {}", from, until));
  if (options.from && until <= from)
    throw InputError(fmt::format("--from: expected a time before {}, found {}", until, from));
  return {options.width, options.height, options.fps, options.seconds, options.from, options.until};
}

}  // namespace

ExitCode movie(const ReportOptions& options) {
  const std::string& path = *options.movie;
  check_target(path, options.force);
  if (const std::string extension = extension_of(path); extension != ".mp4" && extension != ".gif")
    throw InputError("--movie: expected a name that ends in .mp4 or .gif, found " + path);
  const PathsFile paths = read_paths(path_in(options.folder, "paths.bin"));
  const std::atomic<bool>& stop = catch_signals();
  const FilmFormat format = film_format(options, paths);
  MovieEncoder encoder(path, format);
  StatusLine status(StatusStyle::Line);
  Film film(paths, title_of(options.folder), format);
  const std::size_t frames = format.frames();
  for (std::size_t done = 0; done < frames; ++done) {
    if (status.is_due()) status.show(progress_text(std::max<std::size_t>(done, 1), frames, status.seconds()));
    if (!encoder.add(film.next(), stop)) return kInterrupted;
  }
  return encoder.finish(stop) ? kDone : kInterrupted;
}

}  // namespace firsthit
