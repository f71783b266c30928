public import MusicModel

/// The result of a call: items, or an image or audio file.
public struct Reply: Hashable, Sendable {
  public var items: [Entity]
  public var media: Media?

  public init(_ items: [Entity] = [], media: Media? = nil) {
    self.items = items
    self.media = media
  }

  /// Returns the reply with at most `limit` items.
  func truncated(to limit: Int) -> Reply {
    Reply(Array(items.prefix(limit)), media: media)
  }
}
