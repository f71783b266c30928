#pragma once

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

// The functions of GnuTLS in use, with plain signatures. GnuTLS serves libmicrohttpd anyway. They fail only
// if the library does not have the algorithm, such as MD5 in FIPS mode, and return a negative number then.

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

/// Writes the 16 bytes of MD5 (RFC 1321) of a text.
static inline int musicbus_md5(
    const void *_Nullable text, size_t count, void *_Nonnull output) {
  return gnutls_hash_fast(GNUTLS_DIG_MD5, text, count, output);
}
