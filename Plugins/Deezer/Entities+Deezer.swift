internal import ProviderKit

extension Artist {
  init(deezer record: JSONRecord) throws(UnusableRecord) {
    self.init(id: try record.requiredID("deezer", "artist"), name: try record.requiredText("name"))
    followers = record.integer("nb_fan")
    artwork = record.pictures(of: .artist)
    links["deezer"] = record.url("link")
  }
}

extension RecordedMusic {
  fileprivate init(deezer record: JSONRecord, _ code: EntityID?) throws(UnusableRecord) {
    try self.init(record, "deezer", title: "title", code: code)
    artist = ArtistReference(record.record("artist"), "deezer")
    artists = [CreditedArtist](credits: record.records("contributors"), "deezer")
    releaseDate = record.date("release_date")
    genres = record.record("genres")?.records("data").compactMap { $0.text("name") } ?? []
    explicit = record.flag("explicit_lyrics")
    artwork = record.pictures(of: Self.kind)
    links["deezer"] = record.url("link")
    rank = record.positive("position")
  }
}

extension Album {
  init(deezer record: JSONRecord) throws(UnusableRecord) {
    try self.init(deezer: record, BarCode.id(record.text("upc") ?? ""))
    trackCount = record.positive("nb_tracks")
    albumKind = record.text("record_type").map { AlbumKind(rawValue: $0) }
    if albumKind?.rawValue == "compile" { albumKind = .compilation }
    label = record.text("label")
  }
}

extension Song {
  init(deezer record: JSONRecord) throws(UnusableRecord) {
    try self.init(deezer: record, RecordingCode.id(record.text("isrc") ?? ""))
    album = AlbumReference(record.record("album"), "deezer", title: "title")
    durationMs = record.positive("duration").map { min($0, 86_400) * 1000 }
    (discNumber, trackNumber) = (record.positive("disk_number"), record.positive("track_position"))
    previewURL = record.url("preview")
  }
}

extension Entity {
  init(deezer record: JSONRecord) throws(UnusableRecord) {
    let isSong = record.text("type") == "track"
    self = isSong ? .song(try Song(deezer: record)) : .album(try Album(deezer: record))
  }
}

extension JSONRecord {
  func pictures(of kind: EntityKind) -> [Artwork] {
    if kind == .song { return record("album")?.pictures(of: .album) ?? [] }
    let (name, role) = kind == .artist ? ("picture", Artwork.Role.portrait) : ("cover", .cover)
    return pictures([(name + "_xl", 1000), (name + "_big", 500), (name + "_medium", 250)], role)
  }
}
