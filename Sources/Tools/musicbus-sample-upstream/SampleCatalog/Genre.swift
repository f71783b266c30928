/// A genre of Apple's store, with the number it has there.
struct Genre: Hashable, Sendable {
  let id: Int
  let name: String

  init(_ id: Int, _ name: String) {
    self.id = id
    self.name = name
  }

  /// The root genre, which the charts add to every entry.
  static let music = Genre(34, "Music")
  static let alternative = Genre(20, "Alternative")
  static let classical = Genre(5, "Classical")
  static let dance = Genre(17, "Dance")
  static let electronic = Genre(7, "Electronic")
  static let hipHop = Genre(18, "Hip-Hop/Rap")
  static let jazz = Genre(11, "Jazz")
  static let jPop = Genre(27, "J-Pop")
  static let kPop = Genre(51, "K-Pop")
  static let metal = Genre(1153, "Metal")
  static let pop = Genre(14, "Pop")
  static let rock = Genre(21, "Rock")
  static let singerSongwriter = Genre(10, "Singer/Songwriter")
  static let soul = Genre(15, "R&B/Soul")
  static let soundtrack = Genre(16, "Soundtrack")
}
