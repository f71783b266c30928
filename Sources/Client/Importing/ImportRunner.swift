package import BusProtocol
package import ClientKit
internal import HostKit
package import MusicModel

/// Carries out an import: finds out what its rows mean, and makes that favourites.
package struct ImportRunner {
  /// How far an import is.
  package struct Progress: Hashable, Sendable {
    /// The rows that had to be looked up, and how many of them have been.
    package var done = 0
    package var total = 0
    /// The time that the rest will take, if it can be told.
    package var leftMs: Int?
  }

  /// The parameters of searches.
  package struct Market: Hashable, Sendable {
    package var country: String?
    package var lang: String?
    package var providers: [ProviderID]?

    package init(country: String?, lang: String?, providers: [ProviderID]? = nil) {
      (self.country, self.lang, self.providers) = (country, lang, providers)
    }
  }

  /// What one call of `favorites.import` carries.
  package static let maxRows = 250
  package static let maxBytes = 512 * 1024
  /// The rows that are looked up at a time.
  private static let chunk = 4
  private static let timeout = Duration.seconds(20)

  private let client: BusClient
  private let store: ImportStore
  private let market: Market
  private let plan: ImportPlan
  private let report: (Progress) -> Void

  /// - Throws: ``ClientError``
  package init(
    _ client: BusClient,
    _ store: ImportStore,
    _ market: Market,
    report: @escaping (Progress) -> Void = { _ in }
  ) throws(ClientError) {
    (self.client, self.store, self.market, self.report) = (client, store, market, report)
    plan = ImportPlan(try client.call(.providers), only: market.providers)
  }

  /// The time that the rows of an import that must be looked up will take.
  package func estimateMs(_ stored: StoredImport) -> Int {
    plan.estimateMs(stored.openRows.count)
  }

  /// Makes everything that is found a favourite, and looks up the open rows.
  ///
  /// - Returns: the number of rows by their outcome.
  package func run(_ stored: inout StoredImport) throws -> [FavoriteResult.Outcome: Int] {
    var counts: [FavoriteResult.Outcome: Int] = [:]
    let known = stored.rows.compactMap { row -> EncodedJSON? in
      if case .found(let entity) = stored[row] { row.favorite(entity) } else { nil }
    }
    try send(known, stored.header.id, &counts)
    var open = stored.openRows[...]
    var progress = Progress(done: 0, total: open.count, leftMs: plan.estimateMs(open.count))
    let start = MonotonicClock.nowMs
    while !open.isEmpty {
      report(progress)
      let rows = Array(open.prefix(ImportRunner.chunk))
      open.removeFirst(rows.count)
      let found = try lookUp(rows)
      try store.append(found.map { ($0.number, $1) }, to: &stored)
      let new = found.compactMap { row, resolution -> EncodedJSON? in
        if case .found(let entity) = resolution { row.favorite(entity) } else { nil }
      }
      try send(new, stored.header.id, &counts)
      progress.done += rows.count
      progress.leftMs = (MonotonicClock.nowMs - start) * open.count / progress.done
    }
    return counts
  }

  /// Remembers the answer to a doubt, and makes the entity a favourite; `nil` means none of them.
  package func answer(
    _ row: StoredImport.Row,
    _ entity: Entity?,
    in stored: inout StoredImport
  ) throws -> [FavoriteResult.Outcome: Int] {
    var counts: [FavoriteResult.Outcome: Int] = [:]
    // The favourite first: if it cannot be added, the question is asked again.
    try send(entity.flatMap { row.favorite($0) }.map { [$0] } ?? [], stored.header.id, &counts)
    try store.append([(row.number, entity.map { .found($0) } ?? .notFound)], to: &stored)
    return counts
  }

  private func send(
    _ rows: [EncodedJSON],
    _ batch: String,
    _ counts: inout [FavoriteResult.Outcome: Int]
  ) throws {
    var rest = rows[...]
    try client.pipeline(inFlight: 8, timeout: ImportRunner.timeout) {
      guard !rest.isEmpty else { return nil }
      var size = 0
      let fitting = rest.prefix(ImportRunner.maxRows).prefix { row in
        size += row.bytes.count
        return size <= ImportRunner.maxBytes
      }
      let some = Array(rest.prefix(max(1, fitting.count)))
      rest.removeFirst(some.count)
      return Call.importFavorites(some).with { $0.batch = batch }.whole
    } receive: { reply in
      for result in reply.done.results ?? [] { counts[result.outcome, default: 0] += 1 }
    }
  }
}

/// Looking up rows.
extension ImportRunner {
  private typealias Found = [(row: StoredImport.Row, StoredImport.Resolution)]

  /// Looks rows up: by their id, or by their names at the fast sources, then at all.
  private func lookUp(_ rows: [StoredImport.Row]) throws -> Found {
    var found: Found = rows.map { ($0, .open) }
    if let fast = plan.fastProviders { try lookUp(&found, at: fast, isLast: false) }
    try lookUp(&found, at: market.providers, isLast: true)
    return found
  }

  /// Looks up the rows that are not found yet. A row whose sources have not replied stays open; only the
  /// last time, all are asked, so that it can be found nowhere.
  private func lookUp(_ found: inout Found, at providers: [ProviderID]?, isLast: Bool) throws {
    let shortened = isLast && plan.fastProviders != nil
    let indices = found.indices.filter { index in
      if case .found = found[index].1 { false } else { true }
    }
    guard !indices.isEmpty else { return }
    let calls = indices.map { call(for: found[$0].row, at: providers, shortened: shortened) }
    let replies = try client.replies(to: calls, timeout: ImportRunner.timeout)
    for (index, reply) in zip(indices, replies) {
      switch reply {
      case .success(let reply):
        let new = try resolution(of: found[index].row, among: reply)
        if isLast || new != .notFound, new.isBetter(than: found[index].1) { found[index].1 = new }
      case .failure(.failed(let failure)) where failure.code == .notFound:
        if isLast, found[index].1 == .open { found[index].1 = .notFound }
      case .failure(.failed(let failure)) where failure.code.isOfSources: continue
      case .failure(.timedOut): continue
      case .failure(let error): throw error
      }
    }
  }

  private func call(
    for row: StoredImport.Row,
    at providers: [ProviderID]?,
    shortened: Bool
  ) -> Call<Reply> {
    let call: Call<Reply>
    if let entity = row.entity {
      let title = shortened ? entity.displayName.withoutAddition : entity.displayName
      call = Call.search(entity.kind, String(title.prefix(300))).with { parameters in
        parameters.artist = entity.kind == .artist ? nil : entity.artist?.name
        (parameters.lookup, parameters.limit) = (true, 20)
        parameters.providers = providers
      }
    } else {
      call = row.id.map { Call.get($0) } ?? Call.search(.artist, row.text)
    }
    return call.with { ($0.country, $0.lang) = (market.country, market.lang) }
  }

  private func resolution(
    of row: StoredImport.Row,
    among reply: Reply
  ) throws -> StoredImport.Resolution {
    // A source that did not reply may have it.
    let isMissing = (reply.done.sources ?? []).contains(where: \.outcome.isMissing)
    let nothing: StoredImport.Resolution = isMissing ? .open : .notFound
    guard let entity = row.entity else {
      return reply.items.first.map { .found($0) } ?? nothing
    }
    guard !reply.items.isEmpty, let text = try? JSONCodec.encode(entity) else { return nothing }
    let ids = reply.items.map(\.id)
    let match = try client.call(.match(EncodedJSON(json: text), among: ids)).first
    let entities = Dictionary(reply.items.map { ($0.id, $0) }) { first, _ in first }
    let choices = (match?.candidates ?? []).compactMap { candidate in
      entities[candidate.id].map { entity in
        StoredImport.Choice(
          entity: entity.brief,
          reasons: (candidate.reasons ?? []).map { "\($0.side == .for ? "+" : "−") \($0.text)" }
        )
      }
    }
    switch match?.outcome {
    case .matched: return choices.first.map { .found($0.entity) } ?? nothing
    case .doubtful: return .doubtful(Array(choices.prefix(5)))
    case .none?, nil: return nothing
    }
  }
}

extension StoredImport.Resolution {
  private var rank: Int {
    switch self {
    case .open: 0
    case .notFound: 1
    case .doubtful: 2
    case .found: 3
    }
  }

  fileprivate func isBetter(than other: Self) -> Bool { rank > other.rank }
}

extension ErrorCode {
  /// Whether the sources could not be asked now.
  fileprivate var isOfSources: Bool {
    [.sourcesFailed, .deadlineExceeded, .busy, .noProvider].contains(self)
  }
}

extension String {
  /// A title without what services add to it: "Time - Remastered 2011", "Time (Live)".
  fileprivate var withoutAddition: String {
    let end = [" - ", " (", " ["].compactMap { firstRange(of: $0)?.lowerBound }.min()
    guard let end, end > startIndex else { return self }
    return String(self[..<end])
  }
}
