import JSON
import MusicModel

extension FavoriteLine {
  /// Reads a line, without the line feed. The snapshot's text is not copied: it stays in `bytes`.
  package init(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) {
    let textEnd = try LineChecksum.check(bytes, range)
    let members: LineMembers
    do throws(JSONError) {
      members = try LineMembers(bytes, range, textEnd: textEnd)
    } catch {
      throw LineError("invalid JSON: \(error)")
    }
    try self.init(LineReader(members: members))
  }

  init(_ reader: LineReader) throws(LineError) {
    guard let fav = reader.stringBytes(.fav).flatMap({ FavoriteID(utf8: $0) }) else {
      throw LineError("its \"fav\" is not a ULID")
    }
    guard let at = try reader.moment(.at) else { throw LineError("its \"at\" is missing") }
    self.init(
      fav,
      at: at,
      try reader.event(of: fav, at: at),
      undoes: try reader.moment(.undoes)
    )
    batch = try reader.string(.batch)
    changeCount = try reader.changeCount()
  }
}

/// Reads what the members of a line hold.
struct LineReader {
  let members: LineMembers

  func event(of fav: FavoriteID, at: Timestamp) throws(LineError) -> FavoriteLine.Event {
    guard let op = try string(.op) else { throw LineError("its \"op\" is missing") }
    switch op {
    case "add":
      return .add(members[.entity] == nil ? nil : try record(fav, at))
    case "keep": return .state(try record(fav, at))
    case "remove": return .remove
    case "gone": return .gone
    case "restore": return .restore
    case "move":
      guard let rank = try rank(.rank) else { throw LineError("its \"rank\" is missing") }
      return .move(to: rank, from: try self.rank(.was))
    case "note": return .note(try note(.note), was: try note(.was))
    case "refresh":
      guard let content = try content() else { throw LineError("its \"entity\" is missing") }
      return .refresh(content)
    default: throw LineError("its \"op\" is \"\(op.prefix(40))\", which is not known")
    }
  }

  /// The state of a favourite. Each aspect has changed at `at` unless the line has another time.
  private func record(_ fav: FavoriteID, _ at: Timestamp) throws(LineError) -> FavoriteRecord {
    var record = FavoriteRecord(fav)
    record.added = try moment(.added) ?? at
    record.hereAt = try moment(.hereAt) ?? at
    if let content = try content() {
      record.content = content
      record.contentAt = try moment(.entityAt) ?? at
    }
    if let rank = try rank(.rank) {
      record.rank = rank
      record.rankAt = try moment(.rankAt) ?? at
    }
    record.note = try note(.note)
    record.noteAt = try moment(.noteAt) ?? (record.note == nil ? .never : at)
    return record
  }

  func content() throws(LineError) -> FavoriteContent? {
    guard let entity = members[.entity] else { return nil }
    guard JSONCursor(members.bytes, entity, dialect: .document).isEnclosed(by: .object) else {
      throw LineError("its \"entity\" is not an object")
    }
    return try content(entity)
  }

  /// The content with this snapshot; an empty range stands for none.
  func content(_ entity: Range<Int>) throws(LineError) -> FavoriteContent {
    guard let kind = try string(.kind).flatMap(EntityKind.init), kind != .chart else {
      throw LineError("its \"kind\" is not artist, album or song")
    }
    guard let name = members[.name], JSONText.stringBytes(members.bytes, name) != nil else {
      throw LineError("its \"name\" is missing")
    }
    guard let ids = members[.ids], try hasOnlyIDs(ids) else {
      throw LineError("its \"ids\" are not a list of ids of the form namespace:type:value")
    }
    return FavoriteContent(
      kind: kind,
      in: members.bytes,
      name: name,
      ids: ids,
      entity: entity,
      unknownMembers: members.unknown
    )
  }

  /// Whether there is at least one id, and nothing that cannot be one.
  private func hasOnlyIDs(_ range: Range<Int>) throws(LineError) -> Bool {
    var cursor = JSONCursor(members.bytes, range, dialect: .document)
    var count = 0
    do throws(JSONError) {
      try cursor.open(.array)
      while let element = try cursor.nextElement() {
        guard let text = JSONText.stringBytes(members.bytes, element),
          text.count(where: { $0 == UInt8(ascii: ":") }) >= 2
        else { return false }
        count += 1
      }
      try cursor.finish()
    } catch {
      return false
    }
    return count > 0
  }

  func stringBytes(_ member: LineMember) -> ArraySlice<UInt8>? {
    members[member].flatMap { JSONText.stringBytes(members.bytes, $0) }
  }

  func string(_ member: LineMember) throws(LineError) -> String? {
    guard let range = members[member] else { return nil }
    guard let text = JSONText.string(members.bytes, range) else {
      throw LineError("its \"\(member)\" is not a string")
    }
    return text
  }

  func note(_ member: LineMember) throws(LineError) -> String? {
    let note = try string(member)
    guard (note?.utf8.count ?? 0) <= FavoriteLimits.maxNoteBytes else {
      throw LineError("its \"\(member)\" has more than \(FavoriteLimits.maxNoteBytes) bytes")
    }
    return note
  }

  func changeCount() throws(LineError) -> Int {
    guard let range = members[.lines] else { return 1 }
    guard let count = Int(String(decoding: members.bytes[range], as: UTF8.self)), count > 0 else {
      throw LineError("its \"lines\" is not a number of lines")
    }
    return count
  }

  func moment(_ member: LineMember) throws(LineError) -> Timestamp? {
    guard members[member] != nil else { return nil }
    guard let moment = stringBytes(member).flatMap({ Timestamp(utf8: $0) }) else {
      let form = "2026-11-20T13:07:01.123456Z"
      throw LineError("its \"\(member)\" is not a date of the form \(form) before the year 9999")
    }
    return moment
  }

  func rank(_ member: LineMember) throws(LineError) -> FractionalIndex? {
    guard let text = try string(member) else { return nil }
    guard let rank = FractionalIndex(text) else {
      throw LineError("its \"\(member)\" is not a rank")
    }
    return rank
  }
}
