import BusProtocol
import Catalog
import MusicModel

/// What the hub knows of entities is data: it outlives the hub.
extension Hub {
  mutating func identitiesFound(_ entities: [EntityNote], _ links: [LinkNote]) {
    memory.restore(entities.compactMap(KnownEntity.init))
    self.links.restore(links.compactMap { link in restored(link) })
  }

  private func restored(_ note: LinkNote) -> (key: LinkMemory.Key, link: LinkMemory.Link)? {
    let key = LinkMemory.Key(id: note.id, provider: note.provider)
    if let native = note.native { return (key, .linked(native)) }
    guard let wallMs, let untilMs = note.untilMs, untilMs > wallMs else { return nil }
    let leftMs = min(untilMs - wallMs, settings.notLinkedMs)
    return (key, .notLinked(until: now + leftMs))
  }

  /// Has kept what changed in this turn.
  mutating func keepIdentities() {
    var changes = IdentityChanges()
    let entities = memory.takeChanges()
    changes.entities = entities.kept.map(EntityNote.init)
    changes.gone = entities.gone
    for (key, link) in links.takeChanges() {
      var note = LinkNote(id: key.id, provider: key.provider)
      switch link {
      case .linked(let native): note.native = native
      case .notLinked(let until): note.untilMs = wallMs.map { $0 + (until - now) }
      case nil:
        changes.goneLinks.append(note)
        continue
      }
      changes.links.append(note)
    }
    if !changes.isEmpty { act(.keepIdentities(changes)) }
  }
}

extension KnownEntity {
  fileprivate init?(_ note: EntityNote) {
    guard let kind = note.ids.first?.kind, !note.records.isEmpty else { return nil }
    self.init(
      ids: note.ids,
      name: EntityName(kind, note.name, by: note.artist),
      records: note.records.map {
        SourceRecord(provider: $0.provider, entity: $0.entity, fetchedMs: $0.fetchedMs)
      },
      whole: Set(note.whole)
    )
  }
}

extension EntityNote {
  fileprivate init(_ known: KnownEntity) {
    ids = known.ids
    name = known.name.text
    artist = known.name.artist
    records = known.records.map {
      Record(provider: $0.provider, entity: $0.entity, fetchedMs: $0.fetchedMs)
    }
    whole = known.whole.sorted()
  }
}
