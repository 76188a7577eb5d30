#pragma once

#include <optional>
#include <string>
#include <vector>

namespace firsthit {

/// What the program's exit code tells.
enum ExitCode : int {
  kDone = 0,
  kBadInput = 2,  ///< a scene or a command that cannot be used
  kCollapse = 3,  ///< a run that cannot go on: bodies have collapsed, or are crushed
  kOutputFailed = 4,
  kCheckpointed = 75,  ///< terminated, or out of time, and can go on: EX_TEMPFAIL of sysexits.h, "try again"
  kInterrupted = 130   ///< 128 + SIGINT, as shells have it
};

struct RunOptions {
  std::string scene;                  ///< a file, or the name of an installed scene
  std::optional<std::string> output;  ///< folder; else out/SCENE or the next free one
  std::optional<std::string> until;   ///< these three as they were typed: the scene layer judges them
  std::optional<std::string> collisions;
  std::optional<std::string> seed;
  std::vector<std::string> settings;  ///< `key=value`
  bool no_trajectory = false;
  bool xyz = false;
  bool events = false;
  bool no_report = false;
  std::size_t threads = 0;                ///< 0: as many as there are of use
  std::optional<std::string> checkpoint;  ///< how often one is written, as it was typed, as the next two
  std::optional<std::string> max_time;
  std::optional<std::string> max_memory;
  bool force = false;
  bool allow_overlap = false;
  bool json = false;
  bool progress = false;  ///< as JSON, an object a line
  bool quiet = false;
};

/// `firsthit run`: runs a scene and writes its output. Throws InputError, OutputError.
ExitCode run(const RunOptions& options);

struct ResumeOptions {
  std::string folder;                ///< of the run
  std::string from = "checkpoint";   ///< or `checkpoint-before`
  std::optional<std::string> until;  ///< as they were typed, where they are to be others
  std::optional<std::string> collisions;
  std::optional<std::string> checkpoint;
  std::optional<std::string> max_time;
  std::size_t threads = 0;
  bool json = false;
  bool progress = false;  ///< as JSON, an object a line
  bool quiet = false;
};

/// `firsthit resume`: goes on with a run from its last checkpoint. Throws InputError, OutputError.
ExitCode resume(const ResumeOptions& options);

struct CheckOptions {
  std::vector<std::string> scenes;    ///< files, or names of installed scenes
  std::vector<std::string> settings;  ///< `key=value`, of each of them
};

/// `firsthit check`: tells every problem of every scene.
ExitCode check(const CheckOptions& options);

struct SnapshotOptions {
  std::string folder;        ///< of a run
  std::optional<double> at;  ///< [T]; else the end
  std::string output;        ///< the picture
  bool force = false;
};

/// `firsthit snapshot`: draws a run at one time. Throws InputError, OutputError.
ExitCode snapshot(const SnapshotOptions& options);

struct ReportOptions {
  std::string folder;                 ///< of a run
  std::optional<std::string> output;  ///< the report; else report.html in the folder
  std::optional<std::string> movie;   ///< a movie to make instead
  double fps = 30.0;                  ///< its frames per second
  double seconds = 20.0;
  std::optional<double> from{};   ///< [T] what it shows of the run; else its begin
  std::optional<double> until{};  ///< [T] else its end
  int width = 1280;               ///< its pixels
  int height = 720;
  bool force = false;
};

/// `firsthit report`: makes the report of a run again, or a movie of it. Throws InputError, OutputError.
ExitCode report(const ReportOptions& options);

struct ImportOptions {
  std::string format;                 ///< whose files they are: `algs4`
  std::string file;                   ///< what to import
  std::optional<std::string> output;  ///< the scene; else FILE's stem and .toml, in the current folder
  bool force = false;
  bool allow_overlap = false;
};

/// `firsthit import`: makes a scene file from another program's file. Throws OutputError.
ExitCode import_scene(const ImportOptions& options);

struct QueryOptions {
  std::string features;  ///< `edge-edge` or `vertex-face`; none for a query a line, in JSON
  bool explain = false;  ///< tell with each answer how it was found
  std::string file;      ///< what is asked; `-` is standard input for queries in JSON
};

/// `firsthit query`: answers every query of a file. Throws InputError, OutputError.
ExitCode query(const QueryOptions& options);

struct DoctorOptions {
  bool json = false;
};

/// `firsthit doctor`: tells what the program is, what it runs on and what limits it. Throws OutputError.
ExitCode doctor(const DoctorOptions& options);

}  // namespace firsthit
