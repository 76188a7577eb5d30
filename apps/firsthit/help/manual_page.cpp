#include "help/command_table.hpp"

#include <fmt/core.h>

namespace firsthit {
namespace {

/// A text with what means something to roff taken away from it.
std::string plain(const std::string& text) {
  std::string r;
  for (const char c : text) {
    if (c == '\\')
      r += "\\e";
    else if (c == '-')
      r += "\\-";
    else if ((c == '.' || c == '\'') && (r.empty() || r.back() == '\n'))
      r += std::string("\\&") + c;
    else
      r += c;
  }
  return r;
}

std::string option_entry(const CommandOption& option) {
  std::string names;
  for (const std::string& name : option.names) {
    if (!names.empty()) names += ", ";
    names += "\\fB" + plain(name) + "\\fR";
  }
  if (!option.value.empty() && !option.is_argument()) names += " \\fI" + plain(option.value) + "\\fR";
  return fmt::format(".TP\n{}\n{}\n", names, plain(option.description));
}

std::string synopsis(const Command& command) {
  std::string line = fmt::format(".br\n\\fBfirsthit {}\\fR", plain(command.name));
  for (const CommandOption& option : command.options)
    if (option.is_argument()) line += fmt::format(" \\fI{}\\fR", plain(option.names.front()));
  return line + " [options]\n";
}

std::string literally(const std::string& text) { return ".PP\n.nf\n" + plain(text) + "\n.fi\n"; }

}  // namespace

std::string manual_page(const CommandTable& table) {
  std::string page =
      fmt::format(".TH FIRSTHIT 1 \"\" \"firsthit {}\" \"User Commands\"\n", plain(table.version));
  page += ".SH NAME\nfirsthit \\- predict collisions before they happen\n.SH SYNOPSIS\n";
  for (const Command& command : table.commands) page += synopsis(command);
  page += ".SH DESCRIPTION\n" + plain(table.description) + "\n.SH COMMANDS\n";
  for (const Command& command : table.commands) {
    page += fmt::format(".SS \"firsthit {}\"\n{}.\n", plain(command.name), plain(command.description));
    for (const CommandOption& option : command.options) page += option_entry(option);
    if (!command.footer.empty()) page += literally(command.footer);
  }
  return page + ".SH EXAMPLES\n" + literally(table.footer);
}

}  // namespace firsthit
