import CommandKit
import MusicModel

/// The columns that several tables share. Priorities decide which stay if space is short: name and id
/// first, because users continue with them.
extension Table.Column where Row: MusicEntity {
  static func id(_ format: TableFormat) -> Self {
    Self("Id", priority: 9) { format.id($0) }
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
    Self("Released", priority: 6) { format.cell(date($0)?.displayText) }
  }

  static func artist(
    _ format: TableFormat,
    of artist: @escaping @Sendable (Row) -> ArtistReference?
  ) -> Self {
    Self("Artist", flexibility: 2, minimumWidth: format.minTextWidth, priority: 7) {
      format.cell(artist($0)?.name)
    }
  }

  static func rank(_ format: TableFormat, of rank: @escaping @Sendable (Row) -> Int?) -> Self {
    Self("Rank", alignment: .trailing, priority: 8) { format.cell(rank($0)) }
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
