import BusProtocol
import EntityResolution
import HostKit
import HubCore
import MusicModel
import Storage

/// Albums with names of made-up words, common and rare ones, for a large library.
struct LibraryRecords {
  let count: Int
  let provider: ProviderID

  private static let wordCount = 200_000
  private static let batch = 500
  private static let syllables = [
    "ba", "den", "ri", "mo", "kal", "tu", "ves", "lo", "shi", "par", "nen", "go", "ya", "tor", "mi",
    "el", "sun", "ka", "ver", "do", "lin", "ra", "fe", "bo", "stan", "ne", "qui", "za", "hol", "ti",
  ]

  /// Writes all of them into a file, as the hub would.
  func write(to path: String) throws {
    let store = try RecordStore(at: path)
    for start in stride(from: 0, to: count, by: LibraryRecords.batch) {
      var parameters = CallParameters()
      parameters.text = "anything \(start)"
      let query = ProviderQuery(provider: provider, method: .albumsSearch, parameters: parameters)
      let nowMs = UnixClock.nowMs
      let records = (start..<min(start + LibraryRecords.batch, count)).compactMap(album)
        .map { SourceRecord(provider: provider, entity: $0, fetchedMs: nowMs) }
      try store.add([(CachedReply(repliedMs: nowMs, freshMs: 0, records: records), query)])
    }
  }

  /// The texts that a user types for one of them.
  ///
  /// They are the beginning of its title, more of it, some of it with the artist, and one with a typo.
  func typedTexts(of number: Int) -> [String] {
    let (artist, title) = names(number)
    let last = artist.split(separator: " ").last ?? ""
    return [
      String(title.prefix(3)), String(title.prefix(5)), title, "\(last) \(title.prefix(4))",
      LibraryRecords.swapped(title),
    ]
  }

  /// A title with two swapped letters in its longest word, if that is searched with typos.
  private static func swapped(_ title: String) -> String {
    var words = title.split(separator: " ").map(Array.init)
    guard let longest = words.indices.max(by: { words[$0].count < words[$1].count }),
      words[longest].count > LibraryTypos.minLength
    else { return title }
    let middle = words[longest].count / 2
    words[longest].swapAt(middle, middle - 1)
    return words.map { String($0) }.joined(separator: " ")
  }

  private func album(_ number: Int) -> Entity? {
    let id = EntityID(namespace: provider.rawValue, type: "album", value: "\(9_000_000 + number)")
    guard let id else { return nil }
    let (artist, title) = names(number)
    let name = provider.rawValue
    let artistID = EntityID(namespace: name, type: "artist", value: "\(number / 10)")
    var album = Album(id: id, title: title, artist: ArtistReference(id: artistID, name: artist))
    album.releaseDate = PartialDate(year: 1960 + number % 60)
    album.trackCount = 8 + number % 7
    // As long as those of real sources.
    let picture = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    album.artwork = [
      Artwork(
        url: "https://cdn-images.example.net/images/\(picture)/1000x1000-000000-80-0-0.jpg",
        role: .cover
      )
    ]
    album.links = [name: "https://www.example.net/album/\(9_000_000 + number)"]
    return .album(album)
  }

  private func names(_ number: Int) -> (artist: String, title: String) {
    var random = SeededRandom(UInt64(number / 10))
    let artist = [LibraryRecords.word(&random), LibraryRecords.word(&random)]
    random = SeededRandom(UInt64(number) &+ 1 << 40)
    let title = (0..<(1 + number % 3)).map { _ in LibraryRecords.word(&random) }
    return (artist.joined(separator: " "), title.joined(separator: " "))
  }

  /// A word; those with low numbers are far more frequent.
  private static func word(_ random: inout SeededRandom) -> String {
    let share = Double(random.next() >> 11) / Double(1 << 53)
    var rest = Int(share * share * share * Double(wordCount))
    var word = syllables[rest % syllables.count]
    repeat {
      rest /= syllables.count
      word += syllables[(rest + 7) % syllables.count]
    } while rest > 0
    return word
  }
}
