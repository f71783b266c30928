/// A value that is written to JSON and read from it the short way.
///
/// Lists of entities are most of what travels on the bus, and Foundation's codec takes microseconds for
/// each of their members. So what is plain is written and read here, at a small part of that; whatever
/// else JSON allows — unknown or repeated members, rare escapes, other values — is left to the general
/// codec. What both can do they do alike, byte for byte.
package protocol FastJSONValue {
  /// The next value, or nothing where it is to be left to the general codec.
  static func read(_ reader: inout FastJSONReader) -> Self?

  func write(_ writer: inout FastJSONWriter)
}

extension FastJSONValue {
  /// The value that these bytes, which are UTF-8, hold from first to last; nothing where that is to be
  /// left to the general codec.
  package static func readShort(_ bytes: [UInt8]) -> Self? {
    var reader = FastJSONReader(bytes)
    guard let value = read(&reader), reader.isAtEnd else { return nil }
    return value
  }

  /// The bytes of the value, or nothing where that is to be left to the general codec.
  package func writtenShort() -> [UInt8]? {
    var writer = FastJSONWriter()
    write(&writer)
    return writer.written
  }
}

extension String: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> String? { reader.text() }

  package func write(_ writer: inout FastJSONWriter) { writer.add(text: self) }
}

extension Int: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> Int? { reader.integer() }

  package func write(_ writer: inout FastJSONWriter) { writer.add(description) }
}

extension Double: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> Double? { reader.number() }

  package func write(_ writer: inout FastJSONWriter) {
    let digits = description
    guard isFinite, !digits.contains("e") else { return writer.giveUp() }
    writer.add(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }
}

extension Bool: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> Bool? {
    if reader.take("true") { return true }
    return reader.take("false") ? false : nil
  }

  package func write(_ writer: inout FastJSONWriter) { writer.add(self ? "true" : "false") }
}

extension Array: FastJSONValue where Element: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> [Element]? {
    guard reader.take("[") else { return nil }
    var elements: [Element] = []
    if reader.take("]") { return elements }
    repeat {
      guard let element = Element.read(&reader) else { return nil }
      elements.append(element)
    } while reader.take(",")
    return reader.take("]") ? elements : nil
  }

  package func write(_ writer: inout FastJSONWriter) {
    writer.add("[")
    for (index, element) in enumerated() {
      if index > 0 { writer.add(",") }
      element.write(&writer)
    }
    writer.add("]")
  }
}

extension [String: String]: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> [String: String]? {
    guard reader.take("{") else { return nil }
    var members: [String: String] = [:]
    if reader.take("}") { return members }
    repeat {
      guard let name = reader.text(), reader.take(":"), let text = reader.text(),
        members.updateValue(text, forKey: name) == nil
      else { return nil }
    } while reader.take(",")
    return reader.take("}") ? members : nil
  }

  package func write(_ writer: inout FastJSONWriter) {
    writer.add("{")
    let sorted = sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (index, (name, text)) in sorted.enumerated() {
      if index > 0 { writer.add(",") }
      writer.add(text: name)
      writer.add(":")
      writer.add(text: text)
    }
    writer.add("}")
  }
}
