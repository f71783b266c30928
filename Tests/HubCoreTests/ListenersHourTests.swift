import BusProtocol
import HubCore
import MusicModel
import Testing

/// What a listener does in an hour: the calls that the page makes for it, with the real budgets of the bundled
/// sources, in simulated time.
final class ListenersHour {
  /// A screen, or what leads to one.
  enum Action: String, CaseIterable {
    case firstScreen = "first screen", search, artist, album, song
  }

  /// What became of the screens of an action.
  struct Outcome {
    var screens = 0
    /// All sources had replied.
    var whole = 0
    /// A source refused.
    var refused = 0
    /// What was missing came while the screen was open.
    var wholeLater = 0
    /// Requests, by source.
    var requests: [String: Int] = [:]
  }

  private let hub = HubDriver { $0.hasProviderCache = true }
  private let sources: [SampledSource]
  private let client: ModelClient
  private(set) var outcomes: [Action: Outcome] = [:]
  private var random: UInt64

  /// The page makes a call again so often.
  private static let maxRepeats = 4
  private static let stepMs = 100

  init(seed: UInt64) throws {
    random = seed
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
    hub.handle(.budgetsLoaded([]))
    sources = try SampledSource.descriptors().map { [hub] in SampledSource($0, hub) }
    client = hub.connectClient()
  }

  /// Requests, by source.
  var requests: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: sources.map {
        ($0.provider.id.rawValue, $0.requests.values.reduce(0, +))
      }
    )
  }

  private func roll(_ range: ClosedRange<Int>) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int(random >> 33) % range.count
  }

  /// Lets time pass until then, in which sources reply.
  private func pass(_ milliseconds: Int) {
    for _ in 0..<max(1, milliseconds / ListenersHour.stepMs) {
      hub.advance(ListenersHour.stepMs)
      for source in sources { source.work(at: hub.now) }
    }
  }

  typealias Request = (method: BusProtocol.Method, change: (inout CallParameters) -> Void)

  /// A list, which the page streams.
  private func list(
    _ method: BusProtocol.Method,
    _ limit: Int,
    text: String? = nil,
    of id: EntityID? = nil
  ) -> Request {
    (
      method,
      {
        ($0.stream, $0.limit, $0.text, $0.id) = (true, limit, text, id)
        if text != nil { $0.lookup = true }
      }
    )
  }

  /// An entity in full.
  private func one(_ method: BusProtocol.Method, _ id: EntityID) -> Request {
    (method, { ($0.id, $0.detail) = (id, .full) })
  }

  /// Opens a screen with these calls, looks at it for some time, and meanwhile makes calls again whose sources
  /// have refused, as the page does. Returns the items of the calls, if they have arrived by then.
  @discardableResult
  private func open(_ action: Action, forMs: Int, _ requests: [Request]) -> [[Entity]] {
    let before = self.requests
    let end = hub.now + forMs
    var items = requests.map { _ in [Entity]() }
    var (open, waiting) = ([Int: String](), [Int: Instant]())
    var (repeats, missing, first) = ([Int: Int](), Set<Int>(), [Int: [SourceReport]]())
    for (index, request) in requests.enumerated() {
      open[index] = client.call(request.method, request.change)
    }
    while hub.now < end {
      pass(ListenersHour.stepMs)
      for (index, call) in open.sorted(by: { $0.key < $1.key }) {
        // Taken as a whole: parts alone are no reply.
        let hasEnded = hub.mail(of: client.peer).contains {
          $0.header.re == call && [.done, .error].contains($0.header.type)
        }
        guard hasEnded, let reply = client.reply(to: call) else { continue }
        open[index] = nil
        items[index] = reply.items
        if first[index] == nil { first[index] = reply.sources }
        let late = reply.sources.filter(\.outcome.isMissing)
        missing.remove(index)
        guard !late.isEmpty else { continue }
        missing.insert(index)
        let count = repeats[index, default: 0]
        repeats[index] = count + 1
        guard count < ListenersHour.maxRepeats else { continue }
        let pauses = late.compactMap(\.error?.retryAfterMs)
        waiting[index] = hub.now + max(2_500 * (count + 1), pauses.max() ?? 0)
      }
      for (index, time) in waiting.sorted(by: { $0.key < $1.key }) where time <= hub.now {
        waiting[index] = nil
        open[index] = client.call(requests[index].method, requests[index].change)
      }
    }
    for call in open.values { client.cancel(call) }
    var outcome = outcomes[action] ?? Outcome()
    outcome.screens += 1
    let atFirst = first.values.joined()
    let isWhole = first.count == requests.count && !atFirst.contains(where: \.outcome.isMissing)
    if isWhole { outcome.whole += 1 }
    if !isWhole, open.isEmpty, missing.isEmpty { outcome.wholeLater += 1 }
    if atFirst.contains(where: { [.rateLimited, .deferred].contains($0.outcome) }) {
      outcome.refused += 1
    }
    for (source, count) in self.requests {
      outcome.requests[source, default: 0] += count - before[source, default: 0]
    }
    outcomes[action] = outcome
    return items
  }

  /// Searches, opens what was found, and looks at it, for an hour.
  func run() {
    let hour = hub.now + 3_600_000
    open(
      .firstScreen,
      forMs: 10_000,
      [(.chartGet, { ($0.chart, $0.limit, $0.stream) = (.albums, 18, true) })]
    )
    for round in 0..<40 {
      // Some names are searched again.
      let number = round % 4 == 3 ? roll(0...round - 1) : round
      let name = SampledSource.name(.artist, number)
      let found = open(
        .search,
        forMs: roll(3_000...20_000),
        [
          list(.artistsSearch, 12, text: name), list(.albumsSearch, 24, text: name),
          list(.songsSearch, 24, text: name),
        ]
      )
      guard round % 4 != 2, let artist = found[0].first?.id else { continue }
      let lists = open(
        .artist,
        forMs: roll(5_000...40_000),
        [
          one(.artistGet, artist), list(.artistAlbums, 200, of: artist),
          list(.artistSongs, 50, of: artist), list(.artistSimilar, 18, of: artist),
          list(.artistAppearances, 50, of: artist),
        ]
      )
      for album in lists[1].prefix(round % 3 == 0 ? 2 : 1).map(\.id) {
        let songs = open(
          .album,
          forMs: roll(5_000...60_000),
          [one(.albumGet, album), list(.albumSongs, 200, of: album)]
        )
        guard round % 2 == 0, let song = songs[1].first?.id else { continue }
        open(.song, forMs: roll(5_000...40_000), [one(.songGet, song)])
      }
    }
    if hub.now < hour { pass(hour - hub.now) }
  }

  /// A table of the actions: screens, and requests by source.
  var table: String {
    let names = requests.keys.sorted()
    var lines = [
      "| action | screens | whole at once | whole later | a source refused | "
        + "\(names.joined(separator: " | ")) |",
      "|---|" + String(repeating: "---|", count: names.count + 4),
    ]
    for action in Action.allCases {
      guard let one = outcomes[action] else { continue }
      let counts = names.map { "\(one.requests[$0] ?? 0)" }.joined(separator: " | ")
      let screens = [one.screens, one.whole, one.wholeLater, one.refused].map(String.init)
      lines.append("| \(action.rawValue) | \(screens.joined(separator: " | ")) | \(counts) |")
    }
    let sums = names.map { "\(requests[$0] ?? 0)" }.joined(separator: " | ")
    return (lines + ["| the hour | | | | | \(sums) |"]).joined(separator: "\n")
  }
}

@Suite("A listener's hour with real budgets", .timeLimit(.minutes(10)))
struct ListenersHourTests {
  @Test("meets refusals on at most 2 % of its screens, and makes few requests to scarce sources")
  func hour() throws {
    let hour = try ListenersHour(seed: 72)
    hour.run()
    // The table of docs/performance.md.
    print(hour.table)
    let screens = hour.outcomes.values.map(\.screens).reduce(0, +)
    let refused = hour.outcomes.values.map(\.refused).reduce(0, +)
    #expect(screens > 100 && refused * 50 <= screens)
    #expect(hour.requests["itunes-search", default: .max] <= 200)
    #expect(hour.requests["audiodb", default: .max] <= 150)
  }
}
