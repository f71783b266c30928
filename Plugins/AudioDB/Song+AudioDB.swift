internal import MusicModel
internal import ProviderKit

extension Song {
  init(_ record: AudioDBRecord) throws(UnusableRecord) {
    guard let id = record.id("audiodb", "song", "idTrack") else {
      throw UnusableRecord("no idTrack")
    }
    guard let title = record.text("strTrack") else { throw UnusableRecord("no strTrack") }
    self.init(id: id, title: title, artist: ArtistReference(record))
    ids += [record.id("mbid", "recording", "strMusicBrainzID")].compactMap { $0 }
    ids.sort()
    album = record.text("strAlbum").map {
      AlbumReference(id: record.id("audiodb", "album", "idAlbum"), title: $0)
    }
    durationMs = record.number("intDuration")
    discNumber = record.number("intCD")
    trackNumber = record.number("intTrackNumber")
    genres = record.genres
    artwork = AudioDBImage.artwork(record, AudioDBImage.ofSongs)
    links = record.links([("video", "strMusicVid")])
  }
}
