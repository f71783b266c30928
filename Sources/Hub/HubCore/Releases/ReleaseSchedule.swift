import BusProtocol
import MusicModel

/// Decides which favourite artist is checked next, so that each is checked about once a day.
///
/// It is pure: it knows the times of earlier checks, which are stored, and no clock.
package struct ReleaseSchedule: Hashable, Sendable {
  /// The time between two checks of an artist, in milliseconds.
  package static let intervalMs = 22 * 3_600_000
  /// The minimum time between two checks, in milliseconds: two a minute leave most of each budget.
  package static let minPauseMs = 30_000
  /// The time until an artist whose check failed is checked again; it doubles with each failure.
  package static let retryMs = 15 * 60_000
  /// The maximum of that time, in milliseconds.
  package static let maxRetryMs = 12 * 3_600_000

  /// The time of the last check of any artist, in milliseconds since 1970.
  private var lastMs: Int?

  package init(lastMs: Int? = nil) { self.lastMs = lastMs }

  /// The time from which an artist should be checked; `nil` for an artist that never was.
  package static func dueMs(of history: ReleaseHistory) -> Int? {
    guard let triedMs = history.triedMs else { return nil }
    guard history.failures > 0 else { return triedMs + intervalMs }
    let factor = 1 << min(history.failures - 1, 10)
    return triedMs + min(retryMs * factor, maxRetryMs)
  }

  /// Whether the pause after the last check has passed. A clock that was set back does not stop checks.
  package func mayCheck(at unixMs: Int) -> Bool {
    guard let lastMs else { return true }
    return unixMs - lastMs >= ReleaseSchedule.minPauseMs || unixMs < lastMs
  }

  /// The artists that are due, the least recently checked first.
  package func due(_ histories: some Sequence<ReleaseHistory>, at unixMs: Int) -> [ReleaseHistory] {
    guard mayCheck(at: unixMs) else { return [] }
    return histories.filter { history in
      guard let dueMs = ReleaseSchedule.dueMs(of: history) else { return true }
      let isInFuture = (history.triedMs ?? 0) > unixMs
      return dueMs <= unixMs || isInFuture
    }
    .sorted {
      ($0.checkedMs ?? 0, $0.triedMs ?? 0, $0.artist) < (
        $1.checkedMs ?? 0, $1.triedMs ?? 0, $1.artist
      )
    }
  }

  /// Records that a check began.
  package mutating func begin(_ history: inout ReleaseHistory, at unixMs: Int) {
    lastMs = unixMs
    history.triedMs = unixMs
    // It counts as failed until its reply arrives.
    history.failures += 1
  }

  /// Records that the check of an artist had a reply.
  package static func succeeded(_ history: inout ReleaseHistory, at unixMs: Int) {
    history.checkedMs = unixMs
    history.failures = 0
  }
}

/// The provider call that checks an artist for new albums.
package enum ReleaseCheck {
  /// The time limit of a check, in milliseconds.
  package static let timeoutMs = 30_000
}

/// The query that checks an artist for new albums.
struct ReleaseQuery: Sendable {
  let query: ProviderQuery

  /// Selects one of the providers that know the artist; `nil` if none does.
  ///
  /// It is another one each day, and after each failure.
  init?(
    _ artist: Artist,
    _ history: ReleaseHistory,
    _ providers: [ProviderID],
    _ world: ClientCall.World
  ) {
    let (directory, index, settings) = (world.directory, world.index, world.settings)
    guard let unixMs = world.unixMs else { return nil }
    let known = index.entity(artist.id)?.ids ?? []
    let ids = artist.ids + known.filter { !artist.ids.contains($0) }
    let choices = providers.compactMap { provider -> (ProviderID, EntityID)? in
      guard let descriptor = directory.session(of: provider),
        directory.serves(provider, .artistAlbums),
        let native = ids.first(where: { descriptor.understands($0, as: .artist) })
      else { return nil }
      return (provider, native)
    }
    guard !choices.isEmpty else { return nil }
    let turn = unixMs / 86_400_000 + history.failures
    let next = choices[turn % choices.count]
    // One that fails is not preferred again.
    let unseen = choices.first { !history.providers.contains($0.0) }
    let (provider, native) = history.failures == 0 ? unseen ?? next : next
    var parameters = CallParameters()
    parameters.id = native
    parameters.ids = ids
    query = ProviderQuery(
      provider: provider,
      method: .artistAlbums,
      parameters: parameters.query(of: .artistAlbums, limit: settings.maxPageLength, settings)
    )
  }
}
