/// Writes one line of the document: a JSON object whose last member is the checksum of the text
/// before that member.
struct LineWriter {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  init() { bytes.reserveCapacity(1024) }

  /// A member whose value is text, escaped as JSON wants it.
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

  /// A member whose value is JSON already.
  mutating func member(_ name: StaticString, json: some Sequence<UInt8>) {
    begin(name)
    bytes += json
  }

  /// Members that are JSON already, `"a":1,"b":2`.
  mutating func members(json: [UInt8]) {
    guard !json.isEmpty else { return }
    separate()
    bytes += json
  }

  /// The whole line with checksum and line feed.
  consuming func finished() -> [UInt8] {
    let sum = Checksum.of(bytes[...])
    bytes += ",\"sum\":\(sum)}\n".utf8
    return bytes
  }

  /// The whole object without checksum and line feed.
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
