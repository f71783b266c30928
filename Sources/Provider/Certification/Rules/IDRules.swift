internal import MusicModel

/// Rules for the ids of items (Protocol/model.md, "Identifiers").
enum IDRules {
  /// The registered namespaces with the types of their ids (`registry/namespaces.json`).
  static let registered: [String: Set<String>] = [
    "mbid": ["artist", "release-group", "release", "recording"],
    "itunes": ["artist", "album", "song"],
    "audiodb": ["artist", "album", "song"],
    "amg": ["artist", "album"],
    "upc": ["album"],
    "isrc": ["recording"],
    "deezer": ["artist", "album", "song", "chart"],
    "spotify": ["artist", "album", "song"],
    "wikidata": ["artist", "album"],
    "wikipedia": ["artist"],
    "itunes-rss": ["chart"],
  ]

  /// Returns the problem of the id of an item.
  ///
  /// `declared` are the kinds of ids that the provider declares, as `namespace:type`.
  static func problem(of item: JSONValue, declared: Set<String>) -> String? {
    guard !declared.isEmpty, let text = item["id"]?.text, let id = EntityID(text) else {
      return nil
    }
    if let types = registered[id.namespace] {
      guard types.contains(id.type) else {
        return "the namespace \(id.namespace) has no ids of the type \(id.type.quoted): \(text)"
      }
    } else if !declared.contains("\(id.namespace):\(id.type)") {
      let kind = "\(id.namespace):\(id.type)"
      return "\(text) is an id of \(kind), which is neither registered nor in \"namespaces\""
    }
    guard let kind = id.kind?.rawValue, kind != item["kind"]?.text else { return nil }
    return "\(text) is the id of another kind than \(item["kind"]?.text ?? "")"
  }
}
