// Replaces the error pages of libmicrohttpd by responses of the application.
//
// libmicrohttpd 0.9.75 responds to requests that it cannot parse with HTML pages of its own, and has no
// option for other ones. It hands them to its exported function MHD_queue_response (connection.c,
// transmit_error_response_len), and sends the head of some of them twice. Every program that links this
// target replaces that function.
#pragma once

/// Sends the response to an invalid request and shuts the socket down, so that the library can send
/// nothing else. `site` is the context of the socket.
typedef void (*musicbus_invalid_request)(void *_Nonnull site, unsigned status, int socket);

/// Sets the function that responds to invalid requests, for all servers of the process.
void musicbus_http_on_invalid_request(musicbus_invalid_request _Nonnull respond);

/// Queues a response of the application, as MHD_queue_response of the library does.
int musicbus_http_queue(void *_Nonnull connection, unsigned status, void *_Nonnull response);
