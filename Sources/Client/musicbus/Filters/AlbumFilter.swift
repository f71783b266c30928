import BusProtocol
import MusicModel

/// Which of an artist's albums are wanted.
struct AlbumFilter: Hashable, Sendable {
  var title: String?
  var kind: AlbumKind?
  var genre: String?
  var dates: DateFilter?

  var isEmpty: Bool {
    title == nil && kind == nil && genre == nil && dates?.from == nil && dates?.to == nil
  }

  func apply(to parameters: inout CallParameters) {
    parameters.title = title
    parameters.albumKind = kind
    parameters.genre = genre
    parameters.from = dates?.from
    parameters.to = dates?.to
  }
}

extension AlbumFilter {
  /// What to say where nothing is left, by how many albums there are without the filter.
  func emptiness(ofAll total: Int) -> String {
    switch total {
    case 0: "No albums to filter."
    case 1: "The only album does not pass the filter."
    default: "None of the \(total.grouped) albums passes the filter."
    }
  }
}
