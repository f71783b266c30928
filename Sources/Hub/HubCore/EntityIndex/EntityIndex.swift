import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Entities known from replies: their ids, records and links, and the user's verdicts on them.
///
/// A lookup does not change it: `markUsed(_:)` records which entities are in use.
struct EntityIndex: Sendable {
  private(set) var resolver: EntityResolver
  /// The verdicts on disk, oldest first.
  private(set) var verdicts: [StoredVerdict] = []
  /// Whether the verdicts of an earlier hub are known, which every change must include.
  var hasLoadedVerdicts = false
  /// The reason why verdicts cannot be written, or `nil`.
  var verdictProblem: String?
  var verdictWrite: VerdictWrite?
  private var entities: EntityCache
  private var links: LinkCache
  private let notLinkedMs: Int

  init(_ settings: HubSettings) {
    notLinkedMs = settings.notLinkedMs
    resolver = EntityResolver()
    entities = EntityCache(
      capacity: settings.maxCachedEntities,
      maxBytes: settings.maxCachedEntityBytes
    )
    links = LinkCache(capacity: settings.maxCachedLinks)
  }

  var entityCount: Int { entities.count }
  var entityBytes: Int { entities.bytes }
  var linkCount: Int { links.count }

  /// All known entities, the most recently used first.
  var all: [KnownEntity] { entities.all }

  func entity(_ id: EntityID) -> KnownEntity? { entities.lookup(id) }

  /// Returns an entity as merged from its records.
  func merged(_ id: EntityID) -> Entity? {
    guard let known = entity(id) else { return nil }
    return resolver.merge(known.records).first { $0.entity.ids.contains(id) }?.entity
  }

  /// The artists credited on albums and songs that have names in several languages, by their ids in the credits.
  func artistsWithNames(of entities: [MergedEntity]) -> [EntityID: Artist] {
    var found: [EntityID: Artist] = [:]
    for id in entities.flatMap(\.entity.artistIDs) where found[id] == nil {
      found[id] =
        entity(id)?.records.lazy.compactMap { record in
          if case .artist(let artist) = record.entity, !artist.names.isEmpty { artist } else { nil }
        }.first
    }
    return found
  }

  /// The earliest date that any source has for an album.
  func earliestDate(of album: Album) -> PartialDate? {
    let records = entity(album.id)?.records.compactMap { $0.entity.releaseDate } ?? []
    return (records + [album.releaseDate].compactMap(\.self)).min()
  }

  /// Returns which of these records are known to be of one entity.
  func links(of records: [SourceRecord]) -> KnownLinks {
    var links = KnownLinks()
    links.add(records) { id in
      entity(id).map { KnownLinks.Entity(ids: $0.ids, records: $0.records) }
    }
    return links
  }

  /// Returns the known records that have foreign ids of these records; an earlier version of one of them does not count.
  func witnesses(of records: [SourceRecord]) -> [SourceRecord] {
    let current = Set(records.map(\.entity.id))
    var seen: Set<EntityID> = []
    var witnesses: [SourceRecord] = []
    for record in records {
      for id in record.entity.ids where !record.issued(id) && seen.insert(id).inserted {
        for known in entity(id)?.records ?? []
        where !current.contains(known.entity.id) && known.restored.entity.ids.contains(id) {
          witnesses.append(known)
        }
      }
    }
    return witnesses
  }

  /// Returns the records without the foreign ids that they or known records reject or dispute.
  private func reviewed(_ records: [SourceRecord]) -> [SourceRecord] {
    Catalog.hidingRejectedIDs(
      of: records,
      knowing: witnesses(of: records),
      names: resolver.names
    )
  }

  /// Returns every id of an entity that is relevant to a provider.
  ///
  /// The ids come from earlier replies, verdicts, links, and the records of the current call.
  func knownIDs(
    of id: EntityID,
    at provider: ProviderID,
    in records: [SourceRecord],
    now: Instant
  ) -> KnownIDs {
    var ids = KnownIDs(id)
    if let known = entity(id) { ids.add(known, by: resolver) }
    for record in reviewed(records) where record.entity.ids.contains(id) {
      ids.add(record.entity.ids, by: resolver)
    }
    ids.addVerdicts(resolver)
    for other in ids.byVerdict { ids.addGuessed(entity(other)?.ids ?? [], by: resolver) }
    for other in ids.all where !ids.ofOtherEditions.contains(other) {
      guard let native = linked(other, at: provider, now: now), !isApart(native, from: ids.all)
      else { continue }
      ids.add([native], by: resolver)
    }
    return ids
  }

  /// The id of an entity at a provider, as found by a search.
  func linked(_ id: EntityID, at provider: ProviderID, now: Instant) -> EntityID? {
    guard case .linked(let native) = links.link(of: id, at: provider, now: now) else { return nil }
    return native
  }

  /// Whether a search at a provider did not find the entity.
  func isNotLinked(_ id: EntityID, at provider: ProviderID, now: Instant) -> Bool {
    if case .notLinked = links.link(of: id, at: provider, now: now) { true } else { false }
  }

  /// Every id of an entity, those at these providers included.
  func allIDs(of id: EntityID, at providers: [ProviderID], now: Instant) -> [EntityID] {
    let linked = providers.compactMap { self.linked(id, at: $0, now: now) }
    return Set([id] + (entity(id)?.ids ?? []) + linked).sorted()
  }

  /// Returns the search terms of an entity, from its own records or those of the current call.
  func searchTerms(of id: EntityID, or ids: [EntityID], in records: [Entity]) -> SearchTerms? {
    entity(id)?.name ?? SearchTerms(of: [id] + ids, in: records)
  }

  /// Returns the id of the search hit that is the entity, or `nil`.
  func match(
    _ reply: ProviderReply,
    of descriptor: Descriptor?,
    to id: EntityID,
    _ name: SearchTerms,
    in records: [SourceRecord]
  ) -> EntityID? {
    let known = entity(id)
    var evidence = known?.records ?? []
    if evidence.isEmpty { evidence = records.filter { $0.entity.ids.contains(id) } }
    let native = LinkMatcher.pick(
      from: LinkMatcher.hits(in: reply, of: id, descriptor),
      for: id,
      knowing: reviewed(evidence),
      ids: known?.ids ?? [id],
      name: name,
      resolver: resolver
    )
    let ids = [id] + evidence.flatMap(\.entity.ids)
    return native.flatMap { isApart($0, from: ids) ? nil : $0 }
  }

  /// Whether the entity that other sources have under an id is another one than that with these ids.
  private func isApart(_ native: EntityID, from ids: [EntityID]) -> Bool {
    entity(native).map { Catalog.idsConflict($0.ids, ids) } ?? false
  }

  /// Returns entities with a similar name.
  func neighbors(of one: MergedEntity, max: Int) -> [KnownEntity] {
    let name = FoldedName(one.entity.displayName)
    let ids = Set(one.entity.ids)
    return entities.all.lazy.filter { known in
      guard known.name.kind == one.entity.kind, ids.isDisjoint(with: known.ids) else {
        return false
      }
      let other = FoldedName(known.name.text)
      return other == name || name.begins(other) || other.begins(name)
    }
    .prefix(max).map(\.self)
  }

  /// Protects an entity from eviction for as long as others are used less recently.
  mutating func markUsed(_ id: EntityID) { entities.markUsed(id) }

  /// Notes how many albums of an artist the sources list.
  mutating func setAlbumCount(_ count: Int, of artist: EntityID) {
    entities.setAlbumCount(count, of: artist)
  }

  /// Stores entities. `complete` contains the providers that were queried for this entity alone,
  /// and so sent all their data about it.
  ///
  /// - Returns: whether entities that were known as several are one now.
  mutating func store(
    _ merged: [MergedEntity],
    complete: Set<ProviderID> = [],
    unixMs: Int?
  ) -> Bool {
    var areJoined = false
    for one in merged {
      let isJoined = entities.store(
        KnownEntity(one, complete: complete),
        by: resolver,
        nowMs: unixMs
      )
      areJoined = areJoined || isJoined
    }
    return areJoined
  }

  /// Stores the result of a search: the id of an entity at a provider, or `nil` if not found.
  mutating func storeLink(
    _ native: EntityID?,
    of id: EntityID,
    at provider: ProviderID,
    now: Instant
  ) {
    let link = native.map(LinkCache.Link.linked) ?? .notLinked(until: now + notLinkedMs)
    links.set(link, of: id, at: provider)
  }

  /// Saves the changes of a turn.
  mutating func saveChanges(_ turn: inout Turn) {
    let changes = drainChanges(now: turn.now, unixMs: turn.unixMs)
    if !changes.isEmpty { turn.perform(.saveEntityIndex(changes)) }
  }

  /// Applies the policy of the configuration, or logs why it is invalid.
  mutating func readPolicy(_ json: JSONValue, _ turn: inout Turn) {
    do throws(MergePolicy.Invalid) {
      let policy = try MergePolicy(written: json)
      resolver.policy = policy
    } catch {
      turn.log(.warning, "Ignored hub.policy: \(error.message)")
    }
  }

  /// Applies the user's verdicts, and merges and links the entities with these ids again.
  mutating func apply(_ verdicts: [StoredVerdict], changing ids: [EntityID]) {
    self.verdicts = verdicts
    resolver.verdicts = verdicts.constraints
    var affected = ids
    for id in ids {
      for other in entity(id)?.ids ?? [] where !affected.contains(other) { affected.append(other) }
    }
    links.remove(affected)
    entities.recluster(affected, by: resolver)
  }

  /// Loads the entities and links of an earlier hub; the most recently used entity is the last.
  mutating func restore(
    _ entities: [KnownEntity],
    _ links: [StoredLink],
    now: Instant,
    unixMs: Int?
  ) {
    self.entities.restore(entities, by: resolver, nowMs: unixMs)
    self.links.restore(
      links.compactMap { link in
        let key = LinkCache.Key(id: link.id, provider: link.provider)
        if let native = link.native { return (key, .linked(native)) }
        guard let unixMs, let untilMs = link.untilMs, untilMs > unixMs else { return nil }
        return (key, .notLinked(until: now + min(untilMs - unixMs, notLinkedMs)))
      }
    )
  }

  /// Removes the records and links of providers that are no longer installed.
  mutating func removeRecords(of isRemoved: (ProviderID) -> Bool) {
    entities.removeRecords(of: isRemoved, by: resolver)
    links.remove(at: isRemoved)
  }

  /// Returns the changes since the last call, to be stored.
  mutating func drainChanges(now: Instant, unixMs: Int?) -> EntityIndexChanges {
    var changes = EntityIndexChanges()
    let entities = entities.drainChanges()
    changes.entities = entities.stored
    changes.removed = entities.removed
    for (key, link) in links.drainChanges() {
      var stored = StoredLink(id: key.id, provider: key.provider)
      switch link {
      case .linked(let native): stored.native = native
      case .notLinked(let until): stored.untilMs = unixMs.map { $0 + (until - now) }
      case nil:
        changes.removedLinks.append(stored)
        continue
      }
      changes.links.append(stored)
    }
    return changes
  }
}

/// The ids of an entity, with those marked that only a user verdict adds, or a guess of an earlier call.
struct KnownIDs: Sendable {
  private let wanted: EntityID
  private(set) var all: [EntityID]
  private(set) var byVerdict: [EntityID] = []
  private var byGuess: Set<EntityID> = []
  /// Ids of other editions of an album; what a source was found to have under them is of these.
  private(set) var ofOtherEditions: Set<EntityID> = []

  /// Whether the records of sources say that an id is one of the entity.
  func isByFact(_ id: EntityID) -> Bool { !byVerdict.contains(id) && !byGuess.contains(id) }

  init(_ id: EntityID) {
    wanted = id
    all = [id]
  }

  /// Adds ids of the entity, except those that a user verdict excludes.
  mutating func add(_ ids: [EntityID], by resolver: EntityResolver) {
    for id in ids where !all.contains(id) && !resolver.isDifferent(id, from: [wanted]) {
      all.append(id)
    }
  }

  /// Adds ids that only a verdict or a guess connects with the entity.
  mutating func addGuessed(_ ids: [EntityID], by resolver: EntityResolver) {
    byGuess.formUnion(Set(ids).subtracting(all))
    add(ids, by: resolver)
  }

  /// Adds the ids of an entity that an earlier call found. Those that its records do not connect with an earlier id are a guess.
  ///
  /// The ids of the edition of the wanted one come first. A product code of another edition is left out: a source that knows codes would
  /// return that edition.
  mutating func add(_ known: KnownEntity, by resolver: EntityResolver) {
    var facts = Set(all)
    // A shared product code is only evidence.
    var rest = known.records.map { $0.entity.ids.filter { !Catalog.isProductCode($0) } }
    while let index = rest.firstIndex(where: { !facts.isDisjoint(with: $0) }) {
      facts.formUnion(rest.remove(at: index))
    }
    let others = Catalog.idsOfOtherEditions(
      than: wanted,
      in: known.records,
      names: resolver.names
    )
    ofOtherEditions = others
    let ids =
      known.ids.filter { !others.contains($0) }
      + known.ids.filter { others.contains($0) && !Catalog.isProductCode($0) }
    byGuess.formUnion(Set(ids).subtracting(facts))
    add(ids, by: resolver)
  }

  /// Adds the ids that user verdicts join with these.
  mutating func addVerdicts(_ resolver: EntityResolver) {
    byVerdict = resolver.idsByVerdict(of: all)
    all += byVerdict
  }
}

/// Matching rows of files with known entities.
extension EntityIndex {
  /// The most rows and candidates of a call; their product bounds the time that it takes.
  private static let maxMatched = 100

  /// Says which of the entities `ids` each of `rows` means.
  ///
  /// - Throws: `INVALID_PARAMS` for too many of them, or for a row that is not an entity.
  func matches(_ parameters: CallParameters) throws(Failure) -> [EntityMatch] {
    let (rows, ids) = (parameters.rows ?? [], parameters.ids ?? [])
    guard rows.count * ids.count <= EntityIndex.maxMatched, !ids.isEmpty else {
      let text = "\"rows\" times \"ids\" must be 1 to \(EntityIndex.maxMatched)."
      throw Failure(.invalidParams, text)
    }
    var matches: [EntityMatch] = []
    for row in rows {
      let item: FavoritesImport.Item
      do throws(ImportError) {
        item = try FavoritesImport.Item(row.bytes[...])
      } catch {
        throw Failure(.invalidParams, "A row cannot be matched: \(error.reason).")
      }
      guard let entity = item.content.entity else {
        matches.append(EntityMatch(.none))
        continue
      }
      matches.append(match(entity, among: ids))
    }
    return matches
  }

  /// Says which of the entities `ids` a described one means.
  func match(_ entity: Entity, among ids: [EntityID]) -> EntityMatch {
    let candidates = ids.map { id in
      MatchCandidate(id: id, records: self.entity(id)?.records ?? [])
    }
    return Catalog.match(entity, among: candidates, verdicts: resolver.verdicts)
  }
}
