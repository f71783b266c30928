internal import ProviderKit

extension Artist {
  init(spotify record: JSONRecord) throws(UnusableRecord) {
    self.init(id: try record.requiredID("spotify", "artist"), name: try record.requiredText("name"))
    followers = record.record("followers")?.integer("total")
    genres = record.texts("genres")
    artwork = record.spotifyImages(of: .artist)
    links["spotify"] = record.record("external_urls")?.url("spotify")
  }
}

extension RecordedMusic {
  fileprivate init(spotify record: JSONRecord, _ code: EntityID?) throws(UnusableRecord) {
    try self.init(record, "spotify", title: "name", code: code)
    artist = ArtistReference(credits: record.records("artists"), "spotify")
    artists = [CreditedArtist](credits: record.records("artists"), "spotify")
    artwork = (record.record("album") ?? record).spotifyImages(of: .album)
    links["spotify"] = record.record("external_urls")?.url("spotify")
  }
}

extension Album {
  init(spotify record: JSONRecord) throws(UnusableRecord) {
    try self.init(spotify: record, BarCode.id(record.record("external_ids")?.text("upc") ?? ""))
    releaseDate =
      record.date("release_date")
      ?? record.record("release_date")?.positive("year").flatMap { PartialDate(year: $0) }
    trackCount = record.positive("total_tracks") ?? record.record("tracks")?.positive("total")
    // Spotify also calls an EP a single.
    let type = record.text("album_type")?.lowercased()
    let mayBeEP = type == "single" && (trackCount ?? 1) > 3
    albumKind = mayBeEP ? nil : type.map { AlbumKind(rawValue: $0) }
    label = record.text("label")
    copyright = record.records("copyrights").first?.text("text")
  }
}

extension Song {
  init(spotify record: JSONRecord) throws(UnusableRecord) {
    let code = RecordingCode.id(record.record("external_ids")?.text("isrc") ?? "")
    try self.init(spotify: record, code)
    let album = record.record("album")
    self.album = AlbumReference(album, "spotify", title: "name")
    durationMs = record.positive("duration_ms")
    (discNumber, trackNumber) = (record.positive("disc_number"), record.positive("track_number"))
    releaseDate = album?.date("release_date")
    previewURL = record.url("preview_url")
    explicit = record.flag("explicit")
  }
}

extension JSONRecord {
  func spotifyImages(of kind: EntityKind) -> [Artwork] {
    records("images").compactMap { $0.picture("url", kind == .artist ? .portrait : .cover) }
  }
}
