#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
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
