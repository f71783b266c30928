package import BusProtocol
import MusicModel

/// A chunk of an export. All chunks together are the file.
package struct ExportChunk: Hashable, Sendable {
  package let text: [UInt8]
  /// The offset of the next chunk, or `nil` at the end.
  package let next: Int?
}

extension FavoritesDocument {
  /// Exports a number of favourites from `offset` on, in the user's order. Favourites that are shown as one
  /// are exported one after the other.
  package mutating func export(
    as format: CallParameters.FavoriteFormat,
    offset: Int = 0,
    limit: Int = .max
  ) -> ExportChunk {
    let order = ownOrder
    let rows = order.rows(from: offset, atMost: limit)
    var text: [UInt8] = offset == 0 ? Array(format.opening.utf8) : []
    for (rowIndex, row) in rows.enumerated() {
      for (index, slot) in table.group(of: row.slot).enumerated() {
        if offset + rowIndex + index > 0 { text += format.separator.utf8 }
        text += format.row(table.records[Int(slot)])
      }
    }
    let next = offset + rows.count
    guard next >= order.count else { return ExportChunk(text: text, next: next) }
    return ExportChunk(text: text + Array(format.closing.utf8), next: nil)
  }
}

extension CallParameters.FavoriteFormat {
  fileprivate var opening: String {
    switch self {
    case .json: "["
    case .jsonl: ""
    case .csv: CSV.line(FavoriteColumn.allCases.map(\.rawValue))
    }
  }

  fileprivate var separator: String { self == .json ? "," : "" }

  fileprivate var closing: String { self == .json ? "\n]\n" : "" }

  fileprivate func row(_ record: FavoriteRecord) -> [UInt8] {
    switch self {
    case .json: [0x0A] + record.exported
    case .jsonl: record.exported + [0x0A]
    case .csv: Array(CSV.line(FavoriteColumn.values(record)).utf8)
    }
  }
}

extension FavoriteRecord {
  /// The favourite as an exported object.
  fileprivate var exported: [UInt8] {
    var writer = LineWriter()
    writer.member("fav", fav.description)
    writer.member("added", added)
    if let note { writer.member("note", note) }
    guard let content else { return writer.closed() }
    writer.member("kind", content.kind.rawValue)
    writer.member("name", json: content.nameText)
    writer.member("ids", json: content.idsText)
    writer.members(json: content.unknownMembers)
    writer.member("entity", json: content.entityText)
    return writer.closed()
  }
}
