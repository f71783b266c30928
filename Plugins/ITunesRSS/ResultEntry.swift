internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

/// An entry of the feeds of versions 1 and 2.
struct ResultEntry {
  private let record: JSONRecord

  init(_ record: JSONRecord) { self.record = record }

  /// Throws if the entry is of another medium. Version 1 says `album`, version 2 `albums`.
  func require(_ kind: String) throws(UnusableRecord) {
    let found = record.text("kind") ?? "entry without kind"
    guard found == kind || found == kind + "s" else { throw UnusableRecord(found) }
  }

  var id: Int? { record.integer("id") }
  var title: String? { record.text("name") }
  var album: String? { record.text("collectionName") }
  var link: StoreLink? { StoreLink(record.text("url")) }
  var releaseDate: PartialDate? { StoreDate.date(record.text("releaseDate")) }
  var copyright: String? { record.text("copyright").map { Mojibake.repaired($0) } }
  var advisory: StoreAdvisory? { StoreAdvisory(record.text("contentAdvisoryRating")) }

  var artist: ArtistReference? {
    guard let name = record.text("artistName")?.decodingHTMLEntities else { return nil }
    let link = StoreLink(record.text("artistUrl"))
    // "A & B" has the number of A, which is wrong for both.
    guard link?.isCollaboration != true else { return ArtistReference(name: name) }
    return ArtistReference(
      id: .store("artist", record.integer("artistId") ?? link?.number),
      name: name
    )
  }

  /// The genres without `Music`, which all entries have. In 2017 they were plain strings.
  var genres: [String] {
    let names =
      record.records("genres").compactMap { $0.text("name") }
      + (record.members["genreNames"]?.elements?.compactMap(\.text) ?? [])
    return names.filter { !$0.isEmpty && $0 != "Music" }
  }

  private var imageURL: String? { record.text("artworkUrl100") }
  var artwork: [Artwork] { imageURL.map { StoreArtwork($0).artwork } ?? [] }
  var barCode: EntityID? { imageURL.flatMap { BarCode.id(inArtwork: $0) } }
}

extension Album {
  init(_ entry: ResultEntry, rank: Int) throws(UnusableRecord) {
    try entry.require("album")
    guard let id = EntityID.store("album", entry.id ?? entry.link?.number) else {
      throw UnusableRecord("album without id")
    }
    guard let name = entry.title else { throw UnusableRecord("album without name") }
    let title = StoreTitle(name)
    self.init(id: id, title: title.title, artist: entry.artist)
    ids += [entry.barCode].compactMap { $0 }
    releaseDate = entry.releaseDate
    genres = entry.genres
    let isVarious = VariousArtists.includes(number: nil, name: entry.artist?.name)
    albumKind = isVarious ? .compilation : title.albumKind
    copyright = entry.copyright
    explicit = entry.advisory?.isExplicit
    cleaned = entry.advisory?.isCleaned
    artwork = entry.artwork
    if let link = entry.link { links["itunes"] = link.url }
    self.rank = rank
  }
}

extension Song {
  init(_ entry: ResultEntry, rank: Int) throws(UnusableRecord) {
    try entry.require("song")
    guard let id = EntityID.store("song", entry.id ?? entry.link?.songNumber) else {
      throw UnusableRecord("song without id")
    }
    guard let title = entry.title?.decodingHTMLEntities else {
      throw UnusableRecord("song without name")
    }
    self.init(id: id, title: title, artist: entry.artist)
    album = entry.album.map { name in
      // The link of a song leads to its album, with the song in the query.
      let number = entry.link.flatMap { $0.songNumber == nil ? nil : $0.number }
      return AlbumReference(id: .store("album", number), title: StoreTitle(name).title)
    }
    releaseDate = entry.releaseDate
    genres = entry.genres
    explicit = entry.advisory?.isExplicit
    cleaned = entry.advisory?.isCleaned
    artwork = entry.artwork
    if let link = entry.link { links["itunes"] = link.url }
    self.rank = rank
  }
}
