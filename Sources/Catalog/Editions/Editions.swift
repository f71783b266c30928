import MusicModel

/// The editions of one work among its records: deluxe, remastered, clean, of another country.
struct Editions {
  /// Of each edition its records, as places; the most usual edition first.
  let groups: [[Int]]
  /// Of each record whether it is of the most usual edition.
  let isUsual: [Bool]

  var count: Int { groups.count }

  /// Sorts the records of one thing, which are sorted. Artists and charts have no editions.
  init(of records: [SourceRecord]) {
    guard records.count > 1, let editions = Editions.read(records) else {
      groups = [Array(records.indices)]
      isUsual = records.map { _ in true }
      return
    }
    var groups: [[Int]] = []
    // The plainest first, so that what tells nothing of its edition joins the plain one.
    let order = records.indices.sorted { left, right in
      let (one, other) = (editions[left].precedence, editions[right].precedence)
      return one == other ? left < right : one.lexicographicallyPrecedes(other)
    }
    for place in order {
      let home = groups.firstIndex { group in
        group.allSatisfy { editions[$0].mayBe(editions[place]) }
      }
      if let home { groups[home].append(place) } else { groups.append([place]) }
    }
    self.groups = groups.map { $0.sorted() }
    isUsual = records.indices.map { groups[0].contains($0) }
  }

  private static func read(_ records: [SourceRecord]) -> [Edition]? {
    var reader = ProfileReader(records: records.count, context: .none)
    let editions = records.compactMap { record -> Edition? in
      switch record.entity {
      case .album(let album): Edition(album, reader.title(album.title))
      case .song(let song): Edition(song, reader.title(song.title))
      case .artist, .chart: nil
      }
    }
    return editions.count == records.count ? editions : nil
  }
}
