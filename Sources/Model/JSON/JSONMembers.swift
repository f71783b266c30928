/// The names of the members of a type, in their order; at most 64.
public struct JSONNames: Sendable {
  let all: [StaticString]

  public init(_ names: StaticString...) { all = names }
}

/// The members of an object, as its type knows them.
public struct JSONMembers {
  private let names: [StaticString]
  private var isFirst = true
  /// The index of the member that was found last, or the number of names if that is unknown.
  private var last = -1
  private var lastName = JSONReader.Name()
  /// A bit for each member that was found.
  private var found: UInt64 = 0
  /// The names of others.
  private var unknown: Set<String> = []

  /// Begins to read an object.
  public init(_ json: inout JSONReader, _ names: JSONNames) throws(JSONMismatch) {
    self.names = names.all
    try json.open(.object)
  }

  /// Moves to the value of the next member.
  ///
  /// - Returns: its index among the names, their number if it is unknown, and `nil` at the end of the object.
  /// - Throws: if it appears twice and the dialect does not allow it.
  public mutating func next(_ json: inout JSONReader) throws(JSONMismatch) -> Int? {
    guard let name = try json.nextName(isFirst: isFirst) else { return nil }
    isFirst = false
    lastName = name
    last = index(of: name, &json)
    guard last < names.count else {
      let text = json.text(name)
      if !unknown.insert(text).inserted { try json.refuseDuplicate(name) }
      return last
    }
    let bit: UInt64 = 1 << UInt64(last)
    if found & bit != 0 { try json.refuseDuplicate(name) }
    found |= bit
    return last
  }

  /// Most senders write members in the order of their names, so that the search begins behind the last one.
  private func index(of name: JSONReader.Name, _ json: inout JSONReader) -> Int {
    let start = min(last + 1, names.count)
    for index in start..<names.count where json.isText(name, names[index]) { return index }
    for index in 0..<start where json.isText(name, names[index]) { return index }
    return names.count
  }

  /// The name of the member that was found last.
  public func name(_ json: JSONReader) -> String { json.text(lastName) }

  /// A mismatch of the value of the member that was found last.
  public func within(_ error: JSONMismatch, _ json: JSONReader) -> JSONMismatch {
    error.within(name(json))
  }

  /// Checks that members were found; `indexes` are in the order of their names.
  public func require(_ indexes: Int...) throws(JSONMismatch) {
    for index in indexes where found & 1 << UInt64(index) == 0 {
      throw JSONMismatch("the member \"\(names[index])\" is missing")
    }
  }
}

// What the code that Protocol/generate writes is made of.

extension JSONReader {
  /// Reads a value.
  @inlinable
  public mutating func value<Value: JSONConvertible>() throws(JSONMismatch) -> Value {
    try Value(json: &self)
  }

  /// Reads a value that may be null.
  @inlinable
  public mutating func optional<Value: JSONConvertible>() throws(JSONMismatch) -> Value? {
    try null() ? nil : try Value(json: &self)
  }

  /// Reads a value of any type that may be null.
  public mutating func decoded<Value: Decodable>() throws(JSONMismatch) -> Value? {
    if try null() { return nil }
    let start = self
    try skip()
    do { return try start.decode(Value.self) } catch let mismatch as JSONMismatch {
      throw mismatch
    } catch {
      throw JSONMismatch("\(error)")
    }
  }

  /// Reads a list; null is an empty one.
  @inlinable
  public mutating func list<Value: JSONConvertible>() throws(JSONMismatch) -> [Value] {
    try optional() ?? []
  }

  /// Reads texts by name; null is an empty table.
  public mutating func table() throws(JSONMismatch) -> [String: String] {
    var texts: [String: String] = [:]
    if try null() { return texts }
    try members { (name, json) throws(JSONMismatch) in
      do throws(JSONMismatch) {
        return texts.updateValue(try json.text(), forKey: name) == nil
      } catch { throw error.within(name) }
    }
    return texts
  }
}

extension JSONWriter {
  /// Adds a member.
  @inlinable
  public mutating func add(_ name: StaticString, _ value: some JSONConvertible) {
    self.name(name)
    value.write(&self)
  }

  /// Adds a member, unless it has no value.
  @inlinable
  public mutating func add(_ name: StaticString, _ value: (some JSONConvertible)?) {
    if let value { add(name, value) }
  }

  /// Adds a member of any type, unless it has no value.
  public mutating func add(_ name: StaticString, encoded value: (some Encodable)?) {
    guard let value else { return }
    self.name(name)
    do { try add(value) } catch { giveUp() }
  }

  /// Adds a list, unless it is empty.
  @inlinable
  public mutating func add(_ name: StaticString, _ values: [some JSONConvertible]) {
    guard !values.isEmpty else { return }
    self.name(name)
    values.write(&self)
  }

  /// Adds texts by name, unless there is none.
  public mutating func add(_ name: StaticString, _ texts: [String: String]) {
    guard !texts.isEmpty else { return }
    self.name(name)
    texts.write(&self)
  }
}
