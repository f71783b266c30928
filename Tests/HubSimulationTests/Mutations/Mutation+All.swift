extension Mutation {
  /// Those that are noticed soonest come first.
  static let all = ofCalls + ofProviders + ofEffects + ofBounds + ofKeeping + ofComing

  private static let ofCalls = [
    Mutation(
      "A call is answered half a second after its time",
      "timers.set(.clientCall(.deadline(id)), at: call.deadlines.deadline)",
      "timers.set(.clientCall(.deadline(id)), at: call.deadlines.deadline + 500)"
    ),
    Mutation(
      "Calls of a client that has left go on",
      "    clientCalls.clientLeft(peer, entityIndex.resolver, &turn)\n",
      ""
    ),
    Mutation(
      "Messages under any session are taken",
      "if let sid, header.sid == sid { return true }",
      "if sid != nil { return true }"
    ),
    Mutation(
      "Any question is answered with what was answered last",
      "      self.method = method\n      self.body = body",
      "      self.method = method\n      self.body = []"
    ),
    Mutation(
      "Parts are numbered from one",
      "let header = Header(type: .part, re: call, seq: partCount)",
      "let header = Header(type: .part, re: call, seq: partCount + 1)"
    ),
    Mutation(
      "What is gone from a page that forms is not told",
      "let gone = shown.keys.filter { next[$0] == nil }",
      "let gone = shown.keys.filter { next[$0] != nil && next[$0] == nil }"
    ),
    Mutation(
      "The next page begins one too early",
      "let end = min(list.count, request.offset + request.pageLength)",
      "let end = min(list.count, request.offset + max(1, request.pageLength - 1))"
    ),
    Mutation(
      "A call that no source could answer is told to be late",
      "let isLate = missing.allSatisfy { $0.outcome == .timeout }",
      "let isLate = missing.contains { $0.outcome == .timeout }"
    ),
    Mutation(
      "A call that waits for a name that nobody can tell waits on",
      "    resumeAwaitingName(in: id, context, &turn)\n    turn.post(.branchEnded(id))",
      "    turn.post(.branchEnded(id))"
    ),
    Mutation(
      "Clients are not told that the hub stops",
      "    for session in clients.values.sorted(by: { $0.sid < $1.sid }) {",
      "    for session in clients.values.sorted(by: { $0.sid < $1.sid }).dropLast() {"
    ),
    Mutation(
      "The timer of a call outlives it",
      "    turn.timers.cancel(.clientCall(.softDeadline(id)))\n",
      ""
    ),
  ]

  private static let ofProviders = [
    Mutation(
      "A place at a provider is free before it has ended the call",
      "      calls[id]?.abandon()\n",
      "      calls[id]?.abandon()\n      queues[call.provider]?.remove(id)\n"
    ),
    Mutation(
      "Equal questions are asked twice",
      "    byQuery[query] = id\n",
      ""
    ),
    Mutation(
      "Providers are asked in the words of others",
      "descriptor.understands($0, as: entity.kind) && !replied.contains($0)",
      "$0.kind == entity.kind && !replied.contains($0)"
    ),
    Mutation(
      "A question gets the time that it had before it waited",
      "let timeoutMs = max(1, call.deadline - turn.now)",
      "let timeoutMs = max(1, call.deadline - call.reply.submitted)"
    ),
    Mutation(
      "What was asked of a lost provider is not given up",
      "    closeQueue(of: id, because: \"its process \\(exit.reason)\", &turn)\n",
      ""
    ),
    Mutation(
      "Files are told to come from nobody",
      "    media.provider = reply.provider\n",
      ""
    ),
    Mutation(
      "Answers are taken from whoever guesses the name of a question",
      "if let id, let call = calls[id], call.provider == provider, call.sentAt != nil { return id }",
      "if let id, calls[id] != nil { return id }"
    ),
  ]

  private static let ofBounds = [
    Mutation(
      "A source is asked once more than it allows",
      "return spent(at: now) + reserved + min(count, budget.requests) <= budget.requests",
      "return spent(at: now) + reserved + min(count, budget.requests) <= budget.requests + 1"
    ),
    Mutation(
      "A source that refuses is asked on",
      "if let closedUntil, now < closedUntil { return false }",
      "if let closedUntil, now + 900 < closedUntil { return false }"
    ),
    Mutation(
      "Requests of a lost session are forgotten",
      "      accounts[name]?.settle(reserved: count, spent: count, at: last)",
      "      accounts[name]?.settle(reserved: count, spent: 0, at: last)"
    ),
    Mutation(
      "One client too many is taken",
      "guard clients.count < settings.clientsMax else {",
      "guard clients.count <= settings.clientsMax else {"
    ),
    Mutation(
      "One call too many is taken",
      "guard clientCalls.count < settings.callsMax else {",
      "guard clientCalls.count <= settings.callsMax else {"
    ),
    Mutation(
      "One question too many waits for a provider",
      "guard queue.queued.count < settings.waitingMax else {",
      "guard queue.queued.count <= settings.waitingMax else {"
    ),
    Mutation(
      "Messages may be larger than they may",
      "return bytes.count <= settings.limits.bodyBytes ? bytes : nil",
      "return bytes"
    ),
  ]

  private static let ofEffects = [
    Mutation(
      "An effect is lost",
      "  mutating func post(_ effect: Effect) { effects.append(effect) }",
      "  mutating func post(_ effect: Effect) { if effects.count != 2 { effects.append(effect) } }"
    ),
    Mutation(
      "An effect is delivered twice",
      "    next += 1\n    return effects[next - 1]",
      "    next += next % 3 == 2 && !effects.isEmpty && number % 7 == 3 ? 0 : 1\n"
        + "    number += 1\n    return effects[max(0, next - 1)]"
    ),
    Mutation(
      "Effects are delivered last in, first out",
      "    next += 1\n    return effects[next - 1]",
      "    return effects.popLast()"
    ),
    Mutation(
      "A queue does not go on after a queued call was abandoned",
      "      dispatch(call.provider, &turn)\n    case .sent:",
      "    case .sent:"
    ),
    Mutation(
      "The end of a provider call is delivered twice",
      "    turn.post(.ended(call.waiters.map(\\.id), reply, result))",
      "    turn.post(.ended(call.waiters.map(\\.id), reply, result))\n"
        + "    turn.post(.ended(call.waiters.map(\\.id), reply, result))"
    ),
  ]

  private static let ofKeeping = [
    Mutation(
      "More lists are kept than there is room for",
      "while entries.count > maxLists || entityCount > maxEntities,",
      "while entries.count > maxLists + 1 || entityCount > maxEntities,"
    ),
    Mutation(
      "More answers are kept than there is room for",
      "if bytes > maxBytes { evictOldest() }",
      ""
    ),
    Mutation(
      "The same call is taken twice while it changes what is kept",
      "guard calls[id] == nil, !pendingReplies.contains(id, of: session.sid),",
      "guard calls[id] == nil,"
    ),
    Mutation(
      "A disk that hangs keeps a client waiting",
      "if let due { turn.timers.set(.storage, at: due) } else { turn.timers.cancel(.storage) }",
      ""
    ),
    Mutation(
      "Sources are asked although only what is kept is wanted",
      "isOffline = cache == .only",
      "isOffline = false"
    ),
    Mutation(
      "What is kept is given where it is wanted new",
      "bypassesCache: call.parameters.cache == .bypass",
      "bypassesCache: call.parameters.cache == .only"
    ),
    Mutation(
      "What is kept is told as fresh whatever its age",
      "cached.isFresh(at: unixMs) && !cached.isRetainedOnly ? .cached : .stale",
      "cached.isFresh(at: unixMs) || !cached.isRetainedOnly ? .cached : .stale"
    ),
  ]

  private static let ofComing = [
    Mutation(
      "A hub that was stopped judges before it has read what came meanwhile",
      "setGrace(until: turn.now + Sessions.catchUpMs)",
      "setGrace(until: turn.now)"
    ),
    Mutation(
      "Who watches is not told of providers that are gone",
      "    if !removed.isEmpty { part.removed = removed }\n",
      ""
    ),
    Mutation(
      "A provider that is taken away is not waited for",
      "      guard !isNeededForDrain(id) else { continue }\n",
      ""
    ),
    Mutation(
      "A change of the favourites is acknowledged before it is on the disk",
      "guard let time = change?.at ?? document.lastPending else {",
      "guard change == nil, let time = document.lastPending else {"
    ),
    Mutation(
      "A change of the favourites that failed is shown all the same",
      "    document.revert(from: time)\n",
      ""
    ),
  ]
}
