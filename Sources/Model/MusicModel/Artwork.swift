/// A picture of an artist, or the cover of an album or song.
public struct Artwork: Hashable, Sendable, Codable {
  /// The subject of the picture.
  public struct Role: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The front of an album or song.
    public static let cover = Role(rawValue: "cover")
    /// A portrait of an artist.
    public static let portrait = Role(rawValue: "portrait")
    public static let logo = Role(rawValue: "logo")
    public static let banner = Role(rawValue: "banner")
    public static let background = Role(rawValue: "background")
    public static let back = Role(rawValue: "back")
    public static let disc = Role(rawValue: "disc")
  }

  /// The location of the picture. Only providers download it; for all others it is an opaque name.
  public var url: String
  /// In pixels, where known.
  public var width: Int?
  /// In pixels, where known.
  public var height: Int?
  public var role: Role

  public init(url: String, width: Int? = nil, height: Int? = nil, role: Role) {
    self.url = url
    self.width = width
    self.height = height
    self.role = role
  }
}

extension Artwork: MemberVisitable {
  public static let blank: Artwork? = Artwork(url: "", role: Role(rawValue: ""))

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Artwork>) {
    visit.optional("height", .positive, \.height)
    visit.required("role", .text, \.role)
    visit.required("url", .text, \.url)
    visit.optional("width", .positive, \.width)
  }

  /// The area in pixels.
  public var quality: Int { min(width ?? 0, 20_000) * min(height ?? width ?? 0, 20_000) }
  public var listKey: String { url }
}
