import BusProtocol
import MusicModel

/// Albums of stub providers. Those of one number are equal except for their ids, so that all of
/// them merge.
enum ModelAlbums {
  static func list(_ count: Int, of provider: String) -> [Entity] {
    (0..<count).compactMap { album($0, of: provider) }.map { .album($0) }
  }

  private static func album(_ number: Int, of provider: String) -> Album? {
    guard let id = EntityID(namespace: provider, type: "album", value: "\(100_000 + number)") else {
      return nil
    }
    var album = Album(
      id: id,
      title: title(number),
      artist: ArtistReference(name: "The Measured Quartet")
    )
    album.releaseDate = PartialDate(year: 1960 + number % 60)
    album.genres = ["Rock"]
    album.trackCount = 8 + number % 7
    album.copyright = "℗ \(1960 + number % 60) Measured Records Limited"
    album.price = 9.99
    album.currency = "USD"
    album.links = [provider: "https://music.example.org/\(provider)/album/\(100_000 + number)"]
    return album
  }

  /// Two words that no other number below 400 gives.
  private static func title(_ number: Int) -> String {
    let first = [
      "Amber", "Broken", "Copper", "Distant", "Electric", "Frozen", "Golden", "Hollow", "Ivory",
      "Jagged", "Kindred", "Lonely", "Midnight", "Northern", "Open", "Paper", "Quiet", "Restless",
      "Silver", "Tender",
    ]
    let second = [
      "Avenue", "Bridges", "Canyon", "Daughters", "Engines", "Fields", "Gardens", "Harbour",
      "Islands", "Journeys", "Kingdom", "Lanterns", "Mirrors", "Numbers", "Orchards", "Parade",
      "Roads", "Rivers", "Shadows", "Towers",
    ]
    return "\(first[number % 20]) \(second[(number / 20 + number * 7) % 20])"
  }
}
