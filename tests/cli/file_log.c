// Preloaded, writes all that a program does to files into $FIRSTHIT_FILE_LOG: a line a call, and what is
// written after it. tests/cli/test_power_loss.py reads it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_descriptor = -1;

static void put(const void* bytes, size_t count) {
  const char* at = bytes;
  while (count > 0) {
    const ssize_t n = REAL(write)(log_descriptor, at, count);
    if (n <= 0) abort();
    at += n;
    count -= (size_t)n;
  }
}

// CALL NUMBER BYTES PATH and, of link and rename, a tab and the other path; then so many bytes.
static void tell(const char* call, long number, const char* path, const char* other, const void* bytes, size_t count) {
  char head[8192];
  const char* const name = getenv("FIRSTHIT_FILE_LOG");
  if (name == NULL) return;
  pthread_mutex_lock(&lock);
  if (log_descriptor < 0) log_descriptor = REAL(open)(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const int length = snprintf(head, sizeof head, "%s %ld %zu %s%s%s\n", call, number, count, path,
                              other != NULL ? "\t" : "", other != NULL ? other : "");
  put(head, (size_t)length);
  put(bytes, count);
  pthread_mutex_unlock(&lock);
}

static const char* path_of(int descriptor) {
  static __thread char path[4096];
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = '\0';
  return path;
}

static void tell_open(int descriptor, int flags) {
  if (descriptor < 0 || (flags & O_ACCMODE) == O_RDONLY) return;
  tell(flags & O_TRUNC ? "create" : "open", 0, path_of(descriptor), NULL, "", 0);
}

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  const int descriptor = REAL(open)(path, flags, mode);
  tell_open(descriptor, flags);
  return descriptor;
}
int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  const int descriptor = REAL(open64)(path, flags, mode);
  tell_open(descriptor, flags);
  return descriptor;
}
FILE* fopen(const char* path, const char* mode) {
  FILE* const file = REAL(fopen)(path, mode);
  if (file != NULL && mode[0] == 'w') tell_open(fileno(file), O_WRONLY | O_TRUNC);
  return file;
}
FILE* fopen64(const char* path, const char* mode) {
  FILE* const file = REAL(fopen64)(path, mode);
  if (file != NULL && mode[0] == 'w') tell_open(fileno(file), O_WRONLY | O_TRUNC);
  return file;
}
ssize_t write(int descriptor, const void* bytes, size_t count) {
  const off_t at = lseek(descriptor, 0, SEEK_CUR);
  const ssize_t n = REAL(write)(descriptor, bytes, count);
  if (at >= 0 && n > 0) tell("write", at, path_of(descriptor), NULL, bytes, (size_t)n);
  return n;
}
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    if (parts[i].iov_len == 0) continue;
    const ssize_t n = write(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (n < 0) return all > 0 ? all : n;
    all += n;
    if ((size_t)n < parts[i].iov_len) break;
  }
  return all;
}
ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t at) {
  const ssize_t n = REAL(pwrite64)(descriptor, bytes, count, at);
  if (n > 0) tell("write", at, path_of(descriptor), NULL, bytes, (size_t)n);
  return n;
}
ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
  return pwrite64(descriptor, bytes, count, at);
}
int ftruncate64(int descriptor, off64_t length) {
  const int result = REAL(ftruncate64)(descriptor, length);
  if (result == 0) tell("truncate", length, path_of(descriptor), NULL, "", 0);
  return result;
}
int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }
int fsync(int descriptor) {
  const int result = REAL(fsync)(descriptor);
  if (result == 0) tell("sync", 0, path_of(descriptor), NULL, "", 0);
  return result;
}
int rename(const char* from, const char* to) {
  const int result = REAL(rename)(from, to);
  if (result == 0) tell("rename", 0, from, to, "", 0);
  return result;
}
int link(const char* from, const char* to) {
  const int result = REAL(link)(from, to);
  if (result == 0) tell("link", 0, from, to, "", 0);
  return result;
}
int unlink(const char* path) {
  const int result = REAL(unlink)(path);
  if (result == 0) tell("unlink", 0, path, NULL, "", 0);
  return result;
}
