import BusProtocol
import EntityResolution
import MusicModel

/// Linking: finds an entity by name at a provider that does not know its id, and matches it.
extension ClientCalls {
  /// Search hits among which the entity is looked for.
  private static let maxHits = 25

  mutating func link(
    _ entity: EntityID,
    knownAs aliases: [EntityID],
    at provider: ProviderID,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let index = context.index
    guard let call = calls[id], let kind = entity.kind, let search = Methods.search(kind),
      context.directory.serves(provider, search),
      !aliases.contains(where: { index.isNotLinked($0, at: provider, now: turn.now) })
    else { return endBranch(provider, of: id, .notLinked, nil, context, &turn) }
    guard let terms = call.searchTerms(of: entity, in: index) else {
      calls[id]?.gathering.branches[provider]?.state = .awaitingName
      // There may be no other branch that could name it.
      return resumeAwaitingName(in: id, context, &turn)
    }
    let query = ProviderQuery(
      provider: provider,
      method: search,
      parameters: terms.search(like: call.parameters)
        .query(of: search, limit: ClientCalls.maxHits, settings),
      cache: call.parameters.cache
    )
    let deadline = turn.now + max(1, call.deadlines.left(at: turn.now) / 3)
    let waiter = submit(query, for: call, .linking(entity, as: terms), until: deadline, &turn)
    calls[id]?.gathering.branches[provider]?.ask(.linking(waiter))
  }

  /// Resumes the branches that wait for a name, or ends them if no other branch can supply it.
  ///
  /// Branches without a link resume if a reply contains the id.
  mutating func resumeAwaitingName(
    in id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    for provider in calls[id]?.providersWithNewID(context, at: turn.now) ?? [] {
      // Whatever the search for it finds.
      if let waiter = calls[id]?.gathering.branches[provider]?.waiter {
        leave(waiter, at: provider, &turn)
      }
      calls[id]?.gathering.branches[provider]?.state = .new
      advance(provider, for: id, context, &turn)
    }
    guard let call = calls[id], let entity = call.parameters.id else { return }
    let branches = call.gathering.branches
    let waiting = branches.filter(\.value.isAwaitingName).keys.sorted()
    guard !waiting.isEmpty else { return }
    if call.searchTerms(of: entity, in: context.index) != nil {
      for provider in waiting { advance(provider, for: id, context, &turn) }
    } else if branches.values.allSatisfy({ $0.hasEnded || $0.isAwaitingName }) {
      for provider in waiting { endBranch(provider, of: id, .notLinked, nil, context, &turn) }
    }
  }

  /// A search for an entity has ended. The result is stored; the call, if it still waits, continues
  /// with the id that was found.
  mutating func linkSearchEnded(
    _ reply: ProviderReply,
    _ entity: EntityID,
    _ terms: SearchTerms,
    for id: ClientCallID?,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let provider = reply.provider
    let call = id.flatMap { calls[$0] }
    let descriptor = context.directory.descriptor(of: provider)
    let hits = reply.records.compactMap { record in
      record.entity.ids.first { descriptor?.understands($0, as: entity.kind) == true }
        .map { LinkMatcher.Hit(record: record, native: $0) }
    }
    let native = context.index.match(hits, to: entity, terms, in: call?.records ?? [])
    turn.post(.linkFound(native, of: entity, at: provider, for: call?.id))
    guard let call else { return }
    if native == nil {
      endBranch(provider, of: call.id, .notLinked, nil, context, &turn)
    } else {
      calls[call.id]?.gathering.branches[provider]?.state = .new
    }
  }
}
