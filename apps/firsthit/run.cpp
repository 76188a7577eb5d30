#include "commands.hpp"
#include "launch.hpp"
#include "memory.hpp"
#include "record/recorder.hpp"
#include "scene/base/nature.hpp"
#include "scene_files.hpp"
#include "screen/progress.hpp"
#include "screen/terminal.hpp"
#include "signals.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <thread>

namespace firsthit {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Events between two looks at the output's health and the progress. More: Ctrl-C is still noticed
/// at once, but the progress stutters; far fewer would cost time.
constexpr std::uint64_t kEventsPerLook = 1 << 14;

/// Looks in a row without an impact after which a run that only collisions can end is given up:
/// bodies that fly apart, or side by side, would otherwise be followed for ever.
constexpr int kQuietLooks = 10000;

/// Where a run halts on its way: where measuring begins (if that matters), at every sample, at its end.
class Halts {
 public:
  Halts(const RunSettings& run, const std::optional<double>& measure_from)
      : end_(run.until.value_or(kNever)),
        sample_every_(run.sample_every > 0.0 ? run.sample_every : kNever),
        measure_from_(measure_from.value_or(kNever)) {}

  /// The next one [T]. Multiples are multiplied, not added up, so that they do not drift.
  double next() const { return std::min({end_, next_sample(), measure_from_}); }
  bool is_begin_of_measuring() const { return measure_from_ < kNever && next() == measure_from_; }
  bool is_sample() const { return next() == next_sample(); }
  bool is_end() const { return next() == end_; }
  void pass() {
    const double now = next();
    if (now == next_sample()) ++samples_;
    if (now == measure_from_) measure_from_ = kNever;
  }

 private:
  double next_sample() const { return static_cast<double>(samples_) * sample_every_; }

  double end_;
  double sample_every_;
  double measure_from_;
  std::uint64_t samples_ = 1;
};

std::string unfinished(const RunSettings& run) {
  return fmt::format("nothing happens any more: fewer than {} collisions", run.collisions.value_or(0));
}

/// Runs the world to its end, sampling on the way. Throws OutputError.
template <int D>
RunEnd drive(World<D>& world, const RunSettings& run, Recorder<D>& recorder, Progress& progress,
             const std::atomic<bool>& stop) {
  RunLimits limits;
  limits.events = kEventsPerLook;
  limits.stop = &stop;
  if (run.collisions) limits.collisions = *run.collisions;
  Halts halts(run, recorder.begin_of_measuring());
  std::uint64_t collisions = 0;
  int quiet_looks = 0;
  while (!stop) {
    const RunResult result = world.run_until(halts.next(), limits);
    recorder.check();
    progress.show(world.time(), world.collisions());
    quiet_looks = world.collisions() == collisions ? quiet_looks + 1 : 0;
    collisions = world.collisions();
    if (result.outcome == RunOutcome::Interrupted) break;
    if (result.outcome == RunOutcome::ReachedCollisions) return {RunEnding::ReachedCollisions, {}, ""};
    if (result.outcome == RunOutcome::Collapsed)
      return {RunEnding::Collapsed, result.culprits, "infinitely many impacts in finite time"};
    if (result.outcome == RunOutcome::Crushed)
      return {RunEnding::Crushed, result.culprits, "pressed between bodies that do not give way"};
    if (result.outcome == RunOutcome::ReachedTime) {
      if (halts.is_begin_of_measuring()) recorder.begin_measuring();
      if (halts.is_sample()) recorder.sample();
      if (halts.is_end()) return {RunEnding::ReachedTime, {}, run.until ? "" : unfinished(run)};
      halts.pass();
    }
    if (!run.until && quiet_looks >= kQuietLooks) return {RunEnding::ReachedTime, {}, unfinished(run)};
  }
  return {RunEnding::Interrupted, {}, "interrupted by a signal"};
}

template <int D>
RunEnd drive_to_end(World<D>& world, const RunSettings& run, Recorder<D>& recorder, Progress& progress,
                    const std::atomic<bool>& stop) {
  try {
    return drive(world, run, recorder, progress, stop);
  } catch (const OutputError& error) {
    return {RunEnding::OutputFailed, {}, error.what()};
  } catch (const InputError&) {  // launch() has tried `until`: a sample lies beyond what the clock counts
    return {RunEnding::ReachedTime, {}, unfinished(run)};
  }
}

ObservableRequest request_of(const SceneObservables& observables) {
  const auto bins = [](const std::optional<SceneBins>& of) -> std::optional<BinRequest> {
    return of ? std::optional<BinRequest>({of->bins, of->range}) : std::nullopt;
  };
  return {observables.mean_square_displacement, observables.velocity_autocorrelation, observables.free_flight,
          bins(observables.radial_distribution), bins(observables.speed_histogram)};
}

RunInfo info_of(const Scene& scene, const SceneNature& nature, const RunOptions& options) {
  RunInfo info;
  info.scene = scene.name;
  info.scene_text = scene.as_run;
  info.seed = scene.run.seed;
  info.measure_from = scene.run.measure_from;
  info.materials = scene.materials;
  info.name_of = [&scene](BodyId id) { return name_of(scene, id.value); };
  info.is_named = [&scene](BodyId id) { return is_named(scene, id.value); };
  info.color_of = [&scene](BodyId id) -> std::optional<std::uint32_t> {
    const Color color = color_of(scene, id.value);
    return color == kNoColor ? std::nullopt : std::optional<std::uint32_t>(color);
  };
  info.observables = request_of(scene.observables);
  info.nature = {nature.loses_energy, nature.selective, !scene.agents.empty(), nature.crowd};
  info.trajectory = !options.no_trajectory;
  info.xyz = options.xyz;
  info.events = options.events;
  info.report = !options.no_report;
  info.threads = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  return info;
}

OutputFolder folder_for(const Scene& scene, const RunOptions& options) {
  if (options.output) return OutputFolder::at(*options.output, options.force);
  const std::string name = scene.name.empty() ? "scene" : scene.name;
  if (options.force) return OutputFolder::at("out/" + name, true);
  return OutputFolder::fresh("out", name);
}

ExitCode exit_code_of(RunEnding ending) {
  switch (ending) {
    case RunEnding::ReachedTime:
    case RunEnding::ReachedCollisions:
      return kDone;
    case RunEnding::Collapsed:
    case RunEnding::Crushed:
      return kCollapse;
    case RunEnding::Interrupted:
      return kInterrupted;
    case RunEnding::OutputFailed:
      return kOutputFailed;
  }
  return kDone;
}

/// The summary's text with its first line, how the run ended, painted for a terminal.
std::string painted_summary(const Summary& summary) {
  const std::string text = summary_text(summary);
  const std::size_t end = text.find('\n');
  const ExitCode code = exit_code_of(summary.outcome);
  const Paint paint = code == kDone ? Paint::Green : code == kInterrupted ? Paint::Yellow : Paint::Red;
  return painted(stdout, paint, text.substr(0, end)) + text.substr(end);
}

/// One line on standard error about a run that did not go well, for whom does not read the summary.
void complain_of(const Summary& summary) {
  if (summary.outcome == RunEnding::OutputFailed) complain(summary.message);
  if (exit_code_of(summary.outcome) == kCollapse)
    complain(fmt::format("{}: {}{} {}", summary.scene, summary.message,
                         summary.outcome == RunEnding::Crushed ? ":" : " of", joined(summary.culprits)));
}

template <int D>
ExitCode run_scene(Scene& scene, const RunOptions& options) {
  refuse_if_too_large(scene);
  World<D> world = launch<D>(scene);
  const SceneNature nature = nature_of(scene);
  forget_balls(scene);
  const std::atomic<bool>& stop = catch_signals();
  Recorder<D> recorder(world, info_of(scene, nature, options), folder_for(scene, options));
  Progress progress(!options.quiet, scene.run.until, scene.run.collisions);
  const RunEnd end = drive_to_end(world, scene.run, recorder, progress, stop);
  const Summary summary = recorder.finish(end);
  progress.erase();
  complain_of(summary);
  if (options.json) {
    print_result(summary_json(summary));
  } else if (!options.quiet) {
    print_result(painted_summary(summary));
  }
  return exit_code_of(summary.outcome);
}

/// What was typed is what a problem points to, not the setting that it stands for.
struct Shorthand {
  std::string option;
  std::string setting;
};

std::vector<Shorthand> shorthands_of(const RunOptions& options) {
  std::vector<Shorthand> found;
  const auto add = [&](const char* option, const char* key, const std::optional<std::string>& value) {
    if (value) found.push_back({fmt::format("{} {}", option, *value), fmt::format("{}={}", key, *value)});
  };
  add("--until", "run.until", options.until);
  add("--collisions", "run.collisions", options.collisions);
  add("--seed", "run.seed", options.seed);
  if (options.allow_overlap) found.push_back({"--allow-overlap", "run.allow_overlap=true"});
  return found;
}

}  // namespace

ExitCode run(const RunOptions& options) {
  const std::vector<Shorthand> shorthands = shorthands_of(options);
  std::vector<std::string> settings = options.settings;
  for (const Shorthand& each : shorthands) settings.push_back(each.setting);
  SceneResult result = load_scene(find_scene(options.scene), settings);
  for (Problem& problem : result.problems)
    for (const Shorthand& each : shorthands)
      if (problem.file == "--set " + each.setting) problem.file = each.option;
  tell(result.problems, !options.quiet);
  if (!result) return kBadInput;
  return result.scene->dimension == 2 ? run_scene<2>(*result.scene, options)
                                      : run_scene<3>(*result.scene, options);
}

}  // namespace firsthit
