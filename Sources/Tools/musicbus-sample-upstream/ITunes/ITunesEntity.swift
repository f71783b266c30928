/// The values of `entity` in a search of the store.
enum ITunesEntity: String, Sendable, CaseIterable {
  case musicArtist, musicTrack, album, musicVideo, mix, song
  case movieArtist, movie, podcast, podcastAuthor, podcastEpisode
  case audiobook, audiobookAuthor, shortFilm, shortFilmArtist, tvEpisode, tvSeason
  case software, iPadSoftware, macSoftware, ebook
  case allArtist, allTrack

  static let media: Set<String> = [
    "all", "music", "musicVideo", "movie", "podcast", "audiobook", "shortFilm", "tvShow",
    "software", "ebook",
  ]

  /// Whether the store takes this entity with that medium.
  func belongs(to media: String) -> Bool {
    media == "all" || Self.entities[media]?.contains(self) == true
  }

  /// The default entity for a medium.
  static func usual(of media: String) -> ITunesEntity? {
    media == "music" ? .musicTrack : entities[media]?.last
  }

  /// The usual one last.
  private static let entities: [String: [ITunesEntity]] = [
    "music": [.musicArtist, .album, .musicVideo, .mix, .song, .musicTrack],
    "musicVideo": [.musicArtist, .musicVideo],
    "movie": [.movieArtist, .movie],
    "podcast": [.podcastAuthor, .podcastEpisode, .podcast],
    "audiobook": [.audiobookAuthor, .audiobook],
    "shortFilm": [.shortFilmArtist, .shortFilm],
    "tvShow": [.tvSeason, .tvEpisode],
    "software": [.iPadSoftware, .macSoftware, .software],
    "ebook": [.ebook],
  ]
}
