import BusProtocol
import EntityResolution
import MusicModel
import Testing

/// Rows as files of other programs have them, made from captured records: 1,000, of which 5 % are wrong.
private struct NoisyRows {
  /// A row, and the record that it was made from; `nil` if it describes nothing that exists.
  struct Row {
    let entity: Entity
    let truth: SourceRecord?
    let isNoisy: Bool
  }

  private(set) var rows: [Row] = []
  private var random = SeededRandom(47)

  init(_ records: CapturedRecords) {
    let kinds = [(records.songs, 700), (records.albums, 200), (records.artists, 100)]
    for (records, count) in kinds {
      let named = records.filter { $0.entity.displayName.count > 2 }.shuffled(using: &random)
      for (index, record) in named.prefix(count).enumerated() {
        let other = named[(index + count) % named.count]
        let isNoisy = index % 20 == 7
        rows.append(isNoisy ? noisy(record, index, other) : clean(record, index))
      }
    }
  }

  private func clean(_ record: SourceRecord, _ number: Int) -> Row {
    Row(entity: row(record.entity, number), truth: record, isNoisy: false)
  }

  /// What a file says: the names; of some songs the album, and of some the length.
  private func row(_ entity: Entity, _ number: Int) -> Entity {
    switch entity {
    case .artist(let artist):
      guard let id = EntityID("row:artist:\(number)") else { return entity }
      return .artist(Artist(id: id, name: artist.name))
    case .album(let album):
      guard let id = EntityID("row:album:\(number)") else { return entity }
      let artist = album.artist.map { ArtistReference(name: $0.name) }
      var row = Album(id: id, title: album.title, artist: artist)
      if number % 2 == 0 { row.releaseDate = album.releaseDate }
      return .album(row)
    case .song(let song):
      guard let id = EntityID("row:song:\(number)") else { return entity }
      let artist = song.artist.map { ArtistReference(name: $0.name) }
      var row = Song(id: id, title: song.title, artist: artist)
      if number % 3 > 0 { row.album = song.album.map { AlbumReference(title: $0.title) } }
      if number % 2 == 0 { row.durationMs = song.durationMs }
      return .song(row)
    case .chart: return entity
    }
  }

  /// A row with a typo, with a part of its title, or with the artist of another record.
  private mutating func noisy(_ record: SourceRecord, _ number: Int, _ other: SourceRecord) -> Row {
    var entity = row(record.entity, number)
    switch (number / 20) % 3 {
    case 0: entity.setName(typo(entity.displayName))
    case 1:
      entity.setName(entity.displayName.split(separator: " ").dropLast().joined(separator: " "))
    default:
      guard let artist = other.entity.artist?.name, artist != entity.artist?.name else { break }
      entity.setArtist(artist)
      return Row(entity: entity, truth: nil, isNoisy: true)
    }
    if entity.displayName.isEmpty { entity.setName("x") }
    return Row(entity: entity, truth: record, isNoisy: true)
  }

  private mutating func typo(_ name: String) -> String {
    var letters = Array(name)
    guard letters.count > 2 else { return name }
    let index = Int.random(in: 0..<letters.count - 1, using: &random)
    letters.swapAt(index, index + 1)
    return String(letters)
  }
}

extension Entity {
  fileprivate mutating func setName(_ name: String) {
    switch self {
    case .artist(var artist):
      artist.name = name
      self = .artist(artist)
    case .album(var album):
      album.title = name
      self = .album(album)
    case .song(var song):
      song.title = name
      self = .song(song)
    case .chart: break
    }
  }

  fileprivate mutating func setArtist(_ name: String) {
    switch self {
    case .album(var album):
      album.artist = ArtistReference(name: name)
      self = .album(album)
    case .song(var song):
      song.artist = ArtistReference(name: name)
      self = .song(song)
    case .artist, .chart: break
    }
  }

  /// Whether a file cannot tell the two apart: they have the same names.
  fileprivate func isNamedAs(_ other: Entity) -> Bool {
    FoldedName(displayName) == FoldedName(other.displayName)
      && FoldedName(artist?.name ?? "") == FoldedName(other.artist?.name ?? "")
  }
}

/// All captured entities, and a search among them by words.
private struct CapturedCatalog {
  private let entities: [MergedEntity]
  private var byWord: [String: [Int]] = [:]

  init(_ records: [SourceRecord]) {
    entities = Catalog.merge(records)
    for (index, entity) in entities.enumerated() {
      for word in CapturedCatalog.words(entity.entity.displayName) {
        byWord[word, default: []].append(index)
      }
    }
  }

  private static func words(_ name: String) -> Set<String> {
    Set(name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// The best hits for a row, as a source would return them.
  func search(_ row: Entity) -> [MatchCandidate] {
    var scores: [Int: Int] = [:]
    for word in CapturedCatalog.words(row.displayName) {
      for index in byWord[word] ?? [] { scores[index, default: 0] += 2 }
    }
    let artist = CapturedCatalog.words(row.artist?.name ?? "")
    for index in scores.keys {
      let theirs = CapturedCatalog.words(entities[index].entity.artist?.name ?? "")
      scores[index, default: 0] += 3 * artist.intersection(theirs).count
    }
    let best = scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(20)
    return best.map {
      MatchCandidate(id: entities[$0.key].entity.id, records: entities[$0.key].records)
    }
  }

  func entity(_ id: EntityID) -> MergedEntity? { entities.first { $0.entity.id == id } }
}

@Suite("Matching the rows of a file", .enabled(if: Capture.exist, Capture.missing))
struct RowMatchTests {
  @Test("finds 95 % of 1,000 rows with 5 % noise, and takes none silently that is another entity")
  func noise() async throws {
    let records = try await CapturedRecords.all.value
    let catalogs: [EntityKind: CapturedCatalog] = [
      .artist: CapturedCatalog(records.artists), .album: CapturedCatalog(records.albums),
      .song: CapturedCatalog(records.songs),
    ]
    var (right, doubtful, wrong) = (0, 0, [String]())
    let rows = NoisyRows(records).rows
    for row in rows {
      guard let catalog = catalogs[row.entity.kind] else { continue }
      let match = Catalog.match(row.entity, among: catalog.search(row.entity))
      guard match.outcome == .matched, let id = match.candidates.first?.id,
        let found = catalog.entity(id)
      else {
        if row.isNoisy { right += 1 } else { doubtful += 1 }
        continue
      }
      let isTruth = row.truth.map { truth in
        found.records.contains(truth)
          || found.records.contains { $0.entity.isNamedAs(truth.entity) }
      }
      if isTruth == true {
        right += 1
      } else {
        let names = "\(row.entity.artist?.name ?? "") - \(row.entity.displayName)"
        let taken = "\(found.entity.artist?.name ?? "") - \(found.entity.displayName)"
        wrong.append("\(names) → \(taken) \(match.candidates[0].points)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    #expect(right * 100 >= rows.count * 95, "\(right) of \(rows.count) right, \(doubtful) doubtful")
  }
}
