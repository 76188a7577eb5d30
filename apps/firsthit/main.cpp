#include "commands.hpp"
#include "core/decimal.hpp"
#include "help/command_table.hpp"
#include "record/base/output_folder.hpp"
#include "scene/toml/problems.hpp"
#include "scene_files.hpp"
#include "screen/terminal.hpp"
#include "system/console.hpp"

#include <firsthit/error.hpp>
#include <firsthit/version.hpp>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using namespace firsthit;

constexpr const char* kExitCodes =
    "Exit codes: 0 done, 2 bad input or usage, 3 collapse (endless impacts in finite time)\n"
    "            or bodies crushed, 4 output failed, 75 terminated with a checkpoint, 130 interrupted.";

constexpr const char* kProgress =
    "tell how far it is, too, as JSON on standard error, some ten lines a second";

/// Names in lines that fit a terminal.
std::string in_lines(const std::vector<std::string>& names) {
  constexpr std::size_t kWidth = 96;
  std::string text;
  std::size_t width = 0;
  for (const std::string& name : names) {
    const bool breaks = width > 0 && width + name.size() > kWidth;
    if (!text.empty()) text += breaks ? ",\n  " : ", ";
    width = (breaks ? 0 : width) + name.size() + 2;
    text += name;
  }
  return text;
}

/// What only says how problems are told, which is known before the command is.
void add_json(CLI::App& command) {
  command.add_flag_callback(
      "--json", [] {}, "tell problems as JSON, one a line");
}

void add_run(CLI::App& app, RunOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* run_command =
      app.add_subcommand("run", "Run a scene from collision to collision and write what happens");
  run_command->add_option("SCENE", o.scene, "a scene file, or the name of an installed scene")->required();
  run_command
      ->add_option("-o,--output", o.output,
                   "folder to write to [out/SCENE, or the next free out/SCENE-2, ...]")
      ->type_name("DIR");
  run_command->add_option("--until", o.until, "end at this time (run.until)")->type_name("T");
  run_command->add_option("--collisions", o.collisions, "end after so many collisions (run.collisions)")
      ->type_name("N");
  run_command->add_option("--seed", o.seed, "seed of the random numbers (run.seed)")->type_name("S");
  run_command->add_option("--set", o.settings, "set any key of the scene; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  run_command->add_flag("--no-trajectory", o.no_trajectory, "write no trajectory.h5");
  run_command->add_flag("--xyz", o.xyz, "write trajectory.xyz too");
  run_command->add_flag("--events", o.events, "write events.csv too, a row for every impact");
  run_command->add_flag("--no-report", o.no_report, "write no report.html and no paths.bin");
  run_command
      ->add_option("--threads", o.threads,
                   "threads in all: one runs, the others write [as many as the machine has]")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  run_command
      ->add_option("--checkpoint", o.checkpoint,
                   "write what firsthit resume goes on from so often, at SIGUSR1 and at SIGTERM")
      ->type_name("TIME");
  run_command->add_option("--max-time", o.max_time, "stop after so long, with a checkpoint")
      ->type_name("TIME");
  run_command->add_option("--max-memory", o.max_memory, "refuse a scene that cannot fit into so much")
      ->type_name("SIZE");
  run_command->add_flag("--force", o.force, "replace the files of an earlier run in the folder");
  run_command->add_flag("--allow-overlap", o.allow_overlap, "run even if bodies overlap at the start");
  CLI::Option* json = run_command->add_flag(
      "--json", o.json, "print summary.json instead of the summary, and problems as JSON");
  run_command->add_flag("--progress", o.progress, kProgress)->needs(json);
  run_command->add_flag("--quiet", o.quiet, "print nothing but errors")->excludes(json);
  run_command->footer([] {
    return fmt::format(
        "Examples:\n"
        "  firsthit run break                        an installed scene, into out/break\n"
        "  firsthit run my.toml -o runs/1 --events   a file, with every impact listed\n"
        "  firsthit run gas3d --collisions 100000 --seed 3\n"
        "  firsthit run galperin --set ball.1.mass=10000\n"
        "  firsthit run gas3d --until 1e6 --checkpoint 10min\n\n"
        "The run ends at --until or after --collisions, whichever comes first.\n"
        "Ctrl-C ends it early, with its output complete.\n"
        "Installed scenes (and those in $FIRSTHIT_SCENES):\n  {}\n\n{}",
        in_lines(installed_scenes()), kExitCodes);
  });
  run_command->callback([&o, &chosen] { chosen = [&o] { return run(o); }; });
}

void add_resume(CLI::App& app, ResumeOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* resume_command = app.add_subcommand(
      "resume", "Go on with a run that was cut off, from its last checkpoint, to the same end");
  resume_command->add_option("DIR", o.folder, "the run's folder, with its checkpoint")->required();
  resume_command->add_option("--from", o.from, "which of the two that are kept [checkpoint]")
      ->type_name("NAME")
      ->check(CLI::IsMember({"checkpoint", "checkpoint-before"}));
  resume_command->add_option("--until", o.until, "end at this time instead, perhaps beyond the old end")
      ->type_name("T");
  resume_command->add_option("--collisions", o.collisions, "end after so many collisions in all instead")
      ->type_name("N");
  resume_command->add_option("--checkpoint", o.checkpoint, "write one so often [as the run did]")
      ->type_name("TIME");
  resume_command->add_option("--max-time", o.max_time, "stop after so long, with a checkpoint")
      ->type_name("TIME");
  resume_command
      ->add_option("--threads", o.threads,
                   "threads in all: one runs, the others write [as many as the machine has]")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  CLI::Option* json = resume_command->add_flag(
      "--json", o.json, "print summary.json instead of the summary, and problems as JSON");
  resume_command->add_flag("--progress", o.progress, kProgress)->needs(json);
  resume_command->add_flag("--quiet", o.quiet, "print nothing but errors")->excludes(json);
  resume_command->footer(
      fmt::format("Examples:\n"
                  "  firsthit resume out/gas3d\n"
                  "  firsthit resume out/gas3d --until 2e6        runs on past the old end\n\n{}",
                  kExitCodes));
  resume_command->callback([&o, &chosen] { chosen = [&o] { return resume(o); }; });
}

void add_check(CLI::App& app, CheckOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* check_command =
      app.add_subcommand("check", "Tell every problem of scenes, with its place, without a run");
  check_command->add_option("SCENE", o.scenes, "scene files, or names of installed scenes")->required();
  check_command->add_option("--set", o.settings, "set any key of the scenes; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_json(*check_command);
  check_command->footer(
      "Examples:\n"
      "  firsthit check my.toml\n"
      "  firsthit check scenes/*.toml\n"
      "  firsthit check break --set run.window=0.1\n\n"
      "Exit codes: 0 all can run, 2 not all.");
  check_command->callback([&o, &chosen] { chosen = [&o] { return check(o); }; });
}

void add_snapshot(CLI::App& app, SnapshotOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* snapshot_command =
      app.add_subcommand("snapshot", "Draw a run that has been written, at any time of it");
  snapshot_command->add_option("DIR", o.folder, "the run's folder, with its trajectory.h5")->required();
  snapshot_command->add_option("--at", o.at, "the time to draw: the last sample not after it [the end]")
      ->type_name("T");
  snapshot_command->add_option("-o,--output", o.output, "the picture to write")
      ->type_name("FILE.svg|png")
      ->required();
  snapshot_command->add_flag("--force", o.force, "replace the picture if it exists");
  add_json(*snapshot_command);
  snapshot_command->footer(
      "Examples:\n"
      "  firsthit snapshot out/break -o end.svg\n"
      "  firsthit snapshot out/break --at 0.5 -o half.png\n\n"
      "Exit codes: 0 done, 2 bad input or usage, 4 output failed.");
  snapshot_command->callback([&o, &chosen] {
    if (o.at && !std::isfinite(*o.at)) throw CLI::ValidationError("--at", "expected a finite time");
    chosen = [&o] { return snapshot(o); };
  });
}

/// WIDTHxHEIGHT of a movie. Even: most players want the colours of four pixels together.
void read_size(const std::string& text, ReportOptions& o) {
  constexpr int kLeast = 16, kMost = 8192;
  const auto fits = [](int n) { return kLeast <= n && n <= kMost && n % 2 == 0; };
  const char* const end = text.data() + text.size();
  const auto [x, bad_width] = std::from_chars(text.data(), end, o.width);
  if (bad_width == std::errc() && x != end && *x == 'x') {
    const auto [rest, bad_height] = std::from_chars(x + 1, end, o.height);
    if (bad_height == std::errc() && rest == end && fits(o.width) && fits(o.height)) return;
  }
  throw CLI::ValidationError(
      "--size",
      fmt::format("expected WIDTHxHEIGHT, even numbers from {} to {}, found {}", kLeast, kMost, text));
}

void add_report(CLI::App& app, ReportOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* report_command =
      app.add_subcommand("report", "Make the report of a run that has been written again, or a movie of it");
  report_command->add_option("DIR", o.folder, "the run's folder, with its paths.bin")->required();
  CLI::Option* output =
      report_command->add_option("-o,--output", o.output, "the report to write [DIR/report.html]")
          ->type_name("FILE.html");
  CLI::Option* movie = report_command->add_option("--movie", o.movie, "make a movie instead; needs ffmpeg")
                           ->type_name("FILE.mp4|gif")
                           ->excludes(output);
  const auto above_zero = [](double most) {
    return CLI::Validator(
        [most](const std::string& text) {
          const double number = read_decimal(text).value_or(0.0);
          const bool fits = 0.0 < number && number <= most;
          return fits ? std::string()
                      : fmt::format("expected a number above 0, at most {}, found {}", most, text);
        },
        "");
  };
  report_command->add_option("--fps", o.fps, "frames per second of the movie [30]")
      ->type_name("N")
      ->check(above_zero(240.0))
      ->needs(movie);
  report_command->add_option("--seconds", o.seconds, "how long the movie is; what it shows fills it [20]")
      ->type_name("T")
      ->check(above_zero(3600.0))
      ->needs(movie);
  report_command
      ->add_option("--from", o.from, "time of the run at which the movie begins [where the run does]")
      ->type_name("T")
      ->needs(movie);
  report_command
      ->add_option("--until", o.until, "time of the run at which the movie ends [where the run does]")
      ->type_name("T")
      ->needs(movie);
  report_command
      ->add_option_function<std::string>(
          "--size", [&o](const std::string& text) { read_size(text, o); },
          "of the movie, in pixels [1280x720]")
      ->type_name("WxH")
      ->needs(movie);
  report_command->add_flag("--force", o.force, "replace the file to write if it exists");
  add_json(*report_command);
  report_command->footer(
      "Examples:\n"
      "  firsthit report out/break                  writes out/break/report.html\n"
      "  firsthit report out/break -o break.html\n"
      "  firsthit report out/break --movie break.mp4 --seconds 10 --from 0.5 --until 2.5\n\n"
      "Exit codes: 0 done, 2 bad input or usage, 4 output failed, 130 interrupted.");
  report_command->callback([&o, &chosen] { chosen = [&o] { return report(o); }; });
}

void add_import(CLI::App& app, ImportOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* import_command = app.add_subcommand("import", "Make a scene from a file of another program");
  import_command->add_option("FORMAT", o.format, "algs4: particles of the textbook Algorithms, 4th Edition")
      ->type_name("")
      ->check(CLI::IsMember({"algs4"}))
      ->required();
  import_command->add_option("FILE", o.file, "the file to import")->type_name("")->required();
  import_command
      ->add_option("-o,--output", o.output, "the scene to write [FILE's name with .toml, in this folder]")
      ->type_name("SCENE");
  import_command->add_flag("--force", o.force, "replace the scene if it exists");
  import_command->add_flag("--allow-overlap", o.allow_overlap,
                           "accept bodies that overlap, in the scene too");
  add_json(*import_command);
  import_command->footer(
      "Examples:\n"
      "  firsthit import algs4 billiards.txt             writes billiards.toml\n"
      "  firsthit import algs4 data/p10.txt -o ten.toml\n\n"
      "Exit codes: 0 done, 2 bad input or usage, 4 output failed.");
  import_command->callback([&o, &chosen] { chosen = [&o] { return import_scene(o); }; });
}

void add_query(CLI::App& app, QueryOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* query_command = app.add_subcommand("query", "Tell of moving things whether and when they meet");
  query_command->add_option("FILE", o.file, "the file of queries, one a line in JSON; - is standard input")
      ->type_name("")
      ->required();
  CLI::Option* features =
      query_command
          ->add_option("--features", o.features,
                       "FILE is about features that deform: edge-edge or vertex-face, eight rows each")
          ->type_name("KIND")
          ->check(CLI::IsMember({"edge-edge", "vertex-face"}));
  query_command
      ->add_flag("--explain", o.explain,
                 "tell with each answer which kernel and stage gave it, and in how many steps")
      ->excludes(features);
  query_command->footer(
      "A line asks about two moving things:\n"
      "  {\"a\": {\"ball\": {\"radius\": 1}, \"position\": [0, 0], \"velocity\": [1, 0]},\n"
      "   \"b\": {\"point\": {}, \"position\": [5, 0]}, \"horizon\": 10}\n"
      "The answer is a line of JSON: outcome, delay, where and along which normal. With --features it is\n"
      "a row of CSV: index,hit,toi_lo,toi_hi,stage. What is wrong with a query is told on standard error,\n"
      "and all others are answered.\n\n"
      "Examples:\n"
      "  firsthit query queries.jsonl > answers.jsonl\n"
      "  firsthit query --explain queries.jsonl\n"
      "  firsthit query --features edge-edge queries.csv\n\n"
      "Exit codes: 0 all answered, 2 bad input or usage, 4 output failed.");
  query_command->callback([&o, &chosen] { chosen = [&o] { return query(o); }; });
}

void add_doctor(CLI::App& app, DoctorOptions& o, std::function<ExitCode()>& chosen) {
  CLI::App* doctor_command =
      app.add_subcommand("doctor", "Tell what this program is, what it runs on and what limits it");
  doctor_command->add_flag("--json", o.json, "tell it as JSON, and problems too");
  doctor_command->footer(
      "Examples:\n"
      "  firsthit doctor\n"
      "  firsthit doctor --json > machine.json\n\n"
      "Exit codes: 0 done, 2 bad usage.");
  doctor_command->callback([&o, &chosen] { chosen = [&o] { return doctor(o); }; });
}

/// Words in braces, as CLI11 tells what an option may be: `KIND:{a,b}`.
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> choices;
  const std::size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return choices;
  for (std::size_t begin = open + 1; begin <= close;) {
    const std::size_t end = std::min(type.find(',', begin), close);
    choices.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return choices;
}

CommandOption row_of(const CLI::Option& option) {
  CommandOption row;
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  if (row.names.empty()) row.names.push_back(option.get_single_name());
  const std::string type = option.get_items_expected_max() > 0 ? option.get_type_name() : "";
  row.value = type.substr(0, type.find_first_of(":{ "));
  row.choices = choices_in(type);
  row.description = option.get_description();
  return row;
}

CommandTable table_of(const CLI::App& app) {
  CommandTable table{app.get_description(), kVersion, {}, app.get_footer()};
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    Command& command = table.commands.emplace_back();
    command = {each->get_name(), each->get_description(), {}, each->get_footer()};
    for (const CLI::Option* option : each->get_options()) command.options.push_back(row_of(*option));
  }
  return table;
}

/// What prints the table of commands: a script for a shell, or the manual.
void add_tables(CLI::App& app, std::string& shell, std::function<ExitCode()>& chosen) {
  CLI::App* completion_command =
      app.add_subcommand("completion", "Print a script that completes this program's words in a shell");
  completion_command
      ->add_option("SHELL", shell, "bash, zsh or fish; or scenes: the names of installed scenes")
      ->check(CLI::IsMember({"bash", "zsh", "fish", "scenes"}))
      ->required();
  completion_command->footer(
      "Examples:\n"
      "  source <(firsthit completion bash)\n"
      "  firsthit completion fish > ~/.config/fish/completions/firsthit.fish\n\n"
      "Exit codes: 0 done, 2 bad usage.");
  completion_command->callback([&app, &shell, &chosen] {
    chosen = [&app, &shell] {
      std::string text;
      if (shell == "scenes")
        for (const std::string& name : installed_scenes()) text += name + "\n";
      else
        text = completion_script(table_of(app), shell);
      print_result(text);
      return kDone;
    };
  });
  CLI::App* man_command = app.add_subcommand("man", "Print the manual page of this program, for man to read");
  man_command->footer(
      "Examples:\n"
      "  firsthit man | man -l -\n"
      "  firsthit man > ~/.local/share/man/man1/firsthit.1\n\n"
      "Exit codes: 0 done, 2 bad usage.");
  man_command->callback([&app, &chosen] {
    chosen = [&app] {
      print_result(manual_page(table_of(app)));
      return kDone;
    };
  });
}

/// Does what was chosen, and turns what it throws into a message and an exit code.
ExitCode carry_out(const std::function<ExitCode()>& chosen) {
  try {
    return chosen();
  } catch (const InputError& error) {
    complain(error.what());
    return kBadInput;
  } catch (const OutputError& error) {
    complain(error.what());
    return kOutputFailed;
  } catch (const std::bad_alloc&) {
    complain("not enough memory for this scene");
    return kBadInput;
  }
}

std::string meant(std::string_view guess) {
  return guess.empty() ? " (--help tells more)" : fmt::format("; did you mean {}?", guess);
}

/// What is wrong with a call whose first word is no command.
std::string no_command(const CLI::App& app, const std::string& first) {
  std::vector<std::string> names;
  for (const Command& command : table_of(app).commands) names.push_back(command.name);
  const std::string last = names.back();
  std::string text =
      fmt::format("expected a command: {} or {}", joined({names.begin(), names.end() - 1}), last);
  if (!first.empty()) text += ", found " + first;
  if (first.ends_with(".toml")) return text + "; did you mean firsthit run " + first + "?";
  return text + meant(nearest(first, {names.begin(), names.end()}));
}

/// What is wrong with words that the command does not know: the first option among them, or the first word.
std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  const auto option = std::find_if(words.begin(), words.end(),
                                   [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  const std::string command = app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name();
  if (option == words.end())
    return fmt::format("{}: unexpected word {} (--help tells more)", command,
                       words.empty() ? "" : words.front());
  const std::string word = option->substr(0, option->find('='));
  std::vector<std::string> names;
  for (const Command& each : table_of(app).commands)
    if (each.name == command)
      for (const CommandOption& known : each.options)
        names.insert(names.end(), known.names.begin(), known.names.end());
  return fmt::format("{}: unknown option {}{}", command, word,
                     meant(nearest(word, {names.begin(), names.end()})));
}

}  // namespace

int main(int argc, char** argv) {
  set_up_console();
  CLI::App app("firsthit predicts collisions before they happen.", "firsthit");
  app.set_version_flag("--version", std::string("firsthit ") + kVersion, "Print the version and exit");
  app.allow_windows_style_options(false);  // a word that begins with / is a path, on Windows too
  RunOptions run_options;
  ResumeOptions resume_options;
  CheckOptions check_options;
  SnapshotOptions snapshot_options;
  ReportOptions report_options;
  ImportOptions import_options;
  QueryOptions query_options;
  DoctorOptions doctor_options;
  std::string shell;
  std::function<ExitCode()> chosen;
  add_run(app, run_options, chosen);
  add_resume(app, resume_options, chosen);
  add_check(app, check_options, chosen);
  add_snapshot(app, snapshot_options, chosen);
  add_report(app, report_options, chosen);
  add_import(app, import_options, chosen);
  add_query(app, query_options, chosen);
  add_doctor(app, doctor_options, chosen);
  add_tables(app, shell, chosen);
  // After the commands, which would inherit it.
  app.footer(
      "Examples:\n"
      "  firsthit run break                 run an installed scene, into out/break\n"
      "  firsthit check my.toml             look for mistakes in a scene\n"
      "  firsthit snapshot out/break --at 2 -o two.svg\n"
      "  firsthit run --help                all about a command");
  // Also where the words cannot be understood.
  if (std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; }))
    complain_as_json();
  const std::string first = argc > 1 ? argv[1] : "";
  const auto commands = app.get_subcommands([&](const CLI::App* each) { return each->get_name() == first; });
  if (!first.starts_with("-") && commands.empty()) {
    complain(no_command(app, first));
    return kBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    complain(unexpected(app));
    return kBadInput;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return static_cast<ExitCode>(app.exit(error));
    complain(fmt::format("{} (--help tells more)", error.what()));
    return kBadInput;
  }
  if (!chosen) {
    complain(no_command(app, first));
    return kBadInput;
  }
  return carry_out(chosen);
}
