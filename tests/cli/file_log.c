// Preloaded, writes all that a program does to files into $FIRSTHIT_FILE_LOG: a line a call, and what is
// written after it (tests/cli/test_power_loss.py), with the number of the call in $FIRSTHIT_FILE_FAILS, counted
// from 1 among those on files in $FIRSTHIT_FILE_FOLDER, failing as $FIRSTHIT_FILE_ERRNO tells; if that is 0,
// none fails, and each is told as "counted" (tests/cli/test_failing_calls.py).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

// Is this the call that is to fail? Then errno tells why.
static int fails(const char* call, const char* path) {
  static long calls = 0;
  const char* const which = getenv("FIRSTHIT_FILE_FAILS");
  const char* const folder = getenv("FIRSTHIT_FILE_FOLDER");
  if (which == NULL || folder == NULL || strncmp(path, folder, strlen(folder)) != 0) return 0;
  pthread_mutex_lock(&lock);
  const long number = ++calls;
  pthread_mutex_unlock(&lock);
  if (atol(which) == 0) tell("counted", number, path, call, "", 0);
  if (number != atol(which)) return 0;
  tell("failed", number, path, call, "", 0);
  errno = atoi(getenv("FIRSTHIT_FILE_ERRNO"));
  return 1;
}
static int open_fails(const char* path, int flags) {
  return (flags & O_ACCMODE) != O_RDONLY && fails("open", path);
}

static void tell_open(int descriptor, int flags) {
  if (descriptor < 0 || (flags & O_ACCMODE) == O_RDONLY) return;
  tell(flags & O_TRUNC ? "create" : "open", 0, path_of(descriptor), NULL, "", 0);
}

int open(const char* path, int flags, ...) {
  if (open_fails(path, flags)) return -1;
  va_list more;
  va_start(more, flags);
  const int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  const int descriptor = REAL(open)(path, flags, mode);
  tell_open(descriptor, flags);
  return descriptor;
}
int open64(const char* path, int flags, ...) {
  if (open_fails(path, flags)) return -1;
  va_list more;
  va_start(more, flags);
  const int mode = flags & O_CREAT ? va_arg(more, int) : 0;
  va_end(more);
  const int descriptor = REAL(open64)(path, flags, mode);
  tell_open(descriptor, flags);
  return descriptor;
}
FILE* fopen(const char* path, const char* mode) {
  if (mode[0] != 'r' && fails("open", path)) return NULL;
  FILE* const file = REAL(fopen)(path, mode);
  if (file != NULL && mode[0] == 'w') tell_open(fileno(file), O_WRONLY | O_TRUNC);
  return file;
}
FILE* fopen64(const char* path, const char* mode) {
  if (mode[0] != 'r' && fails("open", path)) return NULL;
  FILE* const file = REAL(fopen64)(path, mode);
  if (file != NULL && mode[0] == 'w') tell_open(fileno(file), O_WRONLY | O_TRUNC);
  return file;
}
ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (fails("write", path_of(descriptor))) return -1;
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
  if (fails("write", path_of(descriptor))) return -1;
  const ssize_t n = REAL(pwrite64)(descriptor, bytes, count, at);
  if (n > 0) tell("write", at, path_of(descriptor), NULL, bytes, (size_t)n);
  return n;
}
ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
  return pwrite64(descriptor, bytes, count, at);
}
int ftruncate64(int descriptor, off64_t length) {
  if (fails("truncate", path_of(descriptor))) return -1;
  const int result = REAL(ftruncate64)(descriptor, length);
  if (result == 0) tell("truncate", length, path_of(descriptor), NULL, "", 0);
  return result;
}
int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }
int fsync(int descriptor) {
  if (fails("sync", path_of(descriptor))) return -1;
  const int result = REAL(fsync)(descriptor);
  if (result == 0) tell("sync", 0, path_of(descriptor), NULL, "", 0);
  return result;
}
int rename(const char* from, const char* to) {
  if (fails("rename", to)) return -1;
  const int result = REAL(rename)(from, to);
  if (result == 0) tell("rename", 0, from, to, "", 0);
  return result;
}
int link(const char* from, const char* to) {
  if (fails("link", to)) return -1;
  const int result = REAL(link)(from, to);
  if (result == 0) tell("link", 0, from, to, "", 0);
  return result;
}
int unlink(const char* path) {
  if (fails("unlink", path)) return -1;
  const int result = REAL(unlink)(path);
  if (result == 0) tell("unlink", 0, path, NULL, "", 0);
  return result;
}
int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir", path)) return -1;
  return REAL(mkdir)(path, mode);
}
// What is closed is closed, whatever is said of it.
int close(int descriptor) {
  const int fault = (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY && fails("close", path_of(descriptor)) ? errno : 0;
  const int result = REAL(close)(descriptor);
  if (fault == 0) return result;
  errno = fault;
  return -1;
}
int fclose(FILE* file) {
  const int descriptor = fileno(file);
  const int writes = descriptor >= 0 && (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  const int fault = writes && fails("close", path_of(descriptor)) ? errno : 0;
  const int result = REAL(fclose)(file);
  if (fault == 0) return result;
  errno = fault;
  return EOF;
}
