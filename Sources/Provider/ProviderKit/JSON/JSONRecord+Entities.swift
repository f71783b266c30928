public import MusicModel

/// Values of entities in records of upstreams.
extension JSONRecord {
  /// Returns a Boolean value, including 0 and 1.
  public func flag(_ name: String) -> Bool? {
    switch members[name] {
    case .bool(let flag): flag
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }

  /// Returns an integer above zero.
  public func positive(_ name: String) -> Int? { integer(name).flatMap { $0 > 0 ? $0 : nil } }

  /// Returns a date; unknown parts may be zero (`2001-00-00`).
  public func date(_ name: String) -> PartialDate? {
    guard var text = text(name) else { return nil }
    while text.hasSuffix("-00") { text.removeLast(3) }
    return PartialDate(text)
  }

  /// Returns a plain http or https URL.
  public func url(_ name: String) -> String? {
    text(name).flatMap { WebAddress($0) == nil ? nil : $0 }
  }

  /// Returns an id; `nil` if the value is missing or malformed.
  public func id(_ namespace: String, _ type: String, _ name: String = "id") -> EntityID? {
    text(name).flatMap { EntityID(namespace: namespace, type: type, value: $0) }
  }

  /// Returns an id without which the record is unusable.
  public func requiredID(
    _ namespace: String,
    _ type: String,
    _ name: String = "id"
  ) throws(UnusableRecord) -> EntityID {
    guard let id = id(namespace, type, name) else {
      throw UnusableRecord("\(type) without \(name)")
    }
    return id
  }

  /// Returns a text without which the record is unusable.
  public func requiredText(_ name: String) throws(UnusableRecord) -> String {
    guard let text = text(name) else { throw UnusableRecord("no \(name)") }
    return text
  }

  /// Returns the copies of a square picture, with the member and edge length of each, largest first.
  ///
  /// Services write the URL of a missing picture with an empty path segment.
  public func pictures(_ copies: [(String, Int)], _ role: Artwork.Role) -> [Artwork] {
    copies.compactMap { name, size in
      guard let url = text(name), let address = WebAddress(url), !address.hasEmptySegment
      else { return nil }
      return Artwork(url: url, width: size, height: size, role: role)
    }
  }

  /// Returns the picture that the record describes with `width`, `height` and the URL in a member.
  public func picture(_ member: String, _ role: Artwork.Role) -> Artwork? {
    url(member).map {
      Artwork(url: $0, width: positive("width"), height: positive("height"), role: role)
    }
  }

  /// Returns the texts of an optional list.
  public func texts(_ name: String) -> [String] {
    ((try? list(name)) ?? []).compactMap { JSONRecord(["text": $0]).text("text") }
  }

  /// Returns the names in a list of records, those with the highest `count` first.
  public func names(_ list: String) -> [String] {
    records(list).sorted { ($0.integer("count") ?? 0) > ($1.integer("count") ?? 0) }
      .compactMap { $0.text("name") }
  }
}

extension [JSONRecord] {
  /// Returns the record with the earliest date; records without one are last.
  public func earliest(_ name: String) -> JSONRecord? {
    // A date without day or month is after those that are exact.
    func key(_ record: JSONRecord) -> String { (record.text(name) ?? "9") + "~" }
    return self.min { key($0) < key($1) }
  }

  /// Returns the sum of a member over all records; `nil` if it is not above zero.
  public func sum(_ name: String) -> Int? {
    let sum = reduce(0) { $0 + Swift.min($1.positive(name) ?? 0, 1_000_000) }
    return sum > 0 ? sum : nil
  }
}
