extension MemberVisitable {
  @inlinable
  public static func read(_ cursor: inout JSONCursor) -> Self? {
    guard let value = blank, var reader = FastJSONReader(value, cursor) else { return nil }
    // Members may have any order; usually one pass reads all of them.
    repeat {
      reader.begin()
      members(&reader)
    } while reader.needsAnotherPass
    guard reader.isComplete else { return nil }
    cursor = reader.cursor
    return reader.whole
  }
}

/// Reads the members that come next, in passes until the object ends.
///
/// A pass stops at a member that is out of order or unknown.
@usableFromInline
struct FastJSONReader<Whole: MemberVisitable>: MemberVisitor {
  @usableFromInline var whole: Whole
  @usableFromInline var cursor: JSONCursor
  /// The members read so far, by their indices in the list.
  @usableFromInline var taken: UInt64 = 0
  @usableFromInline var takenBefore: UInt64 = 0
  @usableFromInline var index: UInt64 = 0
  @usableFromInline var lacksRequired = false
  /// Unknown members read so far.
  @usableFromInline var unknown: [String: JSONValue] = [:]
  @usableFromInline var tookUnknown = false
  @usableFromInline var hasEnded = false
  @usableFromInline var isBroken = false

  @inlinable
  init?(_ blank: Whole, _ cursor: JSONCursor) {
    whole = blank
    self.cursor = cursor
    guard self.cursor.take("{") else { return nil }
  }

  @inlinable
  mutating func begin() {
    takenBefore = taken
    tookUnknown = false
    index = 0
    lacksRequired = false
  }

  @inlinable var needsAnotherPass: Bool { !isBroken && !hasEnded && hasProgressed }
  @inlinable var hasProgressed: Bool { taken != takenBefore || tookUnknown }
  @inlinable var isComplete: Bool { !isBroken && hasEnded && !lacksRequired }

  /// Whether the member's value is next.
  @inlinable
  mutating func take(_ name: StaticString, isRequired: Bool = false) -> Bool {
    let bit = UInt64(1) << index
    index += 1
    if taken & bit != 0 {
      // A member that is there twice is left to the general coder.
      if !hasEnded, cursor.takeName(name) { isBroken = true }
      return false
    }
    guard !hasEnded, !isBroken, cursor.takeName(name) else {
      if isRequired { lacksRequired = true }
      return false
    }
    taken |= bit
    return true
  }

  @inlinable
  mutating func end(_ isRead: Bool) {
    if !isRead { isBroken = true }
    if cursor.take(",") { return }
    if cursor.take("}") { hasEnded = true } else { isBroken = true }
  }

  @inlinable
  mutating func kind(_ kind: EntityKind) {
    guard take("kind", isRequired: true) else { return }
    end((try? cursor.text()) == kind.rawValue)
  }

  @inlinable
  mutating func id(_ accessor: Accessor<Whole, EntityID>) {
    required(Member("id", .id), accessor)
  }

  @inlinable
  mutating func ids(_ accessor: Accessor<Whole, [EntityID]>) {
    required(Member("ids", .id), accessor)
  }

  @inlinable
  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
    guard take(member.name, isRequired: true) else { return }
    let value = Value.read(&cursor)
    if let value { accessor.set(&whole, value) }
    end(value != nil)
  }

  @inlinable
  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    guard take(member.name) else { return }
    if cursor.take("null") { return end(true) }
    let value = Value.read(&cursor)
    if let value { accessor.set(&whole, value) }
    end(value != nil)
  }

  @inlinable
  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    guard take(member.name) else { return }
    let values = [Value].read(&cursor)
    if let values { accessor.set(&whole, values) }
    end(values != nil)
  }

  /// Takes the next member if a whole pass did not know it.
  @inlinable
  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) {
    if !hasProgressed, !hasEnded, !isBroken { takeUnknown() }
    if hasEnded, !unknown.isEmpty { accessor.set(&whole, unknown) }
  }

  @usableFromInline
  mutating func takeUnknown() {
    tookUnknown = true
    // The name of a known member may be escaped.
    guard let plain = cursor.plainName(), let value = cursor.plainValue() else {
      isBroken = true
      return
    }
    end(unknown.updateValue(value, forKey: plain) == nil)
  }

  @inlinable
  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    guard take(member.name) else { return }
    let texts = cursor.texts()
    if let texts { accessor.set(&whole, texts) }
    end(texts != nil)
  }
}

extension JSONCursor {
  /// Reads an object of strings; `nil` if it contains anything else, or a name twice.
  @usableFromInline
  mutating func texts() -> [String: String]? {
    guard take("{") else { return nil }
    var texts: [String: String] = [:]
    if take("}") { return texts }
    repeat {
      guard let name = try? text(), take(":"), let text = try? text(),
        texts.updateValue(text, forKey: name) == nil
      else { return nil }
    } while take(",")
    return take("}") ? texts : nil
  }
}
