extension Mutation {
  /// In the order of the seeds that kill them.
  static let all = ofCalls + ofProviders + ofWork + ofBounds + ofCaches + ofTiming

  private static let ofCalls = [
    Mutation(
      "A call ends half a second after its deadline",
      "deadline = start + (timeoutMs - CallDeadlines.margin(of: timeoutMs))",
      "deadline = start + (timeoutMs - CallDeadlines.margin(of: timeoutMs) + 500)"
    ),
    Mutation(
      "Calls of a disconnected client continue",
      "        stepAll(of: peer, .left)\n",
      ""
    ),
    Mutation(
      "Messages of any session are accepted",
      "if let sid, header.sid == sid { return nil }",
      "if sid != nil { return nil }"
    ),
    Mutation(
      "Any call gets the last cached reply",
      "var rest = request.parameters",
      "var rest = CallParameters()"
    ),
    Mutation(
      "Parts are numbered from one",
      "Header { Header(type: .part, re: call, seq: partCount) }",
      "Header { Header(type: .part, re: call, seq: partCount + 1) }"
    ),
    Mutation(
      "Entities removed from a streamed page are not reported",
      "let gone = shown.keys.filter { next[$0] == nil }",
      "let gone = shown.keys.filter { next[$0] != nil && next[$0] == nil }"
    ),
    Mutation(
      "The next page begins one too early",
      "let end = min(list.count, request.offset + request.pageLength)",
      "let end = min(list.count, request.offset + max(1, request.pageLength - 1))"
    ),
    Mutation(
      "A call that fails at every source is reported as late",
      "let isLate = missing.allSatisfy { $0.outcome == .timeout }",
      "let isLate = missing.contains { $0.outcome == .timeout }"
    ),
    Mutation(
      "A call that waits for an unknown name never ends",
      "    isPageOutdated = true\n    resumeAwaitingName(world)\n",
      "    isPageOutdated = true\n"
    ),
    Mutation(
      "A client gets no bye when the hub stops",
      "    for session in clients.values.sorted(by: { $0.sid < $1.sid }) {",
      "    for session in clients.values.sorted(by: { $0.sid < $1.sid }).dropLast() {"
    ),
    Mutation(
      "The timer of a call outlives it",
      "turn.timers.set(.clientCall(id), due: call?.due(after: now))",
      "if let call { turn.timers.set(.clientCall(id), due: call.due(after: now)) }"
    ),
  ]

  private static let ofProviders = [
    Mutation(
      "An in-flight slot is free before the provider has ended the call",
      "    outbox.append((provider, .cancel(id)))\n",
      "    outbox.append((provider, .cancel(id)))\n    change(provider) { $0.remove(id) }\n"
    ),
    Mutation(
      "Equal provider calls are not coalesced",
      "    byQuery[call.query] = call.id\n",
      ""
    ),
    Mutation(
      "Providers get ids that they do not understand",
      "descriptor.understands($0, as: entity.kind) && !replied.contains($0)",
      "$0.kind == entity.kind && !replied.contains($0)"
    ),
    Mutation(
      "A queued call has its original timeout",
      "let timeoutMs = max(1, call.deadline - turn.now)",
      "let timeoutMs = max(1, call.deadline - call.reply.submitted)"
    ),
    Mutation(
      "Calls to a lost provider are not failed",
      "steps += [.closeSession, .closeLane(because: lost, mayRunUntil: context.now)]",
      "steps += [.closeSession]"
    ),
    Mutation(
      "Files lack their provider",
      "    media.provider = reply.provider\n",
      ""
    ),
    Mutation(
      "Replies are accepted from any provider that guesses a call id",
      "guard let id, let call = self[provider][id], call.isInFlight else {",
      "guard let id, let call = lanes.values.compactMap({ $0[id] }).first else {"
    ),
  ]

  private static let ofBounds = [
    Mutation(
      "A source gets one request more than its budget",
      "return spent(at: now) + reserved + min(count, budget.requests) <= budget.requests",
      "return spent(at: now) + reserved + min(count, budget.requests) <= budget.requests + 1"
    ),
    Mutation(
      "A source is called during its cool-down",
      "if let closedUntil, now < closedUntil { return false }",
      "if let closedUntil, now + 900 < closedUntil { return false }",
      from: 10_000
    ),
    Mutation(
      "Requests of a lost session are not charged",
      "    settle(grant, of: provider, spent: nil, since: nil, at: max(now, end))",
      "    settle(grant, of: provider, spent: [:], since: nil, at: max(now, end))"
    ),
    Mutation(
      "The budget of a provider that is not trusted limits the others",
      "BudgetScope(name, only: trust[provider]?.covers(name) == true ? nil : provider)",
      "BudgetScope(name)"
    ),
    Mutation(
      "A provider that is not trusted is not limited by the others",
      "    [BudgetScope(name), ownScope(of: name, for: provider)]",
      "    [ownScope(of: name, for: provider)]"
    ),
    Mutation(
      "One client too many is accepted",
      "guard clients.count < settings.maxClients else {",
      "guard clients.count <= settings.maxClients else {"
    ),
    Mutation(
      "One call too many is accepted",
      "guard calls < settings.maxCalls else {",
      "guard calls <= settings.maxCalls else {"
    ),
    Mutation(
      "One call too many is queued for a provider",
      "guard lane.queuedCount < settings.maxQueued else {",
      "guard lane.queuedCount <= settings.maxQueued else {"
    ),
    Mutation(
      "Messages may exceed their size limit",
      "guard bytes.count <= limits.bodyBytes else { return false }",
      "guard !bytes.isEmpty else { return false }"
    ),
  ]

  private static let ofWork = [
    Mutation(
      "What happens to a call is lost",
      "{ self.work.append(work) }",
      "{ if self.work.count != 2 { self.work.append(work) } }"
    ),
    Mutation(
      "A lane stops after a call of it ended",
      "    changed.insert(provider)\n    change(",
      "    if lanes[provider]?.calls.count != 2 { changed.insert(provider) }\n    change("
    ),
  ]

  private static let ofCaches = [
    Mutation(
      "The list cache exceeds its limit",
      "while entries.count > settings.maxCachedLists ||",
      "while entries.count > settings.maxCachedLists + 1 ||"
    ),
    Mutation(
      "A call id is accepted twice while a cache command is pending",
      "|| operations.contains(call, of: sid)\n",
      "\n"
    ),
    Mutation(
      "A hanging disk blocks a client",
      "if let due = waiting[ticket]?.due { turn.timers.set(.operations, noLaterThan: due) }",
      ""
    ),
    Mutation(
      "Sources are called for an offline call",
      "isOffline = cache == .only",
      "isOffline = false"
    ),
    Mutation(
      "Cached replies are served although the call bypasses the cache",
      "bypassesCache: parameters.cache == .bypass",
      "bypassesCache: parameters.cache == .only",
      from: 23_000
    ),
    Mutation(
      "Stale replies are reported as fresh",
      "cached.isFresh(at: unixMs) && !cached.isRetainedOnly ? .cached : .stale",
      "cached.isFresh(at: unixMs) || !cached.isRetainedOnly ? .cached : .stale"
    ),
  ]

  private static let ofTiming = [
    Mutation(
      "A hub stall causes timeouts before received messages are read",
      "setGrace(until: turn.now + Sessions.catchUpMs)",
      "setGrace(until: turn.now)"
    ),
    Mutation(
      "Watchers get no report of removed providers",
      "    if !removed.isEmpty { part.removed = removed }\n",
      ""
    ),
    Mutation(
      "A provider is removed before it is drained",
      "supervisor.providers[id]?.isReady == true, lanes[id].activeCount > 0 {",
      "supervisor.providers[id]?.isReady == false {"
    ),
    Mutation(
      "A budget is not read at startup",
      "    for budget in budgets {\n      accounts[budget.scope, default",
      "    for budget in [StoredBudget]() {\n      accounts[budget.scope, default"
    ),
    Mutation(
      "A change of the favourites is acknowledged before it is durable",
      "guard let time = change?.at ?? document.lastPending else {",
      "guard change == nil, let time = document.lastPending else {"
    ),
    Mutation(
      "A failed change of the favourites remains visible",
      "    document.revert(from: time)\n",
      ""
    ),
  ]
}
