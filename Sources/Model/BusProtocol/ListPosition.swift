public import MusicModel

/// Where the list of a source continues, as its provider has stated it.
///
/// The records of a cached reply are kept with it, so that a list can be continued after a restart.
public enum ListPosition: Hashable, Sendable, CustomStringConvertible {
  /// The number of records before it, 1 to 1,000,000.
  case offset(Int)
  /// A text that only the source understands.
  case cursor(String)

  /// The largest `offset` of a call (Protocol/messages.md, "Call").
  static let maxOffset = 1_000_000
  static let maxCursorBytes = 1_000

  /// The parameter of a call in which a provider gets it, and its value.
  public var parameter: (name: String, value: JSONValue) {
    switch self {
    case .offset(let offset): ("offset", .integer(offset))
    case .cursor(let cursor): ("cursor", .string(cursor))
    }
  }

  /// `offset=50` or `cursor=TEXT`, as the arguments of a call are written.
  public var description: String {
    switch self {
    case .offset(let offset): "offset=\(offset)"
    case .cursor(let cursor): "cursor=\(cursor)"
    }
  }

  /// Whether a list that was requested at another position (`nil`: from its beginning) can continue here.
  public func follows(_ other: ListPosition?) -> Bool {
    switch (self, other) {
    case (.offset(let offset), .offset(let before)):
      offset > before && offset <= ListPosition.maxOffset
    case (.offset(let offset), nil): (1...ListPosition.maxOffset).contains(offset)
    case (.cursor(let cursor), _):
      self != other && (1...ListPosition.maxCursorBytes).contains(cursor.utf8.count)
    // A source has one kind.
    case (.offset, .cursor): false
    }
  }
}

extension ListPosition: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let offset = try? container.decode(Int.self) {
      self = .offset(offset)
    } else {
      self = .cursor(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .offset(let offset): try container.encode(offset)
    case .cursor(let cursor): try container.encode(cursor)
    }
  }
}

extension CallParameters {
  /// Where a list of a source continues; `nil` for its beginning.
  public var listPosition: ListPosition? {
    get {
      if let cursor { return .cursor(cursor) }
      return offset.flatMap { $0 > 0 ? .offset($0) : nil }
    }
    set {
      (offset, cursor) = (nil, nil)
      switch newValue {
      case .offset(let new): offset = new
      case .cursor(let new): cursor = new
      case nil: break
      }
    }
  }
}

extension Done {
  /// Where a provider says that the list of its source continues.
  public var listPosition: ListPosition? {
    get { cursor.map { .cursor($0) } ?? next.map { .offset($0) } }
    set {
      (next, cursor) = (nil, nil)
      switch newValue {
      case .offset(let new): next = new
      case .cursor(let new): cursor = new
      case nil: break
      }
    }
  }
}
