/// A type that lists its members once, for both directions.
package protocol FastJSONObject: FastJSONValue {
  /// What is filled when one is read.
  static var blank: Self? { get }

  /// Shows each member, in the order of their names, which is that in which they are written.
  mutating func visit(_ visitor: inout some FastJSONVisitor)
}

/// Reads or writes members.
package protocol FastJSONVisitor {
  /// A text that is the same in each value of the type.
  mutating func constant(_ name: StaticString, _ text: String)
  /// A member that is always there.
  mutating func needed<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value)
  mutating func optional<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value?)
  /// A list or dictionary, which is left out where it is empty.
  mutating func several<Value: FastJSONValue & Collection>(
    _ name: StaticString,
    _ value: inout Value
  )
  /// Members that are not listed.
  mutating func others(_ members: [String: JSONValue])
}

extension FastJSONObject {
  package static func read(_ reader: inout FastJSONReader) -> Self? {
    guard var value = blank, var visit = DecodingVisitor(reader) else { return nil }
    // Members may stand in any order; as a rule one pass takes all of them.
    repeat {
      visit.begin()
      value.visit(&visit)
    } while visit.goesOn
    guard visit.isWhole else { return nil }
    reader = visit.reader
    return value
  }

  package func write(_ writer: inout FastJSONWriter) {
    var visit = EncodingVisitor()
    // Exchanged, because what has two owners would be copied.
    swap(&visit.writer, &writer)
    visit.writer.add("{")
    // Writing changes nothing.
    var value = self
    value.visit(&visit)
    visit.writer.add("}")
    swap(&visit.writer, &writer)
  }
}

private struct EncodingVisitor: FastJSONVisitor {
  var writer = FastJSONWriter()
  private var isFirst = true

  private mutating func begin(_ name: StaticString) {
    writer.add(isFirst ? "\"" : ",\"")
    isFirst = false
    writer.add(name)
    writer.add("\":")
  }

  mutating func constant(_ name: StaticString, _ text: String) {
    begin(name)
    writer.add(text: text)
  }

  mutating func needed<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value) {
    begin(name)
    value.write(&writer)
  }

  mutating func optional<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value?) {
    guard let value else { return }
    begin(name)
    value.write(&writer)
  }

  mutating func several<Value: FastJSONValue & Collection>(
    _ name: StaticString,
    _ value: inout Value
  ) {
    if !value.isEmpty { needed(name, &value) }
  }

  mutating func others(_ members: [String: JSONValue]) {
    if !members.isEmpty { writer.giveUp() }
  }
}

/// Fills members whose names come next, until the object ends or nothing more can be taken.
private struct DecodingVisitor: FastJSONVisitor {
  var reader: FastJSONReader
  /// The members that were read, by their places in the list.
  private var taken: UInt64 = 0
  private var place: UInt64 = 0
  private var takenBefore: UInt64 = 0
  private var lacksNeeded = false
  private var hasEnded = false
  private var isBroken = false

  init?(_ reader: FastJSONReader) {
    self.reader = reader
    guard self.reader.take("{") else { return nil }
  }

  mutating func begin() {
    takenBefore = taken
    place = 0
    lacksNeeded = false
  }

  var goesOn: Bool { !isBroken && !hasEnded && taken != takenBefore }
  var isWhole: Bool { !isBroken && hasEnded && !lacksNeeded }

  private mutating func value<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value) {
    let isKnown = taken & (1 << place) != 0
    defer { place += 1 }
    guard !hasEnded, !isBroken, !isKnown, reader.takeName(name) else { return }
    taken |= 1 << place
    if let new = Value.read(&reader) { value = new } else { isBroken = true }
    if reader.take(",") { return }
    if reader.take("}") { hasEnded = true } else { isBroken = true }
  }

  mutating func constant(_ name: StaticString, _ text: String) {
    var found = text
    needed(name, &found)
    if found != text { isBroken = true }
  }

  mutating func needed<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value) {
    let bit = UInt64(1) << place
    self.value(name, &value)
    if taken & bit == 0 { lacksNeeded = true }
  }

  mutating func optional<Value: FastJSONValue>(_ name: StaticString, _ value: inout Value?) {
    var maybe = OptionalField(value)
    self.value(name, &maybe)
    value = maybe.value
  }

  mutating func several<Value: FastJSONValue & Collection>(
    _ name: StaticString,
    _ value: inout Value
  ) {
    self.value(name, &value)
  }

  mutating func others(_ members: [String: JSONValue]) {}

  /// A value or `null`.
  private struct OptionalField<Value: FastJSONValue>: FastJSONValue {
    let value: Value?
    init(_ value: Value?) { self.value = value }

    static func read(_ reader: inout FastJSONReader) -> OptionalField? {
      reader.take("null") ? OptionalField(nil) : Value.read(&reader).map { OptionalField($0) }
    }

    func write(_ writer: inout FastJSONWriter) {}
  }
}
