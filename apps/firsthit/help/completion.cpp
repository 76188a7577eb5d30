#include "help/command_table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace firsthit {
namespace {

/// With what ends it replaced, so that it stays within single quotes of a shell.
std::string quoted_for_shell(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string words(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all;
}

std::vector<std::string> names_of(const CommandTable& table) {
  std::vector<std::string> names;
  for (const Command& command : table.commands) names.push_back(command.name);
  return names;
}

std::vector<std::string> options_of(const Command& command) {
  std::vector<std::string> names;
  for (const CommandOption& option : command.options)
    if (!option.is_argument()) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

bool takes_scenes(const Command& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const CommandOption& option) { return option.names.front() == "SCENE"; });
}

/// What an argument of the command may be, where that is one of few words.
std::vector<std::string> choices_of(const Command& command) {
  for (const CommandOption& option : command.options)
    if (option.is_argument() && !option.choices.empty()) return option.choices;
  return {};
}

/// Lists the scenes there are. What it complains of would stand within the line that somebody types.
constexpr const char* kScenes = "$(firsthit completion scenes 2>/dev/null)";

std::string bash_script(const CommandTable& table) {
  std::string cases;
  for (const Command& command : table.commands) {
    std::string own = fmt::format("    {})\n      options={}\n", command.name,
                                  quoted_for_shell(words(options_of(command))));
    if (takes_scenes(command)) own += fmt::format("      words={}\n", kScenes);
    if (const auto choices = choices_of(command); !choices.empty())
      own += fmt::format("      words={}\n", quoted_for_shell(words(choices)));
    cases += own + "      ;;\n";
  }
  return fmt::format(
      "# Completes firsthit in bash. Source it, or put it into the folder of completions as `firsthit`.\n"
      "_firsthit() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} options= words=\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W {} -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
      "  else\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"; compgen -f -- \"$word\")\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _firsthit firsthit\n",
      quoted_for_shell(words(names_of(table)) + " --help --version"), cases);
}

/// What zsh's _arguments wants: brackets, colons and quotes of a text are its own.
std::string for_arguments(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') plain += '\\';
    plain += c;
  }
  return plain;
}

std::string zsh_option(const CommandOption& option) {
  const std::string value =
      option.value.empty()
          ? std::string()
          : fmt::format(":{}:{}", for_arguments(option.value),
                        option.choices.empty() ? "_files" : fmt::format("({})", words(option.choices)));
  std::string lines;
  for (const std::string& name : option.names)
    lines += fmt::format(" \\\n        {}", quoted_for_shell(fmt::format(
                                                "{}[{}]{}", name, for_arguments(option.description), value)));
  return lines;
}

std::string zsh_script(const CommandTable& table) {
  std::string commands;
  std::string cases;
  for (const Command& command : table.commands) {
    commands +=
        fmt::format("    {}\n", quoted_for_shell(command.name + ":" + for_arguments(command.description)));
    std::string arguments;
    for (const CommandOption& option : command.options)
      if (!option.is_argument()) arguments += zsh_option(option);
    const std::vector<std::string> choices = choices_of(command);
    const std::string rest =
        takes_scenes(command)
            ? fmt::format("scene:{{_alternative \"scenes:scene:({})\" \"files:file:_files\"}}", kScenes)
        : choices.empty() ? "file:_files"
                          : fmt::format("word:({})", words(choices));
    cases += fmt::format("    {})\n      _arguments{} \\\n        {}\n      ;;\n", command.name, arguments,
                         quoted_for_shell("*:" + rest));
  }
  return fmt::format(
      "#compdef firsthit\n"
      "# Completes firsthit in zsh. Put it into a folder of $fpath as `_firsthit`.\n"
      "_firsthit() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  (( CURRENT-- ))\n"
      "  shift words\n"
      "  case $command in\n{}"
      "  esac\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _firsthit ]; then _firsthit \"$@\"; else compdef _firsthit firsthit; fi\n",
      commands, cases);
}

std::string fish_script(const CommandTable& table) {
  std::string script =
      "# Completes firsthit in fish. Put it into ~/.config/fish/completions/firsthit.fish.\n";
  for (const Command& command : table.commands) {
    script += fmt::format("complete -c firsthit -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                          quoted_for_shell(command.description));
    const std::string within =
        fmt::format("complete -c firsthit -n '__fish_seen_subcommand_from {}'", command.name);
    for (const CommandOption& option : command.options) {
      if (option.is_argument()) continue;
      script += within;
      for (const std::string& name : option.names)
        script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty()) script += " -r";
      if (!option.choices.empty()) script += " -f -a " + quoted_for_shell(words(option.choices));
      script += " -d " + quoted_for_shell(option.description) + "\n";
    }
    if (takes_scenes(command))
      script += fmt::format("{} -a '{}'\n", within, kScenes + 1);  // fish has no $ there
    if (const auto choices = choices_of(command); !choices.empty())
      script += within + " -f -a " + quoted_for_shell(words(choices)) + "\n";
  }
  return script;
}

}  // namespace

std::string completion_script(const CommandTable& table, const std::string& shell) {
  if (shell == "bash") return bash_script(table);
  return shell == "zsh" ? zsh_script(table) : fish_script(table);
}

}  // namespace firsthit
