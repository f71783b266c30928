import MusicModel

/// What the artists among some records show about each other's names: which several artists have, and which are other names
/// of one artist.
struct ArtistNames {
  private struct SourceName: Hashable {
    let provider: ProviderID
    let name: Spelling
  }

  /// The names that a source gives to several artists.
  private var namesakes: Set<Spelling> = []
  /// The same as they are compared.
  private var sharedNames: Set<Name> = []
  /// What each source says about the artists of a name.
  private var facts: [SourceName: [(ids: [EntityID], facts: ArtistFeatures.Facts)]] = [:]
  /// The ids of the artists of a name that each source lists.
  private var listed: [Spelling: [ProviderID: [[EntityID]]]] = [:]
  /// For each alias, all names of the artist that has it; empty if several have it.
  private var others: [Name: [Name]] = [:]

  init(_ records: [SourceRecord], _ features: [Features]) {
    var owners: [Name: EntityID] = [:]
    for (record, features) in zip(records, features) {
      guard case .artist(let artist) = features else { continue }
      let name = SourceName(provider: record.provider, name: artist.name.spelling)
      if let first = facts[name]?.first, !first.ids.contains(where: record.entity.ids.contains) {
        namesakes.insert(name.name)
        sharedNames.insert(artist.name.name)
      }
      facts[name, default: []].append((record.entity.ids, artist.facts))
      listed[name.name, default: [:]][record.provider, default: []].append(record.entity.ids)
      for alias in artist.aliases {
        if let owner = owners[alias], !record.entity.ids.contains(owner) {
          others[alias] = []
        } else {
          owners[alias] = record.entity.id
          others[alias] = [artist.name.name] + artist.aliases
        }
      }
    }
  }

  /// Adds what is known to the features: an artist whose name is another one's alias has all its names.
  func apply(to features: inout [Features], of records: [SourceRecord]) {
    for index in features.indices {
      guard case .artist(var artist) = features[index] else { continue }
      if namesakes.contains(artist.name.spelling) {
        artist.hasNamesake = true
        let own = records[index].entity.ids
        artist.namesakes = facts[
          SourceName(provider: artist.source, name: artist.name.spelling),
          default: []
        ]
        .filter { !$0.ids.contains(where: own.contains) }.map(\.facts)
      }
      artist.listed = listed[artist.name.spelling] ?? [:]
      if let more = others[artist.name.name] {
        let more = more.filter { $0 != artist.name.name && !artist.aliases.contains($0) }
        // Whether it is the one of this name who has these names is open.
        let isShared = sharedNames.contains(artist.name.name)
        artist.sharedAliases = isShared ? more : more.filter(sharedNames.contains)
        artist.aliases += more.filter { !artist.sharedAliases.contains($0) }
      }
      features[index] = .artist(artist)
    }
  }
}
