// Faults of a disk for a process and its children: a library for LD_PRELOAD that makes calls on files below a directory fail. A general
// library such as libfiu cannot: it also fails the writes by which threads of Node wake each other, and Node then aborts.
//
// FAULTY_DISK_BELOW is the directory; FAULTY_DISK_CONTROL a file that all processes map and the test writes and reads.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { WRITE, PWRITE, FSYNC, RENAME, OPEN };

// As in faulty-disk.ts.
struct control {
  uint32_t call;
  uint32_t error;  // errno; 0: a short write
  uint32_t one_in; // of the calls; 0: none
  uint32_t seen;
  uint32_t failed;
  uint32_t failed_in_steps;
};

static struct control *control;
static const char *below;
static int is_step;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("FAULTY_DISK_CONTROL");
  below = getenv("FAULTY_DISK_BELOW");
  is_step = getenv("NODE_CHANNEL_FD") != NULL; // forked by Node
  int fd = file && below ? REAL(open)(file, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_below(const char *path) { return strncmp(path, below, strlen(below)) == 0; }

static int is_file(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int is_on(enum call call) { return control && control->one_in && control->call == call; }

static int is_turn(void) {
  if (__atomic_add_fetch(&control->seen, 1, __ATOMIC_RELAXED) % control->one_in) return 0;
  __atomic_add_fetch(&control->failed, 1, __ATOMIC_RELAXED);
  if (is_step) __atomic_add_fetch(&control->failed_in_steps, 1, __ATOMIC_RELAXED);
  return 1;
}

static int fails(void) {
  errno = (int)control->error;
  return -1;
}

#define FAULTY(call, condition) (is_on(call) && (condition) && is_turn())

// Half of what was asked for, or an error.
#define WRITES(name, kind, ...) \
  if (!FAULTY(kind, is_file(fd) && size > 1)) return REAL(name)(fd, bytes, size, ##__VA_ARGS__); \
  return control->error ? fails() : REAL(name)(fd, bytes, size / 2, ##__VA_ARGS__)

ssize_t write(int fd, const void *bytes, size_t size) { WRITES(write, WRITE); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { WRITES(pwrite, PWRITE, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { WRITES(pwrite64, PWRITE, at); }

// A short vector is its first part.
#define WRITES_VECTOR(name, kind, ...) \
  if (!FAULTY(kind, is_file(fd) && count > 1)) return REAL(name)(fd, parts, count, ##__VA_ARGS__); \
  return control->error ? fails() : REAL(name)(fd, parts, 1, ##__VA_ARGS__)

ssize_t writev(int fd, const struct iovec *parts, int count) { WRITES_VECTOR(writev, WRITE); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { WRITES_VECTOR(pwritev, PWRITE, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  WRITES_VECTOR(pwritev64, PWRITE, at);
}

int fsync(int fd) { return FAULTY(FSYNC, is_file(fd)) ? fails() : REAL(fsync)(fd); }
int fdatasync(int fd) { return FAULTY(FSYNC, is_file(fd)) ? fails() : REAL(fdatasync)(fd); }
int rename(const char *from, const char *to) {
  return FAULTY(RENAME, is_below(to)) ? fails() : REAL(rename)(from, to);
}

// Files that are opened to be written.
#define OPENS(name) \
  va_list rest; \
  va_start(rest, flags); \
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
  va_end(rest); \
  return FAULTY(OPEN, flags & (O_WRONLY | O_RDWR) && is_below(path)) ? fails() : REAL(name)(path, flags, mode)

int open(const char *path, int flags, ...) { OPENS(open); }
int open64(const char *path, int flags, ...) { OPENS(open64); }
