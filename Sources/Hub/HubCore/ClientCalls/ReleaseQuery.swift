import BusProtocol
import MusicModel

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
