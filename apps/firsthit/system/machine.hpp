#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What this machine is, and what it lets this process have.

namespace firsthit::machine {

/// The path of the program that runs; empty if it is not known.
std::string program();
bool is_on_path(std::string_view program);

/// "Linux 6.1.0, x86_64", "AMD Ryzen ..."; the latter is empty if it is not known.
std::string system();
std::string processor();

/// [bytes] of the machine; infinite if it does not tell. Some of it may be forbidden to this process.
double memory();
double memory_free();
double memory_allowed();

/// What else it limits, by name: "none" where it does not.
std::vector<std::pair<std::string, std::string>> limits();

/// From now on large blocks of memory go back to the system when they are freed, however many there were: of
/// a scene that has been read, none stay.
void give_back_what_is_freed();

}  // namespace firsthit::machine
