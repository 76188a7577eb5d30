#include "scene/support.hpp"

#include "core/random.hpp"
#include "support/long_form.hpp"

#include <algorithm>
#include <filesystem>

namespace firsthit {
namespace {

/// The first line of a malformed scene: `# expect: [FILE ]LINE:COLUMN PHRASE`.
struct Expectation {
  std::string file;  // of the problem
  std::string place;
  std::string phrase;
};

Expectation expectation_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::istringstream words(line.substr(std::string("# expect: ").size()));
  Expectation expected;
  expected.file = path.filename().string();
  words >> expected.place;
  if (expected.place.find(':') == std::string::npos) {
    expected.file = expected.place;
    words >> expected.place;
  }
  std::getline(words >> std::ws, expected.phrase);
  return expected;
}

TEST(MalformedScene, IsRefusedWithThePlaceAndThePhraseInItsFirstLine) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/tests/scene/malformed")) {
    if (entry.path().extension() != ".toml") continue;
    ++count;
    SCOPED_TRACE(entry.path().filename().string());
    const Expectation expected = expectation_of(entry.path());
    const SceneResult result = load_scene(entry.path().string());
    EXPECT_FALSE(result.scene.has_value());
    const bool found =
        std::any_of(result.problems.begin(), result.problems.end(), [&](const Problem& problem) {
          return !problem.note && std::filesystem::path(problem.file).filename() == expected.file &&
                 std::to_string(problem.line) + ":" + std::to_string(problem.column) == expected.place &&
                 contains(problem.message, expected.phrase);
        });
    EXPECT_TRUE(found) << "expected at " << expected.place << ": " << expected.phrase << "\nfound\n"
                       << all_problems(result);
    EXPECT_LE(result.problems.size(), 2U) << "one mistake, one message\n" << all_problems(result);
  }
  EXPECT_GE(count, 60);
}

TEST(MalformedScene, WithoutADimensionIsJudgedByItsVectors) {
  const std::string text = refusal_of("format = 1\n[run]\nuntil = 1\n[[ball]]\nposition = [1, 2, 3]\n");
  EXPECT_EQ(text,
            "test.toml:1:1: dimension: expected in the scene, but it is missing\n"
            "test.toml:4:1: radius: expected in [[ball]], but it is missing\n");
}

TEST(MalformedScene, InTheWordsOfOtherProgramsIsToldOurs) {
  const auto hint = [](const std::string& table) {
    return refusal_of("format = 1\ndimension = 2\n[run]\nuntil = 1\n" + table + "\n");
  };
  const std::string box = "shape = { box = { half_extents = [1, 1] } }\n";
  for (const auto& [table, ours] : std::vector<std::pair<std::string, std::string>>{
           {"[[ball]]\npos = [1, 1]", "\"pos\": unknown key in [[ball]]; did you mean position?"},
           {"[[ball]]\nvel = [1, 1]", "did you mean velocity?"},
           {"[[ball]]\nr = 1", "did you mean radius?"},
           {"[[circle]]\nradius = 1", "did you mean ball?"},
           {"[[box]]\nradius = 1", "did you mean body?"},
           {"[[body]]\nshape = { circle = { radius = 1 } }", "did you mean ball?"},
           {"[[body]]\nshape = { rectangle = { width = 1 } }", "did you mean box?"},
           {"[[body]]\nshape = { box = { size = [1, 1] } }", "did you mean half_extents?"},
           {"[[body]]\n" + box + "static = true", "did you mean kind?"},
           {"[[body]]\n" + box + "mask = 1", "did you mean meets?"},
           {"[space]\nsize = [1, 1]", "did you mean max?"},
           {"[space]\nboundary = \"periodic\"", "did you mean sides?"},
           {"[physics]\nelasticity = 1", "did you mean restitution?"},
           {"[[gas]]\nn = 5", "did you mean count?"},
           {"[[gas]]\nT = 5", "did you mean temperature?"}})
    EXPECT_TRUE(contains(hint(table), ours)) << table << "\n" << hint(table);
  // A letter that two keys begin with is no hint, nor is a word that means nothing here.
  EXPECT_FALSE(contains(hint("[[ball]]\nm = 1"), "did you mean"));
  EXPECT_FALSE(contains(hint("[[ball]]\nqqqq = 1"), "did you mean"));
}

TEST(MalformedScene, EveryMistakeIsTold) {
  const std::string text = refusal_of(R"(format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 10.0]
sides = "solid"
[physics]
restitution = 2.0
[run]
until = -1.0
[[ball]]
position = [1.0]
radius = -1.0
mass = 1.0
colour = "#ffffff"
)");
  for (const char* part :
       {"test.toml:6:9: sides:", "test.toml:8:15: restitution:", "test.toml:10:9: until:",
        "test.toml:12:12: position:", "test.toml:13:10: radius:", "test.toml:15:1: \"colour\""})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6) << text;
}

TEST(MalformedScene, AnEmptyTextLacksEverything) {
  EXPECT_TRUE(contains(refusal_of(""), "format: expected in the scene"));
  EXPECT_TRUE(contains(refusal_of("\n\n"), "dimension: expected in the scene"));
}

TEST(MalformedScene, AFileThatCannotBeReadIsNamed) {
  EXPECT_TRUE(contains(all_problems(load_scene("/nowhere/at all.toml")),
                       "/nowhere/at all.toml: cannot read it: No such file"));
#ifndef _WIN32  // which says of folders that they may not be opened
  EXPECT_TRUE(contains(all_problems(load_scene("/")), "cannot read it: Is a directory"));
#endif
}

TEST(MalformedScene, ManyOverlapsAreCountedNotListed) {
  std::string text(kEmptyBox);
  for (int i = 0; i < 60; ++i) text += "[[ball]]\nposition = [5.0, 5.0]\nradius = 1.0\nmass = 1.0\n";
  const std::string refusal = refusal_of(text);
  EXPECT_TRUE(contains(refusal, "1750 more overlaps")) << refusal;  // 60 * 59 / 2 - 20
}

/// A valid scene that uses most of the format.
std::string rich_scene() {
  return file_text(source_folder() + "/scenes/break.toml") + R"([[wall]]
from = [1.0, 0.0]
to = [1.0, 0.3]
material = 'cushion'
[[half_space]]
normal = [0, 1]
offset = 0
[[balls]]
data = '''
x,y,radius,mass,name
2,1,0.01,1,a
'''
[[gas]]
count = 10
radius = 1e-3
mass = 1
temperature = 1
[[body]]
name = "paddle"
shape = { oriented_box = { half_extents = [0.01, 0.05], angle = 30 } }
position = [0.5, 0.1]
kind = "kinematic"
groups = ["player"]
meets = ["default"]
[[body]]
shape = { polygon = { vertices = [[0, 0], [0.02, 0], [0.01, 0.005], [0, 0.01]] } }
position = [1.5, 0.1]
mass = 1
sensor = true
one_way = [0, 1]
[[body]]
kind = "fixed"
shape = { box = { half_extents = [0.1, 0.01] } }
position = [1.5, 0.9]
surface_velocity = [0.5, 0]
[[contact]]
materials = ["cushion", "default"]
response = "slide"
)";
}

TEST(HostileScene, TruncatedAnywhereItNeverCrashes) {
  const std::string whole = rich_scene();
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const SceneResult result = parse_scene(std::string_view(whole).substr(0, size), "test.toml");
    ASSERT_TRUE(result.scene.has_value() || !result.problems.empty()) << size;
  }
}

TEST(HostileScene, MutatedAnyhowItNeverCrashes) {
  constexpr std::uint64_t kSeed = 11;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  const std::string base(std::string(kEmptyBox) + R"([[ball]]
name = "a"
position = [5.0, 5.0]
radius = 1.0
mass = 1.0
color = "#123456"
[[balls]]
data = '''
x,y,radius,mass
1,1,0.5,1
'''
[[gas]]
count = 9
radius = 0.1
mass = 1.0
temperature = 1.0
[[body]]
shape = { hull = { vertices = [[0, 0], [1, 0], [0, 1]], radius = 0.1 } }
position = [8.0, 8.0]
mass = 1.0
groups = ["a"]
meets = ["a"]
[[body]]
shape = { polygon = { vertices = [[0, 0], [1, 0], [0.5, 0.25], [0, 1]] } }
position = [2.0, 8.0]
kind = "fixed"
[[contact]]
materials = ["default", "default"]
response = "slide"
)");
  const std::string alphabet = "[]{}=.,\"'#\n\\ \t0123456789-+eE_abxyzinf:T\r";
  int accepted = 0;
  int refused = 0;
  const int rounds = long_form() ? 200'000 : 6'000;
  for (int round = 0; round < rounds; ++round) {
    std::string text = base;
    const std::uint64_t edits = 1 + random.below(4);
    for (std::uint64_t edit = 0; edit < edits; ++edit) {
      const std::size_t at = random.below(text.size());
      const char letter = alphabet[random.below(alphabet.size())];
      const std::uint64_t how = random.below(4);
      if (how == 0) text[at] = letter;
      if (how == 1) text.insert(at, 1, letter);
      if (how == 2) text.erase(at, 1 + random.below(8));
      if (how == 3) text.insert(at, text.substr(random.below(text.size()), random.below(40)));
      if (text.empty()) text = "x";
    }
    const SceneResult result = parse_scene(text, "test.toml");
    result.scene ? ++accepted : ++refused;
    ASSERT_TRUE(result.scene.has_value() || !result.problems.empty());
  }
  EXPECT_GT(accepted, rounds / 100);
  EXPECT_GT(refused, rounds / 2);
}

TEST(HostileScene, JunkIsRefused) {
  constexpr std::uint64_t kSeed = 12;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int round = 0; round < 500; ++round) {
    std::string junk(1 + random.below(300), ' ');
    for (char& c : junk) c = static_cast<char>(random.below(256));
    ASSERT_FALSE(parse_scene(junk, "junk.toml").scene.has_value());
  }
}

TEST(HostileScene, DeepNestingDoesNotReachTheParser) {
  for (const std::string& piece :
       {std::string("["), std::string("{a="), std::string("a."), std::string("[[a]]\n[")}) {
    std::string text = "x = ";
    for (int i = 0; i < 200'000; ++i) text += piece;
    EXPECT_FALSE(parse_scene(text, "deep.toml").scene.has_value());
  }
}

}  // namespace
}  // namespace firsthit
