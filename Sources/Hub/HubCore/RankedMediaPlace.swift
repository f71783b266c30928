import BusProtocol
import EntityResolution
import MusicModel

/// A place of a picture or sound, and how well it fits what is wanted; smaller is better.
struct RankedMediaPlace: Comparable {
  let place: MediaLocation
  private let role: Int
  private let misfit: Int

  /// Edges that pictures have, in pixels; whatever a source says beyond them is no edge.
  private static let edges = 0...100_000

  init(provider: ProviderID, artwork: Artwork, size: Int?) {
    place = MediaLocation(provider: provider, url: artwork.url)
    role = artwork.role == .cover || artwork.role == .portrait ? 0 : 1
    let width = (artwork.width ?? 0).clamped(to: RankedMediaPlace.edges)
    let wanted = size?.clamped(to: RankedMediaPlace.edges)
    // Too small is worse than too large; where no size is wanted, larger is better.
    misfit = wanted.map { width >= $0 ? width - $0 : ($0 - width) * 4 } ?? -width
  }

  init(provider: ProviderID, preview url: String) {
    place = MediaLocation(provider: provider, url: url)
    (role, misfit) = (0, 0)
  }

  static func < (left: RankedMediaPlace, right: RankedMediaPlace) -> Bool {
    (left.role, left.misfit, left.place.provider, left.place.url)
      < (right.role, right.misfit, right.place.provider, right.place.url)
  }
}

extension SourceRecord {
  func mediaPlaces(for rule: MethodSpec, size: Int?) -> [RankedMediaPlace] {
    if rule.result == .preview {
      guard case .song(let song) = entity, let url = song.previewURL else { return [] }
      return [RankedMediaPlace(provider: provider, preview: url)]
    }
    return entity.artwork.map {
      RankedMediaPlace(provider: provider, artwork: $0, size: size)
    }
  }
}
