package import MusicModel
internal import ProviderKit

/// The address of a picture in the shop: the size is a part of it (`…/100x100bb.jpg`), and the
/// server makes any other that is asked for, though never a larger one than the original.
package struct StoreArtwork: Hashable, Sendable {
  private let url: String
  /// What stands before and after the size, where the address has one.
  private let around: (before: String, after: String)?

  /// The sizes that are told of each picture, the largest first.
  private static let sizes = [1200, 600, 100]
  /// The server makes nothing beyond these.
  private static let sizesPossible = 16...3000

  package init(_ url: String) {
    let address = WebAddress(url)?.secured(below: "mzstatic.com").secured(below: "apple.com")
    self.url = address?.description ?? url
    around = StoreArtwork.split(self.url)
  }

  /// The address of the picture in this size, or as it is where it names none.
  package func url(_ size: Int?) -> String {
    guard let size, let around else { return url }
    let possible = min(
      max(size, StoreArtwork.sizesPossible.lowerBound),
      StoreArtwork.sizesPossible.upperBound
    )
    return "\(around.before)\(possible)x\(possible)\(around.after)"
  }

  /// The picture in the usual sizes.
  package var artwork: [Artwork] {
    guard around != nil else { return [Artwork(url: url, role: .cover)] }
    return StoreArtwork.sizes.map {
      Artwork(url: url($0), width: $0, height: $0, role: .cover)
    }
  }

  /// Finds `100x100` at the beginning of the last part of the path, or behind a dot in it.
  private static func split(_ url: String) -> (before: String, after: String)? {
    guard let slash = url.lastIndex(of: "/") else { return nil }
    var start = url.index(after: slash)
    while true {
      let rest = url[start...]
      let width = rest.prefix { $0.isASCII && $0.isNumber }
      let behind = rest.dropFirst(width.count)
      let height = behind.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !width.isEmpty, behind.first == "x", !height.isEmpty {
        return (String(url[..<start]), String(behind.dropFirst(1 + height.count)))
      }
      guard let dot = rest.firstIndex(of: ".") else { return nil }
      start = url.index(after: dot)
    }
  }

  package static func == (left: StoreArtwork, right: StoreArtwork) -> Bool {
    left.url == right.url
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(url) }
}
