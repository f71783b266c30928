internal import EntityResolution

/// The limits of the library.
package struct LibraryLimits: Hashable, Sendable {
  /// The maximum size of the file, without its log, in bytes.
  package var maxBytes = 640 * 1024 * 1024
  /// The time after which a record that no source sent again expires, in milliseconds.
  package var maxAgeMs = Catalog.retentionMs
  /// The maximum size of a record, in bytes.
  package var maxRecordBytes = 64 * 1024
  /// The number of hits from which words are not searched with typos.
  package var minHits = 5
  /// The maximum number of words that are searched in place of one with a typo.
  package var maxSimilarWords = 24
  /// The number of records that one job removes.
  package var removalStep = 500

  /// Pages for which the disk has space, in tests of a full one.
  package var pagesOfDisk: Int?

  package init() {}

  /// The maximum number of pages of the file.
  var maxPages: Int { max(64, maxBytes / ReplyStoreLimits.pageBytes) }
}
