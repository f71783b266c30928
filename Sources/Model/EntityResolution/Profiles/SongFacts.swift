import MusicModel

/// What of a song is read for comparison, taken out of it one by one: a song as a whole has two dozen
/// members, and is copied where it is taken out of an entity and handed on.
struct SongFacts {
  let title: String
  let artist: ArtistReference?
  let album: String?
  let durationMs: Int?
  let discNumber: Int?
  let trackNumber: Int?
  let year: Int?

  @inline(__always)
  init(_ song: Song) {
    title = song.title
    artist = song.artist
    album = song.album?.title
    durationMs = song.durationMs
    discNumber = song.discNumber
    trackNumber = song.trackNumber
    year = song.releaseDate?.year
  }
}
