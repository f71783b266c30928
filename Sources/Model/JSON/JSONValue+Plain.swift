extension JSONCursor {
  /// Reads a value that Foundation reads alike; `nil` leaves it to Foundation.
  ///
  /// Left to it are `null`, whole numbers with a fraction or exponent, and deep nesting.
  public mutating func plainValue(maxDepth: Int = 8) -> JSONValue? {
    switch next {
    case JSONCursor.quote: return (try? text()).map { .string($0) }
    case JSONBracket.object.openingByte: return maxDepth > 0 ? plainObject(maxDepth - 1) : nil
    case JSONBracket.array.openingByte: return maxDepth > 0 ? plainArray(maxDepth - 1) : nil
    default: break
    }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    if let integer = integer() { return .integer(integer) }
    guard let number = number(), number != number.rounded() else { return nil }
    return .number(number)
  }

  private mutating func plainObject(_ maxDepth: Int) -> JSONValue? {
    guard take(JSONBracket.object.openingByte) else { return nil }
    var members: [String: JSONValue] = [:]
    if take(JSONBracket.object.closingByte) { return .object(members) }
    repeat {
      guard let name = try? text(), take(UInt8(ascii: ":")),
        let value = plainValue(maxDepth: maxDepth),
        members.updateValue(value, forKey: name) == nil
      else { return nil }
    } while take(UInt8(ascii: ","))
    return take(JSONBracket.object.closingByte) ? .object(members) : nil
  }

  private mutating func plainArray(_ maxDepth: Int) -> JSONValue? {
    guard take(JSONBracket.array.openingByte) else { return nil }
    var elements: [JSONValue] = []
    if take(JSONBracket.array.closingByte) { return .array(elements) }
    repeat {
      guard let element = plainValue(maxDepth: maxDepth) else { return nil }
      elements.append(element)
    } while take(UInt8(ascii: ","))
    return take(JSONBracket.array.closingByte) ? .array(elements) : nil
  }
}

extension JSONWriter {
  /// Appends any value, its members in the order of their names.
  public mutating func add(_ value: JSONValue) {
    switch value {
    case .null: add(json: "null".utf8)
    case .bool(let flag): add(flag)
    case .integer(let integer): add(integer)
    case .number(let number): add(number)
    case .string(let text): add(text: text)
    case .array(let elements):
      open(.array)
      for element in elements {
        separate()
        add(element)
      }
      close(.array)
    case .object(let members):
      open(.object)
      for (name, value) in members.sortedByName {
        self.name(name)
        add(value)
      }
      close(.object)
    }
  }
}

extension [String: JSONValue] {
  /// The members in the order in which they are written.
  public var sortedByName: [(key: String, value: JSONValue)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
