import BusProtocol
import MusicModel

/// The download of a file, the last phase of a call for a picture or sound.
struct MediaFetch: Sendable {
  /// A download that a provider was requested to make.
  struct Attempt: Sendable {
    let location: MediaLocation
    let waiter: WaiterID
    let begun: Instant
  }

  /// The file that a provider sent.
  struct File: Sendable {
    let media: Done.Media
    let bytes: [UInt8]
  }

  /// The locations left to try, the best first.
  private(set) var locations: [MediaLocation]
  private(set) var attempt: Attempt?
  /// The location whose provider is starting, and until when it is awaited.
  private(set) var awaited: (location: MediaLocation, until: Instant)?
  /// Whether a provider replied that it has no such file.
  private var isLacking = false
  /// The outcome of each provider so far.
  private var reports: [ProviderID: SourceReport]

  /// Locations that are tried for one file.
  static let maxLocations = 3

  /// The title of the song whose lyrics are fetched.
  private let song: String?

  init(_ locations: [MediaLocation], after gathering: [SourceReport]) {
    song = locations.first?.song?.title
    self.locations = Array(locations.prefix(MediaFetch.maxLocations))
    reports = Dictionary(gathering.map { ($0.provider, $0) }) { _, last in last }
    // A provider that is away may come back in time.
    for location in self.locations where location.isRetry {
      record(.failed, location.provider, .init(.providerLost, "It is not running."))
    }
  }

  var sources: [SourceReport] { reports.values.sorted { $0.provider < $1.provider } }

  /// Removes the next location to try.
  mutating func takeNext() -> MediaLocation? { locations.isEmpty ? nil : locations.removeFirst() }

  mutating func wait(for location: MediaLocation, until time: Instant) {
    awaited = (location, time)
  }

  /// Ends the wait for a provider. Its location is tried next if the provider is back.
  mutating func endWait(retrying: Bool) {
    if retrying, let awaited { locations.insert(awaited.location, at: 0) }
    awaited = nil
  }

  mutating func begin(_ attempt: Attempt) { self.attempt = attempt }

  /// Ends the attempt; a location that was lost with its provider is retried once, as the last.
  mutating func fail(_ provider: ProviderID, _ error: SourceReport.SourceError, elapsedMs: Int) {
    if error.code == .providerLost, var location = attempt?.location, !location.isRetry {
      location.isRetry = true
      locations.append(location)
    }
    attempt = nil
    record(Outcome(of: error.code), provider, error, elapsedMs: elapsedMs)
  }

  /// Ends an attempt to which the provider replied that it has no such file.
  mutating func findNothing(_ provider: ProviderID, cached: SourceReport?, elapsedMs: Int) {
    attempt = nil
    record(.empty, provider, elapsedMs: elapsedMs)
    if let cached { reports[provider] = cached }
    reports[provider]?.count = 0
    isLacking = true
  }

  /// Ends an attempt that was not begun.
  mutating func reject(_ provider: ProviderID, _ error: SourceReport.SourceError) {
    attempt = nil
    record(Outcome(of: error.code), provider, error)
  }

  /// Records the outcome of a provider; one that supplied the location may fail to fetch it.
  mutating func record(
    _ outcome: Outcome,
    _ provider: ProviderID,
    _ error: SourceReport.SourceError? = nil,
    elapsedMs: Int? = nil
  ) {
    var report = SourceReport(provider: provider, outcome: outcome)
    report.error = error
    report.elapsedMs = elapsedMs
    reports[provider] = report
  }

  /// Records that a provider sent the file; `cached` is its report if the cache did.
  mutating func succeed(
    of provider: ProviderID,
    cached: SourceReport?,
    attribution: String?,
    elapsedMs: Int
  ) {
    attempt = nil
    record(.ok, provider, elapsedMs: elapsedMs)
    if let cached { reports[provider] = cached }
    reports[provider]?.count = 1
    reports[provider]?.attribution = attribution
  }

  /// The reply if no location is left.
  var failure: Failure {
    let what = song.map { "The lyrics of \($0)" } ?? "The file"
    let missing = sources.filter(\.outcome.isMissing)
    if missing.isEmpty, let error = sources.first(where: \.isNotInCountry)?.error {
      return Failure(
        .notFound,
        "\(what) could not be fetched: \(error.message)",
        sources: sources
      )
    }
    if missing.isEmpty, isLacking, let song {
      return Failure(.notFound, "No source has the lyrics of \(song).", sources: sources)
    }
    let reason = missing.compactMap { $0.error?.message }.first ?? "no time is left."
    return Failure(
      .sourcesFailed,
      "\(what) could not be fetched: \(reason)",
      retryAfterMs: missing.compactMap { $0.error?.retryAfterMs }.min(),
      sources: sources
    )
  }
}
