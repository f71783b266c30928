/// AppleStore: what the iTunes Search API and the Apple feeds have in common, as both show the
/// same shop: titles with the kind of release behind them, addresses of pictures in any size, bar
/// codes in file names, numbers in links.

package import MusicModel
internal import ProviderKit

/// A title as the shop writes it: with ` - EP` or ` - Single` behind it where it is one.
package struct StoreTitle: Hashable, Sendable {
  /// Without the ending.
  package let title: String
  /// What the ending says; everything else is an album in this shop.
  package let albumKind: AlbumKind

  private static let endings: [(String, AlbumKind)] = [(" - EP", .ep), (" - Single", .single)]

  package init(_ text: String) {
    let text = text.withoutEntities.trimmed
    for (ending, kind) in StoreTitle.endings where text.hasSuffix(ending) {
      title = text.dropLast(ending.count).trimmed
      albumKind = kind
      return
    }
    title = text
    albumKind = .album
  }
}

/// What the shop puts in the place of an artist where there are many.
package enum VariousArtists {
  private static let numbers: Set<Int> = [4_035_426, 36270, 80_204_262, 1_460_483_939]

  /// Whether the artist of an album stands for a compilation.
  package static func includes(number: Int?, name: String?) -> Bool {
    number.map { numbers.contains($0) } ?? false || name == "Various Artists"
  }
}
