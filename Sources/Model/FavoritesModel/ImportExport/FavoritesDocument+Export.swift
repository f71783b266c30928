package import BusProtocol
import MusicModel

/// A chunk of an export. All chunks together are the file.
package struct ExportChunk: Hashable, Sendable {
  package let text: [UInt8]
  /// The offset of the next chunk, or `nil` at the end.
  package let next: Int?
}

extension FavoritesDocument {
  /// Exports favourites from `offset` on, in the user's order, until there are `bytes` of them. Favourites that
  /// are shown as one are exported one after the other.
  package mutating func export(
    as format: CallParameters.FavoriteFormat,
    offset: Int = 0,
    bytes: Int = .max
  ) -> ExportChunk {
    let order = ownOrder
    var text: [UInt8] = offset == 0 ? Array(format.opening.utf8) : []
    var isFirst = !order.all.prefix(offset).contains { has($0.slot, format) }
    var next = offset
    for row in order.all.dropFirst(offset) {
      guard text.count < bytes || next == offset else { break }
      next += 1
      for slot in table.group(of: row.slot) where has(slot, format) {
        if !isFirst { text += format.separator.utf8 }
        text += format.row(table.records[Int(slot)])
        isFirst = false
        // A playlist has a song once.
        if format.isPlaylist { break }
      }
    }
    guard next >= order.count else { return ExportChunk(text: text, next: next) }
    return ExportChunk(text: text + Array(format.closing.utf8), next: nil)
  }

  /// Whether a file of a format has a row for a record.
  private func has(_ slot: Int32, _ format: CallParameters.FavoriteFormat) -> Bool {
    !format.isPlaylist || table.records[Int(slot)].content?.kind == .song
  }
}

extension CallParameters.FavoriteFormat {
  fileprivate var opening: String {
    switch self {
    case .json: "["
    case .jsonl: ""
    // Without the mark, spreadsheets do not read UTF-8.
    case .csv: "\u{FEFF}" + CSV.line(FavoriteColumn.allCases.map(\.rawValue))
    case .jspf: PlaylistText.jspfOpening
    case .xspf: PlaylistText.xspfOpening
    case .m3u8: PlaylistText.m3uOpening
    }
  }

  fileprivate var separator: String { self == .json || self == .jspf ? "," : "" }

  fileprivate var closing: String {
    switch self {
    case .json: "\n]\n"
    case .jsonl, .csv, .m3u8: ""
    case .jspf: PlaylistText.jspfClosing
    case .xspf: PlaylistText.xspfClosing
    }
  }

  fileprivate func row(_ record: FavoriteRecord) -> [UInt8] {
    switch self {
    case .json: [0x0A] + record.exported
    case .jsonl: record.exported + [0x0A]
    case .csv: Array(CSV.line(FavoriteColumn.values(record)).utf8)
    case .jspf: [0x0A] + PlaylistText(record).jspf
    case .xspf: Array(PlaylistText(record).xspf.utf8)
    case .m3u8: Array(PlaylistText(record).m3u().utf8)
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
    if let content { writer.members(of: content) }
    return writer.closed()
  }
}
