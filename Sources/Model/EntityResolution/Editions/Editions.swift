import MusicModel

/// The editions of one work among its records: deluxe, remastered, clean, of another country.
struct Editions {
  /// Of each edition its records, as places; the most usual edition first.
  let groups: [[Int]]
  /// Of each record whether it is of the most usual edition.
  let isUsual: [Bool]

  var count: Int { groups.count }

  /// One edition of one record.
  static let one = Editions(one: 1)

  /// One edition of so many records.
  init(one count: Int) {
    groups = [Array(0..<count)]
    isUsual = [Bool](repeating: true, count: count)
  }

  /// Sorts records by what they tell of their editions.
  init(_ editions: [Edition]) {
    let precedences = editions.map(\.precedence)
    // The plainest first, so that what tells nothing of its edition joins the plain one.
    let order = editions.indices.sorted { left, right in
      let (one, other) = (precedences[left], precedences[right])
      return one == other ? left < right : one.lexicographicallyPrecedes(other)
    }
    var groups: [[Int]] = []
    for place in order {
      let home = groups.firstIndex { group in
        group.allSatisfy { editions[$0].mayBe(editions[place]) }
      }
      if let home { groups[home].append(place) } else { groups.append([place]) }
    }
    self.groups = groups.map { $0.sorted() }
    isUsual = editions.indices.map { groups[0].contains($0) }
  }
}

extension Mergeable {
  /// Artists and charts have no editions.
  static func editions(of wholes: [Self]) -> Editions { Editions(one: wholes.count) }
}

extension Album {
  static func editions(of albums: [Album]) -> Editions {
    guard albums.count > 1 else { return .one }
    var reader = EditionReader(records: albums.count)
    return Editions(albums.map { Edition($0, reader.title($0.title)) })
  }
}

extension Song {
  /// A song's editions are not told apart; it is enough to know which record is the usual one.
  static func editions(of songs: [Song]) -> Editions {
    let first = songs[0]
    let areAlike = songs.allSatisfy { song in
      song.title == first.title && song.explicit == first.explicit && song.cleaned == first.cleaned
    }
    if areAlike { return Editions(one: songs.count) }
    var reader = EditionReader(records: songs.count)
    return Editions(songs.map { Edition($0, reader.title($0.title)) })
  }
}

/// Reads titles for what they tell of editions.
private struct EditionReader {
  private var reader: FeatureExtractor

  init(records: Int) { reader = FeatureExtractor(records: records, context: .none) }

  /// Editions are named in brackets or behind a dash or colon: a title of letters, digits and spaces
  /// need not be read.
  mutating func title(_ text: String) -> ParsedTitle {
    let isPlain = text.utf8.allSatisfy { Characters.isPlain($0) || $0 == Characters.space }
    return isPlain ? ParsedTitle() : reader.title(text)
  }
}
