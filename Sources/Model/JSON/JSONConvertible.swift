/// A type that reads and writes its JSON without the containers of `Codable`, which cost a microsecond
/// for each member.
public protocol JSONConvertible: Codable {
  init(json: JSONElement) throws(JSONMismatch)
  func write(_ writer: inout JSONWriter)
}

extension JSONConvertible {
  public init(from decoder: any Decoder) throws { try self.init(codec: decoder) }
  public func encode(to encoder: any Encoder) throws { try encode(codec: encoder) }

  fileprivate init(codec decoder: any Decoder) throws {
    guard let decoding = decoder as? JSONDecoding else {
      throw JSONMismatch("only JSONCodec can read it")
    }
    try self.init(json: decoding.element)
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
  public init(json: JSONElement) throws(JSONMismatch) { self = try json.text() }
  public func write(_ writer: inout JSONWriter) { writer.add(text: self) }
}

extension Int: JSONConvertible {
  public init(json: JSONElement) throws(JSONMismatch) { self = try json.integer() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension Double: JSONConvertible {
  public init(json: JSONElement) throws(JSONMismatch) { self = try json.number() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension Bool: JSONConvertible {
  public init(json: JSONElement) throws(JSONMismatch) { self = try json.flag() }
  public func write(_ writer: inout JSONWriter) { writer.add(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  @inlinable
  public init(json: JSONElement) throws(JSONMismatch) {
    self = []
    for element in try json.elements() {
      do throws(JSONMismatch) { append(try Element(json: element)) } catch {
        throw error.within("\(count)")
      }
    }
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

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  @inlinable
  public init(json: JSONElement) throws(JSONMismatch) {
    self = [:]
    for (name, element) in try json.members() {
      do throws(JSONMismatch) { self[name] = try Value(json: element) } catch {
        throw error.within(name)
      }
    }
  }

  @inlinable
  public func write(_ writer: inout JSONWriter) {
    writer.open(.object)
    for (name, value) in sortedByName {
      writer.name(name)
      value.write(&writer)
    }
    writer.close(.object)
  }
}
