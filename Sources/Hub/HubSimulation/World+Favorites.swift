import BusProtocol
import FavoritesModel
import HubCore

/// The document of the favourites, beside the hub.
extension World {
  /// It is opened, sooner or later, or it cannot be.
  mutating func openFavorites() {
    let delayMs = isCalm ? 0 : disk.writeMs
    let document = favorites.document(at: World.wallMs + now)
    guard let document, isCalm || !disk.fails else {
      let event = FavoritesEvent.notOpened(problem: "The favourites cannot be read.")
      return post(news: .favorites(event), at: now + delayMs)
    }
    post(news: .favorites(.opened(document, notes: [])), at: now + delayMs)
  }

  mutating func perform(_ order: FavoritesAction) {
    switch order {
    case .open: openFavorites()
    case .keep(let change): if favorites.take(change) { writeFavorites() }
    case .look: post(news: .favorites(.inStep), at: now + (isCalm ? 0 : disk.writeMs))
    case .check, .compact: break
    }
  }

  private mutating func writeFavorites() {
    post(.favoritesWritten(life: life), at: now + (isCalm ? 0 : disk.writeMs))
  }

  /// The disk has done what it could.
  mutating func favoritesWritten() {
    guard let (event, lines) = favorites.ends(failing: !isCalm && disk.fails) else { return }
    judge.findsOnDisk(lines)
    tell(.favorites(event))
    if favorites.beginsToWrite() { writeFavorites() }
  }

  mutating func killFavorites() {
    var dice = ScheduleRandom(seed: script.seed, "killed \(life)")
    judge.findsOnDisk(favorites.isKilled(withAll: dice.chance(50)))
  }

  /// When nothing is on its way, the hub shows what is on the disk.
  mutating func compareFavorites() {
    guard areFavoritesOpen, let kept = favorites.document(at: World.wallMs + now) else { return }
    judge.expects(hub.favoritesDocument, toBe: kept)
  }
}
