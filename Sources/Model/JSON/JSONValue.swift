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
    let document = try JSONDocument(bytes, dialect)
    do throws(DuplicateName) {
      self = try JSONValue(reading: document.root)
    } catch {
      throw JSONError(.duplicateName(error.name.decodedText), at: error.name.node.start)
    }
  }

  public init(json element: JSONElement) throws(JSONMismatch) {
    do throws(DuplicateName) {
      self = try JSONValue(reading: element)
    } catch {
      throw JSONMismatch("duplicate member \"\(error.name.decodedText)\"")
    }
  }

  private struct DuplicateName: Error {
    let name: JSONElement
  }

  private init(reading element: JSONElement) throws(DuplicateName) {
    switch element.node.kind {
    case .null: self = .null
    case .yes: self = .bool(true)
    case .no: self = .bool(false)
    case .whole: self = .integer((try? element.integer()) ?? 0)
    case .fraction: self = .number((try? element.number()) ?? 0)
    case .plainText, .escapedText: self = .string(element.decodedText)
    case .array:
      var elements: [JSONValue] = []
      for child in JSONChildren(element) { elements.append(try JSONValue(reading: child)) }
      self = .array(elements)
    case .object: self = .object(try JSONValue.members(of: element))
    }
  }

  private static func members(
    of object: JSONElement
  ) throws(DuplicateName) -> [String: JSONValue] {
    var children = JSONChildren(object)
    var members: [String: JSONValue] = [:]
    while let (name, value) = children.nextMember() {
      let isDuplicate =
        members.updateValue(try JSONValue(reading: value), forKey: name.decodedText) != nil
      if isDuplicate, object.document.dialect.duplicateNames == .rejected {
        throw DuplicateName(name: name)
      }
    }
    return members
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
