import BusProtocol
import EntityResolution
import MusicModel

/// Files: first their locations are gathered, then a provider that supplied one fetches its bytes.
extension ClientCall {
  var fetch: MediaFetch? { if case .fetching(let fetch) = phase { fetch } else { nil } }

  mutating func updateFetch<Result>(_ change: (inout MediaFetch) -> Result) -> Result? {
    guard case .fetching(var fetch) = phase else { return nil }
    defer { phase = .fetching(fetch) }
    return change(&fetch)
  }

  /// Begins the download immediately if the entity index knows a location.
  ///
  /// - Returns: whether it does.
  mutating func beginFetchOfKnown(_ world: World) -> Bool {
    guard spec.isFile, let entity = parameters.id, let known = world.index.entity(entity)
    else { return false }
    let whole = spec.result == .lyrics ? world.index.merged(entity) : nil
    // Lyrics are looked for by the names, so that these are asked for first.
    if let whole, whole.artist == nil { return false }
    let locations = fetchable(
      mediaLocations(in: known.records, of: whole, world.directory),
      world.directory
    )
    guard !locations.isEmpty else { return false }
    phase = .fetching(MediaFetch(locations, after: []))
    fetchNext(world)
    return true
  }

  /// Begins the download for the entity that was gathered.
  mutating func beginFetch(
    _ entity: MergedEntity,
    _ sources: [SourceReport],
    _ world: World
  ) {
    // The sources that named a song say nothing about its lyrics.
    let sources = spec.result == .lyrics ? [] : sources
    let records = world.index.entity(entity.entity.id)?.records ?? entity.records
    let locations = mediaLocations(in: records, of: entity.entity, world.directory)
    let fetchable = fetchable(locations, world.directory)
    if fetchable.isEmpty {
      guard let location = locations.first else {
        return end(noLocation(of: entity, sources), world)
      }
      let provider = location.provider
      guard world.directory.serves(provider, request.method) else {
        let text = "\(provider) supplied the URL but does not serve \"\(request.method)\"."
        return end(Failure(.noProvider, text, sources: sources), world)
      }
      var fetch = MediaFetch([], after: sources)
      fetch.record(.failed, provider, .init(.providerLost, "It is no longer available."))
      phase = .fetching(fetch)
    } else {
      phase = .fetching(MediaFetch(fetchable, after: sources))
    }
    fetchNext(world)
  }

  /// Tries the next location; the call fails if none is left.
  mutating func fetchNext(_ world: World) {
    _ = updateFetch { $0.endWait(retrying: true) }
    guard let fetch else { return }
    guard world.now < deadlines.deadline, let location = updateFetch({ $0.takeNext() }) ?? nil
    else { return end(fetch.failure, world) }
    let provider = location.provider
    guard world.directory.contains(provider) else {
      let error = SourceReport.SourceError(.providerLost, "It is no longer available.")
      _ = updateFetch { $0.record(.failed, provider, error) }
      return fetchNext(world)
    }
    // It may be starting, or be drained for a restart.
    if world.directory.session(of: provider) == nil,
      let until = startDeadline(of: provider, world)
    {
      return _ = updateFetch { $0.wait(for: location, until: until) }
    }
    // If another location is left to try, it gets a share of the time.
    let leftMs = deadlines.left(at: world.now)
    let isLast = fetch.locations.count == 1
    let deadline = isLast ? deadlines.deadline : world.now + max(1, leftMs / 2)
    let query = ProviderQuery(
      provider: provider,
      method: request.method,
      parameters: location.parameters(like: parameters),
      cache: parameters.cache
    )
    let waiter = ask(query, for: .media, until: deadline)
    _ = updateFetch { $0.begin(.init(location: location, waiter: waiter, begun: world.now)) }
  }

  /// The deadline of the call expires during the download.
  mutating func fetchTimedOut(_ fetch: MediaFetch, _ world: World) {
    var fetch = fetch
    if let attempt = fetch.attempt {
      let error = SourceReport.SourceError(.deadlineExceeded, "No reply before the deadline.")
      let elapsedMs = world.now - attempt.begun
      fetch.record(.timeout, attempt.location.provider, error, elapsedMs: elapsedMs)
      leave(attempt.waiter, at: attempt.location.provider)
    }
    let text = "The file did not arrive before the deadline."
    end(Failure(.deadlineExceeded, text, sources: fetch.sources), world)
  }

  mutating func fetchEnded(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    _ world: World
  ) {
    switch result {
    case .replied(let done, let attachment):
      fetched(reply, done.media, attachment, cached: nil, world)
    case .cached(let cached): serveCached(cached, reply, nil, world)
    case .rejected(let error):
      _ = updateFetch { $0.reject(reply.provider, error) }
      fetchNext(world)
    case .failed(let error), .notSent(let error), .malformed(let error):
      if let cached = reply.cached, !cached.isEmpty, world.unixMs != nil {
        serveCached(cached, reply, error, world)
      } else {
        fetchFailed(reply, error, world)
      }
    }
  }

  /// Serves a cached file; the error, if there is one, is the reason why it is not a new one.
  private mutating func serveCached(
    _ cached: CachedReply,
    _ reply: ProviderReply,
    _ error: SourceReport.SourceError?,
    _ world: World
  ) {
    guard let unixMs = world.unixMs else { return }
    let isFresh = error == nil && cached.isFresh(at: unixMs)
    var report = SourceReport(provider: reply.provider, outcome: isFresh ? .cached : .stale)
    report.error = error
    report.ageMs = cached.ageMs(at: unixMs)
    fetched(reply, cached.media, cached.attachment, cached: report, world)
  }

  private mutating func fetched(
    _ reply: ProviderReply,
    _ media: Done.Media?,
    _ attachment: [UInt8]?,
    cached: SourceReport?,
    _ world: World
  ) {
    let elapsedMs = world.now - reply.submitted
    if spec.result == .lyrics, attachment == nil {
      // It knows no lyrics, which is a reply, too: another provider may.
      _ = updateFetch { $0.findNothing(reply.provider, cached: cached, elapsedMs: elapsedMs) }
      return fetchNext(world)
    }
    guard let attachment, var media else {
      let error = SourceReport.SourceError(.upstreamBadData, "Its reply contains no file.")
      return fetchFailed(reply, error, world)
    }
    if let problem = problem(in: attachment, media) { return fetchFailed(reply, problem, world) }
    media.provider = reply.provider
    let attribution = world.directory.descriptor(of: reply.provider)?.attribution.text
    let file = MediaFetch.File(media: media, bytes: attachment)
    let sources = updateFetch { fetch in
      fetch.succeed(
        of: reply.provider,
        cached: cached,
        attribution: attribution,
        elapsedMs: elapsedMs
      )
      return fetch.sources
    }
    end(self.reply(with: file, sources ?? [], world.settings))
  }

  /// Why a file is not what was asked for; `nil` if it is.
  private func problem(in bytes: [UInt8], _ media: Done.Media) -> SourceReport.SourceError? {
    switch spec.result {
    case .lyrics:
      do throws(Failure) {
        _ = try Lyrics(attachment: bytes)
        return nil
      } catch {
        return .init(error.code, error.message)
      }
    case .stream where !media.isPart(bytes, for: parameters):
      let text = "Its reply is not the part of the song that was requested."
      return .init(.upstreamBadData, text)
    default: return nil
    }
  }

  private mutating func fetchFailed(
    _ reply: ProviderReply,
    _ error: SourceReport.SourceError,
    _ world: World
  ) {
    let elapsedMs = world.now - reply.submitted
    _ = updateFetch { $0.fail(reply.provider, error, elapsedMs: elapsedMs) }
    fetchNext(world)
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

extension ClientCall {
  /// The locations of its file, the best first: in some records of the entity, or of the lyrics of `entity`.
  func mediaLocations(
    in records: [SourceRecord],
    of entity: Entity?,
    _ directory: ProviderDirectory
  ) -> [MediaLocation] {
    if spec.result == .lyrics { return lyricsLocations(of: entity, directory) }
    let wanted = parameters.providers
    let records = records.filter { wanted?.contains($0.provider) != false }
    if spec.result == .stream {
      return records.ownStreams(owned: directory.ownedNamespaces, players: directory.players)
        .map(MediaLocation.init)
    }
    return records.flatMap { $0.mediaLocations(for: spec, size: parameters.size) }
      .sorted().map(\.location)
  }

  /// The providers of lyrics: first those that know an id of the song, such as that of the user's files.
  private func lyricsLocations(
    of entity: Entity?,
    _ directory: ProviderDirectory
  ) -> [MediaLocation] {
    guard case .song(let song) = entity else { return [] }
    let locations = directory.providers
      .filter { parameters.providers?.contains($0) ?? !directory.lacksConfiguration($0) }
      .filter { directory.serves($0, spec.method) }
      .map { provider in
        let descriptor = directory.descriptor(of: provider)
        let native = song.ids.first { descriptor?.understands($0) == true }
        return MediaLocation(provider: provider, url: "", id: native ?? song.id, song: song)
      }
    let native = locations.filter {
      directory.descriptor(of: $0.provider)?.understands($0.id ?? song.id) == true
    }
    return native + locations.filter { !native.contains($0) }
  }

  /// The providers that may have its file; all, if they may have to name the entity to each other.
  func providersWithFile(_ providers: [ProviderID], _ world: World) -> [ProviderID] {
    let member = [.artwork: "artwork", .preview: "previewURL", .stream: "stream"][spec.result]
    guard let member, let id = parameters.id, let kind = id.kind, parameters.providers == nil,
      world.index.searchTerms(of: id, or: [], in: []) != nil
    else { return providers }
    let able = providers.filter {
      world.directory.descriptor(of: $0)?.mayHave(member, of: kind) != false
    }
    return able.isEmpty ? providers : able
  }

  /// The locations that are tried: those whose providers can fetch them. A provider of lyrics that is away
  /// counts as a failure, as it might have them.
  func fetchable(
    _ locations: [MediaLocation],
    _ directory: ProviderDirectory
  ) -> [MediaLocation] {
    guard spec.result == .lyrics else { return locations.filter { canFetch($0, directory) } }
    return locations.map { location in
      var location = location
      location.isRetry = !canFetch(location, directory)
      return location
    }
  }

  /// Whether the provider of a location can fetch it now.
  private func canFetch(_ location: MediaLocation, _ directory: ProviderDirectory) -> Bool {
    directory.session(of: location.provider)?.serves(spec.method) == true
  }

  /// The reply if no record has a location of its file.
  func noLocation(of entity: MergedEntity, _ sources: [SourceReport]) -> Failure {
    let what = [.preview: "preview", .stream: "stream"][spec.result] ?? "picture"
    let name = entity.entity.displayName
    if spec.result == .lyrics {
      return Failure(.noProvider, "\"\(spec.method)\" is not served by any provider.")
    }
    guard !sources.contains(where: \.outcome.isMissing) else {
      let text = "No source that replied has a \(what) of \(name)."
      return Failure(.sourcesFailed, text, sources: sources)
    }
    return Failure(.notFound, "No source has a \(what) of \(name).", sources: sources)
  }

  /// The reply with its file.
  func reply(
    with file: MediaFetch.File,
    _ sources: [SourceReport],
    _ settings: HubSettings
  ) -> ReplyMessages {
    var done = Done(parts: 0)
    done.media = file.media
    done.sources = sources
    let failure = Failure(.tooLarge, "The description of the file is too large.")
    return ReplyMessages(
      to: origin.id,
      done,
      attachment: file.bytes,
      or: failure,
      settings
    )
  }
}
