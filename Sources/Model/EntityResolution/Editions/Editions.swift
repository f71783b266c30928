package import MusicModel

/// The editions among the records of one release group: deluxe, remastered, clean, of a country.
struct Editions {
  /// The record indices of each edition, the most common edition first; empty if there is only one.
  let groups: [[Int]]
  /// Whether each record belongs to the most common edition; empty if there is only one.
  private let areUsual: [Bool]

  var count: Int { max(1, groups.count) }

  /// Whether a record belongs to the most common edition.
  func isUsual(_ record: Int) -> Bool { groups.isEmpty || areUsual[record] }

  /// A single edition of all records.
  static let one = Editions(groups: [], areUsual: [])

  private init(groups: [[Int]], areUsual: [Bool]) {
    self.groups = groups
    self.areUsual = areUsual
  }

  /// Groups records by edition.
  init(_ editions: [Edition]) {
    let areOne = editions.indices.allSatisfy { index in
      editions[..<index].allSatisfy { $0.mayBe(editions[index]) }
    }
    self = areOne ? .one : Editions(several: editions)
  }

  private init(several editions: [Edition]) {
    let precedences = editions.map(\.precedence)
    // The plainest first, so that a record without an edition joins the plain one.
    let order = editions.indices.sorted { left, right in
      let (one, other) = (precedences[left], precedences[right])
      return one == other ? left < right : one < other
    }
    var groups: [[Int]] = []
    for position in order {
      let home = groups.firstIndex { group in
        group.allSatisfy { editions[$0].mayBe(editions[position]) }
      }
      if let home { groups[home].append(position) } else { groups.append([position]) }
    }
    self.groups = groups.map { $0.sorted() }
    areUsual = editions.indices.map { groups[0].contains($0) }
  }
}

extension Mergeable {
  /// Artists and charts have no editions.
  static func editions(of wholes: [Self], _ names: NameReader) -> Editions { .one }
}

extension Album {
  static func editions(of albums: [Album], _ names: NameReader) -> Editions {
    albums.count > 1 ? Editions(albums.map { Edition($0, names.title($0.title)) }) : .one
  }
}

extension Song {
  /// Songs are not grouped by edition; only the most common one matters.
  static func editions(of songs: [Song], _ names: NameReader) -> Editions {
    let first = songs[0]
    let areAlike = songs.allSatisfy { song in
      song.title == first.title && song.explicit == first.explicit && song.cleaned == first.cleaned
    }
    return areAlike ? .one : Editions(songs.map { Edition($0, names.title($0.title)) })
  }
}

extension Catalog {
  /// The ids that are only of other editions of an album than the one that has this id, or than the most common one if none has it; none if
  /// there is only one edition, and of anything but albums.
  package static func idsOfOtherEditions(
    than id: EntityID,
    in records: [SourceRecord],
    names: NameReader
  ) -> Set<EntityID> {
    let albums = records.compactMap(\.entity.asAlbum)
    guard albums.count == records.count else { return [] }
    let groups = Album.editions(of: albums, names).groups
      .map { group in Set(group.flatMap { albums[$0].ids }) }
    guard let own = groups.first(where: { $0.contains(id) }) ?? groups.first else { return [] }
    return Set(groups.joined()).subtracting(own)
  }
}
