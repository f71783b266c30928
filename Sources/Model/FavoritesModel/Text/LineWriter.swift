/// Writes a line of the document: a JSON object whose last member is the checksum of the preceding text.
struct LineWriter {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  init() { bytes.reserveCapacity(1024) }

  /// Adds a text member, escaped.
  mutating func member(_ name: StaticString, _ text: String) {
    begin(name)
    bytes += JSONText.quoted(text)
  }

  mutating func member(_ name: StaticString, _ moment: Timestamp) {
    member(name, moment.description)
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    begin(name)
    bytes += String(number).utf8
  }

  /// Adds a member whose value is JSON.
  mutating func member(_ name: StaticString, json: some Sequence<UInt8>) {
    begin(name)
    bytes += json
  }

  /// Adds members that are JSON, `"a":1,"b":2`.
  mutating func members(json: [UInt8]) {
    guard !json.isEmpty else { return }
    separate()
    bytes += json
  }

  /// The complete line with checksum and line feed.
  consuming func finished() -> [UInt8] {
    let sum = Checksum.of(bytes[...])
    bytes += ",\"sum\":\(sum)}\n".utf8
    return bytes
  }

  /// The complete object without checksum and line feed.
  consuming func closed() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private mutating func begin(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func separate() {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
  }
}
