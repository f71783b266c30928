import FavoritesModel
import Storage
import MusicModel

/// Edits a favourites file as a hub does, synchronously: makes a change, saves it,
/// and rolls it back if that fails.
struct FavoritesEditor {
  static let path = "/documents/Favorites.jsonl"

  var file: FavoritesFile
  var document: FavoritesDocument
  let opening: FavoritesOpening
  /// The document after the last acknowledged change, if any.
  var acknowledged: FavoritesDocument?
  /// The document after a change that was not acknowledged.
  var attempted: FavoritesDocument?
  private var random: SeededRandom
  private var step = 0

  init(
    _ disk: SimulatedDisk,
    createsDirectory: Bool = false,
    maxBytes: Int = FavoriteLimits.maxDocumentBytes,
    seed: UInt64 = 1
  ) throws {
    random = SeededRandom(seed)
    file = FavoritesFile(
      at: FavoritesEditor.path,
      createsDirectory: createsDirectory,
      maxBytes: maxBytes,
      files: disk
    )
    do {
      opening = try file.open(now: FavoritesEditor.moment(0))
    } catch {
      file.close()
      throw error
    }
    document = opening.document
  }

  static func moment(_ seconds: Int) -> Timestamp {
    Timestamp(microseconds: 1_800_000_000_000_000 + Int64(seconds) * 1_000_000)
  }

  /// Makes a change and saves it.
  mutating func change(
    _ body: (inout FavoritesDocument, inout SeededRandom, Timestamp) -> FavoritesChange?
  ) throws {
    step += 1
    guard let change = body(&document, &random, FavoritesEditor.moment(step)) else { return }
    attempted = document
    do {
      switch try file.append(
        change.text,
        lineCount: change.lines.count,
        newCount: change.newCount
      ) {
      case .saved: break
      case .externallyChanged:
        let merge = try file.mergeExternalChanges(document, now: FavoritesEditor.moment(step))
        document.merge(merge.lines)
      }
    } catch {
      document.revert(from: change.at)
      throw error
    }
    document.settle(upTo: change.at)
    acknowledged = document
    attempted = nil
  }

  /// Compacts the file.
  mutating func compact() throws {
    switch try file.compact(document) {
    case .saved: document.settle(upTo: document.newest)
    case .externallyChanged:
      let merge = try file.mergeExternalChanges(document, now: FavoritesEditor.moment(step))
      document.merge(merge.lines)
    }
  }

  mutating func add(_ number: Int) throws {
    try change { $0.add([FavoritesEditor.song(number)], now: $2, using: &$1).change }
  }

  mutating func note(_ number: Int, _ text: String) throws {
    try change { document, _, now in
      document.note(FavoritesEditor.key(number), text, now: now).change
    }
  }

  mutating func remove(_ number: Int) throws {
    try change { document, _, now in document.remove([FavoritesEditor.key(number)], now: now).change
    }
  }

  mutating func moveFirst(_ number: Int) throws {
    try change { document, _, now in
      document.move(FavoritesEditor.key(number), to: .first, now: now).change
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

/// The visible state of a document.
struct VisibleFavorites: Hashable {
  let favorites: [Favorite]
  /// The states after each undo.
  let past: [[String]]

  init(_ document: FavoritesDocument) {
    var document = document
    favorites = document.shown
    var past: [[String]] = []
    while !document.undo(now: FavoritesEditor.moment(99_999)).results.isEmpty {
      past.append(document.shown.map { "\($0.entity.displayName) \($0.note ?? "")" })
    }
    self.past = past
  }
}

extension FavoritesDocument {
  var names: [String] { shown.map(\.entity.displayName) }
}
