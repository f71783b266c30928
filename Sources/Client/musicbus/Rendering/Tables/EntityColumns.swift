import CommandKit
import MusicModel

/// The columns that several tables share. Priorities decide which stay if space is short: title, artist
/// and date; users continue with the number of the row. Ids are the first to be hidden.
extension Table.Column where Row: MusicEntity {
  static func id(_ format: TableFormat) -> Self {
    Self("Id", priority: 0) { format.id($0) }
  }

  static func sources(_ format: TableFormat) -> Self {
    Self("Sources", priority: 1) { format.cell($0.sourceNames) }
  }

  static func genre(_ format: TableFormat, of genres: @escaping @Sendable (Row) -> [String]) -> Self
  {
    Self("Genre", flexibility: 2, minimumWidth: format.minTextWidth, priority: 3) {
      format.cell(genres($0).first)
    }
  }

  static func released(
    _ format: TableFormat,
    of date: @escaping @Sendable (Row) -> PartialDate?
  ) -> Self {
    Self("Released", priority: 8) { format.date(date($0)) }
  }

  static func artist(
    _ format: TableFormat,
    of artist: @escaping @Sendable (Row) -> ArtistReference?
  ) -> Self {
    Self("Artist", flexibility: 2, minimumWidth: format.minTextWidth, priority: 9) {
      format.cell(artist($0)?.name)
    }
  }

  static func rank(_ format: TableFormat, of rank: @escaping @Sendable (Row) -> Int?) -> Self {
    Self("Rank", alignment: .trailing, priority: 9) { format.cell(rank($0)) }
  }

  static func price(_ format: TableFormat, of price: @escaping @Sendable (Row) -> Price?) -> Self {
    Self("Price", alignment: .trailing, priority: 2) { format.cell(price($0)?.displayText) }
  }

  /// A link; only scripts see it in a table.
  static func link(_ format: TableFormat, of links: @escaping @Sendable (Row) -> [String: String])
    -> Self
  {
    Self("Link") { row in format.cell(links(row).sorted { $0.key < $1.key }.first?.value) }
  }
}

extension Table where Row: MusicEntity {
  /// Whether a column of ranks adds to the numbers of the rows.
  static func showsRank(_ ranks: [Int?], _ firstNumber: Int?) -> Bool {
    guard let firstNumber else { return ranks.contains { $0 != nil } }
    return ranks.enumerated().contains { $1 != nil && $1 != firstNumber + $0 }
  }
}
