import JSON

/// The members of a line, as in `Protocol/favorites-document.md`.
enum LineMember: Int, CaseIterable {
  case op, fav, at, added, kind, name, ids, rank, note, was, undoes, hereAt, rankAt, noteAt
  case entityAt, entity, lines, batch, sum

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
  private var ranges = InlineArray<19, Range<Int>?>(repeating: nil)
  /// Those that are not known, `"a":1,"b":2`.
  private(set) var unknown: [UInt8] = []
  /// Whether the last one is known.
  private(set) var endsWithKnown = false
  let bytes: [UInt8]

  /// The range of a member's value.
  subscript(_ member: LineMember) -> Range<Int>? { ranges[member.rawValue] }

  /// Goes through a line; `textEnd` is where its checksum begins, if it has one.
  ///
  /// `entity` is the last member before that, and is not looked into: going through all snapshots
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
