/// Any JSON value, such as a member that this version does not know.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: JSONConvertible {
  /// Reads the one value that the bytes contain.
  ///
  /// - Throws: also if an object has two members with one name, unless the dialect replaces the first.
  public init(_ bytes: [UInt8], _ dialect: JSONDialect) throws(JSONError) {
    try JSONCursor.check(bytes, dialect)
    var json = JSONReader(bytes, dialect)
    do throws(JSONMismatch) { self = try JSONValue(json: &json) } catch {
      throw JSONError(.duplicateName(error.duplicate ?? ""), at: error.offset)
    }
  }

  public init(json: inout JSONReader) throws(JSONMismatch) {
    if json.isObject {
      var values: [String: JSONValue] = [:]
      try json.members { (name, json) throws(JSONMismatch) in
        values.updateValue(try JSONValue(json: &json), forKey: name) == nil
      }
      self = .object(values)
    } else if json.isList {
      var values: [JSONValue] = []
      try json.elements { (json) throws(JSONMismatch) in
        values.append(try JSONValue(json: &json))
      }
      self = .array(values)
    } else if json.isText {
      self = .string(try json.text())
    } else if json.isNumber {
      let (word, isWhole) = try json.numberWord()
      let whole = isWhole ? JSONReader.integer(word) : nil
      let number = JSONReader.number(word)
      guard number.isFinite || json.dialect.hugeNumbers == .replaced else { throw .notJSON }
      // A number that no `Double` can hold is null, if the dialect allows it at all.
      self = whole.map { .integer($0) } ?? (number.isFinite ? .number(number) : .null)
    } else if try json.null() {
      self = .null
    } else {
      self = .bool(try json.flag())
    }
  }

  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension JSONValue {
  /// The member of that name, where this is an object that has one.
  public subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text, where this is a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, where this is one.
  public var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The members, where this is an object.
  public var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements, where this is an array.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}

extension JSONValue {
  /// The value as indented JSON, members in the order of their names.
  public var prettyPrinted: String { prettyPrinted(indent: "") }

  private func prettyPrinted(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + $0.prettyPrinted(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.sortedByName.map { name, value in
        "\(inner)\(JSONValue.string(name).line): \(value.prettyPrinted(indent: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    default: return line
    }
  }

  /// The value as one line of JSON.
  private var line: String { String(decoding: EncodedJSON(self).bytes, as: UTF8.self) }
}
