internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

/// An entry of the legacy feeds, in which every value is an object with `label` and `attributes`.
struct LegacyEntry: ChartEntry {
  private let record: JSONRecord

  init(_ record: JSONRecord) { self.record = record }

  /// Throws if the entry is of another medium; podcasts and apps have feeds of the same format.
  func require(_ kind: EntityKind) throws(UnusableRecord) {
    let outer = record.record("im:contentType")
    let found = outer?.record("im:contentType") ?? outer
    let term = found?.record("attributes")?.text("term") ?? "entry without kind"
    guard term == (kind == .album ? "Album" : "Track") else { throw UnusableRecord(term) }
  }

  var id: Int? { attributes("id")?.integer("im:id") }
  var title: String? { label("im:name") }
  var copyright: String? { label("rights").map { Mojibake.repaired($0) } }
  var trackCount: Int? {
    record.record("im:itemCount")?.integer("label").flatMap { $0 > 0 ? $0 : nil }
  }

  var artist: ArtistReference? {
    guard let name = label("im:artist")?.decodingHTMLEntities else { return nil }
    // Various Artists have no link; the link of "A & B" leads to both.
    let link = StoreLink(attributes("im:artist")?.text("href"))
    let number = link.flatMap { $0.isCollaboration ? nil : $0.number }
    return ArtistReference(id: .store("artist", number), name: name)
  }

  var album: AlbumReference? {
    let album = record.record("im:collection")
    let link = album?.record("link")?.record("attributes")?.text("href")
    return album?.record("im:name")?.text("label").map {
      AlbumReference(id: .store("album", StoreLink(link)?.number), title: StoreTitle($0).title)
    }
  }

  var genres: [String] {
    let genre = attributes("category")?.text("label") ?? attributes("category")?.text("term")
    return [genre].compactMap { $0 }.filter { $0 != "Music" }
  }

  var price: (Double, String)? {
    guard let attributes = attributes("im:price"), let price = attributes.number("amount"),
      price > 0, let currency = attributes.text("currency")
    else { return nil }
    return (price, currency)
  }

  var releaseDate: PartialDate? {
    StoreDate.date(label("im:releaseDate"))
      ?? StoreDate.date(attributes("im:releaseDate")?.text("label"))
  }

  /// The page in the store.
  var link: StoreLink? {
    let page = links.first { $0.text("rel") == "alternate" } ?? links.first
    return StoreLink(page?.text("href") ?? record.record("id")?.text("label"))
  }

  var preview: StoreLink? {
    StoreLink(links.first { $0.text("rel") == "enclosure" }?.text("href"))
  }

  /// The URL of the largest image; all show the same artwork.
  var imageURL: String? {
    record.records("im:image").max {
      ($0.record("attributes")?.integer("height") ?? 0)
        < ($1.record("attributes")?.integer("height") ?? 0)
    }?.text("label")
  }

  private var links: [JSONRecord] { record.records("link").compactMap { $0.record("attributes") } }

  private func label(_ name: String) -> String? { record.record(name)?.text("label") }

  private func attributes(_ name: String) -> JSONRecord? {
    record.record(name)?.record("attributes")
  }
}
