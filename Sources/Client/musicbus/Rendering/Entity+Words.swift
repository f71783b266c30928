import MusicModel

/// What tables and details say of entities of any kind.
extension MusicEntity {
  /// The sources that know it, as its ids tell: "audiodb, itunes".
  var knownTo: String {
    var names: [String] = []
    for id in ids.sorted() where !names.contains(id.namespace) { names.append(id.namespace) }
    let sources = names.filter { !identifiersOfNoSource.contains($0) }
    return (sources.isEmpty ? names : sources).joined(separator: ", ")
  }

  /// The first id that a source itself gave, which is short; it names the same entity.
  var sourceID: EntityID {
    ids.sorted().first { !identifiersOfNoSource.contains($0.namespace) } ?? id
  }
}

/// Namespaces of ids that other sources pass on.
private let identifiersOfNoSource: Set = ["mbid", "amg", "upc", "isrc"]

extension EntityKind {
  /// "an artist", "a song".
  var withArticle: String { (self == .artist || self == .album ? "an " : "a ") + rawValue }
}

extension AlbumKind {
  /// "Album", "EP", "Live".
  var worded: String { self == .ep ? "EP" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// What shops mark a record with.
enum ExplicitMark {
  static func word(explicit: Bool?, cleaned: Bool?) -> String? {
    if cleaned == true { return "clean" }
    return explicit == true ? "explicit" : nil
  }
}
