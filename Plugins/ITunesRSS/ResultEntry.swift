internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

/// An entry of the feeds of versions 1 and 2.
struct ResultEntry: ChartEntry {
  private let record: JSONRecord

  init(_ record: JSONRecord) { self.record = record }

  /// Throws if the entry is of another medium. Version 1 says `album`, version 2 `albums`.
  func require(_ kind: EntityKind) throws(UnusableRecord) {
    let found = record.text("kind") ?? "entry without kind"
    guard found == kind.rawValue || found == "\(kind.rawValue)s" else {
      throw UnusableRecord(found)
    }
  }

  var id: Int? { record.integer("id") }
  var title: String? { record.text("name") }
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

  var album: AlbumReference? {
    record.text("collectionName").map { name in
      // The link of a song leads to its album, with the song in the query.
      let number = link.flatMap { $0.songNumber == nil ? nil : $0.number }
      return AlbumReference(id: .store("album", number), title: StoreTitle(name).title)
    }
  }

  /// The genres without `Music`, which all entries have. In 2017 they were plain strings.
  var genres: [String] {
    let names =
      record.records("genres").compactMap { $0.text("name") }
      + (record.members["genreNames"]?.elements?.compactMap(\.text) ?? [])
    return names.filter { !$0.isEmpty && $0 != "Music" }
  }

  var imageURL: String? { record.text("artworkUrl100") }
}
