import BusProtocol
import EntityResolution
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
      return Failure(.notFound, "No lyrics found for \(song).", sources: sources)
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

/// The location of a file: the URL of a picture or sound, or the song whose lyrics a provider may have.
struct MediaLocation: Hashable, Sendable {
  let provider: ProviderID
  /// Empty for lyrics.
  let url: String
  /// The song of a sound, whose URL may have expired, or of lyrics; `nil` for a picture.
  var id: EntityID?
  /// Of lyrics: the song as it is known, by whose names they are found.
  var song: Song?
  /// Whether it was tried before, and lost with its provider.
  var isRetry = false

  /// The parameters with which its provider fetches the file for a call.
  func parameters(like call: CallParameters) -> CallParameters {
    var parameters = CallParameters()
    parameters.id = id
    guard let song else {
      parameters.url = url
      parameters.size = call.size
      (parameters.firstByte, parameters.maxBytes) = (call.firstByte, call.maxBytes)
      return parameters
    }
    parameters.ids = song.ids
    parameters.text = song.title
    parameters.artist = song.artist?.name
    parameters.album = song.album?.title
    parameters.durationMs = song.durationMs
    parameters.lang = call.lang
    return parameters
  }
}

extension MediaLocation {
  init(_ stream: OwnStream) {
    self.init(provider: stream.provider, url: stream.stream.url, id: stream.song)
  }
}

/// The location of a file, and how well it fits the request; smaller is better.
struct RankedMediaLocation: Comparable {
  let location: MediaLocation
  private let role: Int
  private let misfit: Int

  /// Plausible edges of pictures, in pixels.
  private static let edges = 0...100_000

  init(provider: ProviderID, artwork: Artwork, size: Int?) {
    location = MediaLocation(provider: provider, url: artwork.url)
    role = artwork.role == .cover || artwork.role == .portrait ? 0 : 1
    let width = (artwork.width ?? 0).clamped(to: RankedMediaLocation.edges)
    let wanted = size?.clamped(to: RankedMediaLocation.edges)
    // Too small is worse than too large; without a requested size, larger is better.
    misfit = wanted.map { width >= $0 ? width - $0 : ($0 - width) * 4 } ?? -width
  }

  init(provider: ProviderID, preview url: String, of id: EntityID) {
    location = MediaLocation(provider: provider, url: url, id: id)
    // A source without URLs has the whole song, and needs no network.
    let host = url.split(separator: "/", maxSplits: 2).dropFirst().first
    (role, misfit) = (host?.hasSuffix(".invalid") == true ? -1 : 0, 0)
  }

  static func < (left: RankedMediaLocation, right: RankedMediaLocation) -> Bool {
    (left.role, left.misfit, left.location.provider, left.location.url)
      < (right.role, right.misfit, right.location.provider, right.location.url)
  }
}

extension SourceRecord {
  func mediaLocations(for rule: MethodSpec, size: Int?) -> [RankedMediaLocation] {
    if rule.result == .preview {
      guard case .song(let song) = entity, let url = song.previewURL else { return [] }
      return [RankedMediaLocation(provider: provider, preview: url, of: song.id)]
    }
    return entity.artwork.map {
      RankedMediaLocation(provider: provider, artwork: $0, size: size)
    }
  }
}

/// Where the user can play a song as a whole.
struct OwnStream: Sendable {
  let provider: ProviderID
  /// The song in the record of the provider.
  let song: EntityID
  let stream: SongStream

  /// `owned` are the namespaces of what the user owns.
  fileprivate init?(_ record: SourceRecord, owned: Set<String>) {
    guard case .song(let song) = record.entity, let stream = song.stream,
      owned.contains(song.id.namespace)
    else { return nil }
    (provider, self.song, self.stream) = (record.provider, song.id, stream)
  }

  /// The best quality first.
  fileprivate static func isBetter(_ one: OwnStream, _ other: OwnStream) -> Bool {
    (-(one.stream.kbps ?? 0), one.provider, one.stream.url)
      < (-(other.stream.kbps ?? 0), other.provider, other.stream.url)
  }
}

extension [SourceRecord] {
  /// The streams of the records that are of what the user owns, the best quality first.
  ///
  /// `players` are the providers that can fetch them.
  func ownStreams(owned: Set<String>, players: Set<ProviderID>) -> [OwnStream] {
    filter { players.contains($0.provider) }.compactMap { OwnStream($0, owned: owned) }
      .sorted(by: OwnStream.isBetter)
  }
}
