/// A value of a member: the fast way to read and write it, and the comparisons that merging needs.
///
/// Lists of entities are most of the bus's traffic, and Foundation's coder takes microseconds for each
/// member. Plain values are therefore read and written directly; everything else that JSON allows
/// (unknown or repeated members, other types) is left to the general coder. Where both apply, they give
/// equal results, byte for byte.
public protocol MemberValue: Codable, Hashable, Sendable {
  /// Reads the next value; `nil` leaves it to the general coder.
  static func read(_ cursor: inout JSONCursor) -> Self?
  func write(_ writer: inout JSONWriter)

  var json: JSONValue { get }
  /// The quality of a value among those of one member; higher is better.
  var quality: Int { get }
  /// The key by which values of a list are equal.
  var listKey: String { get }
  /// The position among dates or numbers of which the first counts.
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

  /// Reads the one value that the bytes, which are UTF-8, contain; `nil` leaves it to the general coder.
  package static func readFast(_ bytes: [UInt8]) -> Self? {
    var cursor = JSONCursor(bytes)
    guard let value = read(&cursor), cursor.next == nil else { return nil }
    return value
  }

  /// The bytes of the value; `nil` leaves it to the general coder.
  package func writtenFast() -> [UInt8]? {
    var writer = JSONWriter(reserving: 128)
    write(&writer)
    return writer.isComplete ? writer.bytes : nil
  }
}
