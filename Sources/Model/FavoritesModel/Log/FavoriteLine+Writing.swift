import MusicModel

extension FavoriteLine {
  /// The line as it stands in the document, with its line feed.
  package var text: [UInt8] {
    var writer = LineWriter()
    writer.member("op", op)
    writer.member("fav", fav.description)
    writer.member("at", at)
    if let undoes { writer.member("undoes", undoes) }
    if changeCount > 1 { writer.member("lines", changeCount) }
    if let batch { writer.member("batch", batch) }
    switch event {
    case .add(let record?), .state(let record): write(record, to: &writer)
    case .add(nil), .remove, .gone, .restore: break
    case .move(let rank, let old):
      writer.member("rank", rank.text)
      if let old { writer.member("was", old.text) }
    case .note(let note, let old):
      if let note { writer.member("note", note) }
      if let old { writer.member("was", old) }
    case .refresh(let content): writer.members(of: content)
    }
    return writer.finished()
  }

  /// The size of the line, without writing it.
  var approximateByteCount: Int {
    let text: Int
    switch event {
    case .add(let record?), .state(let record): text = record.content?.entityText.count ?? 0
    case .refresh(let content): text = content.entityText.count
    case .note(let note, let old): text = (note?.utf8.count ?? 0) + (old?.utf8.count ?? 0)
    case .add(nil), .remove, .gone, .restore, .move: text = 0
    }
    return text + 300
  }

  private var op: String {
    switch event {
    case .add: "add"
    case .state: "keep"
    case .remove: "remove"
    case .gone: "gone"
    case .restore: "restore"
    case .move: "move"
    case .note: "note"
    case .refresh: "refresh"
    }
  }

  /// Writes the readable members first and the long snapshot last.
  private func write(_ record: FavoriteRecord, to writer: inout LineWriter) {
    if record.added != at { writer.member("added", record.added) }
    if let content = record.content { writeHead(of: content, to: &writer) }
    if record.rankAt != .never { writer.member("rank", record.rank.text) }
    if let note = record.note { writer.member("note", note) }
    if record.hereAt != at { writer.member("hereAt", record.hereAt) }
    if record.rankAt != at, record.rankAt != .never { writer.member("rankAt", record.rankAt) }
    let noteAt = record.note == nil ? Timestamp.never : at
    if record.noteAt != noteAt { writer.member("noteAt", record.noteAt) }
    guard let content = record.content else { return }
    if record.contentAt != at { writer.member("entityAt", record.contentAt) }
    writer.members(json: content.unknownMembers)
    writer.member("entity", json: content.entityText)
  }

  private func writeHead(of content: FavoriteContent, to writer: inout LineWriter) {
    writer.member("kind", content.kind.rawValue)
    writer.member("name", json: content.nameText)
    writer.member("ids", json: content.idsText)
  }
}

extension FavoriteRecord {
  /// The one line that compaction leaves.
  package var line: FavoriteLine { FavoriteLine(fav, at: newest, .state(self)) }
}
