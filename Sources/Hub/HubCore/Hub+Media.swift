import BusProtocol
import EntityResolution
import MusicModel

/// Pictures and sounds: first where they are, then their bytes, from the provider that told of them.
extension Hub {
  /// Places that are tried for one picture or sound.
  private static let placesMax = 3

  /// Fetches at once where the entity is known well enough.
  mutating func beginFetchFromMemory(_ key: ClientCallID) -> Bool {
    guard let call = calls[key], call.rule.isFile, let id = call.parameters.id,
      let known = entityIndex.entity(id)
    else { return false }
    let places = places(for: call, in: known.records).filter { canFetch($0, call) }
    guard !places.isEmpty else { return false }
    beginFetch(key, places, sources: [])
    return true
  }

  /// Goes on to the bytes, now that the entity is known.
  mutating func beginFetch(_ key: ClientCallID, _ merged: [MergedEntity], _ sources: [SourceReport])
  {
    guard let call = calls[key] else { return }
    guard let one = call.pick(from: merged) else { return endWithout(key, sources) }
    let places = places(for: call, in: entityIndex.entity(one.entity.id)?.records ?? one.records)
    let fetchable = places.filter { canFetch($0, call) }
    if !fetchable.isEmpty { return beginFetch(key, fetchable, sources: sources) }
    let what = call.rule.result == .preview ? "preview" : "picture"
    guard let place = places.first else {
      guard !sources.contains(where: \.outcome.isMissing) else {
        let text = "No source that answered has a \(what) of \(one.entity.displayName)."
        return fail(key, Failure(.sourcesFailed, text, sources: sources))
      }
      let text = "There is no \(what) of \(one.entity.displayName)."
      return fail(key, Failure(.notFound, text, sources: sources))
    }
    failWithoutFetcher(key, place, sources)
  }

  /// There is a picture, and nobody to fetch it now.
  private mutating func failWithoutFetcher(
    _ key: ClientCallID,
    _ place: MediaLocation,
    _ sources: [SourceReport]
  ) {
    guard let call = calls[key] else { return }
    guard directory.serves(place.provider, call.method) else {
      let text = "\(place.provider) told of it, and does not serve \"\(call.method)\"."
      return fail(key, Failure(.noProvider, text, sources: sources))
    }
    var fetch = MediaFetch([], after: sources)
    fetch.note(.failed, place.provider, .init(.providerLost, "It is not there any more."))
    calls[key]?.phase = .fetching(fetch)
    fetchNext(key)
  }

  private mutating func beginFetch(
    _ key: ClientCallID,
    _ places: [MediaLocation],
    sources: [SourceReport]
  ) {
    let places = Array(places.prefix(Hub.placesMax))
    calls[key]?.phase = .fetching(MediaFetch(places, after: sources))
    fetchNext(key)
  }

  /// Where the file is, the best place first: in the size wanted.
  private func places(for call: ClientCall, in records: [SourceRecord]) -> [MediaLocation] {
    let wanted = call.parameters.providers
    return records.filter { wanted?.contains($0.provider) != false }
      .flatMap { $0.mediaPlaces(for: call.rule, size: call.parameters.size) }
      .sorted().map(\.place)
  }

  private func canFetch(_ place: MediaLocation, _ call: ClientCall) -> Bool {
    directory.session(of: place.provider, existingFor: call.key)?.serves(call.method) == true
  }

  /// Tries the next place; where none is left the call fails.
  mutating func fetchNext(_ key: ClientCallID) {
    guard let call = calls[key], var fetch = call.fetch else { return }
    if let awaited = fetch.awaited {
      timers.cancel(.clientCall(.startupWait(key, awaited.provider)))
      fetch.places.insert(awaited, at: 0)
      fetch.awaited = nil
    }
    guard !fetch.places.isEmpty, turn.now < call.budget.mark else {
      return failFetch(call, fetch)
    }
    let place = fetch.places.removeFirst()
    if isAwaited(place, &fetch, of: key) { return }
    fetch.trying = place
    calls[key]?.fetch = fetch
    // As long as there is another place to try, that one gets its share of the time.
    let left = call.budget.left(at: turn.now)
    let deadline = fetch.places.isEmpty ? call.budget.mark : turn.now + max(1, left / 2)
    let text = ProviderQuery(
      provider: place.provider,
      method: call.method,
      parameters: call.parameters.fetching(place),
      cache: call.parameters.cache
    )
    let waiter = submit(text, for: call, .media, until: deadline)
    calls[key]?.fetch?.waiter = waiter
  }

  /// A place that was lost with its provider is tried once more when that is back.
  private mutating func isAwaited(
    _ place: MediaLocation,
    _ fetch: inout MediaFetch,
    of key: ClientCallID
  ) -> Bool {
    let waitMs = settings.startWaitMs
    guard place.isRetry, directory.session(of: place.provider) == nil,
      let until = directory.startDeadline(of: place.provider, now: turn.now, waitMs: waitMs),
      until > turn.now
    else { return false }
    fetch.awaited = place
    calls[key]?.fetch = fetch
    timers.set(.clientCall(.startupWait(key, place.provider)), at: until)
    return true
  }

  /// The provider that was waited for is not back in time.
  mutating func fetchIsNotAwaited(_ key: ClientCallID) {
    guard calls[key]?.fetch?.awaited != nil else { return }
    calls[key]?.fetch?.awaited = nil
    fetchNext(key)
  }

  private mutating func failFetch(_ call: ClientCall, _ fetch: MediaFetch) {
    let tried = fetch.sources.filter(\.outcome.isMissing)
    let why = tried.compactMap { $0.error?.message }.first ?? "no time is left."
    let retry = tried.compactMap { $0.error?.retryAfterMs }.min()
    let text = "The file could not be fetched: \(why)"
    fail(
      call.key,
      Failure(.sourcesFailed, text, retryAfterMs: retry, sources: fetch.sources)
    )
  }

  mutating func mediaFailed(
    _ key: ClientCallID,
    _ question: ProviderReply,
    _ why: SourceReport.SourceError
  ) {
    guard var fetch = calls[key]?.fetch else { return }
    if why.code == .providerLost, var place = fetch.trying, !place.isRetry {
      place.isRetry = true
      fetch.places.append(place)
    }
    (fetch.trying, fetch.waiter) = (nil, nil)
    fetch.note(
      Outcome(of: why.code),
      question.provider,
      why,
      elapsedMs: turn.now - question.submitted
    )
    calls[key]?.fetch = fetch
    fetchNext(key)
  }

  /// The time of the call is over while it fetches.
  mutating func fetchIsOver(_ key: ClientCallID) {
    guard var fetch = calls[key]?.fetch else { return }
    if let waiter = fetch.waiter, let provider = fetch.trying?.provider,
      let pending = providerCalls.pending(waiter, turn.now)
    {
      let why = SourceReport.SourceError(.deadlineExceeded, "It did not answer in time.")
      fetch.note(.timeout, provider, why, elapsedMs: turn.now - pending.submitted)
      removeWaiter(waiter)
    }
    let text = "The file did not come in time."
    fail(key, Failure(.deadlineExceeded, text, sources: fetch.sources))
  }

  mutating func fetched(
    _ question: ProviderReply,
    _ done: Done,
    _ attachment: [UInt8]?,
    as kept: SourceReport? = nil,
    for key: ClientCallID
  ) {
    guard let call = calls[key], var fetch = call.fetch else { return }
    guard let attachment, var media = done.media else {
      let why = SourceReport.SourceError(.upstreamBadData, "It answered without a file.")
      return mediaFailed(key, question, why)
    }
    media.provider = question.provider
    fetch.note(.ok, question.provider, elapsedMs: turn.now - question.submitted)
    if let kept { fetch.reports[question.provider] = kept }
    fetch.reports[question.provider]?.count = 1
    fetch.reports[question.provider]?.attribution = attribution(of: question.provider)
    var answer = Done(parts: 0)
    answer.media = media
    answer.sources = fetch.sources
    let header = Header(type: .done, re: call.id, sid: sessions.sid(of: call.client))
    guard let body = written(answer, of: header) else {
      return fail(key, Failure(.tooLarge, "What is told of the file is too large."))
    }
    send(WireMessage(header, body: body, attachment: attachment), to: call.client)
    forget(call)
  }
}

extension CallParameters {
  fileprivate func fetching(_ place: MediaLocation) -> CallParameters {
    var asked = CallParameters()
    asked.url = place.url
    asked.size = size
    return asked
  }
}
