extension JSONElement {
  /// Reads a value of any type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: JSONDecoding(element: self))
    } catch DecodingError.dataCorrupted(let context) {
      // The initializer of an enumeration describes its values in its own words.
      let isWord = node.kind == .plainText || node.kind == .escapedText
      throw JSONMismatch(
        isWord && type is any RawRepresentable.Type
          ? "unknown value \"\(decodedText.prefix(100))\"" : context.debugDescription
      )
    }
  }

  /// Reads a part of an object or array; a mismatch gets its path on the way out.
  fileprivate func decode<Value: Decodable>(_ type: Value.Type, named name: String) throws -> Value
  {
    do { return try decode(type) } catch let mismatch as JSONMismatch {
      throw mismatch.within(name)
    }
  }
}

/// A decoder of one value.
struct JSONDecoding: Decoder {
  let element: JSONElement

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(JSONMembers(try element.members()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    JSONElements(try element.elements())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { element.isNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element.decode(type) }

  func decode(_ type: String.Type) throws -> String { try element.text() }
  func decode(_ type: Bool.Type) throws -> Bool { try element.flag() }
  func decode(_ type: Double.Type) throws -> Double { try element.number() }
  func decode(_ type: Int.Type) throws -> Int { try element.integer() }
  func decode(_ type: Float.Type) throws -> Float { Float(try element.number()) }
  func decode(_ type: Int8.Type) throws -> Int8 { try exactly() }
  func decode(_ type: Int16.Type) throws -> Int16 { try exactly() }
  func decode(_ type: Int32.Type) throws -> Int32 { try exactly() }
  func decode(_ type: Int64.Type) throws -> Int64 { try exactly() }
  func decode(_ type: UInt.Type) throws -> UInt { try exactly() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try exactly() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try exactly() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try exactly() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try exactly() }

  private func exactly<Number: FixedWidthInteger>() throws -> Number {
    guard let number = Number(exactly: try element.integer()) else {
      throw element.mismatch("must be a whole number in range")
    }
    return number
  }
}

/// The members of an object.
private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: [String: JSONElement]

  init(_ members: [String: JSONElement]) { self.members = members }

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type, named: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key)?.decode(type, named: key.stringValue)
  }

  // Without these, each would look for the member three times.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try convertIfPresent(key)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try convertIfPresent(key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try convertIfPresent(key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try convertIfPresent(key)
  }

  private func convertIfPresent<Value: JSONConvertible>(_ key: Key) throws -> Value? {
    guard let member = present(key) else { return nil }
    do throws(JSONMismatch) { return try Value(json: member) } catch {
      throw error.within(key.stringValue)
    }
  }

  /// The value of a member; `nil` if it is absent or null.
  private func present(_ key: Key) -> JSONElement? {
    members[key.stringValue].flatMap { $0.isNull ? nil : $0 }
  }

  private func member(_ key: Key) throws -> JSONElement {
    guard let member = members[key.stringValue] else {
      throw JSONMismatch("the member \"\(key.stringValue)\" is missing")
    }
    return member
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONDecoding(element: member(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONDecoding(element: member(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw JSONMismatch("it has no super") }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONDecoding(element: try member(key))
  }
}

/// The elements of an array.
private struct JSONElements: UnkeyedDecodingContainer {
  private var elements: JSONChildren
  private(set) var currentIndex = 0

  init(_ elements: JSONChildren) { self.elements = elements }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { elements.isEmpty }

  mutating func decodeNil() throws -> Bool {
    var rest = elements
    guard rest.next()?.isNull == true else { return false }
    _ = try next()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let name = "\(currentIndex)"
    return try next().decode(type, named: name)
  }

  private mutating func next() throws -> JSONElement {
    guard let element = elements.next() else { throw JSONMismatch("the list is too short") }
    currentIndex += 1
    return element
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONDecoding(element: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONDecoding(element: next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { JSONDecoding(element: try next()) }
}
