package import BusProtocol
internal import JSON
package import MusicModel

extension FavoritesDocument {
  /// A page of favourites. Without a filter, its cost does not depend on their number.
  package mutating func page(_ query: FavoritesQuery) -> FavoritesPage {
    let offset = max(0, query.offset)
    let (slots, total) =
      query.isFiltered ? filtered(query, offset) : unfiltered(query, offset)
    let next = offset + slots.count
    return FavoritesPage(
      favorites: slots.compactMap { shown($0) },
      total: total,
      next: next < total && !slots.isEmpty ? next : nil
    )
  }

  /// All favourites in the user's order.
  package var shown: [Favorite] {
    var copy = self
    var query = FavoritesQuery()
    query.limit = .max
    return copy.page(query).favorites
  }

  /// A favourite, combined with those of the same entity.
  package func show(_ key: FavoriteKey) -> Favorite? { lead(key).flatMap { shown($0) } }

  private mutating func unfiltered(
    _ query: FavoritesQuery,
    _ offset: Int
  ) -> (slots: [Int32], total: Int) {
    let rows = table.rows(FavoriteOrder(sort: query.sort, kind: query.kind), fold)
    return (rows.rows(from: offset, atMost: query.limit).map(\.slot), rows.count)
  }

  private mutating func filtered(
    _ query: FavoritesQuery,
    _ offset: Int
  ) -> (slots: [Int32], total: Int) {
    let matches = matches(query)
    return (Array(matches.dropFirst(offset).prefix(max(0, query.limit))), matches.count)
  }

  /// Filters all favourites, and caches the result for the next page.
  private mutating func matches(_ query: FavoritesQuery) -> [Int32] {
    if let last = lastSearch, last.query == query.list, last.revision == table.revision {
      return last.slots
    }
    let filter = FavoriteFilter(query, fold: fold)
    let rows = table.rows(FavoriteOrder(sort: query.sort, kind: query.kind), fold)
    var slots: [Int32] = []
    for row in rows.all {
      guard let facts = table.facts(of: row.slot, fold) else { continue }
      let members = table.group(of: row.slot).map { table.records[Int($0)] }
      if filter.accepts(members, facts, fold) { slots.append(row.slot) }
    }
    lastSearch = CachedQuery(query: query.list, revision: table.revision, slots: slots)
    return slots
  }

  /// The slot of the favourite that is shown for a key.
  func lead(_ key: FavoriteKey) -> Int32? {
    switch key {
    case .entity(let id): return table.lead(with: id)
    case .fav(let fav):
      guard let slot = table.slot(of: fav), table.records[Int(slot)].isShown else { return nil }
      return table.group(of: slot).first
    }
  }

  func shown(_ lead: Int32) -> Favorite? {
    let members = table.group(of: lead).map { table.records[Int($0)] }
    guard let first = members.first,
      let entity = members.count == 1 ? first.content?.entity : EntityMerge.combined(members)
    else { return nil }
    return Favorite(
      fav: first.fav,
      entity: entity.marked(true),
      added: members.map(\.added).min() ?? first.added,
      refreshed: members.map(\.contentAt).max() ?? first.contentAt,
      note: FavoriteRecord.sharedNote(members),
      members: members.map(\.fav)
    )
  }
}

extension FavoriteRecord {
  /// The notes of favourites that are shown as one, without duplicates.
  static func sharedNote(_ members: [FavoriteRecord]) -> String? {
    var notes: [String] = []
    for note in members.compactMap(\.note) where !notes.contains(note) { notes.append(note) }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}

/// The result of the last query, whose pages are requested in turn.
struct CachedQuery: Sendable {
  let query: FavoritesQuery
  let revision: Int
  let slots: [Int32]
}

/// A query: filter, order and page.
package struct FavoritesQuery: Hashable, Sendable {
  package var sort = CallParameters.Sort.own
  package var kind: EntityKind?
  /// A text that name, artist, album or note must contain.
  package var text: String?
  /// Genres of which it must have one; `nil` stands for all.
  package var genres: [String]?
  /// Released (artists: formed) on this day or later.
  package var from: PartialDate?
  /// Released (artists: formed) on this day or earlier.
  package var to: PartialDate?
  /// Added on this day or later.
  package var addedFrom: PartialDate?
  /// Added on this day or earlier.
  package var addedTo: PartialDate?
  package var offset = 0
  package var limit = 50

  package init() {}

  var isFiltered: Bool {
    text != nil || genres != nil || from != nil || to != nil || addedFrom != nil || addedTo != nil
  }

  /// The query without its page.
  var list: FavoritesQuery {
    var list = self
    list.offset = 0
    list.limit = 0
    return list
  }
}

/// A page of a list of favourites.
package struct FavoritesPage: Hashable, Sendable {
  package let favorites: [Favorite]
  /// The number of favourites in the whole list.
  package let total: Int
  /// The offset of the next page, or `nil` at the end.
  package let next: Int?
}

/// A favourite as shown to clients.
package struct Favorite: Hashable, Sendable {
  package let fav: FavoriteID
  /// The snapshot, marked as a favourite, with all known ids.
  package let entity: Entity
  package let added: Timestamp
  /// The time of the last snapshot update.
  package let refreshed: Timestamp
  package let note: String?
  /// The favourites of the same entity that are shown as this one; itself first.
  package let members: [FavoriteID]
}

extension Entity {
  /// The entity with or without the mark ♥.
  package func marked(_ isFavorite: Bool) -> Entity {
    let isFavorite: Bool? = isFavorite ? true : nil
    switch self {
    case .artist(var artist):
      guard artist.favorite != isFavorite else { return self }
      artist.favorite = isFavorite
      return .artist(artist)
    case .album(var album):
      guard album.favorite != isFavorite else { return self }
      album.favorite = isFavorite
      return .album(album)
    case .song(var song):
      guard song.favorite != isFavorite else { return self }
      song.favorite = isFavorite
      return .song(song)
    case .chart: return self
    }
  }
}

extension Favorite {
  /// The entity with the user's note and dates as further members.
  package var report: Entity {
    var report: [String: JSONValue] = [
      "added": .string(added.description),
      "fav": .string(fav.description),
      "refreshed": .string(refreshed.description),
    ]
    report["note"] = note.map { .string($0) }
    if members.count > 1 { report["members"] = .array(members.map { .string($0.description) }) }
    return entity.adding(report)
  }
}

extension Entity {
  fileprivate func adding(_ members: [String: JSONValue]) -> Entity {
    func added<Kind: MusicEntity>(_ entity: Kind) -> Kind {
      var entity = entity
      entity.extra.merge(members) { _, new in new }
      return entity
    }
    switch self {
    case .artist(let artist): return .artist(added(artist))
    case .album(let album): return .album(added(album))
    case .song(let song): return .song(added(song))
    case .chart: return self
    }
  }
}

/// The filter of a query, its texts normalized once.
struct FavoriteFilter {
  private let text: [UInt8]?
  private let genres: Set<String>?
  private let query: FavoritesQuery

  init(_ query: FavoritesQuery, fold: (String) -> String) {
    self.query = query
    text = query.text.map { Array(fold($0).utf8) }
    genres = query.genres.map { Set($0.map(fold)) }
  }

  func accepts(
    _ members: [FavoriteRecord],
    _ facts: FavoriteFacts,
    _ fold: (String) -> String
  ) -> Bool {
    if let genres, genres.isDisjoint(with: facts.genres) { return false }
    if query.from != nil || query.to != nil {
      guard let date = facts.date, date.overlaps(from: query.from, to: query.to) else {
        return false
      }
    }
    if query.addedFrom != nil || query.addedTo != nil {
      guard let added = members.map(\.added).min(), let day = PartialDate(added.day),
        day.overlaps(from: query.addedFrom, to: query.addedTo)
      else { return false }
    }
    guard let text else { return true }
    return facts.words.holds(text)
      || members.contains { $0.note.map { fold($0).holds(text) } ?? false }
  }
}

extension String {
  /// Whether it contains these bytes.
  func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var text = self
    return text.withUTF8 { text in
      guard text.count >= wanted.count else { return false }
      for start in 0...(text.count - wanted.count) where text[start] == first {
        if text[start..<start + wanted.count].elementsEqual(wanted) { return true }
      }
      return false
    }
  }
}

/// The values by which favourites are sorted and filtered, extracted from the snapshot once.
struct FavoriteFacts: Hashable, Sendable {
  /// The normalized name for sorting and comparing.
  let name: String
  /// Name, artist and album, normalized for searching.
  let words: String
  let genres: [String]
  /// The release date; for an artist, the year of formation or birth.
  let date: PartialDate?

  init(_ content: FavoriteContent, fold: (String) -> String) {
    name = fold(content.name)
    let found = Found(content)
    words = ([name] + found.otherNames.map(fold)).joined(separator: " ")
    // A source may have sent two genres as one word: "Rock/Jazz".
    genres = found.genres.flatMap { word in
      [word[...]] + (word.contains { ",;/".contains($0) } ? word.split { ",;/".contains($0) } : [])
    }.map { fold(String($0)) }
    date = found.date
  }

  /// The members of a snapshot. Malformed members count as unknown, because these values only help to find
  /// the favourite.
  private struct Found {
    var otherNames: [String] = []
    var genres: [String] = []
    var date: PartialDate?

    init(_ content: FavoriteContent) {
      var json = JSONReader(Array(content.entityText))
      try? read(&json)
    }

    private static let members = JSONNames(
      "album",
      "artist",
      "bornYear",
      "formedYear",
      "genres",
      "releaseDate"
    )
    private static let names = JSONNames("name", "title")

    private mutating func read(_ json: inout JSONReader) throws(JSONMismatch) {
      var (released, year): (PartialDate?, Int?)
      var members = try JSONMembers(&json, Found.members)
      while let index = try members.next(&json) {
        // A copy, since the value may be another one.
        var value = json
        try json.skip()
        switch index {
        case 0, 1: if let name = try? Found.name(in: &value) { otherNames.append(name) }
        case 2, 3: year = (try? value.integer()) ?? year
        case 4:
          try? value.elements { (genre) throws(JSONMismatch) in
            if let text = try? genre.text() { genres.append(text) } else { try genre.skip() }
          }
        case 5: released = (try? value.text()).flatMap { PartialDate($0) }
        default: break
        }
      }
      date = released ?? year.flatMap { PartialDate(year: $0) }
    }

    /// The name of an artist, or the title of an album.
    private static func name(in json: inout JSONReader) throws(JSONMismatch) -> String? {
      var found: String?
      var members = try JSONMembers(&json, Found.names)
      while let index = try members.next(&json) {
        if index < 2 { found = try json.text() } else { try json.skip() }
      }
      return found
    }
  }
}
