/// One name of an entity, in the words of one source: `itunes:artist:909253`.
///
/// Any source's id names the merged entity, for ever (Protocol/model.md, "Identifiers").
public struct EntityID: Hashable, Sendable {
  /// The issuer of the id: `mbid`, `itunes`, `audiodb`, …
  public let namespace: String
  /// The issuer's name for the kind: `artist`, `release-group`, `recording`, …
  public let type: String
  /// The id itself. It may hold colons.
  public let value: String

  /// Creates an id from its three parts, or returns `nil` if one of them is empty or malformed.
  public init?(namespace: String, type: String, value: String) {
    guard EntityID.isWord(namespace.utf8), EntityID.isWord(type.utf8),
      (1...200).contains(value.utf8.count), EntityID.isValue(value.utf8)
    else { return nil }
    self.namespace = namespace
    self.type = type
    self.value = EntityID.isUUIDInCapitals(value.utf8) ? value.lowercased() : value
  }

  /// Reads `namespace:type:value`.
  public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

  /// Reads `namespace:type:value` from UTF-8.
  public init?(utf8 bytes: ArraySlice<UInt8>) {
    guard let parts = EntityID.parts(of: bytes) else { return nil }
    namespace = String(decoding: parts.namespace, as: UTF8.self)
    type = String(decoding: parts.type, as: UTF8.self)
    let text = String(decoding: parts.value, as: UTF8.self)
    value = EntityID.isUUIDInCapitals(parts.value) ? text.lowercased() : text
  }

  private typealias Parts = (
    namespace: ArraySlice<UInt8>, type: ArraySlice<UInt8>, value: ArraySlice<UInt8>
  )

  private static func parts(of bytes: ArraySlice<UInt8>) -> Parts? {
    guard let first = bytes.firstIndex(of: UInt8(ascii: ":")),
      let second = bytes[(first + 1)...].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let parts = (bytes[..<first], bytes[(first + 1)..<second], bytes[(second + 1)...])
    guard isWord(parts.0), isWord(parts.1), (1...200).contains(parts.2.count), isValue(parts.2)
    else { return nil }
    return parts
  }

  /// An id to be replaced.
  package static let blank = EntityID(namespace: "blank", type: "blank", value: "blank")

  /// The kind of the entity, if the type implies it.
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

  private static func isWord(_ text: some Collection<UInt8>) -> Bool {
    (1...40).contains(text.count)
      && text.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }

  /// Whether the text is a UUID with capitals; ids have it in lower case.
  private static func isUUIDInCapitals(_ text: some Collection<UInt8>) -> Bool {
    guard text.count == 36, text.contains(where: { (0x41...0x46).contains($0) }) else {
      return false
    }
    return text.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == 0x2D
        : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
  }

  /// Whether the text has neither white space nor control characters.
  private static func isValue(_ text: some Collection<UInt8>) -> Bool {
    if text.allSatisfy({ (0x21...0x7E).contains($0) }) { return true }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace
    }
  }
}

extension EntityID: CustomStringConvertible {
  public var description: String { "\(namespace):\(type):\(value)" }
}

extension EntityID: Comparable {
  /// The order of ranks, then of descriptions.
  public static func < (left: EntityID, right: EntityID) -> Bool {
    if left.namespace != right.namespace {
      let (one, other) = (left.rank, right.rank)
      return one == other ? precedes(left.namespace, right.namespace) : one < other
    }
    return left.type == right.type
      ? left.value < right.value : precedes(left.type, right.type)
  }

  /// The order of two different words, each of which a colon follows.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let (one, other) = (left.utf8, right.utf8)
    for (a, b) in zip(one, other) where a != b { return a < b }
    let colon = UInt8(ascii: ":")
    if let next = other.dropFirst(one.count).first { return colon < next }
    return one.dropFirst(other.count).first.map { $0 < colon } ?? false
  }

  /// The rank of the namespace in the order in which ids are printed, the most widely known first.
  private var rank: Int {
    EntityID.namespaceOrder.firstIndex(of: namespace) ?? EntityID.namespaceOrder.count
  }

  /// The order of namespaces; the first id of an entity by this order is the one printed.
  public static let namespaceOrder = ["mbid", "itunes", "audiodb", "amg", "upc", "isrc"]
}
