/// A type that reads and writes its JSON without the containers of `Codable`, which cost a microsecond
/// for each member.
public protocol JSONConvertible: Codable {
  init(json: inout JSONReader) throws(JSONMismatch)
  func write(_ writer: inout JSONWriter)
}

extension JSONConvertible {
  public init(from decoder: any Decoder) throws { try self.init(codec: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(codec: encoder) }

  fileprivate init(codec decoder: any Decoder) throws {
    guard let decoding = decoder as? JSONDecoding else {
      throw JSONMismatch("only JSONCodec can read it")
    }
    var json = decoding.json
    try self.init(json: &json)
  }

  fileprivate func encode(codec encoder: any Encoder) throws {
    guard let encoding = encoder as? JSONEncoding else {
      throw JSONMismatch("only JSONCodec can write it")
    }
    encoding.write(self)
  }
}

// Preferred over the same functions of `RawRepresentable`, which use containers.
extension JSONConvertible where Self: RawRepresentable, RawValue == String {
  public init(from decoder: any Decoder) throws { try self.init(codec: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(codec: encoder) }
}

extension String: JSONConvertible {
  public init(json: inout JSONReader) throws(JSONMismatch) { self = try json.text() }
  public func write(_ writer: inout JSONWriter) { writer.add(text: self) }
}

extension Int: JSONConvertible {
  public init(json: inout JSONReader) throws(JSONMismatch) { self = try json.integer() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension Double: JSONConvertible {
  public init(json: inout JSONReader) throws(JSONMismatch) { self = try json.number() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension Bool: JSONConvertible {
  public init(json: inout JSONReader) throws(JSONMismatch) { self = try json.flag() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  @inlinable
  public init(json: inout JSONReader) throws(JSONMismatch) {
    self = []
    try json.open(.array)
    while try json.nextElement(isFirst: isEmpty) {
      do throws(JSONMismatch) { append(try Element(json: &json)) } catch {
        throw error.within("\(count)")
      }
    }
  }

  public func write(_ writer: inout JSONWriter) {
    writer.open(.array)
    for element in self {
      writer.separate()
      element.write(&writer)
    }
    writer.close(.array)
  }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  public init(json: inout JSONReader) throws(JSONMismatch) {
    var members: [String: Value] = [:]
    try json.members { (name, json) throws(JSONMismatch) in
      let value: Value
      do throws(JSONMismatch) { value = try Value(json: &json) } catch { throw error.within(name) }
      return members.updateValue(value, forKey: name) == nil
    }
    self = members
  }

  public func write(_ writer: inout JSONWriter) {
    writer.open(.object)
    for (name, value) in sortedByName {
      writer.name(name)
      value.write(&writer)
    }
    writer.close(.object)
  }
}
