#include "CZeroMQ.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

// X(result, where there is no library, name, parameters, arguments)
#define FUNCTIONS(X)                                                                           \
  X(int, -1, zmq_bind, (void *socket, const char *endpoint), (socket, endpoint))               \
  X(int, -1, zmq_close, (void *socket), (socket))                                              \
  X(int, -1, zmq_connect, (void *socket, const char *endpoint), (socket, endpoint))            \
  X(void *, NULL, zmq_ctx_new, (void), ())                                                     \
  X(int, -1, zmq_ctx_set, (void *context, int option, int value), (context, option, value))    \
  X(int, -1, zmq_ctx_term, (void *context), (context))                                         \
  X(int, -1, zmq_getsockopt, (void *socket, int option, void *value, size_t *size),            \
    (socket, option, value, size))                                                             \
  X(int, -1, zmq_msg_close, (zmq_msg_t * message), (message))                                  \
  X(void *, NULL, zmq_msg_data, (zmq_msg_t * message), (message))                              \
  X(int, -1, zmq_msg_get, (const zmq_msg_t *message, int property), (message, property))       \
  X(const char *, NULL, zmq_msg_gets, (const zmq_msg_t *message, const char *property),        \
    (message, property))                                                                       \
  X(int, -1, zmq_msg_init, (zmq_msg_t * message), (message))                                   \
  X(int, -1, zmq_msg_init_data,                                                                \
    (zmq_msg_t * message, void *data, size_t size, zmq_free_fn *let_go, void *hint),           \
    (message, data, size, let_go, hint))                                                       \
  X(int, 0, zmq_msg_more, (const zmq_msg_t *message), (message))                               \
  X(int, -1, zmq_msg_recv, (zmq_msg_t * message, void *socket, int flags),                     \
    (message, socket, flags))                                                                  \
  X(int, -1, zmq_msg_send, (zmq_msg_t * message, void *socket, int flags),                     \
    (message, socket, flags))                                                                  \
  X(size_t, 0, zmq_msg_size, (const zmq_msg_t *message), (message))                            \
  X(int, -1, zmq_send, (void *socket, const void *bytes, size_t size, int flags),              \
    (socket, bytes, size, flags))                                                              \
  X(int, -1, zmq_setsockopt, (void *socket, int option, const void *value, size_t size),       \
    (socket, option, value, size))                                                             \
  X(void *, NULL, zmq_socket, (void *context, int type), (context, type))                      \
  X(int, -1, zmq_socket_monitor, (void *socket, const char *endpoint, int events),             \
    (socket, endpoint, events))

#define POINTER(result, failure, name, parameters, arguments) result(*name) parameters;

/// The functions of libzmq, where it could be loaded.
static struct {
  FUNCTIONS(POINTER)
  int (*zmq_errno)(void);
  const char *(*zmq_strerror)(int code);
  void (*zmq_version)(int *major, int *minor, int *patch);
} library;

static char problem[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libzmq.so.5", RTLD_LAZY | RTLD_LOCAL);
#define FIND(result, failure, name, parameters, arguments) FIND_ONE(name)
#define FIND_ONE(name) if (handle) library.name = (__typeof__(library.name))dlsym(handle, #name);
  FUNCTIONS(FIND)
  FIND_ONE(zmq_errno)
  FIND_ONE(zmq_strerror)
  FIND_ONE(zmq_version)
  if (handle) return;
  const char *why = dlerror();
  snprintf(problem, sizeof problem, "libzmq cannot be loaded; install libzmq5 (%s)", why ? why : "");
}

#define DEFINE(result, failure, name, parameters, arguments) \
  result name parameters {                                   \
    pthread_once(&once, load);                               \
    if (library.name) return library.name arguments;         \
    errno = ELIBACC;                                         \
    return failure;                                          \
  }
FUNCTIONS(DEFINE)

int zmq_errno(void) {
  const int code = errno;
  pthread_once(&once, load);
  return library.zmq_errno ? library.zmq_errno() : code;
}

const char *zmq_strerror(int code) {
  pthread_once(&once, load);
  return library.zmq_strerror ? library.zmq_strerror(code) : problem;
}

void zmq_version(int *major, int *minor, int *patch) {
  pthread_once(&once, load);
  if (library.zmq_version) return library.zmq_version(major, minor, patch);
  *major = *minor = *patch = 0;
}
