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
  /// The files that are looked for at a time, in the index of the user's own.
  private static let fileChunk = 16
  /// How often a source is waited for that refuses, without having replied in between.
  private static let maxPauses = 3
  /// The longest pause before a retry.
  private static let maxPauseMs = 90_000
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
    plan.estimateMs(stored.openRows)
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
    try findFiles(&stored, &counts)
    var open: Found = stored.openRows.map { ($0, .open) }
    var progress = Progress(done: 0, total: open.count)
    for (number, stage) in plan.stages.enumerated() {
      let isLast = number == plan.stages.count - 1
      var (rest, undecided, pauses) = (open[...], Found(), 0)
      while !rest.isEmpty {
        let asked = open.count - rest.count
        progress.leftMs = plan.estimateMs(
          rest.map(\.row),
          from: number,
          undecided: asked < 20 ? nil : Double(undecided.count) / Double(asked)
        )
        progress.leftMs? += plan.estimateMs(undecided.map(\.row), from: number + 1)
        report(progress)
        var some = Array(rest.prefix(ImportRunner.chunk))
        rest.removeFirst(some.count)
        try lookUp(&some, at: stage, isLast: isLast, &pauses) { pauseMs in
          var waiting = progress
          waiting.leftMs? += pauseMs
          report(waiting)
        }
        let decided = isLast ? some : some.filter { $0.1.isFound }
        undecided += isLast ? [] : some.filter { !$0.1.isFound }
        try store.append(decided.map { ($0.row.number, $0.1) }, to: &stored)
        let new = decided.compactMap { row, resolution -> EncodedJSON? in
          if case .found(let entity) = resolution { row.favorite(entity) } else { nil }
        }
        try send(new, stored.header.id, &counts)
        progress.done += decided.count
      }
      open = undecided
    }
    return counts
  }

  /// Finds the user's own files that rows name, whatever these say of them. The others are looked up by their names.
  private func findFiles(
    _ stored: inout StoredImport,
    _ counts: inout [FavoriteResult.Outcome: Int]
  ) throws {
    var rest = plan.owned.isEmpty ? [] : stored.openRows.filter { $0.file != nil }[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(ImportRunner.fileChunk))
      rest.removeFirst(some.count)
      let calls = some.map { row in
        Call.search(.song, row.file ?? "").with {
          ($0.lookup, $0.limit, $0.providers) = (true, 1, plan.owned)
        }
      }
      var found: [(row: StoredImport.Row, song: Entity)] = []
      for (row, reply) in zip(some, try client.replies(to: calls, timeout: ImportRunner.timeout)) {
        switch reply {
        case .success(let reply): found += reply.items.prefix(1).map { (row, $0) }
        case .failure(.failed), .failure(.timedOut): continue
        case .failure(let error): throw error
        }
      }
      try store.append(found.map { ($0.row.number, .found($0.song)) }, to: &stored)
      try send(found.compactMap { $0.row.favorite($0.song) }, stored.header.id, &counts)
    }
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
      return Call.favoritesImport(some).with { $0.batch = batch }.whole
    } receive: { reply in
      for result in reply.done.results ?? [] { counts[result.outcome, default: 0] += 1 }
    }
  }
}

/// Looking up rows.
extension ImportRunner {
  private typealias Found = [(row: StoredImport.Row, StoredImport.Resolution)]

  /// Looks up rows that are not found yet, again if a source refuses for a short time. A row whose sources have not
  /// replied stays open; only the last time, all are asked, so that it can be found nowhere.
  ///
  /// `pauses` counts those since the source has replied; `willPause` is called before each.
  private func lookUp(
    _ rows: inout Found,
    at stage: ImportPlan.Stage,
    isLast: Bool,
    _ pauses: inout Int,
    willPause: (Int) -> Void
  ) throws {
    var indices = rows.indices.filter { isLast || stage.serves(rows[$0].row) }
    while true {
      let calls = indices.map { call(for: rows[$0].row, at: stage) }
      let replies = try client.replies(to: calls, timeout: ImportRunner.timeout)
      var (refused, pauseMs) = ([Int](), 0)
      for (index, reply) in zip(indices, replies) {
        let new: StoredImport.Resolution
        switch reply {
        case .success(let reply): new = try resolution(of: rows[index].row, among: reply)
        case .failure(.failed(let failure)) where failure.code == .notFound: new = .notFound
        case .failure(.failed(let failure)) where failure.code.isOfSources: new = .open
        case .failure(.timedOut): new = .open
        case .failure(let error): throw error
        }
        if isLast || new != .notFound, new.isBetter(than: rows[index].1) { rows[index].1 = new }
        if !new.isFound, let pause = reply.refusalMs {
          refused.append(index)
          pauseMs = max(pauseMs, pause)
        }
      }
      if refused.count < indices.count { pauses = 0 }
      guard !refused.isEmpty, pauseMs <= ImportRunner.maxPauseMs, pauses < ImportRunner.maxPauses
      else { return }
      pauses += 1
      indices = refused
      willPause(pauseMs)
      try client.wait(.milliseconds(pauseMs))
    }
  }

  private func call(for row: StoredImport.Row, at stage: ImportPlan.Stage) -> Call<Reply> {
    let call: Call<Reply>
    if let entity = row.entity {
      let title = stage.isFirst ? entity.displayName : entity.displayName.withoutAddition
      call = Call.search(entity.kind, String(title.prefix(300))).with { parameters in
        parameters.artist = entity.kind == .artist ? nil : entity.artist?.name
        (parameters.lookup, parameters.limit) = (true, 20)
        parameters.providers = stage.providers
      }
    } else {
      call = (row.id.map { Call.get($0) } ?? Call.search(.artist, row.text)).with {
        $0.providers = market.providers
      }
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
    let resolution = try resolution(of: entity, among: reply) ?? nothing
    // What the file leaves open is not decided by names that fit.
    guard let doubt = row.doubt, case .found(let found) = resolution else { return resolution }
    return .doubtful([StoredImport.Choice(entity: found.brief, reasons: ["− \(doubt)"])])
  }

  /// What an entity of a file means among those that were found; `nil` if it is none of them.
  private func resolution(
    of entity: Entity,
    among reply: Reply
  ) throws -> StoredImport.Resolution? {
    guard !reply.items.isEmpty, let text = try? JSONCodec.encode(entity) else { return nil }
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
    case .matched: return choices.first.map { .found($0.entity) }
    case .doubtful: return .doubtful(Array(choices.prefix(5)))
    case .none?, nil: return nil
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

  fileprivate var isFound: Bool { rank == 3 }
}

extension Result<Reply, ClientError> {
  /// The longest time after which a source that has refused takes requests again; `nil` if none has.
  fileprivate var refusalMs: Int? {
    let sources =
      switch self {
      case .success(let reply): reply.done.sources
      case .failure(.failed(let failure)): failure.sources
      case .failure: [SourceReport]?.none
      }
    return (sources ?? []).filter { [.rateLimited, .deferred].contains($0.outcome) }
      .map { $0.error?.retryAfterMs ?? 1000 }.max()
  }
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
