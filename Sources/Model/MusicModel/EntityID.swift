/// One name of an entity, in the words of one source: `itunes:artist:909253`.
///
/// Any source's id names the merged entity, for ever (protocol, chapter "Identifiers").
public struct EntityID: Hashable, Sendable {
  /// Who gave the id: `mbid`, `itunes`, `audiodb`, …
  public let namespace: String
  /// What the source calls the thing: `artist`, `release-group`, `recording`, …
  public let type: String
  /// The id itself. It may hold colons.
  public let value: String

  /// Makes an id from its three parts, or nothing where one of them is empty or malformed.
  public init?(namespace: String, type: String, value: String) {
    guard EntityID.isWord(namespace), EntityID.isWord(type), !value.isEmpty,
      value.utf8.count <= 200, !value.unicodeScalars.contains(where: EntityID.isForbidden)
    else { return nil }
    self.namespace = namespace
    self.type = type
    self.value = value
  }

  /// Reads `namespace:type:value`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    self.init(
      namespace: String(parts[0]),
      type: String(parts[1]),
      value: String(parts[2])
    )
  }

  /// The kind of entity that this id names, as far as the type tells it.
  public var kind: EntityKind? { EntityID.kinds[type] }

  private static let kinds: [String: EntityKind] = [
    "artist": .artist,
    "album": .album,
    "release-group": .album,
    "release": .album,
    "song": .song,
    "track": .song,
    "recording": .song,
    "chart": .chart,
  ]

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 40
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace
  }
}

extension EntityID: CustomStringConvertible {
  public var description: String { "\(namespace):\(type):\(value)" }
}

extension EntityID: Comparable {
  public static func < (left: EntityID, right: EntityID) -> Bool {
    (left.rank, left.description) < (right.rank, right.description)
  }

  /// Where the namespace stands in the order in which ids are printed: the most widely known first.
  private var rank: Int {
    EntityID.namespaceOrder.firstIndex(of: namespace) ?? EntityID.namespaceOrder.count
  }

  /// The order of namespaces; the first id of an entity by this order is the one printed.
  public static let namespaceOrder = ["mbid", "itunes", "audiodb", "amg", "upc", "isrc"]
}

extension EntityID: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = EntityID(text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text)\" is no id of the form namespace:type:value"
        )
      )
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
