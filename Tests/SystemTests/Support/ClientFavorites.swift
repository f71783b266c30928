import BusProtocol
import ClientKit
import MusicModel

/// The expected favourites of one client of the crash tests. Clients do not change favourites of
/// others, so that the order of a client's favourites is known.
struct ClientFavorites: Hashable, Sendable {
  static let size = 12

  let owner: Int
  var order: [Int] = []
  var notes: [Int: String] = [:]

  enum Change: Hashable, Sendable {
    case add(Int)
    case remove([Int])
    case move(Int, CallParameters.FavoritePosition, Int?)
    case note(Int, String?)
    /// No visible change.
    case compact
  }

  init(owner: Int) { self.owner = owner }

  /// A random change.
  func randomChange(_ random: inout some RandomNumberGenerator) -> Change {
    let any = Int.random(in: 0..<ClientFavorites.size, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .compact
    case 1..<8: return .add(any)
    case 8..<12: return .remove([any, (any + 5) % ClientFavorites.size])
    case 12..<15: return .note(any, any.isMultiple(of: 3) ? nil : "note \(random.next() % 1000)")
    default:
      let other = Int.random(in: 0..<ClientFavorites.size, using: &random)
      let position =
        CallParameters.FavoritePosition.allCases.randomElement(using: &random) ?? .first
      return .move(any, position, [.before, .after].contains(position) ? other : nil)
    }
  }

  /// Applies a change as the hub must do.
  mutating func apply(_ change: Change) {
    switch change {
    case .compact: break
    case .add(let number): if !order.contains(number) { order.append(number) }
    case .remove(let numbers):
      order.removeAll { numbers.contains($0) }
      for number in numbers { notes[number] = nil }
    case .note(let number, let text): if order.contains(number) { notes[number] = text }
    case .move(let number, let position, let target):
      guard order.contains(number), target != number, target.map(order.contains) != false else {
        return
      }
      order.removeAll { $0 == number }
      let index =
        switch position {
        case .first: 0
        case .last: order.count
        case .before: target.flatMap(order.firstIndex) ?? 0
        case .after: (target.flatMap(order.firstIndex) ?? -1) + 1
        }
      order.insert(number, at: index)
    }
  }

  func after(_ change: Change?) -> ClientFavorites {
    var favorites = self
    if let change { favorites.apply(change) }
    return favorites
  }

  func id(_ number: Int) -> String { "load:artist:\(owner)-\(number)" }

  /// The call that makes the change.
  func call(_ change: Change) -> Call<Reply> {
    switch change {
    case .compact: return .favoritesCompact
    case .add(let number):
      let name = "Artist \(number) of \(owner)"
      let row: JSONValue = ["kind": "artist", "id": .string(id(number)), "name": .string(name)]
      return Call.favoritesImport([EncodedJSON(row)]).whole
    case .remove(let numbers): return Call.favoritesRemove(numbers.map(id)).whole
    case .note(let number, let text): return Call.favoritesNote(id(number), text).whole
    case .move(let number, let position, let target):
      return Call.favoritesMove(id(number), to: position, target.map(id)).whole
    }
  }

  /// The favourites of one owner among all that the hub lists.
  init(owner: Int, in favorites: [Entity]) {
    self.owner = owner
    for entity in favorites {
      let numbers = entity.id.value.split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 2, numbers[0] == owner else { continue }
      order.append(numbers[1])
      notes[numbers[1]] = entity.base.extra["note"]?.text
    }
  }
}
