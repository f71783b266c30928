internal import MusicModel
internal import ProviderKit

extension Album {
  init(_ record: AudioDBRecord) throws(UnusableRecord) {
    guard let id = record.id("audiodb", "album", "idAlbum") else {
      throw UnusableRecord("no idAlbum")
    }
    guard let title = record.text("strAlbum") else { throw UnusableRecord("no strAlbum") }
    self.init(id: id, title: title, artist: ArtistReference(record))
    ids += [
      record.id("mbid", "release-group", "strMusicBrainzID"),
      record.id("itunes", "album", "strItunesID"),
      record.id("discogs", "album", "strDiscogsID"),
      record.id("wikidata", "album", "strWikidataID"),
      record.id("allmusic", "album", "strAllMusicID"),
    ].compactMap { $0 }
    ids.sort()
    releaseDate = record.year("intYearReleased").flatMap { PartialDate(year: $0) }
    genres = record.genres
    albumKind = record.text("strReleaseFormat").map { AlbumKind(audioDB: $0) }
    label = record.text("strLabel")
    artwork = AudioDBImage.artwork(record, AudioDBImage.ofAlbums)
  }
}

extension AlbumKind {
  /// Maps `Album`, `EP`, `Live`, …; unknown values are lower-cased.
  fileprivate init(audioDB format: String) {
    let word = format.lowercased()
    self = AlbumKind.audioDB[word] ?? AlbumKind(rawValue: word)
  }

  private static let audioDB: [String: AlbumKind] = [
    "remixes": .remix, "dj-mix": .remix, "soundtracks": .soundtrack, "compilations": .compilation,
    "live album": .live, "demos": .demo, "studio": .album, "studio album": .album,
  ]
}

extension ArtistReference {
  /// Creates a reference to the artist of an album or song.
  init?(_ record: AudioDBRecord) {
    guard let name = record.text("strArtist") else { return nil }
    self.init(id: record.id("audiodb", "artist", "idArtist"), name: name)
  }
}
