import CommandKit
import MusicModel

/// The columns that tables of several kinds share. Priorities tell which stay when space is short:
/// first of all the name and the id, by which one asks on.
extension Table.Column where Row: MusicEntity {
  static func id(_ form: TableForm) -> Self {
    Self("Id", priority: 9) { form.id($0) }
  }

  static func knownTo(_ form: TableForm) -> Self {
    Self("Known to", priority: 1) { form.cell($0.knownTo) }
  }

  static func genre(_ form: TableForm, of genres: @escaping @Sendable (Row) -> [String]) -> Self {
    Self("Genre", flexibility: 2, minimumWidth: form.textWidthMin, priority: 3) {
      form.cell(genres($0).first)
    }
  }

  static func released(
    _ form: TableForm,
    of date: @escaping @Sendable (Row) -> PartialDate?
  ) -> Self {
    Self("Released", priority: 6) { form.cell(date($0)?.worded) }
  }

  static func artist(
    _ form: TableForm,
    of artist: @escaping @Sendable (Row) -> ArtistReference?
  ) -> Self {
    Self("Artist", flexibility: 2, minimumWidth: form.textWidthMin, priority: 7) {
      form.cell(artist($0)?.name)
    }
  }

  static func rank(_ form: TableForm, of rank: @escaping @Sendable (Row) -> Int?) -> Self {
    Self("Rank", alignment: .trailing, priority: 8) { form.cell(rank($0)) }
  }

  static func price(_ form: TableForm, of price: @escaping @Sendable (Row) -> Price?) -> Self {
    Self("Price", alignment: .trailing, priority: 2) { form.cell(price($0)?.worded) }
  }

  /// The page of the shop or, where there is none, of another site. Only programs see it in a table.
  static func link(_ form: TableForm, of links: @escaping @Sendable (Row) -> [String: String])
    -> Self
  {
    Self("Link") { row in form.cell(links(row).sorted { $0.key < $1.key }.first?.value) }
  }
}
