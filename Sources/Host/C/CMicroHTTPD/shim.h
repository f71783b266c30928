#pragma once

#include <microhttpd.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

// libmicrohttpd's own entry points for starting a daemon and asking about it are variadic, which
// Swift cannot call, and its constants are casts or enums that import under awkward types. These
// wrappers give them plain signatures; they decide nothing else.

/// Starts a server on 127.0.0.1 with a thread for each connection. A port of 0 takes any free one.
static inline struct MHD_Daemon *_Nullable musicbus_http_start(
    uint16_t port, unsigned connections_max, unsigned idle_seconds_max,
    MHD_AccessHandlerCallback _Nonnull answer,
    void *_Nullable (*_Nonnull begin)(
        void *_Nullable, const char *_Nonnull, struct MHD_Connection *_Nonnull),
    MHD_RequestCompletedCallback _Nonnull end, void *_Nullable context) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL, port,
      NULL, NULL, answer, context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_URI_LOG_CALLBACK, begin, context,
      MHD_OPTION_NOTIFY_COMPLETED, end, context,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds_max,
      MHD_OPTION_END);
}

/// Serves an open listening socket from one event loop whose connections can be suspended.
static inline struct MHD_Daemon *_Nullable musicbus_http_serve(
    int listening_socket, unsigned connections_max, unsigned idle_seconds_max, size_t memory_bytes,
    MHD_AccessHandlerCallback _Nonnull handle,
    void *_Nullable (*_Nonnull begin)(
        void *_Nullable, const char *_Nonnull, struct MHD_Connection *_Nonnull),
    MHD_RequestCompletedCallback _Nonnull end, void *_Nullable context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0,
      NULL, NULL, handle, context,
      MHD_OPTION_LISTEN_SOCKET, listening_socket,
      MHD_OPTION_URI_LOG_CALLBACK, begin, context,
      MHD_OPTION_NOTIFY_COMPLETED, end, context,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds_max,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

/// The port that the server listens on, 0 if it cannot tell.
static inline uint16_t musicbus_http_port(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

/// The client's socket, to see it leave while its answer is held back; -1 if there is none.
static inline int musicbus_http_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// A length that is not known beforehand: the body is sent in chunks.
static const uint64_t musicbus_http_size_unknown = UINT64_MAX;
static const ssize_t musicbus_http_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
/// Ends a body in the middle: the connection is closed.
static const ssize_t musicbus_http_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/// `POLLRDHUP`, which <poll.h> hides without _GNU_SOURCE: the other side has closed.
static const short musicbus_http_client_left = 0x2000;
