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
    change = try reader.string(.change)
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

/// The members of a line, as in `Protocol/favorites-document.md`.
enum LineMember: Int, CaseIterable {
  case op, fav, at, added, kind, name, ids, rank, note, was, undoes, hereAt, rankAt, noteAt
  case entityAt, entity, lines, batch, change, sum

  /// Finds one by its name. Every line of a document goes through this, so it compares bytes.
  init?(_ name: ArraySlice<UInt8>) {
    guard name.count < LineMember.byLength.count,
      let named = LineMember.byLength[name.count].first(where: { $0.bytes == name })
    else { return nil }
    self = named.member
  }

  private struct Named {
    let member: LineMember
    let bytes: ArraySlice<UInt8>
  }

  private static let byLength: [[Named]] = (0...8).map { length in
    allCases.map { Named(member: $0, bytes: Array("\($0)".utf8)[...]) }
      .filter { $0.bytes.count == length }
  }
}

/// The members of one line, found but not read.
struct LineMembers {
  private var ranges = InlineArray<20, Range<Int>?>(repeating: nil)
  /// Those that are not known, `"a":1,"b":2`.
  private(set) var unknown: [UInt8] = []
  /// Whether the last one is known.
  private(set) var endsWithKnown = false
  let bytes: [UInt8]

  /// The range of a member's value.
  subscript(_ member: LineMember) -> Range<Int>? { ranges[member.rawValue] }

  /// Goes through a line; `textEnd` is where its checksum begins, if it has one.
  ///
  /// `entity` is the last member before that, and is not parsed: going through all snapshots
  /// would take longer than all else at opening.
  init(_ bytes: [UInt8], _ line: Range<Int>, textEnd: Int? = nil) throws(JSONError) {
    self.bytes = bytes
    var cursor = JSONCursor(bytes, line, dialect: .document)
    try cursor.open(.object)
    while let name = try cursor.nextName() {
      let known = LineMember(bytes[name])
      endsWithKnown = known != nil
      guard let member = known else {
        let value = try cursor.memberValue()
        if !unknown.isEmpty { unknown.append(UInt8(ascii: ",")) }
        unknown += bytes[name.lowerBound - 1..<value.upperBound]
        continue
      }
      guard ranges[member.rawValue] == nil else {
        throw JSONError(.duplicateName("\(member)"), at: name.lowerBound)
      }
      if member == .entity, let textEnd, cursor.offset < textEnd {
        ranges[member.rawValue] = cursor.offset..<textEnd
        return
      }
      ranges[member.rawValue] = try cursor.memberValue()
    }
    try cursor.finish()
  }
}

/// The reason why a line cannot be used; completes the sentence "line 7: …".
package struct LineError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static let notComplete = LineError("it is no JSON object, or it was not written whole")
  static let tooLong = LineError("it has more than \(FavoriteLimits.maxLineBytes) bytes")
}

/// The member `sum` at the end of each line.
enum LineChecksum {
  private static let name = Array(",\"sum\":".utf8)

  /// Makes sure that a line is as it was written.
  ///
  /// - Returns: where the checksum begins.
  @discardableResult
  static func check(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> Int {
    guard let (text, stated) = split(bytes, range) else { throw .notComplete }
    let sum = Checksum.of(bytes[text])
    guard sum == stated else {
      throw LineError("its checksum is \(sum) and not \(stated): something in it was changed")
    }
    return text.upperBound
  }

  /// Whether a line ends with a checksum, be it right or wrong; otherwise a hand may have written it.
  static func isThere(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    split(bytes, range) != nil
  }

  /// The text that the checksum is of, and the checksum that stands there.
  private static func split(
    _ bytes: [UInt8],
    _ range: Range<Int>
  ) -> (text: Range<Int>, sum: UInt32)? {
    var index = range.upperBound - 1
    guard index > range.lowerBound, bytes[index] == UInt8(ascii: "}") else { return nil }
    var sum: UInt64 = 0
    var digit: UInt64 = 1
    index -= 1
    let lastDigit = index
    while index > range.lowerBound, (0x30...0x39).contains(bytes[index]), lastDigit - index < 10 {
      sum += UInt64(bytes[index] - 0x30) * digit
      digit *= 10
      index -= 1
    }
    let start = index + 1 - name.count
    guard index < lastDigit, start > range.lowerBound, sum <= UInt32.max,
      bytes[start...index].elementsEqual(name)
    else { return nil }
    return (range.lowerBound..<start, UInt32(sum))
  }
}

/// The checksum of a line: the CRC of POSIX `cksum`. Users can compute it with `printf '%s' "$text"
/// | cksum`.
package enum Checksum {
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = Checksum.table
    var crc: UInt32 = 0
    for byte in bytes { crc = crc << 8 ^ table[Int(crc >> 24) ^ Int(byte)] }
    // POSIX appends the length, lowest byte first, without leading zeros.
    var length = bytes.count
    while length > 0 {
      crc = crc << 8 ^ table[Int(crc >> 24) ^ length & 0xFF]
      length >>= 8
    }
    return ~crc
  }

  /// The effect of each byte.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { crc, _ in
      crc << 1 ^ (crc & 0x8000_0000 == 0 ? 0 : 0x04C1_1DB7)
    }
  }
}

/// The values of members that were located in a line, but not read.
enum JSONText {
  /// The text of a string, given with its quotes; `nil` for any other value.
  static func string(_ bytes: [UInt8], _ value: Range<Int>) -> String? {
    var cursor = JSONCursor(bytes, value, dialect: .document)
    if let plain = cursor.plainText() { return String(validating: bytes[plain], as: UTF8.self) }
    guard (try? UTF8Span(validating: bytes[value].span)) != nil else { return nil }
    return try? cursor.text()
  }

  /// The bytes of a string, given with its quotes; `nil` for any other value.
  static func stringBytes(_ bytes: [UInt8], _ value: Range<Int>) -> ArraySlice<UInt8>? {
    var cursor = JSONCursor(bytes, value, dialect: .document)
    if let plain = cursor.plainText() { return bytes[plain] }
    return string(bytes, value).map { Array($0.utf8)[...] }
  }

  /// A whole number; `nil` for any other value.
  static func integer(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
    var cursor = JSONCursor(bytes, value, dialect: .document)
    return cursor.integer()
  }
}
