package import MusicModel

/// A body with one list that is most of its bytes. Where that is plain it is read and written the short
/// way (``FastJSONValue``), and only the rest by the general codec.
package protocol FastListBody: Codable {
  associatedtype Element: FastJSONValue
  /// The name of the member that is the list.
  static var listName: String { get }
  /// The list, as far as it can be read and written so.
  var list: [Element]? { get set }
}

extension FastListBody {
  /// Reads a body from bytes that are UTF-8, or gives nothing where that is to be left to the general
  /// codec.
  static func readShort(_ bytes: [UInt8]) -> Self? {
    var reader = FastJSONReader(bytes)
    guard reader.take("{") else { return nil }
    while let name = reader.text(), reader.take(":") {
      guard name == listName else {
        guard reader.skipValue(), reader.take(",") else { return nil }
        continue
      }
      let start = reader.place
      guard let list = [Element].read(&reader) else { return nil }
      let rest = bytes[..<start] + Array("[]".utf8) + bytes[reader.place...]
      guard var body = try? BusCodec.decodeGenerally(Self.self, from: Array(rest)),
        // There may be a second list of the name.
        body.list?.isEmpty == true
      else { return nil }
      body.list = list
      return body
    }
    return nil
  }

  /// The bytes of the body, or nothing where that is to be left to the general codec.
  func writtenShort() throws -> [UInt8]? {
    guard let list, !list.isEmpty else { return nil }
    var writer = FastJSONWriter(reserving: 512 * list.count)
    list.write(&writer)
    guard let written = writer.written else { return nil }
    var rest = self
    rest.list = []
    let bytes = try BusCodec.encodeGenerally(rest)
    let empty = Array("\"\(Self.listName)\":[]".utf8)
    guard let place = bytes.firstRange(of: empty),
      bytes[place.upperBound...].firstRange(of: empty) == nil
    else { return nil }
    return bytes[..<(place.upperBound - 2)] + written + bytes[place.upperBound...]
  }
}

extension Done: FastListBody {
  package static var listName: String { "items" }

  package var list: [Entity]? {
    get { items?.whole }
    set { items = newValue.map { LenientList($0) } }
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
  /// Its elements, where none was left out.
  fileprivate var whole: [Element]? { skipped == 0 ? elements : nil }
}
