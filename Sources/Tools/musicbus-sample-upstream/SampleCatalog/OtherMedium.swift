/// Other media in the store: they are found by searches that are not restricted to music.
struct OtherMedium: Hashable, Sendable {
  enum Kind: String, Sendable {
    case film = "feature-movie"
    case audiobook
    case musicVideo = "music-video"
  }

  let kind: Kind
  let id: Int
  let title: String
  /// Author, director or musician.
  let artist: String
  let date: ReleaseDate
  let seconds: Int
  let genre: String
  /// HTML, entities and all, in audiobooks.
  let description: String
  /// The title of the album that a music video belongs to.
  let album: String?
  let search: [SearchText]

  init(
    _ kind: Kind,
    _ id: Int,
    _ title: String,
    by artist: String,
    _ date: ReleaseDate,
    seconds: Int,
    genre: String,
    _ description: String = "",
    album: String? = nil
  ) {
    self.kind = kind
    self.id = id
    self.title = title
    self.artist = artist
    self.date = date
    self.seconds = seconds
    self.genre = genre
    self.description = description
    self.album = album
    search = [SearchText(title), SearchText(artist)]
  }
}
