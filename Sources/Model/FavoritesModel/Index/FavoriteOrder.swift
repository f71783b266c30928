import BusProtocol
import MusicModel

/// An order of all favourites, or of all of one kind.
struct FavoriteOrder: Hashable, Sendable {
  let sort: CallParameters.Sort
  let kind: EntityKind?

  /// All in the user's order.
  static let own = FavoriteOrder(sort: .own, kind: nil)

  func includes(_ record: FavoriteRecord) -> Bool {
    kind == nil || record.content?.kind == kind
  }

  /// Whether the order needs values of the snapshot.
  var needsFacts: Bool {
    switch sort {
    case .own, .added, .recent, .date, .rank: false
    case .name, .year, .newest: true
    }
  }

  func key(_ record: FavoriteRecord, _ facts: FavoriteFacts?) -> SortKey {
    let name = facts?.name ?? ""
    let added = record.added.microseconds
    return switch sort {
    // Dates of lists and ranks of charts are no orders of favourites.
    case .own, .date, .rank: SortKey(number: 0, text: record.rank.text, fav: record.fav)
    case .name: SortKey(number: 0, text: name, fav: record.fav)
    case .added: SortKey(number: added, text: "", fav: record.fav)
    case .recent: SortKey(number: -added, text: "", fav: record.fav)
    case .year: SortKey(number: facts?.date?.ordinal ?? .max, text: name, fav: record.fav)
    case .newest:
      SortKey(number: facts?.date.map { -$0.ordinal } ?? .max, text: name, fav: record.fav)
    }
  }
}

extension PartialDate {
  /// A number with the same order as the date.
  fileprivate var ordinal: Int64 {
    Int64(year * 10_000 + (month ?? 0) * 100 + (day ?? 0))
  }
}
