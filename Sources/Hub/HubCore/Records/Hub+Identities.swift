import BusProtocol
import EntityResolution
import MusicModel

/// What the hub knows of entities is data: it outlives the hub.
extension Hub {
  mutating func identitiesFound(_ entities: [StoredEntity], _ links: [LinkNote]) {
    memory.restore(entities.compactMap(CachedEntity.init))
    self.links.restore(links.compactMap { link in restored(link) })
  }

  private func restored(_ note: LinkNote) -> (key: LinkCache.Key, link: LinkCache.Link)? {
    let key = LinkCache.Key(id: note.id, provider: note.provider)
    if let native = note.native { return (key, .linked(native)) }
    guard let wallMs, let untilMs = note.untilMs, untilMs > wallMs else { return nil }
    let leftMs = min(untilMs - wallMs, settings.notLinkedMs)
    return (key, .notLinked(until: turn.now + leftMs))
  }

  /// Has kept what changed in this turn.
  mutating func keepIdentities() {
    var changes = EntityIndexChanges()
    let entities = memory.takeChanges()
    changes.entities = entities.kept.map(StoredEntity.init)
    changes.gone = entities.gone
    for (key, link) in links.takeChanges() {
      var note = LinkNote(id: key.id, provider: key.provider)
      switch link {
      case .linked(let native): note.native = native
      case .notLinked(let until): note.untilMs = wallMs.map { $0 + (until - turn.now) }
      case nil:
        changes.goneLinks.append(note)
        continue
      }
      changes.links.append(note)
    }
    if !changes.isEmpty { act(.keepIdentities(changes)) }
  }
}

extension CachedEntity {
  fileprivate init?(_ note: StoredEntity) {
    guard let kind = note.ids.first?.kind, !note.records.isEmpty else { return nil }
    self.init(
      ids: note.ids,
      name: SearchTerms(kind, note.name, by: note.artist),
      records: note.records.map {
        SourceRecord(provider: $0.provider, entity: $0.entity, fetchedMs: $0.fetchedMs)
      },
      whole: Set(note.whole)
    )
  }
}

extension StoredEntity {
  fileprivate init(_ known: CachedEntity) {
    ids = known.ids
    name = known.name.text
    artist = known.name.artist
    records = known.records.map {
      Record(provider: $0.provider, entity: $0.entity, fetchedMs: $0.fetchedMs)
    }
    whole = known.whole.sorted()
  }
}
