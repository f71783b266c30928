/// The store's advisory about the words of a song or album.
enum Advisory: String, Sendable {
  case explicit, cleaned, notExplicit
}

/// An artist that Apple's store has.
struct StoreArtist: Hashable, Sendable {
  let id: Int
  let amg: Int?
  let name: String
  let genre: Genre
  let search: SearchText
  let aliases: [SearchText]

  /// The store has many numbers for this one and no page for it.
  var isVariousArtists: Bool { name == "Various Artists" }
}

/// An album as Apple's store lists it: an explicit and a cleaned one are two.
struct StoreAlbum: Hashable, Sendable {
  let id: Int
  /// The other songs' numbers follow it.
  let firstSongID: Int
  let artist: StoreArtist
  let album: Album
  /// With the store's suffix ` - EP` or ` - Single`, which is all that it says of the kind.
  let name: String
  let advisory: Advisory
  let upc: String
  let genre: Genre
  let search: SearchText

  init(_ album: Album, by artist: StoreArtist, _ advisory: Advisory) {
    // The artist's number is in the key because two artists may share a name, and the store's date
    // because an album may be there twice.
    let date = album.date.text + (album.storeDate == album.date ? "" : "/" + album.storeDate.text)
    let key = "\(artist.id)/\(artist.name)/\(album.title)/\(date)"
    // A cleaned one differs in number but shares the bar code.
    let words = advisory == .cleaned ? "/cleaned" : ""
    let real = advisory == .cleaned ? nil : album.storeID
    id = real ?? 200_000_000 + 64 * stableNumber(key + words, below: 20_000_000)
    firstSongID = album.firstStoreSongID ?? id + 1
    upc = Self.barCode(key)
    self.artist = artist
    self.album = album
    self.advisory = advisory
    name =
      switch album.kind {
      case .ep: album.title + " - EP"
      case .single: album.title + " - Single"
      default: album.title
      }
    genre = album.genre ?? artist.genre
    search = SearchText(name)
  }

  /// Twelve digits of which the last checks the others.
  private static func barCode(_ key: String) -> String {
    let number = 60_000_000_000 + stableNumber("upc/" + key, below: 39_999_999_999)
    let digits = String(number).compactMap(\.wholeNumberValue)
    let weighted = digits.enumerated().map { $0.offset % 2 == 0 ? $0.element * 3 : $0.element }
    return String(number) + String((10 - weighted.reduce(0, +) % 10) % 10)
  }
}

/// A song as Apple's store lists it: a song on three albums is three.
struct StoreSong: Hashable, Sendable {
  let id: Int
  let track: Track
  /// From 1, through all discs.
  let position: Int
  let album: StoreAlbum
  let artist: StoreArtist
  let search: SearchText

  init(_ track: Track, at position: Int, on album: StoreAlbum, by artist: StoreArtist) {
    id = album.firstSongID + position - 1
    self.track = track
    self.position = position
    self.album = album
    self.artist = artist
    search = SearchText(track.title)
  }

  var disc: Int { album.album.place(of: position).disc }

  var numberOnDisc: Int { album.album.place(of: position).number }

  var countOnDisc: Int {
    guard let second = album.album.secondDisc else { return album.album.tracks.count }
    return disc == 2 ? album.album.tracks.count - second : second
  }
}

/// One of Apple's national stores.
struct Storefront: Hashable, Sendable {
  /// Two letters, lower case, as in paths.
  let code: String
  /// Three letters, as in the responses of the search API.
  let iso3: String
  let currency: String

  static let us = Storefront(code: "us", iso3: "USA", currency: "USD")

  /// The store with that two-letter code in any case; nil where Apple has none (in this sample).
  static func named(_ code: String) -> Storefront? { all[code.lowercased()] }

  private static let all: [String: Storefront] = {
    let table = [
      "us USA USD", "gb GBR GBP", "de DEU EUR", "fr FRA EUR", "es ESP EUR", "it ITA EUR",
      "nl NLD EUR", "at AUT EUR", "ie IRL EUR", "fi FIN EUR", "pt PRT EUR", "be BEL EUR",
      "ch CHE CHF", "se SWE SEK", "no NOR NOK", "dk DNK DKK", "pl POL PLN", "ca CAN CAD",
      "au AUS AUD", "nz NZL NZD", "jp JPN JPY", "kr KOR KRW", "br BRA BRL", "mx MEX MXN",
      "in IND INR", "ru RUS RUB", "ua UKR USD", "il ISR ILS", "tr TUR TRY", "is ISL USD",
    ]
    let stores = table.map { line in
      let words = line.split(separator: " ").map(String.init)
      return Storefront(code: words[0], iso3: words[1], currency: words[2])
    }
    return Dictionary(uniqueKeysWithValues: stores.map { ($0.code, $0) })
  }()
}

/// The store's price of an album.
enum Price {
  /// In hundredths of a US dollar.
  static func cents(of album: StoreAlbum) -> Int {
    switch (album.album.kind, album.album.tracks.count) {
    case (.single, _): 129
    case (.ep, _): 499
    case (_, 20...): 1499
    case (_, 12...): 1199
    default: 999
    }
  }

  /// The price in the store's currency; the figures are the same nearly everywhere.
  static func text(_ cents: Int, _ store: Storefront) -> String {
    if ["JPY", "KRW"].contains(store.currency) { return String(cents) + ".00" }
    let rest = cents % 100
    return "\(cents / 100)." + (rest < 10 ? "0" : "") + String(rest)
  }
}
