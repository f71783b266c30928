internal import BusProtocol
internal import FoundationEssentials
public import MusicModel

/// The parameters of a call in the form that methods need; they have already been checked.
extension Call {
  /// The text to search for.
  public var text: String { parameters.text?.trimmed ?? "" }

  /// The maximum number of items, 1 to 200. ProviderKit drops items beyond it.
  public var limit: Int { parameters.limit ?? 200 }

  /// The requested country (ISO 3166 alpha-2, lower case), if any.
  public var country: String? { parameters.country }

  /// Whether explicit records are to be excluded.
  public var isCleanOnly: Bool { parameters.explicit == false }

  /// The first subtag of the requested language: `pt` for `pt-BR`.
  public var language: String? {
    parameters.lang.map { $0.prefix { $0 != "-" }.lowercased() }
  }

  /// Returns the value of the first id with that namespace and type.
  ///
  /// If the source does not have the entity under it, the method is called again with the other ids.
  public func id(_ namespace: String, _ type: String) -> String? {
    let id = ids.first { $0.namespace == namespace && $0.type == type }
    guard let id else { return nil }
    context.use(id)
    return id.value
  }

  /// All ids of the entity.
  private var ids: [EntityID] { [parameters.id].compactMap { $0 } + (parameters.ids ?? []) }

  /// Returns the call without the ids that it has used; `nil` if no other of the namespaces is left.
  ///
  /// `keepingType` is whether the other id must have the namespace and type of a used one. Pictures
  /// are rarely missing because an id is gone.
  func withoutUsedIDs(_ namespaces: [String], keepingType: Bool) -> Call? {
    let used = context.takeUsedIDs()
    let left = ids.filter { !used.contains($0) }
    let kind = parameters.id?.kind
    let next = left.first { id in
      namespaces.contains("\(id.namespace):\(id.type)") && id.kind == kind
        && (!keepingType || used.contains { ($0.namespace, $0.type) == (id.namespace, id.type) })
    }
    guard !used.isEmpty, offset == 0, parameters.url == nil, let next else { return nil }
    var parameters = parameters
    (parameters.id, parameters.ids) = (next, left)
    return Call(method: method, parameters: parameters, context: context)
  }

  /// Returns a query in the syntax of Lucene: the text, or all given fields.
  ///
  /// `field` is the name of the field for ``text``, `album` that for the title of an album.
  public func luceneQuery(_ field: String, album: String) -> String {
    let special = Set("+-&|!(){}[]^\"~*?:\\/")
    let operators: Set<Substring> = ["AND", "OR", "NOT", "TO"]
    func escaped(_ text: String) -> String {
      let words = text.split(separator: " ", omittingEmptySubsequences: false).map {
        operators.contains($0) ? $0.lowercased() : String($0)
      }
      return words.joined(separator: " ").map { special.contains($0) ? "\\\($0)" : String($0) }
        .joined()
    }
    let others = [("artist", parameters.artist), (album, parameters.album)]
      .compactMap { name, value in value.map { "\(name):\"\(escaped($0))\"" } }
    guard !others.isEmpty else { return escaped(text) }
    return (["\(field):\"\(escaped(text))\""] + others).joined(separator: " AND ")
  }

  /// The kind of the entity with ``CallParameters/id``.
  public var kind: EntityKind { parameters.id?.kind ?? .artist }

  /// Returns the first supported id in the form in which the upstream expects it.
  ///
  /// Each key has a namespace, a type and the prefix to put before the value.
  public func key(_ keys: (namespace: String, type: String, prefix: String)...) -> String? {
    keys.lazy.compactMap { key in id(key.namespace, key.type).map { key.prefix + $0 } }.first
  }

  /// Returns the text to search for, or in a search by several fields `artist:"…" album:"…"`.
  ///
  /// `field` is the name of the field for ``text``.
  public func query(_ field: String) -> String {
    let fields = [(field, text), ("artist", parameters.artist), ("album", parameters.album)]
      .compactMap { name, value in value.map { "\(name):\"\($0.filter { $0 != "\"" })\"" } }
    return fields.count > 1 ? fields.joined(separator: " ") : text
  }

  /// The artist and the title to search for, also from a text such as "Daft Punk - Discovery".
  public var artistAndTitle: (artist: String?, title: String) {
    let parts = text.split(separator: " - ", maxSplits: 1).map { String($0).trimmed }
    guard parameters.artist == nil, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      return (parameters.artist, text)
    }
    return (parts[0], parts[1])
  }

  /// Whether a record may be returned.
  ///
  /// With `exact`, only artists with the text as a name match, and titles that begin with it. The
  /// comparison is coarse, so that nothing is lost; the hub makes the final decision.
  func matches(_ entity: Entity) -> Bool {
    guard parameters.exact == true else { return true }
    let wanted = Call.normalized(text)
    guard case .artist(let artist) = entity else {
      return Call.normalized(entity.displayName).hasPrefix(wanted)
    }
    return ([artist.name] + artist.aliases).contains { Call.normalized($0) == wanted }
  }

  /// Removes case, accents, width, spaces, punctuation and a leading "the". Names of nothing else
  /// ("!!!") are not changed.
  private static func normalized(_ name: String) -> String {
    let folded = name.trimmed.folded
    let bare = folded.hasPrefix("the ") ? folded.dropFirst(4) : folded[...]
    let letters = bare.filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty ? folded : letters
  }
}
