/// An artist with the id that each source knows it by.
struct Artist: Hashable, Sendable {
  let name: String
  /// Other spellings, which the store's search finds and TheAudioDB lists.
  var aliases: [String] = []
  /// Apple's number; `nil` if the store does not have the artist.
  var store: Int?
  var amg: Int?
  /// TheAudioDB's number; `nil` if it does not have the artist.
  var audioDB: Int?
  var musicBrainz = ""
  var genre = Genre.music
  /// TheAudioDB's finer genre.
  var style = ""
  var formed: Int?
  var born: Int?
  var ended: Int?
  var members: Int?
  var country: String?
  /// Short texts by TheAudioDB's language suffix, as `EN` or `DE`.
  var biography: [String: String] = [:]
  var albums: [Album] = []

  init(_ name: String) { self.name = name }
}

/// An album as the catalogue has it.
struct Album: Hashable, Sendable {
  enum Kind: String, Sendable {
    case album = "Album"
    case ep = "EP"
    case single = "Single"
    case live = "Live"
    case compilation = "Compilation"
    case soundtrack = "Soundtrack"
  }

  /// The sources that have it.
  enum Availability: Sendable { case everywhere, storeOnly, audioDBOnly }

  /// The store's advisory about its words.
  enum Words: Sendable {
    case harmless, explicit
    /// The store has it twice, once with the words cut out.
    case explicitAndCleaned
  }

  /// The way in which the store sells it.
  enum Price: Hashable, Sendable {
    case usual
    /// Each song alone only: the store says -1.
    case songsOnly
    /// Not sold at all: the store gives no price, and no songs in a look-up.
    case streamingOnly
  }

  let title: String
  let date: ReleaseDate
  var kind = Kind.album
  var carried = Availability.everywhere
  var words = Words.harmless
  var price = Price.usual
  /// The date in the store if that is a digital reissue.
  var storeDate: ReleaseDate
  /// The number of tracks on the first disc, if there is a second.
  var secondDisc: Int?
  /// MusicBrainz release group, where the catalogue knows it.
  var musicBrainzID: String?
  /// The real numbers, where the catalogue knows them; else they are made up.
  var storeID: Int?
  var firstStoreSongID: Int?
  var audioDBID: Int?
  var genre: Genre?
  var about: String?
  var tracks: [Track] = []

  init(_ title: String, _ date: ReleaseDate) {
    self.title = title
    self.date = date
    storeDate = date
  }

  /// The disc of a track, and its number there; `position` counts from 1 through all discs.
  func place(of position: Int) -> (disc: Int, number: Int) {
    guard let first = secondDisc, position > first else { return (1, position) }
    return (2, position - first)
  }
}

/// A track of an album, perhaps by another artist.
struct Track: Hashable, Sendable {
  let title: String
  let seconds: Int
  let artist: String?

  /// Apple's store counts to the millisecond; the catalogue does not, so the rest is made up.
  var milliseconds: Int { seconds * 1000 + stableNumber(title, below: 900) }
}

/// Other media in the store: they are found by searches that are not restricted to music.
struct OtherMedium: Hashable, Sendable {
  enum Kind: String, Sendable {
    case film = "feature-movie"
    case audiobook
    case musicVideo = "music-video"
  }

  let kind: Kind
  let id: Int
  let title: String
  /// Author, director or musician.
  let artist: String
  let date: ReleaseDate
  let seconds: Int
  let genre: String
  /// HTML, entities and all, in audiobooks.
  let description: String
  /// The title of the album that a music video belongs to.
  let album: String?

  var search: [SearchText] { [SearchText(title), SearchText(artist)] }
}

/// A genre of Apple's store, with the number it has there.
struct Genre: Hashable, Sendable {
  let id: Int
  let name: String

  /// The root genre, which the charts add to every entry.
  static let music = Genre(id: 34, name: "Music")
  static let soundtrack = Genre(id: 16, name: "Soundtrack")

  static let all: [String: Genre] = {
    let numbers = [
      "Alternative": 20, "Classical": 5, "Dance": 17, "Electronic": 7, "Hip-Hop/Rap": 18,
      "Jazz": 11, "J-Pop": 27, "K-Pop": 51, "Metal": 1153, "Pop": 14, "Rock": 21,
      "Singer/Songwriter": 10, "R&B/Soul": 15, "Soundtrack": 16,
    ]
    return Dictionary(uniqueKeysWithValues: numbers.map { ($0, Genre(id: $1, name: $0)) })
  }()
}

/// A date as exact as the catalogue knows it: `1980`, `1980-06` or `1980-06-09`.
struct ReleaseDate: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) { self.text = text }
  init(stringLiteral value: String) { text = value }

  var year: String { String(text.prefix(4)) }
  var month: Int? { number(at: 1) }
  var day: Int? { number(at: 2) }

  /// The full day. Apple's store completes partial dates with the first of the month or year.
  var firstDay: String { text + "-01-01".dropFirst(max(0, text.count - 4)) }

  /// Midnight in California, which is what Apple's store means by a release date.
  var storeTimestamp: String { firstDay + (isSummer ? "T07:00:00Z" : "T08:00:00Z") }

  /// Roughly the daylight saving time of California.
  private var isSummer: Bool { (4...10).contains(month ?? 1) }

  private func number(at index: Int) -> Int? {
    let parts = text.split(separator: "-")
    return index < parts.count ? Int(parts[index]) : nil
  }
}
