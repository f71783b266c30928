extension String: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> String? { try? cursor.text() }
  public func write(_ writer: inout JSONWriter) { writer.add(text: self) }
  public var json: JSONValue { .string(self) }

  /// A longer text contains more, up to the length that is read; broken characters spoil it.
  public var quality: Int {
    let length = min(utf8.count, 4_000)
    return contains("Ã") || contains("\u{FFFD}") || contains("â€") ? length / 4 : length
  }

  public var listKey: String { lowercased() }

  public func isPlausible(as form: WireForm) -> Bool {
    switch form {
    case .text: !isEmpty
    case .currency: utf8.count == 3 && utf8.allSatisfy { (0x41...0x5A).contains($0) }
    case .country: utf8.count == 2 && utf8.allSatisfy { (0x61...0x7A).contains($0) }
    default: true
    }
  }
}

extension Int: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> Int? { cursor.integer() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
  public var json: JSONValue { .integer(self) }
  public var order: Int { self }

  public func isPlausible(as form: WireForm) -> Bool {
    if case .integer(_, let range) = form { range.contains(self) } else { true }
  }
}

extension Double: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> Double? { cursor.number() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
  public var json: JSONValue { .number(self) }

  public func isPlausible(as form: WireForm) -> Bool {
    if case .amount = form { (0...1_000_000_000).contains(self) } else { true }
  }
}

extension Bool: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> Bool? {
    if cursor.take("true") { return true }
    return cursor.take("false") ? false : nil
  }

  public func write(_ writer: inout JSONWriter) { writer.add(self) }
  public var json: JSONValue { .bool(self) }
}

extension JSONValue: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> JSONValue? { cursor.plainValue() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
  public var json: JSONValue { self }
}

extension Array: MemberValue where Element: MemberValue {
  @inlinable
  public static func read(_ cursor: inout JSONCursor) -> [Element]? {
    guard cursor.take("[") else { return nil }
    var elements: [Element] = []
    if cursor.take("]") { return elements }
    repeat {
      guard let element = Element.read(&cursor) else { return nil }
      elements.append(element)
    } while cursor.take(",")
    return cursor.take("]") ? elements : nil
  }

  @inlinable
  public func write(_ writer: inout JSONWriter) {
    writer.open(.array)
    for element in self {
      writer.separate()
      element.write(&writer)
    }
    writer.close(.array)
  }
}

/// Numbers by name, such as requests by upstream.
extension Dictionary: MemberValue where Key == String, Value == Int {
  public static func read(_ cursor: inout JSONCursor) -> [String: Int]? {
    guard cursor.take("{") else { return nil }
    var numbers: [String: Int] = [:]
    if cursor.take("}") { return numbers }
    repeat {
      guard let name = try? cursor.text(), cursor.take(":"), let number = cursor.integer(),
        numbers.updateValue(number, forKey: name) == nil
      else { return nil }
    } while cursor.take(",")
    return cursor.take("}") ? numbers : nil
  }

  public func write(_ writer: inout JSONWriter) {
    writer.open(.object)
    for (name, number) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.name(name)
      writer.add(number)
    }
    writer.close(.object)
  }
}
