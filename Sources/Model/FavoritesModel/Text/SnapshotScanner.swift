internal import JSON
import MusicModel

/// A position in the JSON text of a snapshot, which is checked without decoding it.
///
/// The decoder reads everything that the scanner accepts.
struct SnapshotScanner {
  let bytes: [UInt8]
  private(set) var cursor: JSONCursor

  /// Starts at a range of bytes, which must be UTF-8.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    cursor = JSONCursor(bytes, range, dialect: .document)
  }

  /// Whether nothing follows.
  var isAtEnd: Bool { cursor.next == nil }

  /// Consumes an object of this form, its members in the order of their names, each at most once.
  ///
  /// - Returns: whether it is one. `body` gets each member by its index in the form.
  mutating func take(
    _ form: SnapshotForm,
    _ body: (_ index: Int, _ value: Range<Int>) -> Void = { _, _ in }
  ) -> Bool {
    let members = form.members
    var index = 0
    guard cursor.take("{") else { return false }
    repeat {
      while index < members.count, !cursor.take(members[index].jsonName) {
        guard !members[index].isRequired else { return false }
        index += 1
      }
      let start = cursor.offset
      guard index < members.count, take(members[index].value) else { return false }
      body(index, start..<cursor.offset)
      index += 1
    } while cursor.take(",")
    return cursor.take("}") && !members[index...].contains(where: \.isRequired)
  }

  private mutating func take(_ value: SnapshotForm.Value) -> Bool {
    switch value {
    case .word(let word): cursor.textBytes()?.elementsEqual(word) == true
    case .text: takeText()
    case .id: cursor.textBytes().map { EntityID.isNormal(utf8: $0) } == true
    case .date: cursor.textBytes().flatMap { PartialDate(utf8: $0) } != nil
    case .flag: cursor.take("true") || cursor.take("false")
    case .integer: cursor.integer() != nil
    case .number: cursor.number() != nil
    case .texts: takeTexts()
    case .object(let form): take(form)
    case .list(let element): takeList(of: element)
    case .other: false
    }
  }

  private mutating func takeText() -> Bool {
    cursor.plainText() != nil || (try? cursor.text()) != nil
  }

  private mutating func takeList(of element: SnapshotForm.Value) -> Bool {
    guard cursor.take("[") else { return false }
    if cursor.take("]") { return true }
    repeat {
      guard take(element) else { return false }
    } while cursor.take(",")
    return cursor.take("]")
  }

  /// Consumes an object of strings in the order of their names.
  private mutating func takeTexts() -> Bool {
    guard cursor.take("{") else { return false }
    if cursor.take("}") { return true }
    var last: Range<Int>?
    repeat {
      guard let name = cursor.plainText(), cursor.take(":"), takeText(),
        last.map({ bytes[$0].lexicographicallyPrecedes(bytes[name]) }) ?? true
      else { return false }
      last = name
    } while cursor.take(",")
    return cursor.take("}")
  }
}
