extension MemberVisitable {
  public init(json: JSONElement) throws(JSONMismatch) {
    self = try MemberReader.read(json)
  }

  public func write(_ writer: inout JSONWriter) {
    var visitor = MemberWriter(self)
    // Swapped, because an array with two owners would be copied.
    swap(&visitor.json, &writer)
    visitor.json.open(.object)
    Self.members(&visitor)
    visitor.json.close(.object)
    swap(&visitor.json, &writer)
  }
}

extension MusicEntity {
  public init(json: JSONElement) throws(JSONMismatch) {
    self = try MemberReader<Self>.read(json).withOwnID
  }
}

/// Reads the members of an object.
///
/// The functions of visitors that run for each member of each record are inlined: the compiler then
/// replaces key paths by direct access.
private struct MemberReader<Whole: MemberVisitable>: MemberVisitor {
  var whole: Whole
  let object: JSONElement
  /// The place of the next member, if they are in the order of their names.
  var position = 0
  var foundCount = 0
  var problem: JSONMismatch?

  static func read(_ json: JSONElement) throws(JSONMismatch) -> Whole {
    guard let blank = Whole.blank, json.isObject else { throw json.mismatch("must be an object") }
    var reader = MemberReader(blank, json)
    Whole.members(&reader)
    if let problem = reader.problem { throw problem }
    return reader.whole
  }

  init(_ blank: Whole, _ object: JSONElement) {
    whole = blank
    self.object = object
  }

  private mutating func find(_ name: StaticString) -> JSONElement? {
    guard problem == nil, let value = object.member(name, from: &position) else { return nil }
    foundCount += 1
    return value
  }

  private mutating func read<Value: JSONConvertible>(_ name: StaticString, _ json: JSONElement)
    -> Value?
  {
    do throws(JSONMismatch) { return try Value(json: json) } catch {
      problem = error.within("\(name)")
      return nil
    }
  }

  @inline(__always)
  mutating func kind(_ kind: EntityKind) {
    guard let json = find("kind"), let found: String = read("kind", json), found != kind.rawValue
    else { return }
    problem = JSONMismatch("must be \"\(kind.rawValue)\", not \"\(found)\"").within("kind")
  }

  @inline(__always)
  mutating func id(_ path: WritableKeyPath<Whole, EntityID>) { required(Member("id", .id), path) }

  @inline(__always)
  mutating func ids(_ path: WritableKeyPath<Whole, [EntityID]>) {
    whole[keyPath: path] = []
    list(Member("ids", .id), path)
  }

  @inline(__always)
  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    if let json = find(member.name) {
      if let value: Value = read(member.name, json) { whole[keyPath: path] = value }
    } else if problem == nil {
      problem = JSONMismatch("the member \"\(member.name)\" is missing")
    }
  }

  @inline(__always)
  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    guard let json = find(member.name), !json.isNull else { return }
    if let value: Value = read(member.name, json) { whole[keyPath: path] = value }
  }

  @inline(__always)
  mutating func list<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [Value]>
  ) {
    guard let json = find(member.name), !json.isNull else { return }
    if let values: [Value] = read(member.name, json) { whole[keyPath: path] = values }
  }

  @inline(__always)
  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>) {
    guard let json = find(member.name), !json.isNull else { return }
    if let values: [String: String] = read(member.name, json) { whole[keyPath: path] = values }
  }

  /// Visited last, when all known members have been read.
  @inline(__always)
  mutating func extra(_ path: WritableKeyPath<Whole, [String: JSONValue]>) {
    guard problem == nil, foundCount < object.memberCount else { return }
    if let unknown = readUnknown() { whole[keyPath: path] = unknown }
  }

  mutating func readUnknown() -> [String: JSONValue]? {
    var values: [String: JSONValue] = [:]
    let known = Set(Whole.memberDescriptions.map(\.name))
    do throws(JSONMismatch) {
      for (name, json) in try object.members() where !known.contains(name) {
        do throws(JSONMismatch) { values[name] = try JSONValue(json: json) } catch {
          throw error.within(name)
        }
      }
      return values
    } catch {
      problem = error
      return nil
    }
  }
}

/// Writes all members, in the order of their names.
private struct MemberWriter<Whole: MemberVisitable>: MemberVisitor {
  let whole: Whole
  var json = JSONWriter()
  /// The unknown members that are not written yet.
  var unknown: ArraySlice<(key: String, value: JSONValue)> = []

  init(_ whole: Whole) {
    self.whole = whole
    if !whole.extra.isEmpty { unknown = whole.extra.sortedByName[...] }
  }

  /// Begins a member, after the unknown ones that precede it.
  private mutating func begin(_ name: StaticString) {
    if !unknown.isEmpty { addUnknown(before: name) }
    json.name(name)
  }

  /// An unknown member with a known name would be there twice, and is left out.
  mutating func addUnknown(before name: StaticString) {
    name.withUTF8Buffer { name in
      while let next = unknown.first, !name.lexicographicallyPrecedes(next.key.utf8) {
        if name.elementsEqual(next.key.utf8) { unknown.removeFirst() } else { addNextUnknown() }
      }
    }
  }

  private mutating func addNextUnknown() {
    guard let next = unknown.popFirst() else { return }
    json.name(next.key)
    json.add(next.value)
  }

  @inline(__always)
  mutating func kind(_ kind: EntityKind) {
    begin("kind")
    json.add(text: kind.rawValue)
  }

  @inline(__always)
  mutating func id(_ path: WritableKeyPath<Whole, EntityID>) { required(Member("id", .id), path) }

  @inline(__always)
  mutating func ids(_ path: WritableKeyPath<Whole, [EntityID]>) {
    begin("ids")
    whole[keyPath: path].write(&json)
  }

  @inline(__always)
  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    begin(member.name)
    whole[keyPath: path].write(&json)
  }

  @inline(__always)
  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    guard let value = whole[keyPath: path] else { return }
    begin(member.name)
    value.write(&json)
  }

  @inline(__always)
  mutating func list<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [Value]>
  ) {
    let values = whole[keyPath: path]
    guard !values.isEmpty else { return }
    begin(member.name)
    values.write(&json)
  }

  @inline(__always)
  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>) {
    let texts = whole[keyPath: path]
    guard !texts.isEmpty else { return }
    begin(member.name)
    texts.write(&json)
  }

  /// Writes the unknown members that come after all known ones.
  @inline(__always)
  mutating func extra(_ path: WritableKeyPath<Whole, [String: JSONValue]>) { addRestOfUnknown() }

  mutating func addRestOfUnknown() {
    while !unknown.isEmpty { addNextUnknown() }
  }
}
