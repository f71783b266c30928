#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/eventfd.h>  // missing from Swift's Glibc module

// libcurl sets options with variadic functions, which Swift cannot call. These wrappers give them
// plain signatures; they decide nothing else.

static inline CURLcode musicbus_curl_set_text(
    void *_Nonnull handle, CURLoption option, const char *_Nullable text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode musicbus_curl_set_number(
    void *_Nonnull handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

static inline CURLcode musicbus_curl_set_size(
    void *_Nonnull handle, CURLoption option, curl_off_t size) {
  return curl_easy_setopt(handle, option, size);
}

static inline CURLcode musicbus_curl_set_pointer(
    void *_Nonnull handle, CURLoption option, void *_Nullable pointer) {
  return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode musicbus_curl_set_headers(
    void *_Nonnull handle, struct curl_slist *_Nullable headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*musicbus_curl_receiver)(
    char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);

/// Passes the lines of the head and the chunks of the body on.
static inline void musicbus_curl_set_receivers(
    void *_Nonnull handle, musicbus_curl_receiver _Nonnull head,
    musicbus_curl_receiver _Nonnull body, void *_Nonnull context) {
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

typedef curl_socket_t (*musicbus_curl_opener)(
    void *_Nonnull context, curlsocktype purpose, struct curl_sockaddr *_Nonnull address);

/// Opens the socket of each connection.
static inline void musicbus_curl_set_opener(
    void *_Nonnull handle, musicbus_curl_opener _Nonnull open, void *_Nonnull context) {
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

/// The bytes of an IPv4 or IPv6 address in the order of the network; 0 of another kind.
static inline int musicbus_curl_address(
    const struct curl_sockaddr *_Nonnull address, unsigned char bytes[_Nonnull 16]) {
  const struct sockaddr *socket = &address->addr;
  if (socket->sa_family == AF_INET) {
    memcpy(bytes, &((const struct sockaddr_in *)socket)->sin_addr, 4);
    return 4;
  }
  if (socket->sa_family != AF_INET6) { return 0; }
  memcpy(bytes, &((const struct sockaddr_in6 *)socket)->sin6_addr, 16);
  return 16;
}

static inline CURLMcode musicbus_curl_set_limit(
    void *_Nonnull multi, CURLMoption option, long number) {
  return curl_multi_setopt(multi, option, number);
}

/// The bytes of the request that were sent, those to a proxy included.
static inline long musicbus_curl_sent_bytes(void *_Nonnull handle) {
  long bytes = 0;
  return curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &bytes) == CURLE_OK ? bytes : 1;
}

/// The result of the next finished transfer; `NULL` if there is none.
static inline void *_Nullable musicbus_curl_next_finished(
    void *_Nonnull multi, CURLcode *_Nonnull result) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
