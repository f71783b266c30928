import FavoritesModel
import Storage
import MusicModel

/// What a hub does with the document, one thing after the other: makes a change, has it written,
/// and takes it back where that fails.
struct Desk {
  static let path = "/documents/Favorites.jsonl"

  var file: FavoritesFile
  var document: FavoritesDocument
  let opening: FavoritesOpening
  /// As it was after the last change that was acknowledged, if there was one.
  var acknowledged: FavoritesDocument?
  /// As it would have been after a change that was not.
  var attempted: FavoritesDocument?
  private var random: SeededRandom
  private var step = 0

  init(_ disk: SimulatedDisk, makesFolder: Bool = false, seed: UInt64 = 1) throws {
    random = SeededRandom(seed)
    file = FavoritesFile(at: Desk.path, makesFolder: makesFolder, files: disk)
    do {
      opening = try file.open(now: Desk.moment(0))
    } catch {
      file.close()
      throw error
    }
    document = opening.document
  }

  static func moment(_ seconds: Int) -> Timestamp {
    Timestamp(microseconds: 1_800_000_000_000_000 + Int64(seconds) * 1_000_000)
  }

  /// Makes a change and has it written.
  mutating func change(
    _ body: (inout FavoritesDocument, inout SeededRandom, Timestamp) -> FavoritesChange?
  ) throws {
    step += 1
    guard let change = body(&document, &random, Desk.moment(step)) else { return }
    attempted = document
    do {
      switch try file.append(change.text, lineCount: change.lines.count) {
      case .saved: break
      case .outOfStep:
        let reunion = try file.reunite(document, now: Desk.moment(step))
        document.merge(reunion.lines)
      }
    } catch {
      document.revert(from: change.at)
      throw error
    }
    document.settle(upTo: change.at)
    acknowledged = document
    attempted = nil
  }

  /// Compacts, and does something whenever the file is free.
  mutating func compact(_ between: @escaping (inout Desk) throws -> Void = { _ in }) throws {
    let owner = DeskOwner(self, between)
    defer { self = owner.desk }
    do throws(CompactionFault) {
      try owner.compact()
    } catch {
      // Otherwise a change in between has written the document anew.
      if case .failed(let failure) = error { throw failure }
    }
    if let error = owner.error { throw error }
  }

  mutating func add(_ number: Int) throws {
    try change { $0.add([Desk.song(number)], now: $2, using: &$1).change }
  }

  mutating func note(_ number: Int, _ text: String) throws {
    try change { document, _, now in document.note(Desk.key(number), text, now: now).change }
  }

  mutating func remove(_ number: Int) throws {
    try change { document, _, now in document.remove([Desk.key(number)], now: now).change }
  }

  mutating func moveFirst(_ number: Int) throws {
    try change { document, _, now in
      document.move(Desk.key(number), to: .first, now: now).change
    }
  }

  mutating func undo() throws { try change { document, _, now in document.undo(now: now).change } }

  static func key(_ number: Int) -> FavoriteKey { .entity(EntityID("itunes:song:\(number)")!) }

  static func song(_ number: Int) -> Entity {
    var song = Song(id: EntityID("itunes:song:\(number)")!, title: "Song \(number)")
    song.extra = ["unknown": [1, "two"]]
    return .song(song)
  }
}

/// Lets compaction have the file of a desk, at which work goes on in between.
private final class DeskOwner: FavoritesFileAccess {
  var desk: Desk
  var error: (any Error)?
  private let between: (inout Desk) throws -> Void

  init(_ desk: Desk, _ between: @escaping (inout Desk) throws -> Void) {
    self.desk = desk
    self.between = between
  }

  func withFile<Result: Sendable>(
    _ body: (inout FavoritesFile) throws(FavoritesFailure) -> Result
  ) throws(FavoritesFailure) -> Result {
    do {
      if error == nil { try between(&desk) }
    } catch {
      self.error = error
    }
    return try body(&desk.file)
  }
}

/// What a person sees of a document.
struct View: Hashable {
  let favorites: [Favorite]
  /// What undoing one change after the other leads to.
  let past: [[String]]

  init(_ document: FavoritesDocument) {
    var document = document
    favorites = document.shown
    var past: [[String]] = []
    while !document.undo(now: Desk.moment(99_999)).results.isEmpty {
      past.append(document.shown.map { "\($0.entity.displayName) \($0.note ?? "")" })
    }
    self.past = past
  }
}

extension FavoritesDocument {
  var names: [String] { shown.map(\.entity.displayName) }
}
