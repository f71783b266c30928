internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The three places where Apple publishes the same charts. The newest is asked first; the oldest
/// is a chart of what is bought, the others of what is played.
struct ChartFeeds: Sendable {
  /// The most entries that a feed gives; fewer than were asked for are usual.
  static let limitMax = 100

  private let newest: Upstream
  private let older: Upstream
  private let legacy: Upstream
  private let defaultCountry: String

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let variable = "MUSICBUS_RSS_URL"
    newest = try configuration.upstream(
      "https://rss.marketingtools.apple.com",
      environment: variable,
      budget: Descriptor.Budget(requests: 20, perMs: 60_000)
    )
    older = try configuration.upstream(
      "https://rss.applemarketingtools.com",
      environment: variable,
      budget: Descriptor.Budget(requests: 20, perMs: 60_000)
    )
    // Shared with the search API, which is limited at the same host.
    legacy = try configuration.upstream(
      "https://itunes.apple.com",
      environment: variable,
      budget: Descriptor.Budget(requests: 20, perMs: 60_000)
    )
    defaultCountry = try configuration.country("country", default: "us")
  }

  static let configSchema: JSONValue = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "country": [
        "type": "string", "pattern": "^[A-Za-z]{2}$", "default": "us",
        "description": "The country whose charts are told where a call names none.",
      ],
      "baseURL": [
        "type": "string", "format": "uri",
        "description": "Where all three feeds are instead: scheme, host and port.",
      ],
    ],
  ]

  var upstreams: [Upstream] { [newest, older, legacy] }

  /// Where the configuration puts the feeds somewhere else, their pictures may be there, too.
  var elsewhere: [String] { newest.base.host == newest.name ? [] : [newest.name] }

  func country(_ call: Call) -> String { call.country ?? defaultCountry }

  /// The entries of the first feed that has any.
  func entries(
    _ call: Call,
    of chart: CallParameters.Chart
  ) async throws(Failure) -> [Entity] {
    var failures: [Failure] = []
    let feeds = feeds(call, chart)
    for (index, feed) in feeds.enumerated() {
      do throws(Failure) {
        // One that does not answer leaves time for those behind it.
        let time = call.timeLeft / (feeds.count - index)
        let answer = try await call.record(feed.request, within: time)
        let entries = try ChartFeed(answer).entries(of: chart, call)
        guard !entries.isEmpty else { continue }
        if let failure = failures.first {
          call.note("The chart is \(feed.inWords), because \(failure.message.asClause)")
        }
        return entries
      } catch {
        guard error.code != .cancelled else { throw error }
        failures.append(error)
      }
    }
    guard var failure = failures.first(where: { $0.code != .notFound }) ?? failures.first else {
      return []
    }
    failure.message = failures.map(\.message).joined(separator: " ")
    throw failure
  }

  private struct Feed {
    let request: HTTPRequest
    /// In words that follow "the chart is".
    let inWords: String
  }

  /// Each place once: put at one address by the configuration, the first two are the same.
  private func feeds(_ call: Call, _ chart: CallParameters.Chart) -> [Feed] {
    let country = country(call)
    let isFiltered = call.isCleanOnly || call.parameters.genre != nil
    let limit = isFiltered ? ChartFeeds.limitMax : min(call.limit, ChartFeeds.limitMax)
    let path = ["api", "v2", country, "music", "most-played", "\(limit)", "\(chart.rawValue).json"]
    let mostPlayed = [newest, older].map { upstream in
      Feed(request: upstream.request(path), inWords: "that of \(upstream.name)")
    }
    let bestsellers = Feed(
      request: legacy.request([country, "rss", "top\(chart.rawValue)", "limit=\(limit)", "json"]),
      inWords: "that of the bestsellers in the iTunes Store"
    )
    return mostPlayed.prefix(newest.base == older.base ? 1 : 2) + [bestsellers]
  }
}

extension String {
  /// A sentence as it stands behind a comma; names of hosts are small letters already.
  fileprivate var asClause: String { hasPrefix("The ") ? "t" + dropFirst() : self }
}
