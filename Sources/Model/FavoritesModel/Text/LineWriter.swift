internal import JSON
internal import MusicModel

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
