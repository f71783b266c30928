extension JSONWriter {
  /// Appends any value.
  public mutating func add(_ value: some Encodable) throws {
    if let value = value as? any JSONConvertible { return value.write(&self) }
    let encoding = JSONEncoding()
    try value.encode(to: encoding)
    encoding.write(into: &self)
  }
}

/// An encoder that collects what a value consists of, until it can be written in order.
final class JSONEncoding: Encoder {
  private enum Contents {
    case nothing
    case json([UInt8])
    case members([(name: String, value: JSONEncoding)])
    case elements([JSONEncoding])
  }

  private var contents = Contents.nothing
  private var isComplete = true

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = contents { contents = .members([]) }
    return KeyedEncodingContainer(Members(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = contents { contents = .elements([]) }
    return Elements(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoding: self) }

  /// Takes a value that writes itself.
  func write(_ value: some JSONConvertible) {
    var writer = JSONWriter(reserving: 32)
    value.write(&writer)
    contents = .json(writer.bytes)
    isComplete = writer.isComplete
  }

  func write(into writer: inout JSONWriter) {
    if !isComplete { writer.giveUp() }
    switch contents {
    case .nothing: writer.open(.object); writer.close(.object)
    case .json(let bytes): writer.add(json: bytes)
    case .members(let members):
      writer.open(.object)
      for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        writer.name(member.name)
        member.value.write(into: &writer)
      }
      writer.close(.object)
    case .elements(let elements):
      writer.open(.array)
      for element in elements {
        writer.separate()
        element.write(into: &writer)
      }
      writer.close(.array)
    }
  }

  private func addMember(_ name: String) -> JSONEncoding {
    let value = JSONEncoding()
    if case .members(var members) = contents {
      contents = .nothing
      members.append((name, value))
      contents = .members(members)
    }
    return value
  }

  private func addElement() -> JSONEncoding {
    let value = JSONEncoding()
    if case .elements(var elements) = contents {
      contents = .nothing
      elements.append(value)
      contents = .elements(elements)
    }
    return value
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoding.addMember(key.stringValue).write(JSONValue.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try value.encode(to: encoding.addMember(key.stringValue))
    }

    func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoding.addMember(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoding.addMember(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoding.addMember("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoding.addMember(key.stringValue) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }
    private(set) var count = 0

    init(encoding: JSONEncoding) { self.encoding = encoding }

    private mutating func next() -> JSONEncoding {
      count += 1
      return encoding.addElement()
    }

    mutating func encodeNil() { next().write(JSONValue.null) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: next()) }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { next() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoding.write(JSONValue.null) }
    func encode(_ value: String) { encoding.write(value) }
    func encode(_ value: Bool) { encoding.write(value) }
    func encode(_ value: Double) { encoding.write(value) }
    func encode(_ value: Int) { encoding.write(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoding) }

    func encode(_ value: Float) { encoding.write(Double(value)) }
    func encode(_ value: Int8) { encoding.write(Int(value)) }
    func encode(_ value: Int16) { encoding.write(Int(value)) }
    func encode(_ value: Int32) { encoding.write(Int(value)) }
    func encode(_ value: Int64) { encoding.write(Int(value)) }
    func encode(_ value: UInt8) { encoding.write(Int(value)) }
    func encode(_ value: UInt16) { encoding.write(Int(value)) }
    func encode(_ value: UInt32) { encoding.write(Int(value)) }
    func encode(_ value: UInt) throws { try encodeExactly(value) }
    func encode(_ value: UInt64) throws { try encodeExactly(value) }

    private func encodeExactly(_ value: some FixedWidthInteger) throws {
      guard let number = Int(exactly: value) else {
        throw JSONMismatch("a number in it is too large")
      }
      encoding.write(number)
    }
  }
}
