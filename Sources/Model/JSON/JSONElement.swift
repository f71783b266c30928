/// A value in a checked JSON text.
public struct JSONElement: Sendable {
  let document: JSONDocument
  let index: Int

  init(_ document: JSONDocument, _ index: Int) {
    self.document = document
    self.index = index
  }

  var node: JSONDocument.Node { document.nodes[index] }

  /// The text of the value.
  public var json: ArraySlice<UInt8> { document.bytes[node.start..<node.end] }

  public var isNull: Bool { node.kind == .null }
  public var isObject: Bool { node.kind == .object }

  /// The value of a string.
  public func text() throws(JSONMismatch) -> String {
    switch node.kind {
    case .plainText: String(decoding: plainBytes, as: UTF8.self)
    case .escapedText: unescaped
    default: throw mismatch("must be a text")
    }
  }

  /// The value of a string, as UTF-8.
  public func textBytes() throws(JSONMismatch) -> ArraySlice<UInt8> {
    node.kind == .plainText ? plainBytes : Array(try text().utf8)[...]
  }

  /// The value of a whole number, which may be written as `1.0` or `1e3`: then it is exact up to
  /// 2⁵³, and not taken above that.
  public func integer() throws(JSONMismatch) -> Int {
    switch node.kind {
    case .whole:
      var number = 0
      let isNegative = document.bytes[node.start] == UInt8(ascii: "-")
      // The parser has checked that it fits; the smallest one has no positive counterpart.
      for byte in document.bytes[(node.start + (isNegative ? 1 : 0))..<node.end] {
        number = number &* 10 &- Int(byte &- 0x30)
      }
      return isNegative ? number : 0 &- number
    case .fraction:
      guard let number = Int(exactly: fraction), number.magnitude < 1 << 53 else {
        throw mismatch("must be a whole number in range")
      }
      return number
    default: throw mismatch("must be a whole number")
    }
  }

  /// The value of a number.
  public func number() throws(JSONMismatch) -> Double {
    switch node.kind {
    case .whole, .fraction: fraction
    default: throw mismatch("must be a number")
    }
  }

  /// The value of `true` or `false`.
  public func flag() throws(JSONMismatch) -> Bool {
    switch node.kind {
    case .yes: true
    case .no: false
    default: throw mismatch("must be true or false")
    }
  }

  /// The elements of an array.
  public func elements() throws(JSONMismatch) -> JSONChildren {
    guard node.kind == .array else { throw mismatch("must be a list") }
    return JSONChildren(self)
  }

  /// The members of an object by name.
  ///
  /// - Throws: if a name appears twice and the dialect does not allow it.
  public func members() throws(JSONMismatch) -> [String: JSONElement] {
    guard isObject else { throw mismatch("must be an object") }
    var members: [String: JSONElement] = [:]
    members.reserveCapacity(memberCount)
    var children = JSONChildren(self)
    while let (name, value) = children.nextMember() {
      let name = name.decodedText
      if members.updateValue(value, forKey: name) != nil,
        document.dialect.duplicateNames == .rejected
      {
        throw JSONMismatch("duplicate member \"\(name)\"")
      }
    }
    return members
  }

  /// The value of a string; empty for another value.
  package var decodedText: String { (try? text()) ?? "" }

  /// A mismatch, which names `null` if that is the value.
  package func mismatch(_ reason: String) -> JSONMismatch {
    JSONMismatch(isNull ? "\(reason), not null" : reason)
  }

  private var plainBytes: ArraySlice<UInt8> { document.bytes[(node.start + 1)..<(node.end - 1)] }

  private var unescaped: String {
    var cursor = JSONCursor(document.bytes, node.start..<node.end, dialect: document.dialect)
    return (try? cursor.text()) ?? ""
  }

  private var fraction: Double { Double(String(decoding: json, as: UTF8.self)) ?? .nan }
}

/// What is directly in an array or object: its elements, or its names and values.
public struct JSONChildren: Sequence, IteratorProtocol {
  private let document: JSONDocument
  private var index: Int
  private let end: Int

  init(_ parent: JSONElement) {
    document = parent.document
    index = parent.index + 1
    end = parent.node.next
  }

  /// Whether nothing is left.
  public var isEmpty: Bool { index == end }

  /// The next element, name or value.
  public mutating func next() -> JSONElement? {
    guard index < end else { return nil }
    defer { index = document.nodes[index].next }
    return JSONElement(document, index)
  }

  /// The next name of an object, and its value.
  package mutating func nextMember() -> (name: JSONElement, value: JSONElement)? {
    guard let name = next(), let value = next() else { return nil }
    return (name, value)
  }
}

/// The reason why a valid JSON text is not the value that is wanted.
public struct JSONMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The names and indexes of the value, outermost first.
  public private(set) var path: [String] = []
  /// Such as `must be a whole number`.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }

  /// The mismatch as seen from the object or array around it.
  public func within(_ name: String) -> JSONMismatch {
    var mismatch = self
    mismatch.path.insert(name, at: 0)
    return mismatch
  }

  /// Such as `ttlMs: must be a whole number`.
  public var description: String {
    path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)"
  }
}

extension JSONDocument {
  /// Whether a node is a string with this value.
  fileprivate func isText(_ index: Int, _ text: StaticString) -> Bool {
    let node = nodes[index]
    guard node.kind == .plainText else {
      return JSONElement(self, index).decodedText == "\(text)"
    }
    let count = text.utf8CodeUnitCount
    guard node.end - node.start - 2 == count else { return false }
    return text.withUTF8Buffer { text in
      for index in 0..<count where bytes[node.start + 1 + index] != text[index] { return false }
      return true
    }
  }
}

extension JSONElement {
  /// The number of members of an object.
  package var memberCount: Int {
    var count = 0
    var child = index + 1
    while child < node.next {
      count += 1
      child = document.nodes[child + 1].next
    }
    return count
  }

  /// The value of a member of an object; `nil` if it has none of this name.
  ///
  /// The search begins at `position`, a node after the object's own, and leaves it behind the member:
  /// whoever asks for members in their order finds each at once.
  package func member(_ name: StaticString, from position: inout Int) -> JSONElement? {
    let start = max(position, index + 1)
    guard
      let child = child(name, in: start..<node.next) ?? child(name, in: (index + 1)..<start)
    else { return nil }
    position = document.nodes[child + 1].next
    return JSONElement(document, child + 1)
  }

  /// The node of a name among the children of an object.
  private func child(_ name: StaticString, in range: Range<Int>) -> Int? {
    var child = range.lowerBound
    while child < range.upperBound {
      if document.isText(child, name) { return child }
      child = document.nodes[child + 1].next
    }
    return nil
  }
}

extension JSONElement {
  /// The member of that name, where this is an object that has one.
  package subscript(_ name: StaticString) -> JSONElement? {
    guard isObject else { return nil }
    var position = index + 1
    return member(name, from: &position)
  }
}
