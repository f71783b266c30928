// Writes every frame that a hub sends and receives to a file in MUSICBUS_TAP, in the order of its thread: preloaded by the tests
// (Tests/Tap/check). The demo starts its hub without foreign variables, so musicbus-web writes what that gets and sends,
// as its hub sees it. A record is the direction (S or R), whether the message goes on (0 or 1), the length as four bytes, least
// significant first, and the bytes. Frames over a mebibyte are files, of which only the length is written.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct zmq_msg_t zmq_msg_t;
void *zmq_msg_data(zmq_msg_t *);
size_t zmq_msg_size(const zmq_msg_t *);
int zmq_msg_more(const zmq_msg_t *);

enum { SNDMORE = 2, MAX_FRAME = 1 << 20, MAX_FILE = 64 << 20 };

static __thread FILE *file;
static __thread size_t written;

static void record(char direction, int more, const void *bytes, size_t size) {
  static int counter;
  const char *directory = getenv("MUSICBUS_TAP");
  int is_hub = !strcmp(program_invocation_short_name, "musicbus-hub");
  if (!directory || (!is_hub && strcmp(program_invocation_short_name, "musicbus-web"))) return;
  if (!is_hub) direction = direction == 'S' ? 'R' : 'S';
  if (!file) {
    char path[4096];
    int number = __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED);
    // Processes in namespaces of their own may have one number.
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(path, sizeof path, "%s/%d-%d-%ld.frames", directory, (int)getpid(), number, now.tv_nsec);
    if (!(file = fopen(path, "wxe"))) return;
  }
  if (written > MAX_FILE) return;
  char head[6] = {direction, more, size, size >> 8, size >> 16, size >> 24};
  written += fwrite(head, 1, sizeof head, file);
  if (size <= MAX_FRAME) written += fwrite(bytes, 1, size, file);
  if (!more) fflush(file);
}

#define ORIGINAL(name, ...) \
  static int (*original)(__VA_ARGS__); \
  if (!original) *(void **)&original = dlsym(RTLD_NEXT, #name)

int zmq_send(void *socket, const void *bytes, size_t size, int flags) {
  ORIGINAL(zmq_send, void *, const void *, size_t, int);
  int result = original(socket, bytes, size, flags);
  if (result >= 0) { int code = errno; record('S', !!(flags & SNDMORE), bytes, size); errno = code; }
  return result;
}

int zmq_msg_send(zmq_msg_t *message, void *socket, int flags) {
  ORIGINAL(zmq_msg_send, zmq_msg_t *, void *, int);
  size_t size = zmq_msg_size(message);
  void *copy = malloc(size + 1);
  memcpy(copy, zmq_msg_data(message), size);
  int result = original(message, socket, flags);
  if (result >= 0) { int code = errno; record('S', !!(flags & SNDMORE), copy, size); errno = code; }
  free(copy);
  return result;
}

int zmq_msg_recv(zmq_msg_t *message, void *socket, int flags) {
  ORIGINAL(zmq_msg_recv, zmq_msg_t *, void *, int);
  int result = original(message, socket, flags);
  if (result >= 0) { int code = errno; record('R', zmq_msg_more(message), zmq_msg_data(message), zmq_msg_size(message)); errno = code; }
  return result;
}
