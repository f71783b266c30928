public import MusicModel

/// A new album of a favourite artist, as in the reply to `releases.list`.
public struct ReleaseReport: Hashable, Sendable, Codable {
  public var album: Album
  /// The time since the hub found it, in milliseconds.
  public var foundAgeMs: Int
  /// Whether the user has seen it.
  public var isSeen: Bool

  private enum CodingKeys: String, CodingKey {
    case album, foundAgeMs, isSeen = "seen"
  }

  public init(album: Album, foundAgeMs: Int, isSeen: Bool) {
    self.album = album
    self.foundAgeMs = foundAgeMs
    self.isSeen = isSeen
  }
}
