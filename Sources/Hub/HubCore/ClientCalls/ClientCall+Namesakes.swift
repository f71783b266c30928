import BusProtocol
import EntityResolution
import MusicModel

/// The lookups of artists whose name several in a list have.
struct NamesakeLookups: Sendable {
  /// The lookups in flight.
  var pending: [(id: WaiterID, provider: ProviderID)] = []
  /// What the source that links other sources says of the artists.
  var records: [SourceRecord] = []

  var isAwaited: Bool { !pending.isEmpty }
}

/// Namesakes: a name alone links nobody if several artists have it. MusicBrainz links the pages of an artist at other sources,
/// so the first ones of such a name are looked up there before the list is complete.
extension ClientCall {
  /// Whether it is a search for artists that may look up those of one name.
  func mayHaveNamesakes(at now: Instant) -> Bool {
    request.method == .artistsSearch && request.offset == 0 && gathering.namesakes == nil
      && parameters.cache != .only && now < deadlines.softDeadline
  }

  /// The maximum number of artists that are looked up for a list.
  private static let maxLookups = 2
  /// Only artists among this many first rows are looked up.
  private static let maxRows = 10

  /// Looks up artists whose name several of its entities have, if budgets allow it.
  ///
  /// - Returns: whether replies are awaited.
  mutating func lookUpNamesakes(among list: [Entity], _ world: World) -> Bool {
    guard mayHaveNamesakes(at: world.now) else { return false }
    gathering.namesakes = NamesakeLookups()
    let rows = list.prefix(ClientCall.maxRows).map { (FoldedName($0.displayName), $0) }
    let unclear = rows.filter { name, artist in
      artist.id.namespace == EntityID.namespaceOrder[0] && rows.count { $0.0 == name } > 1
    }
    for (_, artist) in unclear.prefix(ClientCall.maxLookups) {
      // The source whose id it is.
      let provider = gathering.sortedBranches.first { provider, branch in
        branch.items.records.contains { $0.entity.id == artist.id }
          && world.directory.session(of: provider)?.understands(artist.id, as: .artist) == true
          && world.directory.serves(provider, .artistGet)
          && world.lanes.allowsExtra(provider, .artistGet, world.now)
      }?.provider
      guard let provider else { continue }
      var parameters = CallParameters()
      parameters.id = artist.id
      parameters.ids = artist.ids
      let query = ProviderQuery(
        provider: provider,
        method: .artistGet,
        parameters: parameters.query(of: .artistGet, limit: 1, world.settings)
      )
      let waiter = ask(query, for: .namesake, until: deadlines.deadline)
      gathering.namesakes?.pending.append((waiter, provider))
    }
    return gathering.namesakes?.isAwaited == true
  }

  /// Takes the reply to a lookup.
  mutating func namesakeFound(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    _ waiter: WaiterID,
    _ world: World
  ) {
    gathering.namesakes?.pending.removeAll { $0.id == waiter }
    switch result {
    case .replied:
      gathering.namesakes?.records += reply.records.map { $0.fetched(at: unixMs) }
    case .cached(let cached): gathering.namesakes?.records += cached.records
    case .rejected, .failed, .notSent, .malformed: break
    }
    isPageOutdated = true
  }
}
