import BusProtocol
import EntityResolution
import MusicModel

/// Files: first their locations are gathered, then a provider that supplied one fetches its bytes.
extension ClientCalls {
  /// Begins the download immediately if the entity index knows a location.
  ///
  /// - Returns: whether it does.
  mutating func beginFetchOfKnown(
    _ id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) -> Bool {
    guard let call = calls[id], call.spec.isFile, let entity = call.parameters.id,
      let known = context.index.entity(entity)
    else { return false }
    let whole = call.spec.result == .lyrics ? context.index.merged(entity) : nil
    // Lyrics are looked for by the names, so that these are asked for first.
    if let whole, whole.artist == nil { return false }
    let locations = call.fetchable(
      call.mediaLocations(in: known.records, of: whole, context.directory),
      context.directory
    )
    guard !locations.isEmpty else { return false }
    calls[id]?.fetch = MediaFetch(locations, after: [])
    fetchNext(id, context, &turn)
    return true
  }

  /// Begins the download for the entity that was gathered.
  mutating func beginFetch(
    _ id: ClientCallID,
    _ entity: MergedEntity,
    _ sources: [SourceReport],
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    guard let call = calls[id] else { return }
    // The sources that named a song say nothing about its lyrics.
    let sources = call.spec.result == .lyrics ? [] : sources
    let records = context.index.entity(entity.entity.id)?.records ?? entity.records
    let locations = call.mediaLocations(in: records, of: entity.entity, context.directory)
    let fetchable = call.fetchable(locations, context.directory)
    if fetchable.isEmpty {
      guard let location = locations.first else {
        return fail(id, call.noLocation(of: entity, sources), &turn)
      }
      let provider = location.provider
      guard context.directory.serves(provider, call.request.method) else {
        let text = "\(provider) supplied the URL but does not serve \"\(call.request.method)\"."
        return fail(id, Failure(.noProvider, text, sources: sources), &turn)
      }
      calls[id]?.fetch = MediaFetch([], after: sources)
      calls[id]?.fetch?
        .record(.failed, provider, .init(.providerLost, "It is no longer available."))
    } else {
      calls[id]?.fetch = MediaFetch(fetchable, after: sources)
    }
    fetchNext(id, context, &turn)
  }

  /// Tries the next location; the call fails if none is left.
  mutating func fetchNext(_ id: ClientCallID, _ context: CallContext, _ turn: inout Turn) {
    if let awaited = calls[id]?.fetch?.endWait(retrying: true) {
      turn.timers.cancel(.clientCall(.startupWait(id, awaited.provider)))
    }
    guard let call = calls[id], let fetch = call.fetch else { return }
    guard turn.now < call.deadlines.deadline, let location = calls[id]?.fetch?.takeNext() else {
      return fail(id, fetch.failure, &turn)
    }
    if awaitRestart(location, for: id, context.directory, &turn) { return }
    // If another location is left to try, it gets a share of the time.
    let leftMs = call.deadlines.left(at: turn.now)
    let isLast = fetch.locations.count == 1
    let deadline = isLast ? call.deadlines.deadline : turn.now + max(1, leftMs / 2)
    let query = ProviderQuery(
      provider: location.provider,
      method: call.request.method,
      parameters: location.parameters(like: call.parameters),
      cache: call.parameters.cache
    )
    let waiter = submit(query, for: call, .media, until: deadline, &turn)
    calls[id]?.fetch?.begin(.init(location: location, waiter: waiter, begun: turn.now))
  }

  /// Waits for the provider of a location if that is starting, or is drained for a restart.
  ///
  /// - Returns: whether the call waits.
  private mutating func awaitRestart(
    _ location: MediaLocation,
    for id: ClientCallID,
    _ directory: ProviderDirectory,
    _ turn: inout Turn
  ) -> Bool {
    let provider = location.provider
    guard directory.session(of: provider) == nil,
      let until = startDeadline(of: provider, for: id, directory, now: turn.now)
    else { return false }
    calls[id]?.fetch?.wait(for: location)
    turn.timers.set(.clientCall(.startupWait(id, provider)), at: until)
    return true
  }

  /// The deadline of a call expires during the download.
  mutating func fetchTimedOut(_ id: ClientCallID, _ turn: inout Turn) {
    guard var fetch = calls[id]?.fetch else { return }
    if let attempt = fetch.attempt {
      let error = SourceReport.SourceError(.deadlineExceeded, "No reply before the deadline.")
      let elapsedMs = turn.now - attempt.begun
      fetch.record(.timeout, attempt.location.provider, error, elapsedMs: elapsedMs)
    }
    let text = "The file did not arrive before the deadline."
    fail(id, Failure(.deadlineExceeded, text, sources: fetch.sources), &turn)
    if let attempt = fetch.attempt { leave(attempt.waiter, at: attempt.location.provider, &turn) }
  }

  mutating func fetchReplied(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let provider = reply.provider
    switch result {
    case .replied(let done, let attachment):
      fetched(reply, done.media, attachment, cached: nil, for: id, context, &turn)
    case .cached(let cached): serveCached(cached, reply, nil, for: id, context, &turn)
    case .rejected(let error):
      calls[id]?.fetch?.reject(provider, error)
      fetchNext(id, context, &turn)
    case .failed(let error), .notSent(let error), .malformed(let error):
      if let cached = reply.cached, !cached.isEmpty, turn.unixMs != nil {
        serveCached(cached, reply, error, for: id, context, &turn)
      } else {
        fetchAttemptFailed(reply, error, for: id, context, &turn)
      }
    }
  }

  /// Serves a cached file; the error, if there is one, is the reason why it is not a new one.
  private mutating func serveCached(
    _ cached: CachedReply,
    _ reply: ProviderReply,
    _ error: SourceReport.SourceError?,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    guard let unixMs = turn.unixMs else { return }
    let isFresh = error == nil && cached.isFresh(at: unixMs)
    var report = SourceReport(provider: reply.provider, outcome: isFresh ? .cached : .stale)
    report.error = error
    report.ageMs = cached.ageMs(at: unixMs)
    fetched(reply, cached.media, cached.attachment, cached: report, for: id, context, &turn)
  }

  private mutating func fetched(
    _ reply: ProviderReply,
    _ media: Done.Media?,
    _ attachment: [UInt8]?,
    cached: SourceReport?,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    guard let call = calls[id], call.fetch != nil else { return }
    if call.spec.result == .lyrics, let bytes = attachment {
      do throws(Failure) {
        _ = try Lyrics(attachment: bytes)
      } catch {
        let error = SourceReport.SourceError(error.code, error.message)
        return fetchAttemptFailed(reply, error, for: id, context, &turn)
      }
    }
    if call.spec.result == .lyrics, attachment == nil {
      // It knows no lyrics, which is a reply, too: another provider may.
      calls[id]?.fetch?.findNothing(
        reply.provider,
        cached: cached,
        elapsedMs: turn.now - reply.submitted
      )
      return fetchNext(id, context, &turn)
    }
    guard let attachment, var media else {
      let error = SourceReport.SourceError(.upstreamBadData, "Its reply contains no file.")
      return fetchAttemptFailed(reply, error, for: id, context, &turn)
    }
    if call.spec.result == .stream, !media.isPart(attachment, for: call.parameters) {
      let text = "Its reply is not the part of the song that was requested."
      let error = SourceReport.SourceError(.upstreamBadData, text)
      return fetchAttemptFailed(reply, error, for: id, context, &turn)
    }
    media.provider = reply.provider
    calls[id]?.fetch?
      .succeed(
        .init(media: media, bytes: attachment),
        of: reply.provider,
        cached: cached,
        attribution: context.directory.descriptor(of: reply.provider)?.attribution.text,
        elapsedMs: turn.now - reply.submitted
      )
    turn.post(.callReady(id))
  }

  private mutating func fetchAttemptFailed(
    _ reply: ProviderReply,
    _ error: SourceReport.SourceError,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    guard calls[id]?.fetch != nil else { return }
    calls[id]?.fetch?
      .fail(reply.provider, error, elapsedMs: turn.now - reply.submitted)
    fetchNext(id, context, &turn)
  }
}

extension Done.Media {
  /// Whether an attachment is the part of a song that a call asks for.
  fileprivate func isPart(_ bytes: [UInt8], for parameters: CallParameters) -> Bool {
    guard let firstByte, let totalBytes, firstByte == parameters.firstByte ?? 0 else {
      return false
    }
    return bytes.count <= parameters.maxBytes ?? .max
      && bytes.count <= max(0, totalBytes - firstByte)
      && (!bytes.isEmpty || firstByte >= totalBytes)
  }
}
