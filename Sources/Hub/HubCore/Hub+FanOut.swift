import BusProtocol
import EntityResolution
import MusicModel

/// Whom a call is put to, and in which words: each provider gets an id that it knows.
extension Hub {
  /// Brings one source of a call forward as far as it goes now.
  mutating func approach(_ provider: ProviderID, for key: ClientCallID) {
    guard let call = calls[key], case .gathering = call.phase,
      call.sources[provider]?.isToBeAsked == true, directory.contains(provider)
    else { return }
    let descriptor = directory.session(of: provider) ?? keptDescriptor(of: provider, for: call)
    guard let descriptor, !directory.rejects(key, at: provider) else {
      return awaitStart(of: provider, for: key)
    }
    timers.cancel(.clientCall(.startupWait(key, provider)))
    guard let id = call.parameters.id else {
      return ask(provider, call.parameters, for: key)
    }
    let names = entityIndex.knownIDs(of: id, at: provider, in: call.records, now: turn.now)
    let answered = call.sources[provider]?.answeredIDs ?? []
    let native = names.all.first {
      descriptor.understands($0, as: id.kind) && !answered.contains($0)
    }
    guard let native else { return resolve(id, knownAs: names.all, at: provider, for: key) }
    var parameters = call.parameters
    parameters.id = native
    parameters.ids = names.all
    calls[key]?.sources[provider]?.askedID = native
    calls[key]?.sources[provider]?.isByVerdict = names.byVerdict.contains(native)
    ask(provider, parameters, for: key)
  }

  private mutating func awaitStart(of provider: ProviderID, for key: ClientCallID) {
    let waitMs = settings.startWaitMs
    if let until = directory.startDeadline(of: provider, now: turn.now, waitMs: waitMs),
      until > turn.now
    {
      calls[key]?.sources[provider]?.state = .starting(until: until)
      timers.set(.clientCall(.startupWait(key, provider)), at: until)
      return
    }
    if let why = directory.stopReason(of: provider) {
      end(provider, of: key, .failed, .init(.providerLost, "It does not run: \(why)."))
    } else {
      endStarting(provider, of: key)
    }
  }

  mutating func startAwaited(by key: ClientCallID, of provider: ProviderID) {
    if calls[key]?.fetch != nil { return fetchIsNotAwaited(key) }
    guard calls[key]?.sources[provider]?.isStarting == true else { return }
    endStarting(provider, of: key)
  }

  private mutating func endStarting(_ provider: ProviderID, of key: ClientCallID) {
    if let loss = calls[key]?.sources[provider]?.loss {
      return end(provider, of: key, .failed, loss)
    }
    var why = SourceReport.SourceError(.providerStarting, "It is still starting.")
    why.retryAfterMs = directory.restart(of: provider).map { $0 - turn.now }
    end(provider, of: key, .starting, why)
  }

  private mutating func ask(
    _ provider: ProviderID,
    _ parameters: CallParameters,
    for key: ClientCallID
  ) {
    guard let call = calls[key] else { return }
    let text = ProviderQuery(
      provider: provider,
      method: call.askedMethod,
      parameters: parameters.asked(by: call.askedMethod, limit: call.depth, settings),
      cache: call.parameters.cache
    )
    let waiter = submit(text, for: call, .answer, until: call.budget.mark)
    calls[key]?.sources[provider]?.state = .asking(waiter)
  }

  /// Ends the branches of a provider that was removed, before its calls end.
  mutating func endBranches(of provider: ProviderID, because reason: String) {
    for key in calls.keys.sorted() {
      end(provider, of: key, .failed, .init(.providerLost, "It does not run: \(reason)."))
    }
  }

  /// A provider has begun to serve, or will not: those that wait for it go on.
  mutating func goOn(withWaitingFor id: ProviderID) {
    for key in calls.keys.sorted() {
      if calls[key]?.sources[id]?.isStarting == true { approach(id, for: key) }
      if calls[key]?.fetch?.awaited?.provider == id { fetchNext(key) }
    }
  }
}

extension Descriptor {
  /// Whether the provider can be asked about a thing of that kind under the id.
  func understands(_ id: EntityID, as kind: EntityKind?) -> Bool {
    id.kind == kind && understands(id)
  }
}
