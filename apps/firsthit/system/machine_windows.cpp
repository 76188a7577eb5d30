#include "system/machine.hpp"

#include "record/system/paths.hpp"

#include <fmt/core.h>

#include <windows.h>

#include <cstdlib>
#include <limits>

namespace firsthit::machine {
namespace {

constexpr std::size_t kLongestPath = 1 << 15;  // characters

MEMORYSTATUSEX memory_status() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  if (::GlobalMemoryStatusEx(&status) == 0) status.ullTotalPhys = status.ullAvailPhys = 0;
  return status;
}

double bytes_or_unknown(DWORDLONG bytes) {
  return bytes == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(bytes);
}

}  // namespace

std::string program() {
  std::wstring path(kLongestPath, L'\0');
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return text_of(path);
}

bool is_on_path(std::string_view program) {
  const std::wstring name = path_of(std::string(program)).native();
  return ::SearchPathW(nullptr, name.c_str(), L".exe", 0, nullptr, nullptr) != 0;
}

/// By the registry: what calls tell depends on what the program says that it knows.
std::string system() {
  DWORD build = 0, size = sizeof build;
  constexpr const wchar_t* kKey = L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
  wchar_t text[32] = {};
  DWORD bytes = sizeof text;
  if (::RegGetValueW(HKEY_LOCAL_MACHINE, kKey, L"CurrentBuildNumber", RRF_RT_REG_SZ, nullptr, text, &bytes) ==
      ERROR_SUCCESS)
    build = static_cast<DWORD>(std::wcstoul(text, nullptr, 10));
  DWORD major = 0;
  if (::RegGetValueW(HKEY_LOCAL_MACHINE, kKey, L"CurrentMajorVersionNumber", RRF_RT_REG_DWORD, nullptr,
                     &major, &size) != ERROR_SUCCESS)
    return fmt::format("Windows, build {}, x86_64", build);
  return fmt::format("Windows {}, build {}, x86_64", major, build);
}

std::string processor() {
  wchar_t text[256] = {};
  DWORD bytes = sizeof text;
  if (::RegGetValueW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, text, &bytes) != ERROR_SUCCESS)
    return {};
  std::string name = text_of(std::filesystem::path(text));
  return name.substr(0, name.find_last_not_of(' ') + 1);
}

double memory() { return bytes_or_unknown(memory_status().ullTotalPhys); }
double memory_free() { return bytes_or_unknown(memory_status().ullAvailPhys); }
double memory_allowed() { return std::numeric_limits<double>::infinity(); }
std::vector<std::pair<std::string, std::string>> limits() { return {}; }
void give_back_what_is_freed() {}  // it does by itself

}  // namespace firsthit::machine
