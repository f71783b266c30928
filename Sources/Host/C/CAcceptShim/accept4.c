#define _GNU_SOURCE
#include "CAcceptShim.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reserved = -1;
/// How many of the last descriptors below the limit are not for connections.
enum { last_descriptors = 16 };

static void reserve(void) { reserved = open("/dev/null", O_RDONLY | O_CLOEXEC); }

void accept_reserve_descriptors(void) {
  pthread_mutex_lock(&lock);
  if (reserved < 0) reserve();
  pthread_mutex_unlock(&lock);
}

/// Whether a descriptor, which is the lowest that was free, is one of the last.
static int is_among_last(long descriptor) {
  struct rlimit limit;
  pthread_mutex_lock(&lock);
  int reserves = reserved >= 0;
  pthread_mutex_unlock(&lock);
  return reserves && getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
         (rlim_t)descriptor + last_descriptors >= limit.rlim_cur;
}

/// Replaces accept4 of glibc. It makes the same system call.
int accept4(int listening, struct sockaddr *address, socklen_t *length, int flags) {
  long accepted = syscall(SYS_accept4, listening, address, length, flags);
  if (accepted >= 0 && is_among_last(accepted)) {
    close((int)accepted);
    errno = ECONNABORTED;
    return -1;
  }
  if (accepted >= 0 || errno != EMFILE) return (int)accepted;
  pthread_mutex_lock(&lock);
  if (reserved >= 0) close(reserved);
  accepted = syscall(SYS_accept4, listening, (void *)0, (void *)0, SOCK_CLOEXEC);
  if (accepted >= 0) close((int)accepted);
  reserve();
  pthread_mutex_unlock(&lock);
  errno = ECONNABORTED;
  return -1;
}
