import BusProtocol
import EntityResolution
import MusicModel

/// The location of a file, and how well it fits the request; smaller is better.
struct RankedMediaLocation: Comparable {
  let location: MediaLocation
  private let role: Int
  private let misfit: Int

  /// Plausible edges of pictures, in pixels.
  private static let edges = 0...100_000

  init(provider: ProviderID, artwork: Artwork, size: Int?) {
    location = MediaLocation(provider: provider, url: artwork.url)
    role = artwork.role == .cover || artwork.role == .portrait ? 0 : 1
    let width = (artwork.width ?? 0).clamped(to: RankedMediaLocation.edges)
    let wanted = size?.clamped(to: RankedMediaLocation.edges)
    // Too small is worse than too large; without a requested size, larger is better.
    misfit = wanted.map { width >= $0 ? width - $0 : ($0 - width) * 4 } ?? -width
  }

  init(provider: ProviderID, preview url: String, of id: EntityID) {
    location = MediaLocation(provider: provider, url: url, id: id)
    // A source without URLs has the whole song, and needs no network.
    let host = url.split(separator: "/", maxSplits: 2).dropFirst().first
    (role, misfit) = (host?.hasSuffix(".invalid") == true ? -1 : 0, 0)
  }

  static func < (left: RankedMediaLocation, right: RankedMediaLocation) -> Bool {
    (left.role, left.misfit, left.location.provider, left.location.url)
      < (right.role, right.misfit, right.location.provider, right.location.url)
  }
}

extension SourceRecord {
  func mediaLocations(for rule: MethodSpec, size: Int?) -> [RankedMediaLocation] {
    if rule.result == .preview {
      guard case .song(let song) = entity, let url = song.previewURL else { return [] }
      return [RankedMediaLocation(provider: provider, preview: url, of: song.id)]
    }
    return entity.artwork.map {
      RankedMediaLocation(provider: provider, artwork: $0, size: size)
    }
  }
}
