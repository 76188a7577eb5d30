#include "checkpoints.hpp"
#include "commands.hpp"
#include "launch.hpp"
#include "memory.hpp"
#include "record/base/libraries.hpp"
#include "record/recorder.hpp"
#include "record/system/paths.hpp"
#include "scene/base/nature.hpp"
#include "scene_files.hpp"
#include "screen/progress.hpp"
#include "screen/terminal.hpp"
#include "system/machine.hpp"
#include "system/signals.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace firsthit {
namespace {

/// What clocks can count [s].
constexpr double kMostSeconds = 1e9;

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
  /// `samples`: so many have been taken.
  Halts(const RunSettings& run, const std::optional<double>& measure_from, std::uint64_t samples)
      : end_(run.until.value_or(kNever)),
        sample_every_(run.sample_every > 0.0 ? run.sample_every : kNever),
        measure_from_(measure_from.value_or(kNever)),
        samples_(samples) {}

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
  std::uint64_t samples() const { return samples_; }

 private:
  double next_sample() const { return static_cast<double>(samples_) * sample_every_; }

  double end_;
  double sample_every_;
  double measure_from_;
  std::uint64_t samples_;
};

std::string unfinished(const RunSettings& run) {
  return fmt::format("nothing happens any more: fewer than {} collisions", run.collisions.value_or(0));
}

/// A run's parts, and what is told of them in checkpoints, if there are any.
template <int D>
struct Run {
  World<D>& world;
  const RunSettings& settings;
  Recorder<D>& recorder;
  Progress& progress;
  const std::atomic<bool>& stop;
  RunHead head;
  std::shared_ptr<Agents<D>> agents;
  std::optional<Checkpoints> checkpoints;
  std::optional<std::chrono::steady_clock::time_point> last_moment;  // by which it must have stopped

  bool is_out_of_time() const { return last_moment && std::chrono::steady_clock::now() >= *last_moment; }
};

template <int D>
void write_checkpoint(Run<D>& run) {
  run.checkpoints->write(run.world.events(), [&run](std::ostream& out) {
    write_head(out, run.head);
    if (run.agents) run.agents->save(out);
    run.recorder.save(out);
  });
}

/// Runs the world to its end, sampling on the way. Throws OutputError.
template <int D>
RunEnd drive(Run<D>& parts) {
  World<D>& world = parts.world;
  Recorder<D>& recorder = parts.recorder;
  const RunSettings& run = parts.settings;
  const std::atomic<bool>& stop = parts.stop;
  RunLimits limits;
  limits.stop = &stop;
  if (run.collisions) limits.collisions = *run.collisions;
  Halts halts(run, recorder.begin_of_measuring(), parts.head.halts);
  std::uint64_t collisions = world.collisions();
  auto quiet_looks = static_cast<int>(std::min<std::uint64_t>(parts.head.quiet_looks, kQuietLooks));
  const auto save = [&] {
    if (!parts.checkpoints) return;
    parts.head.halts = halts.samples();
    parts.head.quiet_looks = static_cast<std::uint64_t>(quiet_looks);
    write_checkpoint(parts);
  };
  while (!stop && !parts.is_out_of_time()) {
    limits.events = kEventsPerLook;
    if (parts.checkpoints)
      limits.events = std::min(limits.events, parts.checkpoints->events_to_next(world.events()));
    const RunResult result = world.run_until(halts.next(), limits);
    recorder.check();
    parts.progress.show(world.time(), world.collisions());
    quiet_looks = world.collisions() == collisions ? quiet_looks + 1 : 0;
    collisions = world.collisions();
    if (result.outcome == RunOutcome::Interrupted) break;
    if (result.outcome == RunOutcome::ReachedCollisions) {
      save();
      return {RunEnding::ReachedCollisions, {}, ""};
    }
    if (result.outcome == RunOutcome::Collapsed)
      return {RunEnding::Collapsed, result.culprits, "infinitely many impacts in finite time"};
    if (result.outcome == RunOutcome::Crushed)
      return {RunEnding::Crushed, result.culprits, "pressed between bodies that do not give way"};
    if (result.outcome == RunOutcome::ReachedTime) {
      if (halts.is_end()) save();  // before the last sample, which a longer run might not take
      if (halts.is_begin_of_measuring()) recorder.begin_measuring();
      if (halts.is_sample()) recorder.sample();
      if (halts.is_end()) return {RunEnding::ReachedTime, {}, run.until ? "" : unfinished(run)};
      halts.pass();
    }
    if (!run.until && quiet_looks >= kQuietLooks) return {RunEnding::ReachedTime, {}, unfinished(run)};
    if (parts.checkpoints && parts.checkpoints->is_due(world.events())) save();
  }
  save();
  return {RunEnding::Interrupted, {}, "interrupted by a signal"};
}

template <int D>
RunEnd drive_to_end(Run<D>& run) {
  try {
    return drive(run);
  } catch (const OutputError& error) {
    return {RunEnding::OutputFailed, {}, error.what()};
  } catch (const InputError&) {  // launch() has tried `until`: a sample lies beyond what the clock counts
    return {RunEnding::ReachedTime, {}, unfinished(run.settings)};
  }
}

ObservableRequest request_of(const SceneObservables& observables) {
  const auto bins = [](const std::optional<SceneBins>& of) -> std::optional<BinRequest> {
    return of ? std::optional<BinRequest>({of->bins, of->range}) : std::nullopt;
  };
  return {observables.mean_square_displacement, observables.velocity_autocorrelation, observables.free_flight,
          bins(observables.radial_distribution), bins(observables.speed_histogram)};
}

bool writes_trajectory(const RunOptions& options) { return !options.no_trajectory && has_hdf5(); }

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
  info.trajectory = writes_trajectory(options);
  info.xyz = options.xyz;
  info.events = options.events;
  info.report = !options.no_report;
  info.checkpoints = options.checkpoint || options.max_time;
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

/// What a checkpoint tells of a run that begins.
RunHead head_of(const Scene& scene, const RunOptions& options) {
  RunHead head;
  head.dimension = static_cast<std::uint32_t>(scene.dimension);
  head.scene_name = scene.name;
  head.scene_text = scene.as_run;
  head.plan = options.checkpoint.value_or("");
  head.trajectory = writes_trajectory(options);
  head.xyz = options.xyz;
  head.events = options.events;
  head.report = !options.no_report;
  return head;
}

StatusStyle style_of(const RunOptions& options) {
  if (options.progress) return StatusStyle::Lines;
  return options.quiet ? StatusStyle::Silent : StatusStyle::Line;
}

/// A checkpoint that a run goes on from.
struct Saved {
  RunHead head;
  std::istream& rest;
};

/// Runs a scene from its start, or from a checkpoint.
template <int D>
ExitCode run_scene(Scene& scene, const RunOptions& options, const Saved* saved = nullptr) {
  const auto begin = std::chrono::steady_clock::now();
  const CheckpointPlan plan = options.checkpoint && !options.checkpoint->empty()
                                  ? checkpoint_plan(*options.checkpoint)
                                  : CheckpointPlan{};
  const double most_seconds = options.max_time ? wall_time("--max-time", *options.max_time) : kNever;
  refuse_if_too_large(scene, options.max_memory ? memory_limit(*options.max_memory) : kNever);
  RunHead head = head_of(scene, options);
  const SceneNature nature = nature_of(scene);
  auto [world, agents] = launch<D>(scene, [&scene] { forget_balls(scene); });
  const std::atomic<bool>& stop = catch_signals();
  const bool has_checkpoints = options.checkpoint || options.max_time;
  if (has_checkpoints) catch_checkpoint_signal();
  std::optional<Recorder<D>> recorder;
  if (saved == nullptr) {
    recorder.emplace(world, info_of(scene, nature, options), folder_for(scene, options));
  } else {
    head.halts = saved->head.halts;
    head.quiet_looks = saved->head.quiet_looks;
    if (agents) agents->load(saved->rest);
    OutputFolder folder = OutputFolder::of_run(*options.output);
    folder.lock();
    recorder.emplace(world, info_of(scene, nature, options), std::move(folder), saved->rest);
    if (agents) let_steer(world, agents);
  }
  Progress progress(style_of(options), scene.run.until, scene.run.collisions);
  progress.begin(world.time(), world.collisions());
  Run<D> run{world, scene.run, *recorder, progress, stop, head, agents, {}, {}};
  if (options.max_time)
    run.last_moment = begin + std::chrono::microseconds(
                                  static_cast<std::int64_t>(1e6 * std::min(most_seconds, kMostSeconds)));
  if (has_checkpoints) run.checkpoints.emplace(recorder->folder(), plan, world.events());
  const RunEnd end = drive_to_end(run);
  progress.end(world.time(), world.collisions());
  const bool is_out_of_time = end.outcome == RunEnding::Interrupted && run.is_out_of_time();
  if (end.outcome == RunEnding::Interrupted && has_checkpoints && (is_terminated() || is_out_of_time)) {
    recorder->leave();
    progress.erase();
    complain(fmt::format("{} at t = {:.6g}; firsthit resume {} goes on",
                         is_terminated() ? "terminated" : "out of time", world.time(), recorder->folder()));
    return kCheckpointed;
  }
  const Summary summary = recorder->finish(end, [&over = world] { over = World<D>(); });
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
  machine::give_back_what_is_freed();
  if (options.checkpoint) checkpoint_plan(*options.checkpoint);  // what is wrong with it is told first
  const std::vector<Shorthand> shorthands = shorthands_of(options);
  std::vector<std::string> settings = options.settings;
  for (const Shorthand& each : shorthands) settings.push_back(each.setting);
  SceneResult result = load_scene(find_scene(options.scene), settings);
  for (Problem& problem : result.problems)
    for (const Shorthand& each : shorthands)
      if (problem.file == "--set " + each.setting) problem.file = each.option;
  tell(result.problems, !options.quiet);
  if (!result) return kBadInput;
  if (!options.no_trajectory && !writes_trajectory(options))
    tell({{result.scene->file, 0, 0, "no trajectory.h5: this firsthit was built without HDF5", true}},
         !options.quiet);
  return result.scene->dimension == 2 ? run_scene<2>(*result.scene, options)
                                      : run_scene<3>(*result.scene, options);
}

ExitCode resume(const ResumeOptions& options) {
  machine::give_back_what_is_freed();
  const std::string path = path_in(options.folder, options.from);
  const std::string before = path_in(options.folder, "checkpoint-before");
  std::ifstream in(path_of(path), std::ios::binary);
  if (!in)
    throw InputError(fmt::format(
        "{}: expected a checkpoint, as firsthit run --checkpoint writes it, found none{}", path,
        path != before && is_file(before) ? "; --from checkpoint-before goes on from the one before" : ""));
  try {
    const Saved saved{read_head(in, path), in};
    if (saved.head.trajectory && !has_hdf5())
      throw InputError(
          "expected a run with --no-trajectory, as this firsthit was built without HDF5, found one with "
          "trajectory.h5");
    RunOptions run;
    run.output = options.folder;
    run.checkpoint = options.checkpoint ? options.checkpoint : saved.head.plan;
    run.max_time = options.max_time;
    run.no_trajectory = !saved.head.trajectory;
    run.xyz = saved.head.xyz;
    run.events = saved.head.events;
    run.no_report = !saved.head.report;
    run.threads = options.threads;
    run.json = options.json;
    run.progress = options.progress;
    run.quiet = options.quiet;
    std::vector<std::string> settings;
    if (options.until) settings.push_back("run.until=" + *options.until);
    if (options.collisions) settings.push_back("run.collisions=" + *options.collisions);
    SceneResult result = parse_scene(saved.head.scene_text, path + ":scene.toml", settings);
    tell(result.problems, false);
    if (!result) return kBadInput;
    result.scene->name = saved.head.scene_name;
    return saved.head.dimension == 2 ? run_scene<2>(*result.scene, run, &saved)
                                     : run_scene<3>(*result.scene, run, &saved);
  } catch (const InputError& error) {
    std::string what = error.what();
    if (!what.starts_with(path)) what = path + ": " + what;
    if (path != before && is_file(before)) what += "; --from checkpoint-before goes on from the one before";
    throw InputError(what);
  }
}

}  // namespace firsthit
