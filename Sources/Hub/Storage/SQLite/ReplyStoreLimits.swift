/// How much is kept, and for how long.
package struct ReplyStoreLimits: Hashable, Sendable {
  /// Bytes of answers.
  package var bytesMax = 256 * 1024 * 1024
  /// An answer that is older is forgotten, in milliseconds (180 days, DESIGN chapter "Merging").
  package var ageMaxMs = 180 * 86_400_000
  /// The use of an answer is noted this exactly, in milliseconds: a read need not write each time.
  package var usedStepMs = 600_000

  /// Pages of 4,096 bytes that the file may have, whatever is in it.
  package var pagesMax = 131_072
  /// Searches that are remembered.
  package var searchesMax = 200
  /// Ids that can be pinned.
  package var pinsMax = 10_000

  package init() {}
}
