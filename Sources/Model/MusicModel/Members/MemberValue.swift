/// A value of a member, with the comparisons that merging needs.
public protocol MemberValue: JSONConvertible, Hashable, Sendable {
  var json: JSONValue { get }
  /// The quality of a value among those of one member; higher is better.
  var quality: Int { get }
  /// Values of a list with the same key are equal.
  var listKey: String { get }
  /// The position among dates or numbers, the first of which counts.
  var order: Int { get }
  /// Whether both mean the same; `isSameName` compares names.
  func agrees(with other: Self, isSameName: (String, String) -> Bool) -> Bool
  /// Whether a provider can have meant the value.
  func isPlausible(as form: WireForm) -> Bool
  /// The value without the parts that cannot be meant.
  var plausible: Self { get }
}

extension MemberValue {
  public var json: JSONValue {
    var writer = JSONWriter()
    write(&writer)
    return (try? JSONValue(writer.bytes, .wire)) ?? .null
  }

  @inlinable public var quality: Int { 0 }
  @inlinable public var listKey: String { "" }
  @inlinable public var order: Int { 0 }

  @inlinable
  public func agrees(with other: Self, isSameName: (String, String) -> Bool) -> Bool {
    self == other
  }

  @inlinable public func isPlausible(as form: WireForm) -> Bool { true }
  @inlinable public var plausible: Self { self }
}

extension String: MemberValue {
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
  public var json: JSONValue { .integer(self) }
  public var order: Int { self }

  public func isPlausible(as form: WireForm) -> Bool {
    if case .integer(_, let range) = form { range.contains(self) } else { true }
  }
}

extension Double: MemberValue {
  public var json: JSONValue { .number(self) }

  public func isPlausible(as form: WireForm) -> Bool {
    if case .amount = form { (0...1_000_000_000).contains(self) } else { true }
  }
}

extension Bool: MemberValue {
  public var json: JSONValue { .bool(self) }
  public var order: Int { self ? 1 : 0 }
}

extension JSONValue: MemberValue {
  public var json: JSONValue { self }
}

extension Array: MemberValue where Element: MemberValue {}

/// A value that is a string in JSON.
package protocol TextValue: MemberValue {
  /// Creates the value from its text; `nil` if the text is not one.
  static func reading(_ text: String) -> Self?
  var text: String { get }
}

extension TextValue where Self: RawRepresentable, RawValue == String {
  package static func reading(_ text: String) -> Self? { Self(rawValue: text) }
  package var text: String { rawValue }
}

extension TextValue {
  public init(json: inout JSONReader) throws(JSONMismatch) {
    let text = try json.text()
    guard let value = Self.reading(text) else {
      throw JSONMismatch("unknown value \"\(text.prefix(100))\"")
    }
    self = value
  }

  public func write(_ writer: inout JSONWriter) { writer.add(text: text) }
  public var json: JSONValue { .string(text) }
}

extension EntityKind: TextValue {}

extension AlbumKind: TextValue {
  /// Sources without kinds call everything an album.
  public var quality: Int { self == .album ? 0 : 1 }
}

extension Artwork.Role: TextValue {}

extension ProviderID: TextValue {}

extension EntityID: MemberValue {
  public init(json: inout JSONReader) throws(JSONMismatch) {
    let text = try json.textBytes()
    guard let id = EntityID(utf8: text) else {
      let text = String(decoding: text, as: UTF8.self)
      throw JSONMismatch("\"\(text)\" is not an id of the form namespace:type:value")
    }
    self = id
  }

  /// Writes the text of the id without building it.
  public func write(_ writer: inout JSONWriter) {
    writer.beginText()
    writer.continueText(namespace)
    writer.continueText(":")
    writer.continueText(type)
    writer.continueText(":")
    writer.continueText(value)
    writer.endText()
  }

  public var json: JSONValue { .string(description) }
}

extension PartialDate: MemberValue {
  public init(json: inout JSONReader) throws(JSONMismatch) {
    let text = try json.textBytes()
    guard let date = PartialDate(utf8: text) else {
      let text = String(decoding: text, as: UTF8.self)
      throw JSONMismatch("\"\(text)\" is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD")
    }
    self = date
  }

  public func write(_ writer: inout JSONWriter) { writer.add(text: description) }
  public var json: JSONValue { .string(description) }

  /// The number of known parts.
  public var quality: Int { 1 + (month == nil ? 0 : 1) + (day == nil ? 0 : 1) }

  /// The earliest credible year first, and the most precise date in it. Many sources write the first of
  /// January for the year. No record is older than 1900, and the first days of 1900 and 1970 mean
  /// "unknown".
  public var order: Int {
    let isFirstDay = month == 1 && day == 1
    let isPlaceholder = isFirstDay && (year == 1900 || year == 1970)
    let precision = isFirstDay ? 1 : quality
    return (isPlaceholder || year < 1900 ? 100_000 : 0) + year * 4 - precision
  }
}

extension Entity: MemberValue {
  public init(json: inout JSONReader) throws(JSONMismatch) {
    switch try EntityKind(of: json) {
    case .artist: self = .artist(try Artist(json: &json))
    case .album: self = .album(try Album(json: &json))
    case .song: self = .song(try Song(json: &json))
    case .chart: self = .chart(try Chart(json: &json))
    }
  }

  public func write(_ writer: inout JSONWriter) {
    switch self {
    case .artist(let artist): artist.write(&writer)
    case .album(let album): album.write(&writer)
    case .song(let song): song.write(&writer)
    case .chart(let chart): chart.write(&writer)
    }
  }
}

extension EntityKind {
  /// The kind that an entity states.
  package init(of entity: JSONReader) throws(JSONMismatch) {
    guard var kind = try entity.member("kind") else {
      throw JSONMismatch("the member \"kind\" is missing")
    }
    do throws(JSONMismatch) { self = try EntityKind(json: &kind) } catch {
      throw error.within("kind")
    }
  }
}
