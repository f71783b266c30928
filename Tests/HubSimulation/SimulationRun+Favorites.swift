import BusProtocol
import FavoritesModel
import HubCore

/// The document of the favourites, beside the hub.
extension SimulationRun {
  /// It is opened, sooner or later, or it cannot be.
  mutating func openFavorites() {
    let delayMs = isCalm ? 0 : disk.writeMs
    let document = favorites.document(at: SimulationRun.wallMs + now)
    guard let document, isCalm || !disk.fails else {
      let event = FavoritesEvent.notOpened(problem: "The favourites cannot be read.")
      return post(.news(.favorites(event), life: life), at: now + delayMs)
    }
    post(.news(.favorites(.opened(document, notes: [])), life: life), at: now + delayMs)
  }

  mutating func perform(_ order: FavoritesAction) {
    let fails = !isCalm && disk.fails
    let wallMs = SimulationRun.wallMs + now
    let event: FavoritesEvent
    switch order {
    case .open: return openFavorites()
    case .save(let change):
      if favorites.take(change) { writeFavorites() }
      return
    case .checkForExternalChange:
      event = favorites.isChanged() ? .externallyChanged : .unchanged
    case .merge: event = .merged([], notes: [])
    case .check: event = favorites.check(at: wallMs, failing: fails)
    case .compact: event = .compactionWanted
    // This disk has all changes, and does not need the hub's state.
    case .replace: event = favorites.compact(at: wallMs, failing: fails)
    }
    post(.news(.favorites(event), life: life), at: now + (isCalm ? 0 : disk.writeMs))
  }

  private mutating func writeFavorites() {
    post(.favoritesWritten(life: life), at: now + (isCalm ? 0 : disk.writeMs))
  }

  /// Completes a write of favourites.
  mutating func favoritesWritten() {
    guard let (event, lines) = favorites.endWrite(failing: !isCalm && disk.fails) else { return }
    checker.recordSaved(lines)
    if case .failed = event {
      // The hub gets to know of a failure a little later, and may have made further changes.
      post(.news(.favorites(event), life: life), at: now + 1)
    } else {
      deliver(.favorites(event))
    }
    if favorites.beginWrite() { writeFavorites() }
  }

  mutating func killFavoritesWriter() {
    var random = ScheduleRandom(seed: script.seed, "killed \(life)")
    checker.recordSaved(favorites.killWriter(withAll: random.chance(50)))
  }

  /// Checks that the hub shows the stored favourites if no write is pending.
  mutating func compareFavorites() {
    guard areFavoritesOpen, let stored = favorites.document(at: SimulationRun.wallMs + now) else {
      return
    }
    checker.expects(hub.favoritesDocument, toBe: stored)
  }
}
