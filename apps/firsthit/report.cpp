#include "record/report.hpp"

#include "commands.hpp"
#include "movies/movie.hpp"
#include "output_file.hpp"
#include "record/base/output_folder.hpp"
#include "record/paths/paths_file.hpp"

namespace firsthit {

ExitCode report(const ReportOptions& options) {
  if (options.movie) return movie(options);
  const std::string& folder = options.folder;
  if (options.output) check_target(*options.output, options.force);
  const std::string html = report_html(folder);
  read_paths(path_in(folder, "paths.bin"));  // nothing that is damaged becomes a report
  write_whole(options.output ? *options.output : OutputFolder::of_run(folder).reclaim("report.html"), html);
  return kDone;
}

}  // namespace firsthit
