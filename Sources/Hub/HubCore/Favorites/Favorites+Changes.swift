import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Changes of the favourites.
extension Favorites {
  mutating func change(
    _ method: Method,
    _ parameters: CallParameters,
    _ turn: inout Turn
  ) throws(Failure) -> FavoritesStep {
    let now = turn.timestamp
    var done = Done()
    let change: FavoritesChange?
    switch method {
    case .favoritesRemove: (done.results, change) = remove(parameters.keys ?? [], now)
    case .favoritesMove: (done.results, change) = try move(parameters, now)
    case .favoritesNote: (done.results, change) = try note(parameters, now)
    case .favoritesUndo:
      let all: [FavoriteResult]?
      (all, change) = try undo(now)
      // An import may have more than one message can hold.
      done.results = all.map { Array($0.prefix(CallParameters.maxKeys)) }
      done.total = all?.count
    case .favoritesImport: (done.results, change) = importRows(parameters, now)
    default: throw Failure.unknownMethod(method)
    }
    return reply(done, afterSaving: change, &turn)
  }

  mutating func remove(_ keys: [String], _ now: Timestamp) -> Change {
    let outcome = document.remove(keys.compactMap { FavoriteKey($0) }, now: now)
    return (zip(keys, outcome.results).map { document.result($1, $0) }, outcome.change)
  }

  private mutating func move(_ parameters: CallParameters, _ now: Timestamp) throws(Failure)
    -> Change
  {
    let key = try FavoriteKey(checking: parameters.key)
    let position: FavoritePosition
    switch parameters.position {
    case .first: position = .first
    case .before: position = .before(try FavoriteKey(checking: parameters.target))
    case .after: position = .after(try FavoriteKey(checking: parameters.target))
    case .last: position = .last
    case nil: position = .number(parameters.index ?? .max)
    }
    let outcome = document.move(key, to: position, now: now)
    return (outcome.results.map { document.result($0, parameters.key) }, outcome.change)
  }

  private mutating func note(_ parameters: CallParameters, _ now: Timestamp) throws(Failure)
    -> Change
  {
    let key = try FavoriteKey(checking: parameters.key)
    let outcome = document.note(key, parameters.note, now: now)
    return (outcome.results.map { document.result($0, parameters.key) }, outcome.change)
  }

  private mutating func undo(_ now: Timestamp) throws(Failure) -> Change {
    let outcome = document.undo(now: now)
    guard let undone = outcome.results.first else {
      throw Failure(.notFound, "The favourites have no change to undo.")
    }
    let results = undone.steps.map { step in
      var result = document.result(of: step.fav, .undone, nil)
      result.undid = step.kind
      result.at = undone.at.description
      return result
    }
    return (results, outcome.change)
  }

  private mutating func importRows(_ parameters: CallParameters, _ now: Timestamp) -> Change {
    let rows = parameters.rows ?? []
    var items: [FavoritesImport.Item] = []
    var results: [FavoriteResult?] = []
    for row in rows {
      do throws(ImportError) {
        items.append(try FavoritesImport.Item(row.bytes[...]))
        results.append(nil)
      } catch {
        results.append(FavoriteResult(.refused, reason: "Not imported: \(error.reason)."))
      }
    }
    let outcome = document.importRows(
      items,
      by: FavoriteEvidence(EntityResolver()),
      batch: parameters.batch,
      now: now,
      using: &random
    )
    var outcomes = outcome.results.map { document.result($0, nil) }[...]
    return (results.compactMap { $0 ?? outcomes.popFirst() }, outcome.change)
  }

  typealias Change = (results: [FavoriteResult]?, change: FavoritesChange?)
}
