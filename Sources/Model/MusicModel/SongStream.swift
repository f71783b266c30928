/// Where the whole of a song can be played: at the user's own server, for the user alone.
public struct SongStream: Hashable, Sendable, Codable {
  /// Only the provider that supplied it requests it; for all others it is an opaque name.
  public var url: String
  /// The media type: `audio/flac`.
  public var mime: String?
  /// The bit rate in kilobits per second.
  public var kbps: Int?

  public init(url: String, mime: String? = nil, kbps: Int? = nil) {
    self.url = url
    self.mime = mime
    self.kbps = kbps
  }
}

extension SongStream: MemberVisitable {
  public static let blank: SongStream? = SongStream(url: "")

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<SongStream>) {
    visit.optional("kbps", .positive, \.kbps)
    visit.optional("mime", .text, \.mime)
    visit.required("url", .text, \.url)
  }

  public var quality: Int { kbps ?? 0 }
}
