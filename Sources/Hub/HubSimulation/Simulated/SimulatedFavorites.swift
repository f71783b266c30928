import FavoritesModel
import HubCore

/// The document of the favourites on a disk that takes its time, and fails now and then.
struct SimulatedFavorites: Sendable {
  private(set) var text = DocumentHeader.current.text
  /// What is being written: all of it is on the disk in the end, or nothing.
  private var written: [FavoritesChange] = []
  /// What came since.
  private var waiting: [FavoritesChange] = []

  /// Whether nothing is on its way.
  var isIdle: Bool { written.isEmpty && waiting.isEmpty }

  /// What is there now, as somebody reads it.
  func document(at wallMs: Int) -> FavoritesDocument? {
    let now = Timestamp(microseconds: Int64(wallMs) * 1000)
    return try? ParsedDocument(text, now: now, fold: Hub.foldedName).document
  }

  /// - Returns: whether the disk begins to write.
  mutating func take(_ change: FavoritesChange) -> Bool {
    waiting.append(change)
    return beginWrite()
  }

  /// Whether there is something, and nothing is being written.
  mutating func beginWrite() -> Bool {
    guard written.isEmpty, !waiting.isEmpty else { return false }
    (written, waiting) = (waiting, [])
    return true
  }

  /// What was being written is there, or it and all that came since is not.
  ///
  /// - Returns: what the hub is told, and what is on the disk now.
  mutating func endWrite(failing fails: Bool) -> (FavoritesEvent, [FavoriteLine])? {
    guard let first = written.first, let last = written.last else { return nil }
    defer { written = [] }
    guard !fails else {
      waiting = []
      return (.failed(from: first.at, problem: "no space is left"), [])
    }
    text += written.flatMap(\.text)
    return (.saved(upTo: last.at), written.flatMap(\.lines))
  }

  /// Whoever wrote is killed; what was on its way is there, or not.
  mutating func killWriter(withAll exists: Bool) -> [FavoriteLine] {
    let lines = exists ? written.flatMap(\.lines) : []
    if exists { text += written.flatMap(\.text) }
    (written, waiting) = ([], [])
    return lines
  }
}
