internal import JSON
internal import MusicModel

/// A line of the log: an operation on a favourite.
///
/// Lines with the same timestamp are one change, and are undone together.
package struct FavoriteLine: Hashable, Sendable {
  package let fav: FavoriteID
  package let at: Timestamp
  package let event: Event
  /// The timestamp of the change that this line undoes.
  package let undoes: Timestamp?
  /// The name of the import that its change is a part of.
  package var batch: String?
  /// The id that a client gave the change.
  package var change: String?
  /// The number of lines of its change, which counts only if all of them are there.
  var changeCount = 1

  /// The operation.
  package enum Event: Hashable, Sendable {
    /// The favourite was added. Without a record, the line only serves undo.
    case add(FavoriteRecord?)
    /// The state of a favourite: the result of compacting its lines.
    case state(FavoriteRecord)
    case remove
    /// A tombstone: the favourite was removed long ago and cannot be restored. It prevents an older copy of
    /// the document from restoring it.
    case gone
    /// The favourite was restored after its removal.
    case restore
    case move(to: FractionalIndex, from: FractionalIndex?)
    case note(String?, was: String?)
    /// Its snapshot was updated.
    case refresh(FavoriteContent)
  }

  package init(_ fav: FavoriteID, at: Timestamp, _ event: Event, undoes: Timestamp? = nil) {
    self.fav = fav
    self.at = at
    self.event = event
    self.undoes = undoes
  }

  /// The state that the line sets.
  package var effect: FavoriteRecord {
    var record = FavoriteRecord(fav)
    switch event {
    case .add(let state):
      record = state ?? record
      record.hereAt = at
    case .state(let state): record = state
    case .remove, .gone: record.removedAt = at
    case .restore: record.hereAt = at
    case .move(let rank, _):
      record.rank = rank
      record.rankAt = at
    case .note(let note, _):
      record.note = note
      record.noteAt = at
    case .refresh(let content):
      record.content = content
      record.contentAt = at
    }
    return record
  }
}

/// The state of a favourite: each field with the timestamp of its last change.
///
/// Records are merged field by field, last writer wins. Therefore the order and number of reads do not
/// matter, and two diverged copies of a document can be merged without losing changes.
package struct FavoriteRecord: Hashable, Sendable {
  package let fav: FavoriteID
  /// The time of adding, as shown.
  package var added: Timestamp = .never
  package var content: FavoriteContent?
  package var rank: FractionalIndex = .start
  package var note: String?

  /// The time when it was last added or restored.
  package var hereAt: Timestamp = .never
  package var removedAt: Timestamp = .never
  package var contentAt: Timestamp = .never
  package var rankAt: Timestamp = .never
  package var noteAt: Timestamp = .never

  /// An empty record.
  package init(_ fav: FavoriteID) { self.fav = fav }

  /// Whether it is a favourite: a removal counts only if it is the last change.
  package var isPresent: Bool { removedAt <= max(hereAt, rankAt, noteAt) }

  /// Whether it can be shown: if its own line is corrupt, it has no content.
  var isShown: Bool { isPresent && content != nil }

  var isBlank: Bool { content == nil && newest == .never && removedAt == .never }

  /// The last change other than its removal.
  var newest: Timestamp { max(hereAt, contentAt, rankAt, noteAt) }

  /// Merges the newer fields of another record of the same favourite.
  package mutating func merge(_ other: FavoriteRecord) {
    if added == .never || (other.added != .never && other.added < added) { added = other.added }
    hereAt = max(hereAt, other.hereAt)
    removedAt = max(removedAt, other.removedAt)
    if let theirs = other.content,
      FavoriteRecord.isNewer(
        other.contentAt,
        contentAt,
        content.map { $0.precedes(theirs) } ?? true
      )
    {
      content = theirs
      contentAt = other.contentAt
    }
    if FavoriteRecord.isNewer(other.rankAt, rankAt, rank < other.rank) {
      rank = other.rank
      rankAt = other.rankAt
    }
    if FavoriteRecord.isNewer(other.noteAt, noteAt, (note ?? "") < (other.note ?? "")) {
      note = other.note
      noteAt = other.noteAt
    }
  }

  /// Takes the fields of a later line, which may have the same timestamp.
  mutating func replace(with later: FavoriteRecord) {
    if contentAt == later.contentAt { contentAt = .never }
    if rankAt == later.rankAt { rankAt = .never }
    if noteAt == later.noteAt { noteAt = .never }
    merge(later)
  }

  /// At equal timestamps the greater value wins, whichever is read first.
  private static func isNewer(_ theirs: Timestamp, _ ours: Timestamp, _ isGreater: Bool) -> Bool {
    theirs > ours || (theirs == ours && isGreater)
  }

  /// Reduces a removed favourite that can no longer be restored.
  mutating func removeContent() {
    content = nil
    note = nil
  }
}

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
    if let change { writer.member("change", change) }
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

/// Writes a line: a JSON object whose last member is the checksum of the preceding text.
struct LineWriter {
  private var json = JSONWriter(reserving: 1024)

  init() { json.open(.object) }

  /// Adds a text member, escaped.
  mutating func member(_ name: StaticString, _ text: String) {
    json.name(name)
    json.add(text: text)
  }

  mutating func member(_ name: StaticString, _ moment: Timestamp) {
    member(name, moment.description)
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    json.name(name)
    json.add(number)
  }

  /// Adds a member whose value is JSON already.
  mutating func member(_ name: StaticString, json value: some Sequence<UInt8>) {
    json.name(name)
    json.add(json: value)
  }

  /// Adds members that are JSON already, `"a":1,"b":2`.
  mutating func members(json members: [UInt8]) {
    guard !members.isEmpty else { return }
    json.separate()
    json.add(json: members)
  }

  /// Adds kind, name and ids, then members that are not known, and the snapshot.
  mutating func members(of content: FavoriteContent) {
    member("kind", content.kind.rawValue)
    member("name", json: content.nameText)
    member("ids", json: content.idsText)
    members(json: content.unknownMembers)
    member("entity", json: content.entityText)
  }

  /// The complete line with checksum and line feed.
  consuming func finished() -> [UInt8] {
    let sum = Checksum.of(json.bytes[...])
    member("sum", Int(sum))
    return closed() + [0x0A]
  }

  /// The complete object without checksum and line feed.
  consuming func closed() -> [UInt8] {
    json.close(.object)
    return json.bytes
  }
}
