internal import BusProtocol
internal import MusicModel
internal import Synchronization

/// Rules for the ids of items (Protocol/model.md, "Identifiers").
enum IDRules {
  /// A namespace of the registry (`registry/namespaces.json`).
  struct Namespace: Hashable, Sendable {
    let types: Set<String>
    /// A regular expression for the last part of an id.
    let value: String

    init(_ types: Set<String>, _ value: String) { (self.types, self.value) = (types, value) }
  }

  static let registered: [String: Namespace] = [
    "mbid": Namespace(
      ["artist", "release-group", "release", "recording"],
      "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    ),
    "itunes": Namespace(["artist", "album", "song"], "[0-9]+"),
    "audiodb": Namespace(["artist", "album", "song"], "[0-9]+"),
    "amg": Namespace(["artist", "album"], "[0-9]+"),
    "upc": Namespace(["album"], "[0-9]{8,14}"),
    "isrc": Namespace(["recording"], "[A-Z]{2}[A-Z0-9]{3}[0-9]{7}"),
    "deezer": Namespace(["artist", "album", "song", "chart"], "[0-9]+|albums|songs"),
    "spotify": Namespace(["artist", "album", "song"], "[0-9A-Za-z]{22}"),
    "wikidata": Namespace(["artist", "album"], "Q[1-9][0-9]*"),
    "wikipedia": Namespace(["artist"], "[a-z-]+:.+"),
    "itunes-rss": Namespace(["chart"], "[a-z]{2}\\.(albums|songs)"),
  ]

  /// Returns the problem of the id of an item.
  ///
  /// `declared` are the kinds of ids that the provider declares, as `namespace:type`. The entries of a chart may be
  /// those of the service that it counts.
  static func problem(
    of item: JSONValue,
    declared: Set<String>,
    isEntry: Bool = false
  ) -> String? {
    guard !declared.isEmpty, let text = item["id"]?.text, let id = EntityID(text) else {
      return nil
    }
    if let problem = problem(ofKind: id, declared) { return problem }
    guard isEntry || declared.contains(where: { $0.hasPrefix("\(id.namespace):") }) else {
      return
        "\(text) is an id of another service; return it in \"ids\", under an id of your own namespace"
    }
    guard let kind = id.kind?.rawValue, kind != item["kind"]?.text else { return nil }
    return "\(text) is the id of another kind than \(item["kind"]?.text ?? "")"
  }

  private static func problem(ofKind id: EntityID, _ declared: Set<String>) -> String? {
    let kind = "\(id.namespace):\(id.type)"
    guard let namespace = registered[id.namespace] else {
      guard !declared.contains(kind) else { return nil }
      return "\(id) is an id of \(kind), which is neither registered nor in \"namespaces\""
    }
    guard !namespace.types.contains(id.type) else { return nil }
    return "the namespace \(id.namespace) has no ids of the type \(id.type.quoted): \(id)"
  }

  /// The problems of the values of an item's ids, and of those that it has besides its own.
  static func problems(inIDsOf item: JSONValue, declared: Set<String>) -> [String] {
    guard !declared.isEmpty else { return [] }
    let own = item["id"]?.text
    let texts = ([own] + (item["ids"]?.elements ?? []).map(\.text)).compactMap(\.self)
    return Set(texts).sorted().compactMap { text in
      guard let id = EntityID(text) else { return nil }
      if text != own, let problem = problem(ofKind: id, declared) { return problem }
      guard let namespace = registered[id.namespace] else { return nil }
      guard matches(id.value, namespace.value) else {
        return "\(id) is no id of \(id.namespace), whose values have the form \(namespace.value)"
      }
      guard id.namespace != "upc" || hasCheckDigit(id.value) else {
        return "\(id) is no bar code: its check digit is wrong"
      }
      return nil
    }
  }

  /// The id of another service that all items of a reply have, although they have different names.
  static func sharedID(of items: [JSONValue]) -> String? {
    let names = Set(items.compactMap { $0["name"] ?? $0["title"] })
    guard names.count >= minNames, names.count == items.count else { return nil }
    let ids = items.map { Set($0["ids"]?.elements?.compactMap(\.text) ?? []) }
    return ids.dropFirst().reduce(ids[0]) { $0.intersection($1) }.min()
  }

  /// Fewer items may be the same by chance, such as a song and a version of it.
  private static let minNames = 3

  private static func hasCheckDigit(_ digits: String) -> Bool {
    let padded = String(repeating: "0", count: max(0, 14 - digits.count)) + digits
    return BarCode.id(padded) != nil
  }

  private static let expressions = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    expressions.withLock { known in
      guard let expression = known[pattern] ?? (try? Regex(pattern)) else { return false }
      known[pattern] = expression
      return text.wholeMatch(of: expression) != nil
    }
  }
}
