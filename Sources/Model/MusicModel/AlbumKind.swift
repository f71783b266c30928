/// The kind of an album. Open: unknown kinds of newer sources are preserved.
public struct AlbumKind: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let album = AlbumKind(rawValue: "album")
  public static let single = AlbumKind(rawValue: "single")
  public static let ep = AlbumKind(rawValue: "ep")
  public static let compilation = AlbumKind(rawValue: "compilation")
  public static let live = AlbumKind(rawValue: "live")
  public static let remix = AlbumKind(rawValue: "remix")
  public static let soundtrack = AlbumKind(rawValue: "soundtrack")
  public static let demo = AlbumKind(rawValue: "demo")
  public static let karaoke = AlbumKind(rawValue: "karaoke")
  public static let tribute = AlbumKind(rawValue: "tribute")
}
