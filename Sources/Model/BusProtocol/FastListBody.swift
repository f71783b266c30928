internal import JSON
package import MusicModel

/// A body of which one list is most of the bytes. The list is read and written directly
/// (``MemberValue``), the rest by the general coder.
package protocol FastListBody: Codable {
  associatedtype Element: MemberValue
  /// The name of the list.
  static var listName: String { get }
  /// Reads the body without its list.
  static func decodeRest(_ bytes: [UInt8]) throws -> Self
  /// The bytes of the body, of which the list is empty.
  func encodeRest() throws -> [UInt8]
  /// The list; `nil` if it must be left to the general coder.
  var list: [Element]? { get set }
}

extension FastListBody {
  /// Reads a body from UTF-8; `nil` leaves it to the general coder.
  static func readFast(_ bytes: [UInt8]) -> Self? {
    guard var cursor = cursorAtList(in: bytes) else { return nil }
    let start = cursor.offset
    guard let list = [Element].read(&cursor) else { return nil }
    let rest = bytes[..<start] + Array("[]".utf8) + bytes[cursor.offset...]
    guard var body = try? decodeRest(Array(rest)),
      // The name may be repeated.
      body.list?.isEmpty == true
    else { return nil }
    body.list = list
    return body
  }

  /// Reads the body without its list.
  package static func decodeRest(_ bytes: [UInt8]) throws -> Self {
    try BusCodec.decodeGenerally(from: bytes)
  }

  /// The bytes of the body, of which the list is empty.
  package func encodeRest() throws -> [UInt8] { try BusCodec.encodeGenerally(self) }

  /// The bytes of the body; `nil` leaves it to the general coder.
  func writtenFast() throws -> [UInt8]? {
    guard let list, !list.isEmpty else { return nil }
    var writer = JSONWriter(reserving: 512 * list.count)
    list.write(&writer)
    return writer.isComplete ? try written(list: writer.bytes) : nil
  }

  /// The bytes of the body with another list, as JSON; `nil` if its place cannot be found.
  func written(list: [UInt8]) throws -> [UInt8]? {
    var rest = self
    rest.list = []
    let bytes = try rest.encodeRest()
    guard var cursor = Self.cursorAtList(in: bytes) else { return nil }
    let start = cursor.offset
    guard (try? cursor.skipValue()) != nil else { return nil }
    return bytes[..<start] + list + bytes[cursor.offset...]
  }

  /// A cursor at the value of the list, if the body is an object that has it.
  private static func cursorAtList(in bytes: [UInt8]) -> JSONCursor? {
    var cursor = JSONCursor(bytes)
    guard cursor.take("{") else { return nil }
    while let name = try? cursor.text(), cursor.take(":") {
      if name == listName { return cursor }
      guard (try? cursor.skipValue()) != nil, cursor.take(",") else { return nil }
    }
    return nil
  }
}

extension Done: FastListBody {
  package static var listName: String { "items" }

  package var list: [Entity]? {
    get { items?.whole }
    set { items = newValue.map { LenientList($0) } }
  }

  package static func decodeRest(_ bytes: [UInt8]) throws -> Done {
    try PlainDone.readFast(bytes)?.done ?? BusCodec.decodeGenerally(from: bytes)
  }

  package func encodeRest() throws -> [UInt8] {
    try PlainDone(self)?.writtenFast() ?? BusCodec.encodeGenerally(self)
  }
}

extension Part: FastListBody {
  package static var listName: String { "items" }

  package var list: [Entity]? {
    get { items?.whole }
    set { items = newValue.map { LenientList($0) } }
  }
}

extension LenientList {
  /// The elements, if none was skipped.
  fileprivate var whole: [Element]? { skipped == 0 ? elements : nil }
}
