#pragma once

#include <microhttpd.h>
#include <stdint.h>

// libmicrohttpd's own entry points for starting a daemon and asking about it are variadic, which
// Swift cannot call, and its constants are casts or enums that import under awkward types. These
// wrappers give them plain signatures; they decide nothing else.

/// The code of a connection that was opened, not closed.
static const unsigned musicbus_http_opened = MHD_CONNECTION_NOTIFY_STARTED;

/// Serves an open listening socket from one event loop whose connections can be suspended.
static inline struct MHD_Daemon *_Nullable musicbus_http_serve(
    int listening_socket, unsigned connections_max, unsigned idle_seconds_max, size_t memory_bytes,
    MHD_AccessHandlerCallback _Nonnull handle,
    void *_Nullable (*_Nonnull begin)(
        void *_Nullable, const char *_Nonnull, struct MHD_Connection *_Nonnull),
    MHD_RequestCompletedCallback _Nonnull end, MHD_NotifyConnectionCallback _Nonnull connection,
    void *_Nullable context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0,
      NULL, NULL, handle, context,
      MHD_OPTION_LISTEN_SOCKET, listening_socket,
      MHD_OPTION_URI_LOG_CALLBACK, begin, context,
      MHD_OPTION_NOTIFY_COMPLETED, end, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds_max,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_END);
}

/// The client's socket, to see it leave before the response; -1 if there is none.
static inline int musicbus_http_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// A length that is not known in advance: the body is sent in chunks.
static const uint64_t musicbus_http_size_unknown = UINT64_MAX;
static const ssize_t musicbus_http_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
/// Ends a body in the middle: the connection is closed.
static const ssize_t musicbus_http_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/// `POLLRDHUP`, which <poll.h> hides without _GNU_SOURCE: the other side has closed.
static const short musicbus_http_client_left = 0x2000;
