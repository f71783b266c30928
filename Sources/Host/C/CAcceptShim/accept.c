#define _GNU_SOURCE
#include "CAccept.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int spare = -1;

static void take_spare(void) { spare = open("/dev/null", O_RDONLY | O_CLOEXEC); }

void accept_keep_spare(void) {
  pthread_mutex_lock(&lock);
  if (spare < 0) take_spare();
  pthread_mutex_unlock(&lock);
}

/// In the place of that of glibc, which makes the same system call.
int accept4(int listening, struct sockaddr *address, socklen_t *length, int flags) {
  long accepted = syscall(SYS_accept4, listening, address, length, flags);
  if (accepted >= 0 || errno != EMFILE) return (int)accepted;
  pthread_mutex_lock(&lock);
  if (spare >= 0) close(spare);
  accepted = syscall(SYS_accept4, listening, (void *)0, (void *)0, SOCK_CLOEXEC);
  if (accepted >= 0) close((int)accepted);
  take_spare();
  pthread_mutex_unlock(&lock);
  errno = ECONNABORTED;
  return -1;
}
