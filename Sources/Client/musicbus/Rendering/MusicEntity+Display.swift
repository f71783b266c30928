import MusicModel

/// Values that tables and detail pages display for all kinds of entities.
extension MusicEntity {
  /// The sources that have it, derived from its ids: "audiodb, itunes"; empty if none is known.
  var sourceNames: String {
    var names: [String] = []
    for id in ids.sorted() where !names.contains(id.namespace) { names.append(id.namespace) }
    let sources = names.filter { !sharedNamespaces.contains($0) }
    // Other sources know ids of MusicBrainz, too.
    let isOfMusicBrainz = sources.isEmpty && names.contains("mbid")
    return isOfMusicBrainz ? "musicbrainz" : sources.joined(separator: ", ")
  }
}

extension Artist {
  /// Country and year, which tell artists of one name apart.
  var facts: [String?] { [country, (formedYear ?? bornYear).map(String.init)] }
}

extension [EntityID] {
  /// The first id issued by a source; it is short and names the same entity.
  var firstOfSource: EntityID? {
    self.filter { !sharedNamespaces.contains($0.namespace) }.min()
  }
}

/// Namespaces of shared identifiers, which no source issues itself.
private let sharedNamespaces: Set = ["mbid", "amg", "upc", "isrc"]

extension EntityKind {
  /// "an artist", "a song".
  var withArticle: String { (self == .artist || self == .album ? "an " : "a ") + rawValue }
}

extension AlbumKind {
  /// "Album", "EP", "Live".
  var displayText: String {
    self == .ep ? "EP" : rawValue.capitalizedFirst
  }
}

/// The advisory label of a release or song.
enum ExplicitMark {
  static func word(explicit: Bool?, cleaned: Bool?) -> String? {
    if cleaned == true { return "clean" }
    return explicit == true ? "explicit" : nil
  }
}

extension PartialDate {
  /// The date as precisely as known: "January 12, 2020", "January 2020" or "2020".
  var displayText: String {
    guard let month else { return String(year) }
    let name = PartialDate.monthNames[month - 1]
    return day.map { "\(name) \($0), \(year)" } ?? "\(name) \(year)"
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
