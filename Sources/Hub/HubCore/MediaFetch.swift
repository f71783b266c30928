import BusProtocol
import MusicModel

/// How far a call is with the bytes of a picture or sound.
struct MediaFetch: Sendable {
  /// Those that are left to try, the best first.
  var places: [MediaLocation]
  /// The one that is being tried, and by which question.
  var trying: MediaLocation?
  var waiter: WaiterID?
  /// The one whose provider was lost and is waited for.
  var awaited: MediaLocation?
  /// What became of each provider so far.
  var reports: [ProviderID: SourceReport]

  init(_ places: [MediaLocation], after gathering: [SourceReport]) {
    self.places = places
    reports = Dictionary(gathering.map { ($0.provider, $0) }) { _, last in last }
  }

  var sources: [SourceReport] { reports.values.sorted { $0.provider < $1.provider } }

  /// Notes what became of a provider; one that told where the file is may still fail to fetch it.
  mutating func note(
    _ outcome: Outcome,
    _ provider: ProviderID,
    _ why: SourceReport.SourceError? = nil,
    elapsedMs: Int? = nil
  ) {
    var report = SourceReport(provider: provider, outcome: outcome)
    report.error = why
    report.elapsedMs = elapsedMs
    reports[provider] = report
  }
}

/// Where a picture or sound may be fetched.
struct MediaLocation: Hashable, Sendable {
  let provider: ProviderID
  let url: String
  /// Whether it was tried before and lost with its provider.
  var isRetry = false
}
