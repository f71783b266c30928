import BusProtocol
import EntityResolution
package import MusicModel

/// Selection of the search hit that is the wanted entity.
enum LinkMatcher {
  /// A search hit, and the provider's own id of it.
  struct Hit {
    let record: SourceRecord
    let native: EntityID
  }

  /// The records of a reply that have an id of the provider for such an entity.
  static func hits(
    in reply: ProviderReply,
    of entity: EntityID,
    _ descriptor: Descriptor?
  ) -> [Hit] {
    reply.records.compactMap { record in
      record.entity.ids.first { descriptor?.understands($0, as: entity.kind) == true }
        .map { Hit(record: record, native: $0) }
    }
  }

  /// Returns the id of the matching hit, or `nil` if none or more than one matches.
  ///
  /// If a record of the entity is known, the evidence decides; of several editions, that of the wanted id matches. Otherwise a hit matches
  /// if no other has the name.
  static func pick(
    from hits: [Hit],
    for wanted: EntityID,
    knowing known: [SourceRecord],
    ids: [EntityID],
    name: SearchTerms,
    resolver: EntityResolver
  ) -> EntityID? {
    // A name that is a guess finds nothing.
    guard known.isEmpty || !known.allSatisfy(\.entity.isGuessed) else { return nil }
    let possible = hits.filter { hit in
      !hit.record.entity.isGuessed && !resolver.isDifferent(hit.native, from: ids)
        && !known.contains { resolver.compare($0, hit.record).decision == .different }
    }
    // A namesake has the name, too.
    guard known.isEmpty else {
      let same = possible.filter { hit in
        known.contains { resolver.compare($0, hit.record).decision == .same }
      }
      if let id = onlyID(of: same) { return id }
      let others = Catalog.idsOfOtherEditions(
        than: wanted,
        in: known + same.map(\.record),
        names: resolver.names
      )
      return onlyID(of: same.filter { !others.contains($0.native) })
    }
    return onlyID(of: possible.filter { name.fits($0.record.entity) })
  }

  private static func onlyID(of hits: [Hit]) -> EntityID? {
    Set(hits.map(\.native)).count == 1 ? hits.first?.native : nil
  }
}

/// The text and artist to search for an entity at a provider that does not know its id.
package struct SearchTerms: Hashable, Sendable {
  let kind: EntityKind
  package let text: String
  /// The artist of an album or song, if known.
  package let artist: String?

  init(_ entity: Entity) {
    kind = entity.kind
    text = entity.displayName
    artist = entity.artist?.name
  }

  package init(_ kind: EntityKind, _ text: String, by artist: String? = nil) {
    self.kind = kind
    self.text = text
    self.artist = artist
  }

  /// Whether an entity has this name, and this artist if known, after normalization.
  func fits(_ entity: Entity) -> Bool {
    guard FoldedName(entity.displayName) == FoldedName(text) else { return false }
    guard let artist else { return true }
    return entity.artist.map { FoldedName($0.name) == FoldedName(artist) } ?? false
  }

  /// The parameters of the search.
  func search(like parameters: CallParameters) -> CallParameters {
    var search = CallParameters()
    search.text = text
    search.artist = artist
    search.country = parameters.country
    search.lang = parameters.lang
    return search
  }
}

extension SearchTerms {
  /// Takes the name from records of the entity, or of albums and songs that belong to it.
  ///
  /// - Parameters:
  ///   - ids: all known ids of the entity.
  ///   - records: the entity itself, the albums or songs of an artist, the songs of an album.
  init?(of ids: [EntityID], in records: [Entity]) {
    guard let kind = ids.first?.kind else { return nil }
    for record in records {
      if record.kind == kind {
        guard record.ids.contains(where: ids.contains) else { continue }
        self.init(record)
        return
      }
      // A list may name other artists, such as "Various Artists".
      if kind == .artist, let artist = record.artist, artist.id.map(ids.contains) == true {
        self.init(.artist, artist.name)
        return
      }
      if kind == .album, case .song(let song) = record, let album = song.album,
        album.id.map(ids.contains) == true
      {
        self.init(.album, album.title, by: song.artist?.name)
        return
      }
    }
    return nil
  }
}

/// Merges records into entities by evidence, user verdicts and the merge policy.
struct EntityResolver: Sendable {
  var policy = MergePolicy.standard
  var verdicts = UserVerdicts.empty
  /// The names of all records, which calls, lists and known entities share.
  let names = NameReader(maxCount: 500)

  /// Returns the resolver of a call in a language.
  func preferring(_ language: String?) -> EntityResolver {
    guard let language else { return self }
    var resolver = self
    resolver.policy.language = language
    return resolver
  }

  /// Merges records.
  func merge(
    _ records: [SourceRecord],
    rejectsIDs: Bool = true,
    knowing witnesses: [SourceRecord] = [],
    links: KnownLinks = .none
  ) -> [MergedEntity] {
    Catalog.merge(
      records,
      rejectsIDs: rejectsIDs,
      knowing: witnesses,
      policy: policy,
      verdicts: verdicts,
      links: links,
      names: names
    )
  }

  /// Compares two records.
  func compare(_ a: SourceRecord, _ b: SourceRecord) -> RecordComparison {
    Catalog.compare(a, b, verdicts: verdicts, names: names)
  }

  /// Returns the ids that user verdicts join with these, without these.
  func idsByVerdict(of ids: [EntityID]) -> [EntityID] {
    guard !verdicts.entries.isEmpty else { return [] }
    var others: [EntityID] = []
    for id in ids.flatMap(verdicts.ids) where !ids.contains(id) && !others.contains(id) {
      others.append(id)
    }
    return others
  }

  /// Whether user verdicts join an id with one of these.
  func isSame(_ id: EntityID, as ids: [EntityID]) -> Bool {
    guard !verdicts.entries.isEmpty else { return false }
    return verdicts.ids(sameAs: id).contains { $0 != id && ids.contains($0) }
  }

  /// Whether user verdicts separate an id from one of these.
  func isDifferent(_ id: EntityID, from ids: [EntityID]) -> Bool {
    !verdicts.entries.isEmpty && ids.contains { verdicts.areDifferent($0, id) }
  }
}
