/// The state of the provider cache on disk, as in the reply to `cache.status`.
public struct CacheStatus: Hashable, Sendable, Codable {
  public var entries: Int
  public var bytes: Int
  /// The size from which the least recently used entries are evicted.
  public var bytesMax: Int
  /// The age of the oldest entry, in milliseconds; `nil` if the cache is empty.
  public var oldestMs: Int?
  /// The number of ids whose entries are never evicted.
  public var pinned: Int
  /// The reason if the cache cannot be used for now.
  public var problem: String?

  private enum CodingKeys: String, CodingKey {
    case entries = "answers", bytes, bytesMax, oldestMs, pinned, problem
  }

  public init(entries: Int, bytes: Int, bytesMax: Int, pinned: Int) {
    self.entries = entries
    self.bytes = bytes
    self.bytesMax = bytesMax
    self.pinned = pinned
  }
}
