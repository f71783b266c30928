import BusProtocol
import EntityResolution
import MusicModel

/// Finding an entity at a provider that does not know its id: by its name, and then by evidence.
extension Hub {
  /// Hits among which the one is looked for.
  private static let hitsMax = 25

  mutating func resolve(
    _ id: EntityID,
    knownAs names: [EntityID],
    at provider: ProviderID,
    for key: ClientCallID
  ) {
    guard let call = calls[key], let kind = id.kind, let search = Methods.search(kind),
      directory.serves(provider, search),
      !names.contains(where: { entityIndex.isNotLinked($0, at: provider, now: turn.now) })
    else { return end(provider, of: key, .notLinked) }
    guard let name = name(of: id, in: call) else {
      calls[key]?.sources[provider]?.state = .unnamed
      // Nobody may be left to tell the name.
      return nameUnnamed(in: key)
    }
    let text = ProviderQuery(
      provider: provider,
      method: search,
      parameters: name.search(like: call.parameters)
        .asked(by: search, limit: Hub.hitsMax, settings),
      cache: call.parameters.cache
    )
    let deadline = turn.now + max(1, call.budget.left(at: turn.now) / 3)
    let waiter = submit(text, for: call, .linking(id, as: name), until: deadline)
    calls[key]?.sources[provider]?.state = .resolving(waiter)
  }

  /// The search terms of an entity, from the entity index or from the records of this call.
  private func name(of id: EntityID, in call: ClientCall) -> SearchTerms? {
    let sources = call.sources.sorted { $0.key < $1.key }
    return entityIndex.searchTerms(
      of: id,
      or: sources.compactMap(\.value.askedID),
      in: sources.flatMap(\.value.records)
    )
  }

  /// Goes on with the sources that waited for a name, or gives them up when nobody is left to tell.
  mutating func nameUnnamed(in key: ClientCallID) {
    guard let call = calls[key], let id = call.parameters.id else { return }
    let unnamed = call.sources.filter(\.value.isUnnamed).keys.sorted()
    guard !unnamed.isEmpty else { return }
    if name(of: id, in: call) != nil {
      for provider in unnamed { approach(provider, for: key) }
    } else if call.sources.values.allSatisfy({ $0.hasEnded || $0.isUnnamed }) {
      for provider in unnamed { end(provider, of: key, .notLinked) }
    }
  }

  /// A search for an entity has ended: the call goes on with the id that was found, if it still
  /// waits; what was found out is kept in any case.
  mutating func resolved(
    _ question: ProviderReply,
    _ id: EntityID,
    _ name: SearchTerms,
    for key: ClientCallID?
  ) {
    let provider = question.provider
    let call = key.flatMap { calls[$0] }
    let descriptor = directory.descriptor(of: provider)
    let hits = question.records.compactMap { record in
      record.entity.ids.first { descriptor?.understands($0, as: id.kind) == true }
        .map { LinkMatcher.Hit(record: record, native: $0) }
    }
    let native = entityIndex.match(hits, to: id, name, in: call?.records ?? [])
    entityIndex.storeLink(native, of: id, at: provider, now: turn.now)
    guard let call else { return }
    if native == nil { return end(provider, of: call.key, .notLinked) }
    calls[call.key]?.sources[provider]?.state = .new
    approach(provider, for: call.key)
  }
}
