import FavoritesModel
import HubCore

/// The favourites file on a slow disk that sometimes fails.
struct SimulatedFavorites: Sendable {
  private(set) var text = DocumentHeader.current.text
  /// Being written: in the end, all of it is durable or none of it.
  private var written: [FavoritesChange] = []
  /// Changes since then.
  private var waiting: [FavoritesChange] = []
  /// Changes of this generation or an earlier one build on a lost change.
  private var lostGeneration = -1
  private var checkCount = 0

  /// Whether no write is pending.
  var isIdle: Bool { written.isEmpty && waiting.isEmpty }

  /// The present contents of the file.
  func document(at wallMs: Int) -> FavoritesDocument? { parsed(at: wallMs)?.document }

  private func parsed(at wallMs: Int) -> ParsedDocument? {
    let now = Timestamp(microseconds: Int64(wallMs) * 1000)
    return try? ParsedDocument(text, now: now, fold: Hub.foldedName)
  }

  func check(at wallMs: Int, failing fails: Bool) -> FavoritesEvent {
    guard !fails, let parsed = parsed(at: wallMs) else {
      return .notChecked(problem: "The favourites cannot be read.")
    }
    return .checked(DocumentCheck(parsed, of: "favorites"))
  }

  /// A write in progress is added after it.
  mutating func compact(at wallMs: Int, failing fails: Bool) -> FavoritesEvent {
    guard !fails, let parsed = parsed(at: wallMs) else {
      return .notCompacted(problem: "no space is left")
    }
    text = parsed.document.compacted()
    return .compacted(linesBefore: parsed.lineCount, linesAfter: parsed.document.lines.count)
  }

  /// Whether another program is thought to have changed the file, which happens now and then.
  mutating func isChanged() -> Bool {
    checkCount += 1
    return checkCount.isMultiple(of: 5)
  }

  /// Takes a change, unless it builds on one that has failed.
  ///
  /// - Returns: whether the disk begins to write.
  mutating func take(_ change: FavoritesChange) -> Bool {
    guard change.generation > lostGeneration else { return false }
    waiting.append(change)
    return beginWrite()
  }

  /// Starts a write, if changes are waiting and none is in progress.
  mutating func beginWrite() -> Bool {
    guard written.isEmpty, !waiting.isEmpty else { return false }
    (written, waiting) = (waiting, [])
    return true
  }

  /// Completes a write, or fails it together with all later changes.
  ///
  /// - Returns: the event for the hub, and the durable lines.
  mutating func endWrite(failing fails: Bool) -> (FavoritesEvent, [FavoriteLine])? {
    guard let first = written.first, let last = written.last else { return nil }
    defer { written = [] }
    guard !fails else {
      waiting = []
      lostGeneration = last.generation
      return (.failed(from: first.at, problem: "no space is left"), [])
    }
    text += written.flatMap(\.text)
    return (.saved(upTo: last.at), written.flatMap(\.lines))
  }

  /// Kills the writer; a write in progress succeeds or fails.
  mutating func killWriter(withAll exists: Bool) -> [FavoriteLine] {
    let lines = exists ? written.flatMap(\.lines) : []
    if exists { text += written.flatMap(\.text) }
    (written, waiting) = ([], [])
    return lines
  }
}
