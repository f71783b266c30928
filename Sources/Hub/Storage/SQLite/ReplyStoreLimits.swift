/// The limits of size and age.
package struct ReplyStoreLimits: Hashable, Sendable {
  /// The size of all entries in bytes.
  package var bytesMax = 256 * 1024 * 1024
  /// The age at which an entry expires, in milliseconds (180 days, as records expire).
  package var maxAgeMs = 180 * 86_400_000
  /// The resolution of the time of last use, in milliseconds: not every read must write.
  package var usedStepMs = 600_000

  /// Pages of 4,096 bytes that the file may have, whatever is in it.
  package var maxPages = 131_072
  /// The number of recent searches.
  package var maxSearches = 200
  /// Ids that can be pinned.
  package var maxPins = 10_000

  package init() {}
}
