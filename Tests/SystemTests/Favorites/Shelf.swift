import BusProtocol
import MusicModel

/// The favourites of one client of the crash harness, as they must be after what was acknowledged:
/// nobody else touches them, so their order among each other is known.
struct Shelf: Hashable, Sendable {
  static let size = 12

  let owner: Int
  var order: [Int] = []
  var notes: [Int: String] = [:]

  enum Deed: Hashable, Sendable {
    case add(Int)
    case remove([Int])
    case move(Int, CallParameters.FavoritePosition, Int?)
    case note(Int, String?)
    /// It changes nothing that can be seen.
    case compact
  }

  init(owner: Int) { self.owner = owner }

  /// What is to be done next, by chance.
  func nextDeed(_ random: inout some RandomNumberGenerator) -> Deed {
    let any = Int.random(in: 0..<Shelf.size, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .compact
    case 1..<8: return .add(any)
    case 8..<12: return .remove([any, (any + 5) % Shelf.size])
    case 12..<15: return .note(any, any.isMultiple(of: 3) ? nil : "note \(random.next() % 1000)")
    default:
      let other = Int.random(in: 0..<Shelf.size, using: &random)
      let place = CallParameters.FavoritePosition.allCases.randomElement(using: &random) ?? .first
      return .move(any, place, [.before, .after].contains(place) ? other : nil)
    }
  }

  /// Does what the hub must have done with it.
  mutating func apply(_ deed: Deed) {
    switch deed {
    case .compact: break
    case .add(let number): if !order.contains(number) { order.append(number) }
    case .remove(let numbers):
      order.removeAll { numbers.contains($0) }
      for number in numbers { notes[number] = nil }
    case .note(let number, let text): if order.contains(number) { notes[number] = text }
    case .move(let number, let place, let target):
      guard order.contains(number), target != number, target.map(order.contains) != false else {
        return
      }
      order.removeAll { $0 == number }
      let position =
        switch place {
        case .first: 0
        case .last: order.count
        case .before: target.flatMap(order.firstIndex) ?? 0
        case .after: (target.flatMap(order.firstIndex) ?? -1) + 1
        }
      order.insert(number, at: position)
    }
  }

  func after(_ deed: Deed?) -> Shelf {
    var shelf = self
    if let deed { shelf.apply(deed) }
    return shelf
  }

  func id(_ number: Int) -> String { "load:artist:\(owner)-\(number)" }

  /// The call that does it.
  func call(_ deed: Deed) -> (method: BusProtocol.Method, parameters: CallParameters) {
    var parameters = CallParameters()
    switch deed {
    case .compact: return (.compactFavorites, parameters)
    case .add(let number):
      let name = "Artist \(number) of \(owner)"
      parameters.rows = [["kind": "artist", "id": .string(id(number)), "name": .string(name)]]
      return (.importFavorites, parameters)
    case .remove(let numbers):
      parameters.keys = numbers.map(id)
      return (.removeFavorites, parameters)
    case .note(let number, let text):
      (parameters.key, parameters.note) = (id(number), text)
      return (.noteFavorite, parameters)
    case .move(let number, let place, let target):
      (parameters.key, parameters.position) = (id(number), place)
      parameters.target = target.map(id)
      return (.moveFavorite, parameters)
    }
  }

  /// What is there of an owner's, of all that the hub lists.
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
