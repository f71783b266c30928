#define _GNU_SOURCE
#include "CErrorPageShim.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <stdatomic.h>

static _Atomic(musicbus_invalid_request) respond_to_invalid_request;

void musicbus_http_on_invalid_request(musicbus_invalid_request respond) {
  respond_to_invalid_request = respond;
}

int musicbus_http_queue(void *connection, unsigned status, void *response) {
  typedef enum MHD_Result (*function)(struct MHD_Connection *, unsigned, struct MHD_Response *);
  static _Atomic(function) queue;
  if (queue == NULL) queue = (function)dlsym(RTLD_NEXT, "MHD_queue_response");
  return queue == NULL ? MHD_NO : queue(connection, status, response);
}

/// Replaces the function of the library, which only the library itself calls: for its error pages.
enum MHD_Result MHD_queue_response(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *page) {
  const union MHD_ConnectionInfo *context =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  const union MHD_ConnectionInfo *socket =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  musicbus_invalid_request respond = respond_to_invalid_request;
  // The page stays: without one, the library releases memory that its parser still reads.
  enum MHD_Result result = musicbus_http_queue(connection, status, page);
  if (context == NULL || context->socket_context == NULL || socket == NULL || respond == NULL)
    return result;
  respond(context->socket_context, status, socket->connect_fd);
  return result;
}
