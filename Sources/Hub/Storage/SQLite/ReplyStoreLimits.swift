internal import EntityResolution

/// The limits of size and age.
package struct ReplyStoreLimits: Hashable, Sendable {
  /// The maximum size of the file with its log and the index of the log on disk, in bytes.
  package var maxBytes = 256 * 1024 * 1024
  /// The age at which an entry expires, in milliseconds.
  package var maxAgeMs = Catalog.retentionMs
  /// The resolution of the time of last use, in milliseconds: not every read must write.
  package var usedStepMs = 600_000
  /// The number of recent searches.
  package var maxSearches = 200
  /// Ids that can be pinned.
  package var maxPins = 10_000

  /// Pages for which the disk has space, in tests of a full one.
  package var pagesOfDisk: Int?

  package init() {}

  static let pageBytes = 4096

  /// The pages of the file; the rest of the size is for the log.
  var maxPages: Int { max(32, maxBytes * 3 / 4 / ReplyStoreLimits.pageBytes) }
  /// The size of the log at which it is written to the file, in pages.
  var logPages: Int { min(1000, max(4, maxBytes / 16 / ReplyStoreLimits.pageBytes)) }
  /// The maximum size of the log; it exceeds this only while another program reads the file.
  var maxLogBytes: Int { max(64 * ReplyStoreLimits.pageBytes, maxBytes / 4) }
  /// The maximum size of an entry, which is also one in the log.
  var maxEntryBytes: Int { maxBytes / 8 }
  /// The entries that one transaction evicts, each of which may change a page.
  var evictionStep: Int { max(4, maxPages / 64) }
}
