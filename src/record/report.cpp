#include "record/report.hpp"

#include "record/base/deflate.hpp"
#include "record/base/json.hpp"
#include "record/base/output_folder.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

// src/record/report_template.S
extern "C" const char firsthit_report_template[];
extern "C" const char firsthit_report_template_end[];

namespace firsthit {
namespace {

constexpr std::string_view kMarker = "<!--firsthit:run-->";
constexpr std::size_t kMostTable = 4000000;  // bytes of a table that go into a report whole
constexpr std::size_t kMostRows = 5000;      // of a larger one: more than a plot has pixels

std::optional<std::string> read_if_there(const std::string& path) {
  if (!is_file(path)) return std::nullopt;
  std::optional<std::string> text = bytes_of_file(path);
  if (!text) throw InputError(path + ": cannot be read");
  return text;
}

std::string read(const std::string& path, std::string_view what) {
  std::optional<std::string> text = read_if_there(path);
  if (!text) throw InputError(fmt::format("{}: expected {}, found no file", path, what));
  return std::move(*text);
}

/// A table's rows as far as a report has room for them, and how many there were.
struct Rows {
  std::string text;
  std::size_t count = 0;
};

std::size_t count_rows(const std::string& table) {
  const auto lines = static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n'));
  return lines > 0 ? lines - 1 : 0;
}

Rows rows_of(std::string table) {
  const std::size_t rows = count_rows(table);
  const std::size_t lines = rows + 1;
  if (table.size() <= kMostTable || rows <= kMostRows) return {std::move(table), rows};
  const std::size_t stride = (rows + kMostRows - 1) / kMostRows;
  Rows kept{{}, rows};
  std::size_t begin = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    const std::size_t end = table.find('\n', begin) + 1;
    if (line == 0 || line == lines - 1 || (line - 1) % stride == 0)
      kept.text += table.substr(begin, end - begin);
    begin = end;
  }
  return kept;
}

Json summary_of(const std::string& path) {
  try {
    return json_of(read(path, "the summary of a run"));
  } catch (const JsonError&) {
    throw InputError(path + ": damaged: expected JSON");
  }
}

Json text_or_null(std::optional<std::string> text) { return text ? Json(std::move(*text)) : Json(); }

/// Of contacts some alone would tell nothing: all of them, or how many there are.
struct Contacts {
  Json table;
  std::size_t rows = 0;
};

Contacts contacts_of(const std::string& path) {
  std::optional<std::string> text = read_if_there(path);
  if (!text) return {};
  const std::size_t rows = count_rows(*text);
  if (text->size() > kMostTable) return {{}, rows};
  return {Json(std::move(*text)), rows};
}

/// All of a run but its paths: JSON, packed.
std::string payload_of(const std::string& folder) {
  Rows observables = rows_of(read(path_in(folder, "observables.csv"), "the observables of a run"));
  Contacts contacts = contacts_of(path_in(folder, "contacts.csv"));
  const Json payload = {
      {"summary", summary_of(path_in(folder, "summary.json"))},
      {"scene", read_if_there(path_in(folder, "scene.toml")).value_or("")},
      {"observables", std::move(observables.text)},
      {"observables_rows", observables.count},
      {"speed_histogram", text_or_null(read_if_there(path_in(folder, "speed_histogram.csv")))},
      {"radial_distribution", text_or_null(read_if_there(path_in(folder, "radial_distribution.csv")))},
      {"contacts", std::move(contacts.table)},
      {"contacts_rows", contacts.rows}};
  Deflater deflater(Effort::Repeats);
  deflater.add(payload.written());
  return deflater.finish();
}

/// RFC 4648.
void add_base64(std::string& text, std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    text += kDigits[three >> 18];
    text += kDigits[three >> 12 & 63];
    text += i + 1 < bytes.size() ? kDigits[three >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? kDigits[three & 63] : '=';
  }
}

}  // namespace

std::string_view report_template() {
  return {firsthit_report_template,
          static_cast<std::size_t>(firsthit_report_template_end - firsthit_report_template)};
}

std::string report_html(const std::string& folder) {
  if (!is_folder(folder)) throw InputError(folder + ": expected the folder of a run, found none");
  const std::string payload = payload_of(folder);
  const std::string paths =
      read(path_in(folder, "paths.bin"), "the paths of a run (not made with --no-report)");
  const std::string_view page = report_template();
  const std::size_t marker = page.find(kMarker);
  std::string html;
  html.reserve(page.size() + (payload.size() + paths.size()) / 3 * 4 + 256);
  html += page.substr(0, marker);
  html += "<script type=\"application/octet-stream\" id=\"firsthit-run\">";
  add_base64(html, payload);
  html += "</script>\n<script type=\"application/octet-stream\" id=\"firsthit-paths\">";
  add_base64(html, paths);
  html += "</script>";
  html += page.substr(marker + kMarker.size());
  return html;
}

}  // namespace firsthit
