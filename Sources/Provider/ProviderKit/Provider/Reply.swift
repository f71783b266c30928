public import MusicModel

/// What a provider has to say to one call: items, or a picture or sound.
public struct Reply: Hashable, Sendable {
  public var items: [Entity]
  public var media: Media?

  public init(_ items: [Entity] = [], media: Media? = nil) {
    self.items = items
    self.media = media
  }

  /// No more items than the caller asked for.
  func cut(to limit: Int) -> Reply {
    Reply(Array(items.prefix(limit)), media: media)
  }
}

/// A picture or a sound as its source gave it.
public struct Media: Hashable, Sendable {
  public var bytes: [UInt8]
  /// What the bytes are, by their beginning: `image/jpeg`, `audio/mp4`, …
  public var type: String
  /// Where they are from.
  public var url: String

  public init(bytes: [UInt8], type: String, url: String) {
    self.bytes = bytes
    self.type = type
    self.url = url
  }
}
