import BusProtocol
import Catalog
import MusicModel

/// Pictures and sounds: first where they are, then their bytes, from the provider that told of them.
extension Hub {
  /// Places that are tried for one picture or sound.
  private static let placesMax = 3

  /// Fetches at once where the entity is known well enough.
  mutating func beginFetchFromMemory(_ key: CallKey) -> Bool {
    guard let call = calls[key], call.rule.isMedia, let id = call.parameters.id,
      let known = memory.recall(id)
    else { return false }
    let places = places(for: call, in: known)
    guard !places.isEmpty else { return false }
    calls[key]?.phase = .fetching(places)
    fetchNext(key)
    return true
  }

  /// Goes on to the bytes, now that the entity is known.
  mutating func beginFetch(_ key: CallKey, _ merged: [MergedEntity], _ sources: [SourceReport]) {
    guard let call = calls[key] else { return }
    guard let one = call.pick(from: merged) else { return failSingle(key, sources) }
    let places = places(for: call, in: one)
    guard !places.isEmpty else {
      let what = call.method == .getPreview ? "preview" : "picture"
      let text = "There is no \(what) of \(one.entity.displayName)."
      return fail(key, Failure(.notFound, text, sources: sources))
    }
    calls[key]?.phase = .fetching(places)
    fetchNext(key)
  }

  /// Where the file is, the best place first: in the size wanted, at a provider that can fetch it.
  private func places(for call: ClientCall, in merged: MergedEntity) -> [MediaPlace] {
    let places = merged.records.filter { isAllowed($0.provider, call) }.flatMap { record in
      record.mediaPlaces(for: call.rule, size: call.parameters.size)
    }
    return Array(places.sorted().map(\.place).prefix(Hub.placesMax))
  }

  private func isAllowed(_ provider: ProviderID, _ call: ClientCall) -> Bool {
    providers[provider]?.session?.descriptor.serves(call.method) == true
      && call.parameters.providers?.contains(provider) != false
  }

  private mutating func fetchNext(_ key: CallKey) {
    guard let call = calls[key], case .fetching(var places) = call.phase else { return }
    guard !places.isEmpty else { return }
    let place = places.removeFirst()
    calls[key]?.phase = .fetching(places)
    var parameters = CallParameters()
    parameters.url = place.url
    parameters.size = call.parameters.size
    parameters.country = call.parameters.country
    let question = Question(
      provider: place.provider,
      method: call.method,
      purpose: .media,
      call: key,
      asked: now,
      deadline: call.budget.mark
    )
    if put(question, parameters) == nil {
      mediaFailed(key, question, reason(.providerLost, "It is not there any more."))
    }
  }

  mutating func mediaFailed(_ key: CallKey, _ question: Question, _ why: SourceReport.Reason) {
    guard let call = calls[key], case .fetching(let places) = call.phase else { return }
    guard places.isEmpty || now >= call.budget.mark else { return fetchNext(key) }
    var report = SourceReport(provider: question.provider, outcome: .failed)
    if why.code == .upstreamRateLimited { report.outcome = .rateLimited }
    if why.code == .deadlineExceeded { report.outcome = .timeout }
    report.error = why
    report.elapsedMs = now - question.asked
    let text = "The file could not be fetched: \(why.message)"
    fail(key, Failure(.sourcesFailed, text, retryAfterMs: why.retryAfterMs, sources: [report]))
  }

  mutating func fetched(
    _ question: Question,
    _ done: Done,
    _ attachment: [UInt8]?,
    for key: CallKey
  ) {
    guard let call = calls[key] else { return }
    guard let attachment, var media = done.media else {
      mediaFailed(key, question, reason(.upstreamBadData, "It answered without a file."))
      return
    }
    media.provider = question.provider
    var report = SourceReport(provider: question.provider, outcome: .ok)
    report.elapsedMs = now - question.asked
    report.count = 1
    report.credit = providers[question.provider]?.descriptor?.credit.text
    var answer = Done(parts: 0)
    answer.media = media
    answer.sources = [report]
    let header = Header(type: .done, re: call.id, sid: clients[call.client]?.sid)
    do {
      act(.send(try WireMessage(header, answer, attachment: attachment), to: call.client))
    } catch {
      log(.error, "A done could not be written: \(error)")
    }
    forget(call)
  }
}
