import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// A change of the favourites during which the connection to the hub was lost; it may have been made.
extension CommandContext {
  /// Reads the favourites again, and reports whether the change was made.
  func reportDoubt(about change: Call<[FavoriteResult]>) throws -> ExitStatus {
    let isMade: Bool?
    do {
      isMade = try favoritesShow(change)
    } catch {
      // No hub is running any more, or this one cannot read them either.
      isMade = nil
      terminal.note(StyledText("musicbus: \((error as? ClientError)?.message ?? "\(error)")"))
    }
    switch isMade {
    case true?:
      terminal.note("Lost the connection to the hub. The change was made.")
      return .ok
    case false?:
      throw CommandFailure(
        "Lost the connection to the hub. Nothing was changed.",
        "Try again.",
        status: .noHub
      )
    case nil:
      throw CommandFailure(
        "Lost the connection to the hub. The change may have been made.",
        "Check: musicbus favorites",
        status: .noHub
      )
    }
  }

  /// Whether the favourites contain the change; `nil` if they cannot show that.
  private func favoritesShow(_ change: Call<[FavoriteResult]>) throws -> Bool? {
    try client().reconnect()
    let parameters = change.parameters
    switch change.method {
    case .favoritesAdd: return try parameters.id.map { try favorite("\($0)") != nil }
    case .favoritesRemove:
      guard let keys = parameters.keys else { return nil }
      let remaining = try keys.count { try favorite($0) != nil }
      if remaining == 0 { return true }
      return remaining == keys.count ? false : nil
    case .favoritesNote:
      guard let found = try parameters.key.flatMap({ try favorite($0) }) else { return false }
      return found.favored?.note == parameters.note
    case .favoritesMove: return try isMoved(parameters)
    default: return nil
    }
  }

  /// Whether a favourite is where it was to be moved.
  private func isMoved(_ move: CallParameters) throws -> Bool? {
    var order: [String] = []
    _ = try favorites(.favorites, all: true) { page in
      order += page.compactMap { $0.favored?.fav }
    } restart: {
      order = []
    }
    func index(of key: String?) throws -> Int? {
      guard let key, let fav = try favorite(key)?.favored?.fav else { return nil }
      return order.firstIndex(of: fav)
    }
    guard let now = try index(of: move.key) else { return false }
    let target = try index(of: move.target)
    switch move.position {
    case .first?: return now == 0
    case .last?: return now == order.count - 1
    case .before?: return target.map { now + 1 == $0 }
    case .after?: return target.map { now == $0 + 1 }
    case nil: return move.index.map { now == min($0, order.count) - 1 }
    }
  }

  /// A favourite by its id or key; `nil` if there is none.
  func favorite(_ key: String) throws -> Entity? {
    do {
      return try call(.favorite(key)).items.first
    } catch ClientError.failed(let failure) where failure.code == .notFound {
      return nil
    }
  }
}
