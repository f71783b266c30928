import FavoritesModel
import MusicModel
import TestKit
import Testing

/// Favourites as a plain list: the reference model of the document.
private struct Model: Equatable {
  struct Row: Equatable {
    var name: String
    var note: String?
  }
  var rows: [Row] = []

  init() {}

  init(_ document: FavoritesDocument) {
    rows = document.shown.map { Row(name: $0.entity.displayName, note: $0.note) }
  }

  func index(of name: String) -> Int? { rows.firstIndex { $0.name == name } }
}

@Suite("Random changes")
struct RandomChangesTests {
  @Test(
    "a document behaves like a plain list, and its lines reproduce it",
    arguments: 0..<LongRun.pick(4, long: 40)
  )
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var document = FavoritesDocument()
    var model = Model()
    var past: [Model] = []
    var log: [FavoriteLine] = []
    for step in 0..<220 {
      let before = model
      let change = act(step, &document, &model, &past, &random)
      if let change {
        log += change.lines
        if Bool.random(using: &random) { document.settle(upTo: change.at) }
      }
      if past.count > FavoriteLimits.maxUndo { past.removeFirst() }
      #expect(Model(document) == model, "step \(step)")
      if change != nil, step % 7 == 0, let last = document.lastPending, last == change?.at {
        // The change does not reach the disk.
        document.revert(from: last)
        #expect(Model(document) == before, "step \(step), taken back")
        log.removeLast(change?.lines.count ?? 0)
        (model, past) = (before, Array(past.suffix(FavoriteLimits.maxUndo)))
        past = undoStates(document)
      }
      if step % 20 == 19 {
        let text = DocumentHeader.current.text + log.flatMap(\.text)
        document = try read(Bool.random(using: &random) ? text : document.compacted())
        #expect(Model(document) == model, "step \(step), read again")
        #expect(undoStates(document) == past)
      }
    }
    var shuffled = log
    shuffled.shuffle(using: &random)
    #expect(Model(FavoritesDocument(shuffled)) == model)
    #expect(Model(FavoritesDocument(log + log)) == model)
  }

  /// The list before each change that can be undone, the oldest first.
  private func undoStates(_ document: FavoritesDocument) -> [Model] {
    var document = document
    var states: [Model] = []
    while !document.undo(now: Samples.moment(10_000)).results.isEmpty {
      states.append(Model(document))
    }
    return states.reversed()
  }

  private func act(
    _ step: Int,
    _ document: inout FavoritesDocument,
    _ model: inout Model,
    _ past: inout [Model],
    _ random: inout SeededRandom
  ) -> FavoritesChange? {
    let now = Samples.moment(step)
    let name = "Song \(Int.random(in: 0..<25, using: &random))"
    let key = FavoriteKey("itunes:song:\(name.dropFirst(5))")!
    let before = model
    let change: FavoritesChange?
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      let entity = Samples.song(Int(name.dropFirst(5))!)
      change = document.add([entity], now: now, using: &random).change
      if model.index(of: name) == nil { model.rows.append(Model.Row(name: name)) }
    case 3:
      change = document.remove([key], now: now).change
      model.rows.removeAll { $0.name == name }
    case 4..<6:
      let note = ["a", "b", nil].randomElement(using: &random)!
      change = document.note(key, note, now: now).change
      if let position = model.index(of: name) { model.rows[position].note = note }
    case 6..<9: change = move(key, name, now, &document, &model, &random)
    default:
      let outcome = document.undo(now: now)
      #expect(outcome.results.isEmpty == past.isEmpty)
      if let last = past.popLast() { model = last }
      return outcome.change
    }
    #expect((change == nil) == (model == before))
    if change != nil { past.append(before) }
    return change
  }

  private func move(
    _ key: FavoriteKey,
    _ name: String,
    _ now: Timestamp,
    _ document: inout FavoritesDocument,
    _ model: inout Model,
    _ random: inout SeededRandom
  ) -> FavoritesChange? {
    let target = Int.random(in: 0..<25, using: &random)
    let other = FavoriteKey("itunes:song:\(target)")!
    let positions: [FavoritePosition] = [
      .first, .last, .before(other), .after(other), .number(target),
    ]
    let position = positions.randomElement(using: &random)!
    let change = document.move(key, to: position, now: now).change
    let usesTarget = position == .before(other) || position == .after(other)
    guard let old = model.index(of: name), name != "Song \(target)" || !usesTarget else {
      return change
    }
    var rows = model.rows
    let row = rows.remove(at: old)
    let index = rows.firstIndex { $0.name == "Song \(target)" }
    switch position {
    case .first: rows.insert(row, at: 0)
    case .last: rows.append(row)
    case .number(let number): rows.insert(row, at: min(max(number, 1), rows.count + 1) - 1)
    case .before: if let index { rows.insert(row, at: index) } else { rows = model.rows }
    case .after: if let index { rows.insert(row, at: index + 1) } else { rows = model.rows }
    }
    model.rows = rows
    return change
  }
}
