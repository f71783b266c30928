import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// An import that is carried out: it finds out what its rows mean, and makes that favourites.
///
///     read rows ─► look them up ⇄ pause ─► add what was found to the favourites ─► note it ─► read the next rows
///         └ none left: the next pass ─► … ─► rest, if rows are open; then the first look-up again
///                                         └► ended
///
/// The passes: what is known already is added; songs are looked for among the user's files; then each stage of the plan looks up
/// what is still open. Rows are noted after they are favourites, so that a crash between the two repeats a row and loses none.
struct ImportRun: Sendable {
  enum Pass: Hashable, Sendable {
    case known, files
    case stage(Int)
  }

  enum Step: Sendable {
    case perform(ImportAction)
    /// Add rows to the favourites.
    case favorites([EncodedJSON])
    /// Begin a part with the number of a row.
    case call(Int, Method, CallParameters)
    case wait(until: Instant)
    /// Go on then, from the beginning, for a reason that is a sentence.
    case rest(until: Instant, String)
    case end(ImportReport.State, problem: String?)
  }

  /// What it knows of the hub.
  struct Context {
    let directory: ProviderDirectory
    let index: EntityIndex
    let now: Instant
  }

  /// A row that is being looked up.
  private struct Lookup: Sendable {
    let row: ImportRow
    var meaning = ImportMeaning.open
    var isAsked = false
    var hasEnded = false
    var refusalCount = 0
  }

  private enum State: Hashable, Sendable {
    case reading, lookingUp, adding, noting
    /// What it did last is tried again then.
    case pausing(until: Instant)
  }

  /// The parent call of the look-ups.
  let id: ClientCallID
  let batch: String
  /// The parts in flight, by the numbers of their rows.
  var parts: [Int: ClientCallID] = [:]
  private let market: ImportMarket
  private var state = State.reading
  private var pass = Pass.known
  private var plan = ImportPlan([ImportPlan.Source](), only: nil)
  /// The number of the last row that this pass has read.
  private var after = 0
  private var lookups: [Lookup] = []
  /// What is to be noted when the favourites are saved.
  private var (meanings, unsaved): ([Int: ImportMeaning], [EncodedJSON]) = ([:], [])
  /// Until when no row is looked up, since a source has refused.
  private var pausedUntil: Instant?
  /// How often all passes have left rows open.
  private var restCount = 0
  private var tryCount = 0
  /// The rows that the stage began with, by kind, and how many it has read and left.
  private var (open, readCount, leftCount): ([EntityKind?: Double], Int, Int) = ([:], 0, 0)

  /// Rows that are read at a time, and those that are added at a time.
  static let (chunk, addedChunk) = (16, 200)
  /// The longest wait for a source that refuses, in milliseconds, and the most waits for a row in a stage.
  private static let (maxPauseMs, maxRefusals) = (90_000, 3)
  /// The pauses before open rows are looked up again, in milliseconds: the first one, and the longest.
  private static let (firstRestMs, maxRestMs) = (60_000, 3_600_000)
  /// The most times that open rows are looked up again: for about a day.
  private static let maxRests = 30
  /// The pause before a change is tried again that there was no room for, in milliseconds, and the most times.
  private static let (retryMs, maxTries) = (5_000, 20)
  static let restText = "Some sources did not reply; the rest is looked up later."
  /// The pause while providers start, in milliseconds.
  private static let startMs = 250

  init(_ id: ClientCallID, _ stored: StoredImport) {
    (self.id, batch, market) = (id, stored.batch, stored.market)
  }

  /// The time that the rest will take, in milliseconds; `nil` if that cannot be told.
  var leftMs: Int? {
    guard case .stage(let number) = pass, plan.stages.indices.contains(number) else { return nil }
    let share = 1 - Double(readCount) / max(1, open.values.reduce(0, +))
    let undecided = readCount < 20 ? nil : Double(leftCount) / Double(readCount)
    let rest = plan.estimateMs(
      open.mapValues { $0 * max(0, share) },
      from: number,
      undecided: undecided
    )
    let left = open.mapValues { $0 * Double(leftCount) / max(1, open.values.reduce(0, +)) }
    return rest + plan.estimateMs(left, from: number + 1)
  }

  func begin() -> [Step] { [read()] }

  private func read() -> Step {
    let wanted: ImportRowState = pass == .known ? .found : .open
    let limit = pass == .known ? ImportRun.addedChunk : ImportRun.chunk
    return .perform(.read(batch, wanted, after: after, limit: limit))
  }

  /// The store has replied.
  mutating func take(_ reply: ImportStoreReply, _ context: Context) -> [Step] {
    switch (state, reply) {
    case (.reading, .rows(let rows, let open)): take(rows, open, context)
    case (.noting, .done): next(context)
    // It was removed meanwhile.
    case (_, .unknown): [.end(.stopped, problem: nil)]
    // The disk may be slow, or full, for a while.
    case (_, .failed(let problem)): rest(context, problem)
    default: []
    }
  }

  private mutating func take(
    _ rows: [StoredImportRow],
    _ open: [EntityKind?: Int],
    _ context: Context
  ) -> [Step] {
    if after == 0 {
      // Which sources there are is known soon.
      if pass != .known, context.directory.isStarting { return pause(ImportRun.startMs, context) }
      if pass == .stage(0) { plan = ImportPlan(context.directory, only: market.providers) }
      self.open = Dictionary(uniqueKeysWithValues: open.map { ($0, Double($1)) })
      (readCount, leftCount) = (0, 0)
    }
    guard let last = rows.last else { return nextPass(context) }
    (after, readCount) = (last.row.number, readCount + rows.count)
    switch pass {
    case .known:
      for row in rows {
        guard case .found(let entity) = row.meaning else { continue }
        meanings[row.row.number] = row.meaning
        unsaved += [row.row.favorite(entity)].compactMap(\.self)
      }
      return add()
    case .files: lookups = rows.filter { $0.row.file != nil }.map { Lookup(row: $0.row) }
    case .stage(let number):
      // Without a source of searches, rows wait for one.
      guard plan.stages.indices.contains(number) else { return rest(context, ImportRun.restText) }
      let stage = plan.stages[number]
      lookups = rows.filter { isLast || stage.serves($0.row.kind) }.map { Lookup(row: $0.row) }
      leftCount += rows.count - lookups.count
    }
    state = .lookingUp
    return lookUp(context)
  }

  private var isLast: Bool { pass == .stage(plan.stages.count - 1) }

  private mutating func nextPass(_ context: Context) -> [Step] {
    after = 0
    switch pass {
    case .known: pass = .files
    case .files: pass = .stage(0)
    case .stage(let number) where number + 1 < plan.stages.count: pass = .stage(number + 1)
    case .stage:
      return leftCount > 0 ? rest(context, ImportRun.restText) : [.end(.done, problem: nil)]
    }
    if pass == .files, context.directory.owners.isEmpty { pass = .stage(0) }
    state = .reading
    return [read()]
  }

  /// Retries later, for about a day.
  private mutating func rest(_ context: Context, _ reason: String) -> [Step] {
    guard restCount < ImportRun.maxRests else {
      let isOfSources = reason == ImportRun.restText
      return [.end(isOfSources ? .done : .stopped, problem: isOfSources ? nil : reason)]
    }
    let pauseMs = min(ImportRun.firstRestMs << min(restCount, 10), ImportRun.maxRestMs)
    restCount += 1
    (pass, after, state) = (.known, 0, .reading)
    (lookups, meanings, unsaved) = ([], [:], [])
    return [.rest(until: context.now + pauseMs, reason)]
  }

  private mutating func pause(_ milliseconds: Int, _ context: Context) -> [Step] {
    state = .pausing(until: context.now + milliseconds)
    return [.wait(until: context.now + milliseconds)]
  }

  /// It has waited long enough for something.
  mutating func time(_ context: Context) -> [Step] {
    switch state {
    case .pausing(let until) where until <= context.now:
      if !unsaved.isEmpty { return add() }
      state = .reading
      return [read()]
    case .lookingUp: return lookUp(context)
    default: return []
    }
  }
}

/// Look-ups.
extension ImportRun {
  /// Begins as many look-ups as may be made at a time; when all have ended, what was found is added.
  private mutating func lookUp(_ context: Context) -> [Step] {
    if let until = pausedUntil {
      guard until <= context.now else { return [.wait(until: until)] }
      pausedUntil = nil
    }
    var steps: [Step] = []
    let width = if case .stage(let number) = pass { plan.stages[number].width } else { 8 }
    var count = parts.count
    for index in lookups.indices where !lookups[index].isAsked && count < width {
      lookups[index].isAsked = true
      count += 1
      let (method, parameters) = call(for: lookups[index].row, context)
      steps.append(.call(lookups[index].row.number, method, parameters))
    }
    if lookups.contains(where: { !$0.hasEnded }) { return steps }
    return decide()
  }

  private func call(for row: ImportRow, _ context: Context) -> (Method, CallParameters) {
    var parameters = CallParameters()
    (parameters.country, parameters.lang) = (market.country, market.lang)
    parameters.providers = market.providers
    guard case .stage(let number) = pass else {
      (parameters.text, parameters.lookup, parameters.limit) = (row.file, true, 1)
      parameters.providers = context.directory.owners
      return (.songsSearch, parameters)
    }
    guard let entity = row.entity, let search = Methods.search(entity.kind) else {
      parameters.id = row.id
      return (row.id?.kind.flatMap(Methods.get) ?? .artistGet, parameters)
    }
    let stage = plan.stages[number]
    let title = stage.isFirst ? entity.displayName : entity.displayName.withoutAddition
    parameters.text = String(title.prefix(300))
    parameters.artist = entity.kind == .artist ? nil : entity.artist?.name
    (parameters.lookup, parameters.limit) = (true, 20)
    parameters.providers = stage.providers
    return (search, parameters)
  }

  /// A look-up has told something.
  mutating func take(_ news: PartNews, of number: Int, _ context: Context) -> [Step] {
    guard news.isEnd else { return [] }
    parts[number] = nil
    guard let index = lookups.firstIndex(where: { $0.row.number == number }) else { return [] }
    var lookup = lookups[index]
    let meaning = meaning(of: lookup.row, by: news, context)
    if meaning.isBetter(than: lookup.meaning) { lookup.meaning = meaning }
    lookup.hasEnded = true
    let isFound = if case .found = lookup.meaning { true } else { false }
    if !isFound, let pauseMs = news.refusalMs, pauseMs <= ImportRun.maxPauseMs,
      lookup.refusalCount < ImportRun.maxRefusals
    {
      // It is looked up again when its source takes requests.
      lookup.refusalCount += 1
      (lookup.isAsked, lookup.hasEnded) = (false, false)
      pausedUntil = max(pausedUntil ?? context.now, context.now + max(pauseMs, 100))
    }
    lookups[index] = lookup
    return lookUp(context)
  }

  /// What a row means, given the result of its look-up.
  private func meaning(of row: ImportRow, by news: PartNews, _ context: Context) -> ImportMeaning {
    switch news {
    case .soFar: return .open
    case .failed(let failure): return failure.code == .notFound ? .notFound : .open
    case .ended(let items, let done):
      if pass == .files { return items.first.map { .found($0) } ?? .open }
      // A source that did not reply may have it.
      let isMissing = (done.sources ?? []).contains(where: \.outcome.isMissing)
      let nothing: ImportMeaning = isMissing ? .open : .notFound
      guard let entity = row.entity else { return items.first.map { .found($0) } ?? nothing }
      var meaning = context.index.meaning(of: entity, among: items) ?? nothing
      // What is doubtful now, a source that did not reply may decide.
      if isMissing, case .doubtful = meaning { meaning = .open }
      // What the file leaves open is not decided by names that fit.
      guard let doubt = row.doubt, case .found(let found) = meaning else { return meaning }
      return .doubtful([ImportChoice(entity: found.brief, reasons: ["− \(doubt)"])])
    }
  }

  /// Keeps what the rows that were looked up mean. What a source lacks, a later stage may have: only the last one decides that.
  private mutating func decide() -> [Step] {
    for lookup in lookups {
      switch lookup.meaning {
      case .found(let entity):
        meanings[lookup.row.number] = lookup.meaning
        unsaved += [lookup.row.favorite(entity)].compactMap(\.self)
      case .doubtful where isLast, .notFound where isLast:
        meanings[lookup.row.number] = lookup.meaning
      case .open, .notFound, .doubtful: leftCount += pass == .files ? 0 : 1
      }
    }
    lookups = []
    return add()
  }
}

/// Favourites.
extension ImportRun {
  private mutating func add() -> [Step] {
    guard !unsaved.isEmpty else { return note([:]) }
    state = .adding
    return [.favorites(unsaved)]
  }

  private mutating func note(_ results: [String: Int]) -> [Step] {
    state = .noting
    guard !meanings.isEmpty || !results.isEmpty else {
      state = .reading
      return [read()]
    }
    defer { meanings = [:] }
    return [.perform(.note(meanings, results: results, of: batch))]
  }

  private mutating func next(_ context: Context) -> [Step] {
    state = .reading
    return [read()]
  }

  /// The rows are favourites, or could not be added.
  mutating func added(_ result: Result<[FavoriteResult], Failure>, _ context: Context) -> [Step] {
    guard state == .adding else { return [] }
    switch result {
    case .success(let results):
      (unsaved, tryCount) = ([], 0)
      return note(results.reduce(into: [:]) { $0[$1.outcome.rawValue, default: 0] += 1 })
    case .failure(let failure):
      guard [.busy, .deadlineExceeded].contains(failure.code), tryCount < ImportRun.maxTries else {
        tryCount = 0
        return rest(context, failure.message)
      }
      // Adding them twice changes nothing.
      tryCount += 1
      return pause(ImportRun.retryMs, context)
    }
  }
}

extension ImportRow {
  fileprivate var kind: EntityKind? { entity?.kind }

  /// The row of the favourites that makes an entity one.
  func favorite(_ entity: Entity) -> EncodedJSON? {
    guard let content = FavoriteContent(entity.withoutListMembers) else { return nil }
    var note = note
    while let text = note, text.utf8.count > FavoriteLimits.maxNoteBytes {
      note = String(text.prefix(text.count * FavoriteLimits.maxNoteBytes / text.utf8.count))
    }
    return FavoritesImport.Item(content, added: added.flatMap { Timestamp($0) }, note: note).row
  }
}

extension ImportMeaning {
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

extension PartNews {
  /// The longest time after which a source that has refused takes requests again; `nil` if none has.
  fileprivate var refusalMs: Int? {
    let sources: [SourceReport]? =
      switch self {
      case .soFar: nil
      case .ended(_, let done): done.sources
      case .failed(let failure): failure.sources
      }
    return (sources ?? []).filter { [.rateLimited, .deferred].contains($0.outcome) }
      .map { $0.error?.retryAfterMs ?? 1000 }.max()
  }
}

extension EntityIndex {
  /// What an entity of a file means among those that were found; `nil` if it is none of them.
  fileprivate func meaning(of entity: Entity, among items: [Entity]) -> ImportMeaning? {
    guard !items.isEmpty else { return nil }
    let match = match(entity, among: items.map(\.id))
    let entities = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    let choices = match.candidates.compactMap { candidate in
      entities[candidate.id].map { entity in
        ImportChoice(
          entity: entity.brief,
          reasons: candidate.fragments
        )
      }
    }
    switch match.outcome {
    case .matched: return choices.first.map { .found($0.entity) }
    case .doubtful: return .doubtful(Array(choices.prefix(5)))
    case .none: return nil
    }
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
