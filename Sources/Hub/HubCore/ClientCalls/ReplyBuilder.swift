import BusProtocol
import EntityResolution
import MusicModel

/// Builds the result of a call whose records are gathered and merged.
struct ReplyBuilder: Sendable {
  let call: ClientCall
  let found: FoundEntities
  let sources: [SourceReport]

  enum Result: Sendable {
    case list(ListResult)
    /// One entity, as a list of one.
    case single(ListResult)
    /// The file of an entity is to be fetched.
    case file(MergedEntity)
    case explanation(MergedEntity)
    /// An entity becomes a favourite.
    case favorite(Entity)
    case failed(Failure)
  }

  func result(_ settings: HubSettings, _ index: EntityIndex) -> Result {
    switch call.spec.result {
    case .list, .report: return list(settings)
    case .single, .artwork, .preview, .lyrics, .stream, .explanation, .favorite: break
    }
    let picked = call.pick(from: found.merged, index.resolver)
    if call.spec.result == .favorite {
      let entity = picked?.entity ?? call.parameters.id.flatMap(index.merged)
      return entity.map(Result.favorite) ?? .failed(notFound)
    }
    guard let picked else { return .failed(notFound) }
    switch call.spec.result {
    case .artwork, .preview, .lyrics, .stream: return .file(picked)
    case .explanation: return .explanation(picked)
    case .list, .single, .favorite, .report:
      let (detail, language) = (call.parameters.detail ?? .full, call.parameters.lang)
      let artists = language == nil ? [:] : index.artistsWithNames(of: [picked])
      let entity = picked.detailed(detail, language, artists, at: call.unixMs)
      return .single(ListResult([entity], sources, exact: true))
    }
  }

  private func list(_ settings: HubSettings) -> Result {
    let hasReply = sources.contains(where: \.outcome.isUsable)
    let isMissing = sources.contains(where: \.outcome.isMissing)
    guard hasReply || !found.merged.isEmpty || !isMissing else { return .failed(noReply) }
    let remainder = call.gathering.remainder(of: call.request, settings)
    return .list(
      ListResult(
        found.list,
        sources,
        exact: remainder == .none && !isMissing,
        mayGrow: remainder == .available,
        reportedTotal: call.request.isFiltered ? 0 : call.gathering.reportedTotal
      )
    )
  }

  /// The error if no source knows the entity, or none could be queried (MB-101, MB-102).
  var notFound: Failure {
    guard !sources.contains(where: \.outcome.isMissing) else { return noReply }
    let what = call.parameters.id.map { "\($0)" } ?? "it"
    let elsewhere = sources.filter(\.isNotInCountry).map(\.provider.rawValue)
    if !elsewhere.isEmpty {
      let country = call.parameters.country.map { " (\($0))" } ?? ""
      let text = "\(what) is not available in your country\(country) at"
      return Failure(
        .notFound,
        "\(text) \(elsewhere.joined(separator: ", ")).",
        sources: sources
      )
    }
    return Failure(.notFound, "No source knows \(what).", sources: sources)
  }

  private var noReply: Failure {
    let missing = sources.filter(\.outcome.isMissing)
    let isLate = missing.allSatisfy { $0.outcome == .timeout }
    if isLate, !sources.contains(where: \.outcome.isUsable) {
      return Failure(.deadlineExceeded, "No source replied before the deadline.", sources: sources)
    }
    let text =
      missing.allSatisfy { $0.outcome == .late }
      ? "No source has replied yet." : "None of the sources answered."
    let retry = missing.compactMap { $0.error?.retryAfterMs }.min()
    return Failure(
      .sourcesFailed,
      text,
      retryAfterMs: retry,
      sources: sources
    )
  }
}

/// The complete result of a call, from which its page is cut.
struct ListResult: Sendable {
  let list: [Entity]
  var sources: [SourceReport]
  /// Whether the list is all that the sources have.
  let exact: Bool
  /// Whether a source has more and can be queried for it.
  let mayGrow: Bool
  /// The number of all results that a source reports; 0 if none does.
  let reportedTotal: Int

  init(
    _ list: [Entity],
    _ sources: [SourceReport],
    exact: Bool,
    mayGrow: Bool = false,
    reportedTotal: Int = 0
  ) {
    self.list = list
    self.sources = sources
    self.exact = exact
    self.mayGrow = mayGrow
    self.reportedTotal = reportedTotal
  }
}

extension ListResult {
  func page(of request: ClientRequest) -> [Entity] {
    Array(list.dropFirst(request.offset).prefix(request.pageLength))
  }

  /// The offset of the next page, or `nil`.
  func next(after request: ClientRequest) -> Int? {
    let end = min(list.count, request.offset + request.pageLength)
    return end < list.count || (mayGrow && end > request.offset) ? end : nil
  }

  /// The end of the reply with a page.
  func done(of call: ClientCall, _ world: ClientCall.World) -> Done {
    var done = Done()
    done.sources = sources
    done.noNetwork = world.directory.lacksNetwork(sources)
    if call.request.isList {
      done.total = max(list.count, reportedTotal)
      done.totalIsExact = exact
      done.next = next(after: call.request)
      done.notes = call.parameters.shortTextNote.map { [$0] }
    }
    if call.spec.result == .report { done.collection = call.gathering.collection }
    return done
  }
}

/// The reply to a client's call as far as it is sent: a number of parts and, if the client streams, the page that they add up to.
///
/// Entities that are too large for a message are shortened, or omitted.
struct ClientReply: Sendable {
  /// The provider of the largest record of an entity, if it is known.
  typealias LargestSource = (Entity) -> ProviderID?

  /// The client's id of the call.
  private let call: String
  private var page: StreamedPage?
  private var partCount = 0

  init(to call: String, isStreamed: Bool) {
    self.call = call
    page = isStreamed ? StreamedPage() : nil
  }

  var isStreamed: Bool { page != nil }

  /// The next parts for a client that streams: sources that refused a request, and the changes of its page; `nil` if there is nothing new.
  mutating func show(
    _ page: [Entity],
    _ refusals: [SourceReport],
    _ settings: HubSettings,
    largestSource: LargestSource = { _ in nil }
  ) -> ReplyMessages? {
    guard isStreamed else { return nil }
    var messages = ReplyMessages(to: call, after: partCount, settings)
    if !refusals.isEmpty {
      var part = Part()
      part.sources = refusals
      _ = messages.add(part)
    }
    if !add(page, to: &messages) {
      _ = add(settings.shortened(page, largestSource: largestSource).page, to: &messages)
    }
    guard messages.partCount > partCount else { return nil }
    partCount = messages.partCount
    return messages
  }

  /// The messages that end the reply with a page.
  func end(
    _ page: [Entity],
    _ done: Done,
    _ settings: HubSettings,
    largestSource: LargestSource = { _ in nil }
  ) -> ReplyMessages {
    if let messages = messages(page, done, settings) { return messages }
    let (short, notes) = settings.shortened(page, largestSource: largestSource)
    var done = done
    done.notes = (done.notes ?? []) + notes
    if let messages = messages(short, done, settings) { return messages }
    let reply = ReplyMessages(to: call, after: partCount, settings)
    return end(reply.tooLarge(done.sources), settings)
  }

  /// The messages that end the reply with an error.
  func end(_ failure: Failure, _ settings: HubSettings) -> ReplyMessages {
    var failure = failure
    failure.parts = failure.parts ?? partCount
    return ReplyMessages(to: call, failure, settings)
  }

  /// The messages with a page and the end; `nil` if one does not fit.
  private func messages(_ page: [Entity], _ done: Done, _ settings: HubSettings) -> ReplyMessages? {
    var messages = ReplyMessages(to: call, after: partCount, settings)
    guard isStreamed else { return messages.add(page, done) ? messages : nil }
    var last = self
    var done = done
    done.ids = page.map(\.id)
    return last.add(page, to: &messages) && messages.add(done) ? messages : nil
  }

  /// Adds the changes of the page.
  ///
  /// - Returns: whether they fit; otherwise nothing is added.
  private mutating func add(_ page: [Entity], to messages: inout ReplyMessages) -> Bool {
    var (shown, whole) = (self.page, messages)
    if let step = shown?.step(to: page), !whole.add(step) { return false }
    (self.page, messages) = (shown, whole)
    return true
  }
}

/// The page of a client that streams.
///
/// Each step contains the changes since the last one, so that the parts together give exactly the
/// final page.
struct StreamedPage: Sendable {
  private var shown: [EntityID: Entity] = [:]

  /// The changes from one page to the next.
  struct Step: Hashable, Sendable {
    var upsert: [Entity]
    var gone: [Part.Gone]
  }

  /// The changes that turn the client's page into this one, or `nil` if it is the same.
  mutating func step(to page: [Entity]) -> Step? {
    let next = Dictionary(page.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let upsert = page.filter { shown[$0.id] != $0 }
    let gone = shown.keys.filter { next[$0] == nil }.sorted().map { id in
      Part.Gone(id: id, into: page.first { $0.ids.contains(id) }?.id)
    }
    shown = next
    return upsert.isEmpty && gone.isEmpty ? nil : Step(upsert: upsert, gone: gone)
  }
}
