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
  public static func read(_ cursor: inout JSONCursor) -> Self? {
    (try? cursor.text()).flatMap(reading)
  }

  public func write(_ writer: inout JSONWriter) { writer.add(text: text) }
  public var json: JSONValue { .string(text) }
}

extension EntityID: TextValue {
  public static func read(_ cursor: inout JSONCursor) -> EntityID? {
    cursor.textBytes().flatMap { EntityID(utf8: $0) }
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

  package static func reading(_ text: String) -> EntityID? { EntityID(text) }
  package var text: String { description }
}

extension PartialDate: TextValue {
  public static func read(_ cursor: inout JSONCursor) -> PartialDate? {
    cursor.textBytes().flatMap { PartialDate(utf8: $0) }
  }

  package static func reading(_ text: String) -> PartialDate? { PartialDate(text) }
  package var text: String { description }

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

extension EntityKind: TextValue {}

extension AlbumKind: TextValue {
  /// Sources without kinds call everything an album.
  public var quality: Int { self == .album ? 0 : 1 }
}

extension Artwork.Role: TextValue {}

extension ProviderID: TextValue {}

extension Entity: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> Entity? {
    switch cursor.kindOfNextEntity {
    case .artist: Artist.read(&cursor).map { .artist($0.withOwnID) }
    case .album: Album.read(&cursor).map { .album($0.withOwnID) }
    case .song: Song.read(&cursor).map { .song($0.withOwnID) }
    case .chart: Chart.read(&cursor).map { .chart($0.withOwnID) }
    case nil: nil
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
