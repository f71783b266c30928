internal import ITunesSupport
internal import ProviderKit

extension Artist {
  init(store record: JSONRecord) throws(UnusableRecord) {
    try record.require("artist")
    // Directors, authors and software developers are "artists", too.
    if let type = record.text("artistType"), type != "Artist" { throw UnusableRecord(type) }
    let link = record.link("artistLinkUrl") ?? record.link("artistViewUrl")
    guard let id = EntityID.store("artist", record.positive("artistId") ?? link?.number) else {
      throw UnusableRecord("artist without artistId")
    }
    guard let name = record.name("artistName") else {
      throw UnusableRecord("artist without artistName")
    }
    self.init(id: id, name: name)
    let amg = record.positive("amgArtistId")
    add([amg.flatMap { EntityID(namespace: "amg", type: "artist", value: String($0)) }])
    genres = [record.text("primaryGenreName")].compactMap { $0 }.filter { $0 != "Music" }
    links["itunes"] = link?.url
  }
}

extension Album {
  init(store record: JSONRecord) throws(UnusableRecord) {
    try record.require("collection")
    let type = record.text("collectionType") ?? "Album"
    guard ["Album", "Compilation"].contains(type) else { throw UnusableRecord(type) }
    let link = record.link("collectionViewUrl")
    guard let id = EntityID.store("album", record.positive("collectionId") ?? link?.number) else {
      throw UnusableRecord("album without collectionId")
    }
    guard let name = record.text("collectionName") else {
      throw UnusableRecord("album without collectionName")
    }
    let title = StoreTitle(name)
    self.init(id: id, title: title.title, artist: record.artist)
    setValues(record, prefix: "collection", link)
    add([record.text("artworkUrl100").flatMap { BarCode.id(inArtwork: $0) }])
    trackCount = record.positive("trackCount")
    let isVarious = VariousArtists.includes(
      number: record.positive("artistId"),
      name: record.text("artistName")
    )
    albumKind = type == "Compilation" || isVarious ? .compilation : title.albumKind
    copyright = record.text("copyright").map { Mojibake.repaired($0) }
  }
}

extension Song {
  init(store record: JSONRecord) throws(UnusableRecord) {
    try record.require("track", kind: "song")
    let link = record.link("trackViewUrl")
    guard let id = EntityID.store("song", record.positive("trackId") ?? link?.songNumber) else {
      throw UnusableRecord("song without trackId")
    }
    guard let title = record.name("trackName") else {
      throw UnusableRecord("song without trackName")
    }
    self.init(id: id, title: title, artist: record.artist)
    setValues(record, prefix: "track", link)
    album = record.text("collectionName").map {
      let id = EntityID.store("album", record.positive("collectionId"))
      return AlbumReference(id: id, title: StoreTitle($0).title)
    }
    durationMs = record.positive("trackTimeMillis")
    discNumber = record.positive("discNumber")
    trackNumber = record.positive("trackNumber")
    previewURL = record.link("previewUrl")?.url
  }
}

extension RecordedMusic {
  fileprivate mutating func setValues(_ record: JSONRecord, prefix: String, _ link: StoreLink?) {
    setStoreValues(
      date: record.text("releaseDate"),
      genres: [record.text("primaryGenreName")].compactMap { $0 },
      advisory: record.text(prefix + "Explicitness"),
      price: record.price(prefix + "Price"),
      // All URLs of the record show the same image.
      image: ["artworkUrl100", "artworkUrl60", "artworkUrl30"].lazy.compactMap(record.text).first,
      link: link
    )
  }
}

extension JSONRecord {
  /// Throws if the record is of another kind: lists contain films, audiobooks and videos.
  fileprivate func require(_ wrapperType: String, kind: String? = nil) throws(UnusableRecord) {
    let found = text("kind") ?? text("wrapperType") ?? "record without kind"
    guard text("wrapperType") == wrapperType else { throw UnusableRecord(found) }
    if let kind, text("kind") != kind { throw UnusableRecord(found) }
  }

  /// Returns a name without HTML entities.
  fileprivate func name(_ member: String) -> String? { text(member)?.decodingHTMLEntities }

  fileprivate func link(_ member: String) -> StoreLink? { StoreLink(text(member)) }

  fileprivate var artist: ArtistReference? {
    name("artistName").map { ArtistReference(id: .store("artist", positive("artistId")), name: $0) }
  }
}
