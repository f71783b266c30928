/// An album as the tables write it.
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
  /// MusicBrainz release group, where the table knows it.
  var musicBrainzID: String?
  /// The real numbers, where the table knows them; else they are made up.
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
}
