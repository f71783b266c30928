internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// The three services where Apple publishes its charts, tried from new to old.
///
/// The oldest lists bestsellers; the others list the most played.
struct ChartFeeds: Sendable {
  /// The maximum number of entries of a feed; it often has fewer than requested.
  static let maxLimit = 100

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

  /// The schemas of its settings.
  static let settings: [String: JSONValue] = [
    "country": [
      "type": "string", "pattern": "^[A-Za-z]{2}$", "default": "us",
      "description": "The country of calls that name none.",
    ],
    "baseURL": [
      "type": "string", "format": "uri",
      "description": "Scheme, host and port to use for all three feeds.",
    ],
  ]

  var upstreams: [Upstream] { [newest, older, legacy] }

  /// The name of the upstream if the feeds, and perhaps their artwork, are redirected.
  var redirected: [String] { newest.base.host == newest.name ? [] : [newest.name] }

  func country(_ call: Call) -> String { call.country ?? defaultCountry }

  /// Returns the entries of the first feed that has any.
  func entries(
    _ call: Call,
    of chart: CallParameters.Chart
  ) async throws(Failure) -> [Entity] {
    var failures: [Failure] = []
    let feeds = feeds(call, chart)
    for (index, feed) in feeds.enumerated() {
      do throws(Failure) {
        // Leaves time for the remaining feeds.
        let timeout = call.timeLeft / (feeds.count - index)
        let response = try await call.fetchJSON(feed.request, timeout: timeout)
        let entries = try ChartFeed(response).entries(of: chart, call)
        guard !entries.isEmpty else { continue }
        if let failure = failures.first {
          call.addNote("The chart is from \(feed.name): \(failure.message)")
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
    /// Completes "The chart is from …".
    let name: String
  }

  /// Returns the feeds to try; if they are redirected, the first two are the same.
  private func feeds(_ call: Call, _ chart: CallParameters.Chart) -> [Feed] {
    let country = country(call)
    let isFiltered = call.isCleanOnly || call.parameters.genre != nil
    let limit = isFiltered ? ChartFeeds.maxLimit : min(call.limit, ChartFeeds.maxLimit)
    let path = ["api", "v2", country, "music", "most-played", "\(limit)", "\(chart.rawValue).json"]
    let mostPlayed = [newest, older].map { upstream in
      Feed(request: upstream.request(path), name: upstream.name)
    }
    let bestsellers = Feed(
      request: legacy.request([country, "rss", "top\(chart.rawValue)", "limit=\(limit)", "json"]),
      name: "the bestsellers of the iTunes Store"
    )
    return mostPlayed.prefix(newest.base == older.base ? 1 : 2) + [bestsellers]
  }
}
