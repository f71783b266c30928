/// A member of a JSON object under a name that is known only when it is read.
package struct MemberName: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

/// Unknown members are kept: what a later version or another program wrote is not lost when this
/// version reads an entity and writes it again (protocol, chapter "Compatibility").
extension Decoder {
  package func members(besides known: Set<String>) throws -> [String: JSONValue] {
    let container = try container(keyedBy: MemberName.self)
    var rest: [String: JSONValue] = [:]
    for key in container.allKeys where !known.contains(key.stringValue) {
      rest[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
    return rest
  }
}

extension Encoder {
  package func encodeMembers(_ members: [String: JSONValue]) throws {
    guard !members.isEmpty else { return }
    var container = container(keyedBy: MemberName.self)
    for (name, value) in members { try container.encode(value, forKey: MemberName(name)) }
  }
}
