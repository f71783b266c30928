internal import EntityResolution
internal import HostKit

/// The limits of a ``RecordStore``.
package struct RecordLimits: Hashable, Sendable {
  /// The maximum size on disk, in bytes: the file, its log and the index of the log.
  package var maxBytes = ConfigurationKey.defaultCacheMegabytes * 1024 * 1024
  /// The time after which a reply or record expires that no source sent again, in milliseconds.
  package var maxAgeMs = Catalog.retentionMs
  /// The resolution of the time at which a source last sent a record, in milliseconds: a record that
  /// arrives again unchanged need not be written each time.
  package var seenStepMs = 3_600_000
  /// The number of recent searches.
  package var maxSearches = 200
  /// The number of hits below which words are also searched with typos.
  package var minHits = 5
  /// The maximum number of words that are searched in place of one with a typo.
  package var maxSimilarWords = 24
  /// The number of rows that one step removes or indexes.
  package var step = 500

  /// The number of pages for which the disk has space, in tests of a full one.
  package var pagesOfDisk: Int?

  package init() {}

  static let pageBytes = 4096

  /// The maximum number of pages of the file; the rest of the size is for the log.
  var maxPages: Int { max(96, maxBytes * 3 / 4 / RecordLimits.pageBytes) }
  /// The size of the log at which it is written to the file, in pages.
  var logPages: Int { min(1000, max(4, maxBytes / 16 / RecordLimits.pageBytes)) }
  /// The maximum size of the log. It exceeds this only while another program reads the file.
  var maxLogBytes: Int { max(64 * RecordLimits.pageBytes, maxBytes / 4) }
  /// The maximum size of a reply, all of whose pages must fit into the log.
  var maxReplyBytes: Int { maxBytes / 8 }
}
