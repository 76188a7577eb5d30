// oracle FOLDER [PAIR]: asks first_hit and first_touch millions of queries and judges every answer.
//
// PAIR is a name from the table that it prints, with or without what is before the slash. What is done is
// written to FOLDER/done.txt, block by block: killed and started again, it goes on; of another build it
// starts anew. Objections go to FOLDER/objections.txt. Ends with 1 if there are any.

#include "core/random.hpp"
#include "oracle/status_line.hpp"
#include "oracle/tasks.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

namespace firsthit::judging {
namespace {

constexpr std::uint64_t kBlock = 2500;  // queries: seconds

/// Changes whenever the program does.
std::string build_id(const std::filesystem::path& program) {
  std::ifstream file(program, std::ios::binary);
  std::uint64_t hash = 1;
  for (std::istreambuf_iterator<char> i(file), end; i != end; ++i)
    hash = stir(hash + static_cast<unsigned char>(*i)) + 0x9e3779b97f4a7c15U;
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

/// What came of one task so far.
struct Progress {
  std::set<std::uint64_t> blocks;
  std::array<std::uint64_t, 5> outcomes{};
  std::uint64_t objections = 0;
};

/// done.txt: the build, then a line a block: name, block, outcomes, objections.
class Record {
 public:
  Record(const std::filesystem::path& folder, const std::string& build) : folder_(folder) {
    std::filesystem::create_directories(folder);
    read(build);
    if (known_) {
      file_.open(folder / "done.txt", std::ios::app);
    } else {
      std::filesystem::remove(folder / "objections.txt");
      file_.open(folder / "done.txt");
      file_ << "build " << build << std::endl;
    }
  }

  bool resumed() const { return known_; }
  const Progress& of(const std::string& task) { return progress_[task]; }

  void add(const std::string& task, std::uint64_t block, const Tally& tally) {
    const std::lock_guard lock(mutex_);
    if (!tally.objections.empty()) {
      std::ofstream objections(folder_ / "objections.txt", std::ios::app);
      for (const std::string& what : tally.objections) objections << task << " " << what << "\n";
    }
    std::ostringstream line;
    line << task << " " << block;
    for (const std::uint64_t count : tally.outcomes) line << " " << count;
    line << " " << tally.objections.size() << " .";
    file_ << line.str() << std::endl;
    note(line.str());
  }

 private:
  void read(const std::string& build) {
    std::ifstream file(folder_ / "done.txt");
    std::string line;
    known_ = std::getline(file, line) && line == "build " + build;
    while (known_ && std::getline(file, line)) note(line);
  }

  /// A line that was cut off lacks the point at its end, and does not count.
  void note(const std::string& line) {
    std::istringstream words(line);
    std::string task;
    std::uint64_t block = 0;
    std::array<std::uint64_t, 5> outcomes{};
    std::uint64_t objections = 0;
    std::string point;
    words >> task >> block;
    for (std::uint64_t& count : outcomes) words >> count;
    words >> objections >> point;
    if (point != "." || !progress_[task].blocks.insert(block).second) return;
    for (std::size_t i = 0; i < outcomes.size(); ++i) progress_[task].outcomes[i] += outcomes[i];
    progress_[task].objections += objections;
  }

  std::filesystem::path folder_;
  bool known_ = false;
  std::ofstream file_;
  std::map<std::string, Progress> progress_;
  std::mutex mutex_;
};

/// All blocks of a task that are not done, on all cores. `done`: how many blocks of all tasks this run has
/// done.
void run(const Task& task, Record& record, StatusLine& status, std::uint64_t& done) {
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t i = 0; i < task.queries / kBlock; ++i)
    if (!record.of(task.name).blocks.contains(i)) blocks.push_back(i);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < blocks.size(); i = next++) {
      Tally tally;
      for (std::uint64_t k = 0; k < kBlock; ++k) task.ask(blocks[i] * kBlock + k, tally);
      record.add(task.name, blocks[i], tally);
      const std::lock_guard lock(mutex);
      status.show(task.name, ++done);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
}

void print(const std::string& name, const Progress& p) {
  std::printf("%-30s", name.c_str());
  std::uint64_t queries = 0;
  for (const std::uint64_t count : p.outcomes) queries += count;
  std::printf("%9llu", static_cast<unsigned long long>(queries));
  for (const std::uint64_t count : p.outcomes) std::printf("%9llu", static_cast<unsigned long long>(count));
  std::printf("%11llu\n", static_cast<unsigned long long>(p.objections));
  std::fflush(stdout);
}

bool asked_for(const std::string& name, const std::string& pair) {
  const std::size_t slash = name.find('/');
  return pair.empty() || pair == name || (slash != std::string::npos && name.substr(slash + 1) == pair);
}

int oracle(const std::string& program, const std::filesystem::path& folder, const std::string& pair) {
  std::vector<const Task*> chosen;
  for (const Task& task : tasks())
    if (asked_for(task.name, pair)) chosen.push_back(&task);
  if (chosen.empty()) {
    std::fprintf(stderr, "oracle: PAIR: expected one of these, found %s\n", pair.c_str());
    for (const Task& task : tasks()) std::fprintf(stderr, "  %s\n", task.name.c_str());
    return 2;
  }
  Record record(folder, build_id(program));
  std::uint64_t todo = 0;
  for (const Task* task : chosen) todo += task->queries / kBlock - record.of(task->name).blocks.size();
  if (record.resumed()) std::printf("going on where the last run ended\n");
  std::printf("%-30s%9s%9s%9s%9s%9s%9s%11s\n", "pair", "queries", "misses", "grazes", "impacts", "overlaps",
              "open", "objections");
  StatusLine status(todo);
  std::uint64_t done = 0;
  std::uint64_t objections = 0;
  for (const Task* task : chosen) {
    run(*task, record, status, done);
    status.clear();
    print(task->name, record.of(task->name));
    objections += record.of(task->name).objections;
  }
  if (objections > 0)
    std::printf("%llu objections: %s\n", static_cast<unsigned long long>(objections),
                (folder / "objections.txt").c_str());
  return objections > 0 ? 1 : 0;
}

}  // namespace
}  // namespace firsthit::judging

int main(int count, char** words) {
  if (count < 2 || count > 3) {
    std::fprintf(stderr, "usage: oracle FOLDER [PAIR]\n");
    return 2;
  }
  return firsthit::judging::oracle(words[0], words[1], count > 2 ? words[2] : "");
}
