import BusProtocol
import EntityResolution
import MusicModel

/// A client call in flight.
struct ClientCall: Sendable {
  let id: ClientCallID
  var request: ClientRequest
  /// The time at which it began, in milliseconds since 1970, if known.
  let unixMs: Int?
  var gathering: Gathering
  /// The download of its file, after the gathering.
  var fetch: MediaFetch?
  /// The page as the client has it, if the client streams.
  var stream: StreamedPage?
  var partsSent = 0
  /// The number of questions that it has asked providers.
  var questionCount = 0
  /// If the client streams, the refusals that it does not know yet, after which sources are called again.
  var refusals: [SourceReport] = []

  init(_ id: ClientCallID, _ request: ClientRequest, unixMs: Int?) {
    self.id = id
    self.request = request
    self.unixMs = unixMs
    gathering = Gathering(request)
    if request.parameters.stream == true, request.isList { stream = StreamedPage() }
  }

  var origin: CallOrigin { request.origin }
  var spec: MethodSpec { request.spec }
  var parameters: CallParameters { request.parameters }
  var deadlines: CallDeadlines { request.deadlines }

  /// The records so far.
  var records: [SourceRecord] { gathering.records(fetchedAt: unixMs) }

  /// What it waits for, and at which provider.
  var waiters: [(id: WaiterID, provider: ProviderID)] {
    let fetching = fetch?.attempt.map { ($0.waiter, $0.location.provider) }
    return gathering.waiters + [fetching].compactMap(\.self)
  }

  func waits(for id: WaiterID) -> Bool { waiters.contains { $0.id == id } }

  /// Whether no better result is waited for. `late` are the providers that are not waited for if
  /// others have results.
  func isComplete(at now: Instant, late: Set<ProviderID>) -> Bool {
    if gathering.hasEnded || now >= deadlines.emptyDeadline { return true }
    return gathering.hasRecords
      && (now >= deadlines.softDeadline || gathering.hasEnded(except: late))
  }

  /// The search terms of its entity, from the entity index or from its own records.
  func searchTerms(of id: EntityID, in index: EntityIndex) -> SearchTerms? {
    let branches = gathering.sortedBranches
    return index.searchTerms(
      of: id,
      or: branches.compactMap(\.branch.subject.id),
      in: branches.flatMap(\.branch.items.records)
    )
  }

  /// Puts the items of a reply into the branch of its provider.
  mutating func apply(_ reply: ProviderReply) {
    gathering.branches.update(reply.provider) { branch in
      branch.items.apply(reply, to: branch.subject, of: request)
    }
  }

  /// The outcome of each provider.
  func reports(
    _ directory: ProviderDirectory,
    _ settings: HubSettings,
    at now: Instant
  ) -> [SourceReport] {
    let library = gathering.library?
      .report(gathering.shownLibraryRecords, at: now, unixMs: unixMs)
    let sources = gathering.sortedBranches.map { provider, branch in
      let attribution = directory.descriptor(of: provider)?.attribution.text
      var report = branch.report(for: provider, attribution: attribution, at: now)
      if request.isList, let limit = gathering.unreachableLimit(of: branch, request, settings) {
        report.notes =
          (report.notes ?? []) + ["It lists no more than \(limit); there may be others."]
      }
      return gathering.library?.suffices == true ? report.besideLibrary : report
    }
    return sources + [library].compactMap(\.self)
  }
}
