/// An image or audio file, as the upstream returned it.
public struct Media: Hashable, Sendable {
  public var bytes: [UInt8]
  /// The MIME type, detected from the first bytes: `image/jpeg`, `audio/mp4`, …
  public var type: String
  public var url: String

  public init(bytes: [UInt8], type: String, url: String) {
    self.bytes = bytes
    self.type = type
    self.url = url
  }
}
