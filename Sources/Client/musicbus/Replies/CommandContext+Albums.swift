import BusProtocol
import ClientKit
import MusicModel

extension CommandContext {
  /// The number of albums of artists in a list, as far as the hub knows it: no source is asked for what nobody
  /// asked for.
  func albumCounts(of entities: [Entity]) -> [EntityID: Int] {
    guard settings.showsAlbumCounts, deadlines.allowCall else { return [:] }
    let artists = entities.filter { $0.kind == .artist }.prefix(10).map(\.id)
    let calls = artists.map { id in
      Call.albums(ofArtist: id).with { parameters in
        (parameters.limit, parameters.offset) = (1, 0)
        parameters.cache = .only
      }
    }
    guard !calls.isEmpty, let results = try? call(all: calls) else { return [:] }
    var counts: [EntityID: Int] = [:]
    for (artist, result) in zip(artists, results) {
      guard case .success(let reply) = result else { continue }
      // Without all sources, no albums may only mean that one is missing.
      let total = reply.done.total ?? 0
      if total > 0 || !reply.isPartial { counts[artist] = total }
    }
    return counts
  }
}

extension CommandContext.Settings {
  /// Whether the output has the number of albums. With `--plain`, columns never change.
  fileprivate var showsAlbumCounts: Bool {
    if let template { return template.contains(AlbumCounts.member) }
    return !plain && (members.isEmpty || members.contains(AlbumCounts.member))
  }
}
