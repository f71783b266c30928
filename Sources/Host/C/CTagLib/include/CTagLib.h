// Reads the tags and pictures of a music file with TagLib, whose C binding in Debian 12 knows neither
// the properties of all formats nor pictures.
//
// No function throws, writes to a file, or gives more than the bounds below. The descriptor is not closed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a file is, besides its tags. A number of 0 is unknown.
struct musicbus_audio {
  int length_ms;
  int bitrate_kbps;
  int sample_rate;
  int channels;
  /// The number of embedded pictures.
  int pictures;
};

/// Gets a value of a tag: its key in capitals and a text in UTF-8, which is not terminated.
typedef void (*musicbus_tag_value)(void *_Nullable context, const char *_Nonnull key,
                                   const char *_Nonnull text, size_t length);

/// Gets a picture: its type as in ID3v2 (3 is the front cover), and its bytes.
typedef void (*musicbus_tag_picture)(void *_Nullable context, int type, const void *_Nonnull bytes,
                                     size_t length);

enum musicbus_tag_bounds {
  /// A longer value is left out, such as lyrics with pictures of letters.
  musicbus_max_value_bytes = 64 * 1024,
  musicbus_max_values = 2000,
  musicbus_max_pictures = 32,
  /// A file of which more must be read to find the tags and the sound is no music, such as an empty disk image.
  musicbus_max_read_bytes = 32 * 1024 * 1024,
};

/// What became of reading a file.
enum musicbus_tag_result {
  /// It is no music that TagLib can read.
  musicbus_tags_none,
  musicbus_tags_read,
  /// It was not read within the time.
  musicbus_tags_late,
};

/// Reads the tags of an open file. `name` ends with its extension; reading ends after `max_ms`.
enum musicbus_tag_result musicbus_read_tags(int descriptor, const char *_Nonnull name, int max_ms,
                                            struct musicbus_audio *_Nonnull audio, void *_Nullable context,
                                            musicbus_tag_value _Nonnull value);

/// Reads the pictures of an open file of up to `max_bytes`; reading ends after `max_ms`.
///
/// Returns whether TagLib can read the file.
int musicbus_read_pictures(int descriptor, const char *_Nonnull name, int max_ms, size_t max_bytes,
                           void *_Nullable context, musicbus_tag_picture _Nonnull picture);

#ifdef __cplusplus
}
#endif
