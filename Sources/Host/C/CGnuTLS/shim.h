#pragma once

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

// The two functions of GnuTLS in use, with plain signatures. GnuTLS serves libmicrohttpd anyway. They
// fail only if the library has no SHA-256 at all, and return a negative number then.

/// Writes the 32 bytes of HMAC-SHA256 (RFC 2104) of a text.
static inline int musicbus_hmac_sha256(
    const void *_Nonnull key, size_t key_count, const void *_Nullable text, size_t count,
    void *_Nonnull output) {
  return gnutls_hmac_fast(GNUTLS_MAC_SHA256, key, key_count, text, count, output);
}

/// Writes the 32 bytes of SHA-256 of a text.
static inline int musicbus_sha256(
    const void *_Nullable text, size_t count, void *_Nonnull output) {
  return gnutls_hash_fast(GNUTLS_DIG_SHA256, text, count, output);
}
