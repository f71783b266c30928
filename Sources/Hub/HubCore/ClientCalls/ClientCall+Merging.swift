import BusProtocol
import EntityResolution
import MusicModel

/// The entities that the records of a call are merged into, and all rows of the list that it asks for.
struct FoundEntities: Sendable {
  let merged: [MergedEntity]
  /// Without pages; empty unless the call asks for a list.
  let list: [Entity]
}

/// From the records of a call to its result.
extension ClientCall {
  /// Whether known links join its records; the records of one entity are linked by how they were found.
  var appliesLinks: Bool { request.isList || parameters.id == nil }

  /// The entities that the records are merged into, with their marks, and the requested list of them.
  func found(
    by index: EntityIndex,
    links: KnownLinks,
    knowing witnesses: [SourceRecord] = [],
    marks: EntityMarks
  ) -> FoundEntities {
    let merged = merged(by: index.resolver, links: links, knowing: witnesses).map(
      marks.withOwnedMark
    )
    return FoundEntities(merged: merged, list: list(of: merged, index))
  }

  /// The entities that the records are merged into.
  ///
  /// Sources that were queried for one entity replied with it, each under its own id: the links
  /// between these ids rest on more evidence than two records contain. `witnesses` may reject foreign
  /// ids. `links` are those of the records of a list.
  func merged(
    by resolver: EntityResolver,
    links: KnownLinks,
    knowing witnesses: [SourceRecord] = []
  ) -> [MergedEntity] {
    let resolver = resolver.preferring(parameters.lang)
    if spec.result == .list(.rank) {
      return resolver.merge(records).flatMap { entity in entity.rows.flatMap { resolver.merge($0) }
      }
    }
    guard !appliesLinks, let id = parameters.id else {
      return resolver.merge(records, knowing: witnesses, links: links)
    }
    let records = Catalog.hidingRejectedIDs(
      of: records,
      knowing: witnesses,
      names: resolver.names
    )
    let disputed = Set(records.flatMap(\.disputedIDs))
    let own = records.filter { $0.issued(id) && $0.entity.ids.contains(id) }
    return resolver.merge(
      records.compactMap { record in
        if gathering.library?.ids.contains(where: record.entity.ids.contains) == true {
          return record.linked(to: id, by: resolver)
        }
        guard let subject = gathering.branches[record.provider]?.subject,
          let native = subject.id, subject.isByFact, record.entity.ids.contains(native)
        else { return record }
        // The provider was queried for another entity.
        if disputed.contains(native) { return nil }
        // A source may have a wrong product code.
        if native != id, Catalog.isProductCode(native),
          own.contains(where: { Catalog.namesConflict($0.entity, record.entity) })
        {
          return record
        }
        return record.linked(to: id, by: resolver)
      },
      // A link was found by a search, which compared more than names.
      rejectsIDs: false
    )
  }

  /// The requested list, after the results of the previous pages.
  private func list(of merged: [MergedEntity], _ index: EntityIndex) -> [Entity] {
    guard case .list(let order) = spec.result else { return [] }
    let builder = ListBuilder(
      parameters: parameters,
      order: order,
      names: index.resolver.names,
      positions: gathering.positions,
      preferences: gathering.library?.preferences ?? [:],
      unixMs: unixMs,
      artists: parameters.lang == nil ? [:] : index.artistsWithNames(of: merged)
    )
    let list = builder.list(
      request.method == .artistAppearances ? albumsOfOthers(merged, index) : merged
    )
    let earlier = gathering.earlier
    guard !earlier.isEmpty else { return list }
    let shown = Set(earlier.flatMap(\.ids))
    return earlier + list.filter { shown.isDisjoint(with: $0.ids) }
  }

  /// The albums whose artist is not that of the call.
  private func albumsOfOthers(_ merged: [MergedEntity], _ index: EntityIndex) -> [MergedEntity] {
    guard let id = parameters.id else { return merged }
    let own = Set([id] + (index.entity(id)?.ids ?? []))
    return merged.filter { one in
      guard case .album(let album) = one.entity, let artist = album.artist?.id else { return true }
      return !own.contains(artist)
    }
  }

  /// The requested entity: the one with its id, or else the first of a source. No user verdict
  /// separates it from the id.
  func pick(from merged: [MergedEntity], _ resolver: EntityResolver) -> MergedEntity? {
    guard let id = parameters.id else { return merged.first }
    return merged.first { $0.entity.ids.contains(id) }
      ?? merged.first { !resolver.isDifferent(id, from: $0.entity.ids) }
  }

  /// The providers that sent all that they know of an entity.
  var completeProviders: Set<ProviderID> {
    guard request.isOfOneEntity else { return [] }
    return Set(gathering.branches.filter { !$0.value.items.records.isEmpty }.keys)
  }
}

extension MergedEntity {
  /// The records of each row that the entity has in charts.
  ///
  /// Two editions of one album have two rows in a chart, but one row for two charts.
  fileprivate var rows: [[SourceRecord]] {
    var rows: [[SourceRecord]] = []
    for ofSource in Dictionary(grouping: records, by: \.provider).sorted(by: { $0.key < $1.key }) {
      let entries = Dictionary(grouping: ofSource.value, by: \.entity.id)
        .sorted { ($0.value[0].rank, $0.key) < ($1.value[0].rank, $1.key) }
      for (index, entry) in entries.enumerated() {
        if index == rows.count { rows.append([]) }
        rows[index] += entry.value
      }
    }
    return rows
  }
}

extension SourceRecord {
  /// The record with a further id, unless a user verdict is about them: if it separates them, they stay
  /// apart, and if it joins them, the link must not outlive it.
  fileprivate func linked(to id: EntityID, by resolver: EntityResolver) -> SourceRecord {
    let ids = entity.ids
    guard !resolver.isDifferent(id, from: ids), !resolver.isSame(id, as: ids) else { return self }
    var linked = self
    linked.entity = entity.known(also: id)
    return linked
  }

  fileprivate var rank: Int { entity.rank ?? .max }
}

/// A source that fails, or sends less than before, does not make known records disappear.
extension ClientCall {
  /// Adds the records of earlier calls for the same entity that no reply contains any more.
  mutating func addRetained(from index: EntityIndex, unixMs: Int?) {
    guard request.isOfOneEntity, let id = parameters.id, let known = index.entity(id)
    else { return }
    let wanted = parameters.providers
    let records = known.records.filter { wanted?.contains($0.provider) != false }
    let fresh = self.records
    let all = Catalog.refreshed(records, with: fresh, nowMs: unixMs)
    for provider in gathering.branches.keys
    where gathering.branches[provider]?.items.records.isEmpty == true {
      let retained = all.filter { $0.provider == provider }
      guard !retained.isEmpty, known.complete.contains(provider) else { continue }
      let fetchedMs = retained.compactMap(\.fetchedMs).max()
      let ageMs = fetchedMs.flatMap { fetched in unixMs.map { max(0, $0 - fetched) } }
      gathering.branches[provider]?.replaceByRetained(count: retained.count, ageMs: ageMs ?? 0)
    }
    // An entry of an earlier list is not a result if no source could be queried.
    guard !gathering.isWithoutReplies else { return }
    gathering.retained = all.filter { !fresh.contains($0) }
  }
}

extension Gathering {
  /// Whether no source sent a usable reply, though one might have the entity.
  fileprivate var isWithoutReplies: Bool {
    let outcomes = branches.values.compactMap(\.outcome)
    return outcomes.contains(where: \.isMissing) && !outcomes.contains(where: \.isUsable)
      && branches.values.allSatisfy(\.items.records.isEmpty)
  }
}
