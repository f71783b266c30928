/// How the answers are that the hub keeps on disk, as `cache.status` tells it.
public struct CacheStatus: Hashable, Sendable, Codable {
  public var answers: Int
  public var bytes: Int
  /// From here on the answers not used for longest are forgotten.
  public var bytesMax: Int
  /// The age of the oldest answer, in milliseconds; nothing where there is none.
  public var oldestMs: Int?
  /// Ids of which nothing is forgotten.
  public var pinned: Int
  /// Why answers cannot be kept or read for now.
  public var problem: String?

  public init(answers: Int, bytes: Int, bytesMax: Int, pinned: Int) {
    self.answers = answers
    self.bytes = bytes
    self.bytesMax = bytesMax
    self.pinned = pinned
  }
}
