/// A member of a JSON object under a name that is known only when it is read.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Unknown members are kept: what a later version or another program wrote is not lost when this
/// version reads an entity and writes it again (protocol, chapter "Compatibility").
extension Decoder {
  func members(besides known: Set<String>) throws -> [String: JSONValue] {
    let container = try container(keyedBy: MemberName.self)
    var rest: [String: JSONValue] = [:]
    for key in container.allKeys where !known.contains(key.stringValue) {
      rest[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
    return rest
  }
}

extension Encoder {
  func encodeMembers(_ members: [String: JSONValue]) throws {
    guard !members.isEmpty else { return }
    var container = container(keyedBy: MemberName.self)
    for (name, value) in members { try container.encode(value, forKey: MemberName(name)) }
  }
}
