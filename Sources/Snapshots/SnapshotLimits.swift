/// How much is kept, and for how long.
package struct SnapshotLimits: Hashable, Sendable {
  /// Bytes of answers.
  package var bytesMax = 256 * 1024 * 1024
  /// An answer that is older is forgotten, in milliseconds (180 days, DESIGN chapter "Merging").
  package var ageMaxMs = 180 * 86_400_000
  /// The use of an answer is noted this exactly, in milliseconds: a read need not write each time.
  package var usedStepMs = 600_000

  package init() {}
}
