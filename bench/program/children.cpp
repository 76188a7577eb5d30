#include "children.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace firsthit::bench {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "program_bench: %s\n", why.c_str());
  std::exit(1);
}

}  // namespace

Used least_of(const Used& a, const Used& b) {
  return {std::min(a.cpu_seconds, b.cpu_seconds), std::min(a.wall_seconds, b.wall_seconds),
          std::min(a.peak_bytes, b.peak_bytes)};
}

Child run_child(const std::vector<std::string>& command) {
  int ends[2];
  if (pipe(ends) != 0) give_up("no pipe");
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const auto began = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(words[0], words.data());
    std::perror(words[0]);
    _exit(127);
  }
  close(ends[1]);
  Child done;
  char part[4096];
  for (ssize_t size = 0; (size = read(ends[0], part, sizeof part)) > 0;)
    done.output.append(part, static_cast<std::size_t>(size));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
  if (status != 0) give_up(command[0] + " failed");
  done.used = {seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
               1024.0 * static_cast<double>(usage.ru_maxrss)};
  return done;
}

std::string text_in(const std::string& json, const std::string& key) {
  const std::size_t at = json.find('"' + key + "\":");
  if (at == std::string::npos) give_up("no " + key + " in " + json);
  const std::size_t begin = json.find_first_not_of(" \"", json.find(':', at) + 1);
  return json.substr(begin, json.find_first_of("\",}\n", begin) - begin);
}

double number_in(const std::string& json, const std::string& key) {
  return std::strtod(text_in(json, key).c_str(), nullptr);
}

}  // namespace firsthit::bench
