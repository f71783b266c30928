import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Operations: calls that wait for the disk or the runtime.
extension Hub {
  /// Replies to an operation, unless its session is closed.
  mutating func reply(to operation: Operation, _ result: OperationResult) {
    let origin = operation.origin
    if origin.client == .hub, operation.method == .favoritesImport {
      return importAdded(result, operation)
    }
    // An answer that could not be carried out is not kept.
    if operation.method == .importsAnswer, operation.meaning != nil, operation.answered == nil,
      case .done(let done, _) = result,
      done.results?.contains(where: { $0.outcome == .refused }) != true
    {
      return keep(operation, result)
    }
    let isOpen = sessions.sid(of: origin.client) == operation.sid
    let messages =
      isOpen ? result.messages(to: origin.id, settings, marked: world.marks.withOwnedMark) : nil
    finish(origin, messages)
  }

  /// Replies to the operation with a ticket, if that still waits.
  private mutating func reply(_ ticket: Ticket, _ result: OperationResult) {
    if let operation = operations.take(ticket, &turn), operation.wait != nil {
      reply(to: operation, result)
    }
  }

  /// Replies to those whose deadline has expired, and begins those again that have waited long enough.
  mutating func operationsDue() {
    let now = now
    for operation in operations.take(&turn, where: { $0.deadline <= now }) {
      if let failure = operation.wait?.timedOut(favoritesAt: favorites.path) {
        reply(to: operation, .failed(failure))
      }
    }
    resume { if case .checking(let until) = $0 { until <= now } else { false } }
    operations.setTimer(&turn)
  }

  /// Cancels the operation of a call.
  ///
  /// - Returns: whether the call waited.
  mutating func cancelOperation(_ call: String, of sid: String) -> Bool {
    let cancelled = operations.take(&turn) { $0.origin.id == call && $0.sid == sid }
    for operation in cancelled {
      if let failure = operation.wait?.cancelled { reply(to: operation, .failed(failure)) }
    }
    return !cancelled.isEmpty
  }

  /// Rejects all operations, or those of a session.
  mutating func rejectOperations(_ failure: Failure, of sid: String? = nil) {
    for operation in operations.take(&turn, where: { sid == nil || $0.sid == sid }) {
      reply(to: operation, .failed(failure))
    }
  }
}

/// Verdicts: written one at a time, then applied.
extension Hub {
  /// Begins a change of verdicts.
  ///
  /// - Throws: the reason why it is not begun.
  mutating func startVerdict(_ operation: Operation) throws(Failure) {
    let (method, parameters) = (operation.method, operation.parameters)
    let change = try entityIndex.verdictChange(method, parameters, unixMs: turn.unixMs)
    let busy = "Too many verdicts are waiting to be saved."
    try operations.checkRoom(.verdicts, limit: 256, busy)
    _ = operations.add(operation, .verdict(change), &turn)
    writeNextVerdict()
  }

  mutating func verdictsLoaded(_ verdicts: [StoredVerdict], problem: String?) {
    let before = entityIndex.verdicts
    entityIndex.verdictsLoaded(verdicts, problem: problem, &turn)
    if entityIndex.verdicts != before { lists.clear(because: .verdictsChanged) }
    if let failure = entityIndex.verdictFailure {
      for operation in operations.take(&turn, where: { $0.wait?.group == .verdicts }) {
        reply(to: operation, .failed(failure))
      }
    }
    writeNextVerdict()
    favorites.splitByVerdicts(entityIndex, &turn)
  }

  mutating func verdictsSaved(_ ticket: Ticket, problem: String?) {
    guard let result = entityIndex.verdictsSaved(ticket, problem: problem, &turn) else { return }
    if problem == nil { lists.clear(because: .verdictsChanged) }
    reply(ticket, result)
    writeNextVerdict()
    favorites.splitByVerdicts(entityIndex, &turn)
  }

  private mutating func writeNextVerdict() {
    while entityIndex.canWriteVerdict, let (ticket, change) = operations.nextVerdict {
      do throws(Failure) {
        try entityIndex.write(change, ticket, &turn)
        operations.update(ticket, .written)
      } catch {
        reply(ticket, .failed(error))
      }
    }
  }
}

/// Caches and manifests: the runtime acts, and tells the result.
extension Hub {
  /// Begins an action on the provider cache or the library.
  ///
  /// - Throws: the reason why it is not begun.
  mutating func startCacheAction(_ operation: Operation) throws(Failure) {
    guard settings.hasProviderCache else {
      throw Failure(.internalError, "Caching is disabled on this hub.")
    }
    try operations.checkRoom(.cache, limit: 64, "Too many cache commands are pending.")
    let ids = operation.parameters.id.map {
      entityIndex.allIDs(of: $0, at: supervisor.ids, now: now)
    }
    let action = CacheAction(operation.method, operation.parameters, ids: ids ?? [])
    if action == .clear { lists.clear(because: .cleared) }
    let ticket = operations.add(operation, .cache, &turn)
    turn.perform(.performCacheAction(action, operation: ticket))
  }

  mutating func cacheActionCompleted(_ ticket: Ticket, _ report: CacheReport) {
    reply(ticket, report.result)
  }

  /// Begins a change of manifests, or restarts providers.
  ///
  /// - Throws: the reason why it is not begun.
  mutating func startManifestCommand(_ operation: Operation) throws(Failure) {
    let parameters = operation.parameters
    try supervisor.requireProviders(parameters.providers ?? [])
    guard let change = ManifestChange(operation.method, parameters) else {
      for id in parameters.providers ?? [] { step(id, .reset) }
      return replyWithStatus(of: parameters.providers ?? [], to: operation)
    }
    let busy = "Too many changes are being made."
    try operations.checkRoom(.manifests, limit: 64, busy, retryAfterMs: 100)
    let ticket = operations.add(operation, .manifests, &turn)
    turn.perform(.changeManifests(change, operation: ticket))
  }

  mutating func manifestsChanged(_ ticket: Ticket, _ result: ManifestChangeResult) {
    guard let operation = operations.take(ticket, &turn) else { return }
    switch result {
    case .refused(let failure):
      if operation.wait != nil { reply(to: operation, .failed(failure)) }
    case .made(var ids):
      if operation.method == .providersReload {
        ids = supervisor.reloaded(operation.parameters.providers)
        for id in ids where supervisor.providers[id]?.drain == nil { step(id, .drain(.renewal)) }
      }
      if operation.wait != nil { replyWithStatus(of: ids, to: operation) }
    }
  }

  private mutating func replyWithStatus(of ids: [ProviderID], to operation: Operation) {
    var done = Done()
    done.providers = ids.sorted().compactMap { status(of: $0) }
    reply(to: operation, .done(done, short: nil))
  }
}
