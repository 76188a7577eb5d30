#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// Of files, what each operating system has calls of its own for. Paths are UTF-8. What fails sets errno.

namespace firsthit::files {

/// Descriptors; negative if the file cannot be opened.
int create(const std::string& path);          ///< to be written: emptied, or made
int open_to_change(const std::string& path);  ///< to be written, with what is in it
int open_to_read(const std::string& path);
bool close(int descriptor);

/// How many bytes of `text` were written; all of them unless errno says why not.
std::size_t write(int descriptor, std::string_view text);
/// How many bytes came, waiting for the first; 0 at the end, negative if it fails.
std::ptrdiff_t read(int descriptor, char* bytes, std::size_t most);
/// [bytes]; nothing of what is no plain file.
std::optional<std::uint64_t> size_of(int descriptor);
/// Makes it `bytes` long. What is written next goes there.
bool cut(int descriptor, std::uint64_t bytes);

/// Have on the disk what has been written; of a folder, the names in it.
bool sync(int descriptor);
bool sync_file(const std::string& path);
bool sync_folder(const std::string& path);

/// What is called `to` already is replaced.
bool rename(const std::string& from, const std::string& to);
/// Gives a file a second name; ENOENT if there is none.
bool link(const std::string& path, const std::string& second);
bool remove(const std::string& path);

bool may_write_in(const std::string& folder);
/// Keeps other runs out of a folder for as long as there is a copy of what is returned. Nothing if that
/// fails, with EWOULDBLOCK if somebody else has locked it. Where a file system has no locks, nobody is kept
/// out.
std::shared_ptr<const void> lock(const std::string& folder);

}  // namespace firsthit::files
