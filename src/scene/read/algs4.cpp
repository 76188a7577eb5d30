#include "scene/read/algs4.hpp"

#include "scene/read/draft.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace firsthit {
namespace {

constexpr std::size_t kMostMessages = 20;  // about words: one missing number shifts all that follow
constexpr std::size_t kFirstChannel = 6;   // before it stand reals, from it on colours
constexpr double kUntil = 100.0;  // when the scene ends: lets speeds of 0.01, as these files have, cross it

struct Number {
  std::string_view name;
  Range range;
  bool is_speed = false;
};

/// The numbers of a particle, as the textbook calls them.
constexpr std::array<Number, 9> kFields = {{{"rx", Range::Any},
                                            {"ry", Range::Any},
                                            {"vx", Range::Any, true},
                                            {"vy", Range::Any, true},
                                            {"radius", Range::Positive},
                                            {"mass", Range::Positive},
                                            {"r", Range::Any},
                                            {"g", Range::Any},
                                            {"b", Range::Any}}};

struct Word {
  std::string_view text;
  FilePlace place;
};

/// Hands out what stands between white space.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::optional<Word> next() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      if (text_[at_] == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
      ++at_;
    }
    if (at_ == text_.size()) return std::nullopt;
    const std::size_t start = at_;
    const FilePlace place{0, line_, column_of(start)};
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    end_ = {0, line_, column_of(at_)};
    return Word{text_.substr(start, at_ - start), place};
  }

  /// Right behind the last word.
  const FilePlace& end() const { return end_; }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  int column_of(std::size_t at) const { return static_cast<int>(at - line_start_) + 1; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  FilePlace end_{0, 1, 1};
};

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Makes balls of a draft from the words of a particle file.
class ParticleReader {
 public:
  ParticleReader(std::string_view text, Draft& draft) : words_(text), draft_(draft) {}

  void run() {
    const std::optional<Word> first = words_.next();
    if (!first) {
      draft_.problems.error({0, 1, 1}, "expected the number of particles, found an empty file");
      return;
    }
    const std::optional<std::uint64_t> count = read_count(*first);
    std::uint64_t whole = 0;  // particles
    while ((!count || whole < *count) && read_particle()) ++whole;
    check_end(count, whole);
    if (unsaid_ > 0) draft_.problems.error(words_.end(), fmt::format("{} more mistakes", unsaid_));
  }

 private:
  std::optional<std::uint64_t> read_count(const Word& word) {
    const std::optional<std::uint64_t> count = whole_number(word.text);
    if (count && *count <= kMostBalls) return count;
    if (is_printable(word))
      error(word.place, fmt::format("number of particles: expected a whole number up to {}, found {}",
                                    kMostBalls, quoted(word.text)));
    return std::nullopt;
  }

  /// False if the file ends before the particle does.
  bool read_particle() {
    std::array<double, kFields.size()> x{};
    FilePlace place;
    for (spare_ = 0; spare_ < x.size(); ++spare_) {
      const std::optional<Word> word = words_.next();
      if (!word) return false;
      if (spare_ == 0) place = word->place;
      if (is_printable(*word)) x[spare_] = spare_ < kFirstChannel ? real(*word) : channel(*word);
    }
    spare_ = 0;
    SceneBall ball;
    ball.position = {x[0], x[1], 0.0};
    ball.velocity = {x[2], x[3], 0.0};
    ball.radius = x[4];
    ball.mass = x[5];
    ball.color = static_cast<Color>(x[6]) << 16U | static_cast<Color>(x[7]) << 8U | static_cast<Color>(x[8]);
    draft_.scene.balls.push_back(ball);
    draft_.ball_places.push_back(place);
    return true;
  }

  double real(const Word& word) {
    const Number& number = kFields[spare_];
    const std::optional<double> x = parse_number(word.text);
    std::string wrong =
        x ? range_problem(*x, number.range) : fmt::format("expected a number, found {}", quoted(word.text));
    if (wrong.empty() && number.is_speed && std::abs(*x) * kUntil > kMostCrossings)
      wrong = fmt::format("expected at most 2^53 crossings of the box until the end, found {}", *x);
    if (!wrong.empty()) error(word.place, fmt::format("{}: {}", number.name, wrong));
    return x.value_or(0.0);
  }

  double channel(const Word& word) {
    const std::optional<std::uint64_t> value = whole_number(word.text);
    if (value && *value <= 255) return static_cast<double>(*value);
    error(word.place, fmt::format("{}: expected a whole number from 0 to 255, found {}", kFields[spare_].name,
                                  quoted(word.text)));
    return 0.0;
  }

  bool is_printable(const Word& word) {
    const auto odd =
        std::find_if(word.text.begin(), word.text.end(), [](char c) { return c < '!' || c > '~'; });
    if (odd == word.text.end()) return true;
    FilePlace place = word.place;
    place.column += static_cast<int>(odd - word.text.begin());
    error(place, fmt::format("expected printable ASCII text, found byte 0x{:02x}",
                             static_cast<unsigned char>(*odd)));
    return false;
  }

  void check_end(std::optional<std::uint64_t> count, std::uint64_t whole) {
    const std::string particles = count ? fmt::format("{} particles", *count) : "particles";
    if (spare_ > 0 || (count && whole < *count)) {
      const std::string more = spare_ > 0 ? fmt::format(" and {} of the 9 numbers of another", spare_) : "";
      draft_.problems.error(words_.end(),
                            fmt::format("expected {} of 9 numbers each, found {}{}", particles, whole, more));
      return;
    }
    const std::optional<Word> extra = words_.next();
    if (!extra) return;
    std::size_t rest = 0;
    while (words_.next()) ++rest;
    draft_.problems.error(extra->place, fmt::format("expected the end of the file after {}, found {}{}",
                                                    particles, quoted(extra->text),
                                                    rest > 0 ? fmt::format(" and {} more words", rest) : ""));
  }

  void error(const FilePlace& place, std::string message) {
    if (draft_.problems.errors() < kMostMessages)
      draft_.problems.error(place, std::move(message));
    else
      ++unsaid_;
  }

  Words words_;
  Draft& draft_;
  std::size_t spare_ = 0;   // numbers read of a particle that is not whole yet
  std::size_t unsaid_ = 0;  // mistakes beyond the first
};

/// What all particle files mean without saying it: the unit box, elastic walls. Nothing in them says when to
/// end.
std::string scene_text(const Scene& scene, const std::string& file) {
  // (A text is UTF-8 on every system.)
  const std::filesystem::path path = std::u8string(file.begin(), file.end());
  const std::u8string last = path.filename().u8string();
  const std::string name(last.begin(), last.end());
  std::string text = fmt::format(
      "# Imported from {}, a particle file of \"Algorithms, 4th Edition\".\n"
      "format = 1\ndimension = 2\n\n"
      "[space]\nmin = [0.0, 0.0]\nmax = [1.0, 1.0]\nsides = \"wall\"\n\n"
      "[physics]\nrestitution = 1.0\n\n"
      "[run]\nuntil = {:.1f}\nsample_every = 0.25\n{}\n"
      "[[balls]]\ndata = '''\nx,y,vx,vy,radius,mass,color\n",
      firsthit::quoted(name), kUntil, scene.run.allow_overlap ? "allow_overlap = true\n" : "");
  for (const SceneBall& b : scene.balls)
    text += fmt::format("{},{},{},{},{},{},#{:06x}\n", b.position[0], b.position[1], b.velocity[0],
                        b.velocity[1], b.radius, b.mass, b.color);
  return text + "'''\n";
}

}  // namespace

ImportResult import_algs4(std::string_view text, const std::string& file, bool allow_overlap) {
  Problems problems(file);
  Draft draft(problems);
  ParticleReader(text, draft).run();
  Scene& scene = draft.scene;
  scene.max = {1.0, 1.0, 0.0};
  scene.run.allow_overlap = allow_overlap;
  scene.groups.push_back({0, static_cast<std::uint32_t>(scene.balls.size()), "balls-1"});
  if (!problems.any_error()) check_bodies(draft);
  ImportResult result;
  result.balls = scene.balls.size();
  if (!problems.any_error()) result.scene = scene_text(scene, file);
  result.problems = problems.sorted();
  return result;
}

ImportResult load_algs4(const std::string& path, bool allow_overlap) {
  const FileText file = read_file(path);
  if (file.error.empty()) return import_algs4(file.text, path, allow_overlap);
  return {std::nullopt, 0, {{path, 0, 0, fmt::format("cannot read it: {}", file.error), false}}};
}

}  // namespace firsthit
