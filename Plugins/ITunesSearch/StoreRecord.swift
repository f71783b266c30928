internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

/// A record of the API, of any kind.
struct StoreRecord {
  private let record: JSONRecord

  init(_ record: JSONRecord) { self.record = record }

  /// Throws if the record is of another kind.
  func require(_ wrapperType: String, kind: String?) throws(UnusableRecord) {
    let found = record.text("kind") ?? record.text("wrapperType") ?? "record without kind"
    guard record.text("wrapperType") == wrapperType else { throw UnusableRecord(found) }
    if let kind, record.text("kind") != kind { throw UnusableRecord(found) }
  }

  /// Returns a name without HTML entities.
  func name(_ member: String) -> String? { record.text(member)?.decodingHTMLEntities }

  func text(_ member: String) -> String? { record.text(member) }

  /// Returns an integer above zero.
  func number(_ member: String) -> Int? {
    record.integer(member).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns a price with its currency; -1 means that the item is not sold individually.
  func price(_ member: String) -> (Double, String)? {
    guard let price = record.number(member), price > 0, let currency = record.text("currency")
    else { return nil }
    return (price, currency)
  }

  func link(_ member: String) -> StoreLink? { StoreLink(record.text(member)) }

  var genres: [String] {
    [record.text("primaryGenreName")].compactMap { $0 }.filter { $0 != "Music" }
  }

  var artist: ArtistReference? {
    name("artistName").map { ArtistReference(id: .store("artist", number("artistId")), name: $0) }
  }

  /// The cover in the standard sizes; all URLs of the record show the same image.
  var artwork: [Artwork] {
    let url = ["artworkUrl100", "artworkUrl60", "artworkUrl30"].lazy.compactMap(record.text).first
    return url.map { StoreArtwork($0).artwork } ?? []
  }

  var barCode: EntityID? { record.text("artworkUrl100").flatMap { BarCode.id(inArtwork: $0) } }
}
