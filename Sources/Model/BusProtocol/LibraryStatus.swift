/// The state of the library, as in the reply to `library.status`.
public struct LibraryStatus: Hashable, Sendable, Codable {
  public var artists: Int
  public var albums: Int
  public var songs: Int
  public var bytes: Int
  /// The size from which the oldest records are removed.
  public var bytesMax: Int
  /// The reason if the library cannot be used for now.
  public var problem: String?

  public init(artists: Int, albums: Int, songs: Int, bytes: Int, bytesMax: Int) {
    self.artists = artists
    self.albums = albums
    self.songs = songs
    self.bytes = bytes
    self.bytesMax = bytesMax
  }
}
