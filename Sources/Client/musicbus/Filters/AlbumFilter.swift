import BusProtocol
import MusicModel

/// A filter for the albums of an artist.
struct AlbumFilter: Hashable, Sendable {
  var title: String?
  var kind: AlbumKind?
  var genre: String?
  var dates: DateFilter?
  var owned: Bool?

  var isEmpty: Bool {
    title == nil && kind == nil && genre == nil && owned == nil && dates?.from == nil
      && dates?.to == nil
  }

  func apply(to parameters: inout CallParameters) {
    parameters.title = title
    parameters.albumKind = kind
    parameters.genre = genre
    parameters.owned = owned
    parameters.from = dates?.from
    parameters.to = dates?.to
  }
}

extension AlbumFilter {
  /// The note if no album passes the filter; `total` counts the albums without it,
  /// if known.
  func emptyMessage(ofAll total: Int?) -> String {
    switch total {
    case nil: "No album matches the filters."
    case 0?: "No albums to filter."
    case 1?: "The only album does not match the filters."
    case let total?: "None of the \(total.grouped) albums matches the filters."
    }
  }
}
