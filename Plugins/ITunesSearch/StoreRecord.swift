internal import ITunesSupport
internal import MusicModel
internal import ProviderKit

/// One record of the API, of whatever kind.
struct StoreRecord {
  private let record: JSONRecord

  init(_ record: JSONRecord) { self.record = record }

  /// Refuses a record of another kind, by the name that the API gives that.
  func require(_ wrapperType: String, kind: String?) throws(UnusableRecord) {
    let found = record.text("kind") ?? record.text("wrapperType") ?? "record of no kind"
    guard record.text("wrapperType") == wrapperType else { throw UnusableRecord(found) }
    if let kind, record.text("kind") != kind { throw UnusableRecord(found) }
  }

  /// A name as it is shown.
  func name(_ member: String) -> String? { record.text(member)?.withoutEntities }

  func text(_ member: String) -> String? { record.text(member) }

  /// A whole number above zero.
  func number(_ member: String) -> Int? {
    record.integer(member).flatMap { $0 > 0 ? $0 : nil }
  }

  /// A price with its currency; what is not sold by itself costs -1 here.
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

  /// The cover in the usual sizes; every size that the record has leads to the same picture.
  var artwork: [Artwork] {
    let url = ["artworkUrl100", "artworkUrl60", "artworkUrl30"].lazy.compactMap(record.text).first
    return url.map { StoreArtwork($0).artwork } ?? []
  }

  var barCode: EntityID? { record.text("artworkUrl100").flatMap { BarCode.id(inArtwork: $0) } }
}
