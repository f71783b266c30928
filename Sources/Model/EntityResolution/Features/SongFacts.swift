import MusicModel

/// The members of a song that are compared. They are read one by one, because copying a whole song
/// with two dozen members is slow.
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
