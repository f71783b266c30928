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
    let names = Self.memberDescriptions.map(\.name)
    var unknown = extra.filter { !names.contains($0.key) }.sortedByName[...]
    var known = self
    known.extra = [:]
    var writer = JSONWriter(reserving: 1024)
    known.write(&writer)
    guard writer.isComplete else { return json.giveUp() }
    json.open(.object)
    var reader = JSONReader(writer.bytes)
    do throws(JSONMismatch) {
      try reader.members { (name, value) throws(JSONMismatch) in
        while let next = unknown.first, next.key.utf8.lexicographicallyPrecedes(name.utf8) {
          json.add(unknown.removeFirst())
        }
        json.name(name)
        json.add(json: try value.skip())
        return true
      }
    } catch { return json.giveUp() }
    for member in unknown { json.add(member) }
    json.close(.object)
  }
}

extension JSONWriter {
  fileprivate mutating func add(_ member: (key: String, value: JSONValue)) {
    name(member.key)
    add(member.value)
  }
}
