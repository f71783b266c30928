extension JSONReader {
  /// Reads the kind of an entity, which must be this one.
  mutating func expect(_ kind: EntityKind) throws(JSONMismatch) {
    let found = try text()
    guard found != kind.rawValue else { return }
    throw JSONMismatch("must be \"\(kind.rawValue)\", not \"\(found)\"")
  }
}

extension MusicEntity {
  /// Writes all members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    guard extra.isEmpty else { return writeWithExtra(&json) }
    json.open(.object)
    writeMembers(&json)
    json.close(.object)
  }

  /// Writes all members in the order of their names. An unknown one with a known name would be there twice, and is left
  /// out.
  private func writeWithExtra(_ json: inout JSONWriter) {
    var known = self
    known.extra = [:]
    guard let members = known.json.members else { return json.giveUp() }
    json.add(.object(extra.filter { !Self.memberNames.contains($0.key) }.merging(members) { $1 }))
  }

  private static var memberNames: Set<String> { Set(memberDescriptions.map(\.name)) }
}
