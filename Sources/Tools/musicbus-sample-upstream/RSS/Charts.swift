/// The charts: the catalogue's albums and songs, one of each artist in turn.
struct Charts: Sendable {
  static let maxCount = 100

  private let catalog: SampleCatalog

  init(_ catalog: SampleCatalog) { self.catalog = catalog }

  /// The albums in an order that depends on the country.
  func albums(in store: Storefront) -> [StoreAlbum] {
    let candidates = catalog.storeAlbums.filter { $0.advisory != .cleaned }
    return turned(inTurn(candidates) { $0.artist.id }, store)
  }

  func songs(in store: Storefront) -> [StoreSong] {
    let candidates = catalog.storeSongs.filter { $0.album.advisory != .cleaned }
    return turned(inTurn(candidates) { $0.artist.id }, store)
  }

  /// The first of each artist, then the second of each, and so on.
  private func inTurn<Record>(_ records: [Record], _ artist: (Record) -> Int) -> [Record] {
    var turns: [Int: Int] = [:]
    let numbered = records.enumerated().map { order, record in
      let turn = turns[artist(record), default: 0]
      turns[artist(record)] = turn + 1
      return (turn: turn, order: order, record: record)
    }
    return
      numbered
      .sorted { ($0.turn, $0.order) < ($1.turn, $1.order) }
      .prefix(Self.maxCount).map(\.record)
  }

  private func turned<Record>(_ records: [Record], _ store: Storefront) -> [Record] {
    let first = store == .us ? 0 : stableNumber(store.code, below: max(1, records.count / 4))
    return Array(records[first...] + records[..<first])
  }
}
