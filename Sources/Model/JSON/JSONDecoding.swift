extension JSONReader {
  /// Reads a value of any type, without moving.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: JSONDecoding(json: self))
    } catch DecodingError.dataCorrupted(let context) {
      // The initializer of an enumeration describes its values in its own words.
      var json = self
      guard type is any RawRepresentable.Type, let word = try? json.text() else {
        throw JSONMismatch(context.debugDescription)
      }
      throw JSONMismatch("unknown value \"\(word.prefix(100))\"")
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
  let json: JSONReader

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(MemberDecoding(try json.membersByName()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ElementDecoding(try json.allElements())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { json.isNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try json.decode(type) }

  func decode(_ type: String.Type) throws -> String { try read() }
  func decode(_ type: Bool.Type) throws -> Bool { try read() }
  func decode(_ type: Double.Type) throws -> Double { try read() }
  func decode(_ type: Int.Type) throws -> Int { try read() }
  func decode(_ type: Float.Type) throws -> Float { Float(try read() as Double) }
  func decode(_ type: Int8.Type) throws -> Int8 { try exactly() }
  func decode(_ type: Int16.Type) throws -> Int16 { try exactly() }
  func decode(_ type: Int32.Type) throws -> Int32 { try exactly() }
  func decode(_ type: Int64.Type) throws -> Int64 { try exactly() }
  func decode(_ type: UInt.Type) throws -> UInt { try exactly() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try exactly() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try exactly() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try exactly() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try exactly() }

  private func read<Value: JSONConvertible>() throws(JSONMismatch) -> Value {
    var json = json
    return try Value(json: &json)
  }

  private func exactly<Number: FixedWidthInteger>() throws -> Number {
    guard let number = Number(exactly: try read() as Int) else {
      throw json.mismatch("must be a whole number in range")
    }
    return number
  }
}

/// The members of an object.
private struct MemberDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: [String: JSONReader]

  init(_ members: [String: JSONReader]) { self.members = members }

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
    guard var member = present(key) else { return nil }
    do throws(JSONMismatch) { return try Value(json: &member) } catch {
      throw error.within(key.stringValue)
    }
  }

  /// The value of a member; `nil` if it is absent or null.
  private func present(_ key: Key) -> JSONReader? {
    members[key.stringValue].flatMap { $0.isNull ? nil : $0 }
  }

  private func member(_ key: Key) throws -> JSONReader {
    guard let member = members[key.stringValue] else {
      throw JSONMismatch("the member \"\(key.stringValue)\" is missing")
    }
    return member
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONDecoding(json: member(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONDecoding(json: member(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw JSONMismatch("it has no super") }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONDecoding(json: try member(key))
  }
}

/// The elements of an array.
private struct ElementDecoding: UnkeyedDecodingContainer {
  private let elements: [JSONReader]
  private(set) var currentIndex = 0

  init(_ elements: [JSONReader]) { self.elements = elements }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let name = "\(currentIndex)"
    return try next().decode(type, named: name)
  }

  private mutating func next() throws -> JSONReader {
    guard !isAtEnd else { throw JSONMismatch("the list is too short") }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONDecoding(json: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONDecoding(json: next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { JSONDecoding(json: try next()) }
}

extension JSONReader {
  /// Readers of the members of an object, by name.
  ///
  /// - Throws: if a name appears twice and the dialect does not allow it.
  fileprivate func membersByName() throws(JSONMismatch) -> [String: JSONReader] {
    var (json, found) = (self, [String: JSONReader]())
    try json.members { (name, json) throws(JSONMismatch) in
      let isNew = found.updateValue(json, forKey: name) == nil
      try json.skipUnchecked()
      return isNew
    }
    return found
  }

  /// Readers of the elements of a list.
  fileprivate func allElements() throws(JSONMismatch) -> [JSONReader] {
    var (json, found) = (self, [JSONReader]())
    try json.elements { (json) throws(JSONMismatch) in
      found.append(json)
      try json.skipUnchecked()
    }
    return found
  }
}
