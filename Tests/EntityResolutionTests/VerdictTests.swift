import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("User verdicts")
struct VerdictTests {
  private let a = artist("itunes-search", "itunes:artist:1", name: "Prince") {
    $0.formedYear = 1958
  }
  private let b = artist("audiodb", "audiodb:artist:2", name: "Love Symbol") {
    $0.formedYear = 1993
  }
  private let c = artist("musicbrainz", "mbid:artist:3", name: "Love Symbol") {
    $0.formedYear = 1993
  }

  private func same(_ a: String, _ b: String, _ sequence: Int) -> UserVerdicts.Entry {
    UserVerdicts.Entry(.same, id(a), id(b), sequence: sequence)
  }

  private func different(_ a: String, _ b: String, _ sequence: Int) -> UserVerdicts.Entry {
    UserVerdicts.Entry(.different, id(a), id(b), sequence: sequence)
  }

  @Test("\"same\" joins against all evidence")
  func joins() {
    let book = UserVerdicts([same("itunes:artist:1", "audiodb:artist:2", 1)])
    #expect(Catalog.merge([a, b]).count == 2)
    #expect(Catalog.merge([a, b], verdicts: book).count == 1)
    #expect(Catalog.compare(a, b, verdicts: book).decision == .same)
    #expect(
      Catalog.compare(a, b, verdicts: book).reasons?.first?.text == "your verdict: same"
    )
  }

  @Test("\"different\" splits records that an equal name joins")
  func parts() {
    let book = UserVerdicts([different("audiodb:artist:2", "mbid:artist:3", 1)])
    #expect(Catalog.merge([b, c]).count == 1)
    #expect(Catalog.merge([b, c], verdicts: book).count == 2)
  }

  @Test("\"different\" splits records that an equal id joins, and withholds the wrong id")
  func wrongID() {
    let linked = artist("audiodb", "audiodb:artist:2", "itunes:artist:1", name: "Prince")
    let book = UserVerdicts([different("audiodb:artist:2", "itunes:artist:1", 1)])
    #expect(Catalog.merge([a, linked]).count == 1)
    let parted = Catalog.merge([a, linked], verdicts: book)
    #expect(parted.count == 2)
    let named = parted.filter { $0.entity.ids.contains(id("itunes:artist:1")) }
    #expect(named.count == 1)
    #expect(named.first?.records.first?.provider == provider("itunes-search"))
  }

  @Test("holds even if the source that links both is absent")
  func absence() {
    let book = UserVerdicts([
      same("itunes:artist:1", "audiodb:artist:2", 1), same("audiodb:artist:2", "mbid:artist:3", 2),
    ])
    #expect(Catalog.merge([a, c], verdicts: book).count == 1)
  }

  @Test("the later of two verdicts on the same pair counts")
  func latest() {
    let book = UserVerdicts([
      different("audiodb:artist:2", "mbid:artist:3", 2),
      same("mbid:artist:3", "audiodb:artist:2", 1),
    ])
    #expect(Catalog.merge([b, c], verdicts: book).count == 2)
    #expect(book.conflicts.map(\.ignored.sequence) == [1])
    #expect(book.conflicts.first?.because.map(\.sequence) == [2])
  }

  @Test("a contradiction over three ids is reported, and the newest entries apply")
  func contradiction() {
    let book = UserVerdicts([
      same("itunes:artist:1", "audiodb:artist:2", 1), same("audiodb:artist:2", "mbid:artist:3", 2),
      different("itunes:artist:1", "mbid:artist:3", 3),
    ])
    #expect(book.conflicts.map(\.ignored.sequence) == [1])
    #expect(
      groups(Catalog.merge([a, b, c], verdicts: book)) == [
        ["audiodb:artist:2", "mbid:artist:3"], ["itunes:artist:1"],
      ]
    )
  }

  @Test("the order in which entries are read makes no difference")
  func order() {
    let entries = [
      same("itunes:artist:1", "audiodb:artist:2", 1),
      different("itunes:artist:1", "mbid:artist:3", 2),
      same("audiodb:artist:2", "mbid:artist:3", 3),
    ]
    #expect(UserVerdicts(entries).entries == UserVerdicts(entries.reversed()).entries)
    #expect(UserVerdicts(entries).conflicts == UserVerdicts(entries.reversed()).conflicts)
  }

  @Test("a joined record contributes its ids")
  func idsFollow() {
    let full = artist("audiodb", "audiodb:artist:2", "mbid:artist:x", name: "Symbol")
    let other = artist("spotify", "spotify:artist:7", "mbid:artist:y", name: "Prince")
    let third = artist("musicbrainz", "mbid:artist:y", name: "P.") { $0.aliases = ["Prince"] }
    let book = UserVerdicts([same("audiodb:artist:2", "spotify:artist:7", 1)])
    #expect(Catalog.merge([full, other, third], verdicts: book).count == 1)
  }

  /// Five sources of one artist. Two of them link the ids that ``parting`` separates.
  private let floyd = [
    artist(
      "musicbrainz",
      "mbid:artist:3",
      "itunes:artist:1",
      "deezer:artist:4",
      name: "Pink Floyd"
    ),
    artist("itunes-search", "itunes:artist:1", name: "Pink Floyd"),
    artist("audiodb", "audiodb:artist:2", "mbid:artist:3", name: "Pink Floyd"),
    artist("deezer", "deezer:artist:4", name: "Pink Floyd"),
    artist("wikipedia", "wikidata:artist:5", "mbid:artist:3", name: "Pink Floyd"),
  ]
  private var parting: UserVerdicts {
    UserVerdicts([different("itunes:artist:1", "audiodb:artist:2", 1)])
  }

  @Test("\"different\" never makes other records the same")
  func noOtherPairs() throws {
    let explanation = try #require(
      Catalog.explain(id("itunes:artist:1"), among: floyd, verdicts: parting)
    )
    #expect(explanation.pairs.count == 6)
    for pair in explanation.pairs {
      let texts = pair.reasons?.map(\.text) ?? []
      #expect(!texts.contains { $0.contains("your verdict") }, "\(texts)")
    }
  }

  @Test("\"different\" separates two artists, and the others still join one of them")
  func noThirdArtist() {
    let found = [
      artist("musicbrainz", "mbid:artist:3", name: "Pink Floyd"),
      artist("itunes-search", "itunes:artist:1", name: "Pink Floyd"),
      artist("audiodb", "audiodb:artist:2", "mbid:artist:3", name: "Pink Floyd"),
      artist("deezer", "deezer:artist:4", name: "Pink Floyd"),
    ]
    #expect(Catalog.merge(found).count == 1)
    #expect(Catalog.merge(found, verdicts: parting).count == 2)
  }

  @Test("an id that separated records share remains in one entity")
  func sharedID() {
    let merged = Catalog.merge(floyd, verdicts: parting)
    #expect(
      groups(merged) == [
        ["audiodb:artist:2"],
        ["deezer:artist:4", "itunes:artist:1", "mbid:artist:3", "wikidata:artist:5"],
      ]
    )
    let ids = merged.flatMap(\.entity.ids)
    #expect(ids.count == Set(ids).count)
    #expect(Catalog.merge(floyd.reversed(), verdicts: parting) == merged)
  }

  @Test("\"different\" also separates two versions of one record that have different ids")
  func versions() {
    let newer = [
      artist("musicbrainz", "mbid:artist:3", "audiodb:artist:2", name: "Pink Floyd", fetchedMs: 1),
      artist("deezer", "deezer:artist:4", "audiodb:artist:2", name: "Pink Floyd", fetchedMs: 1),
    ]
    for entity in Catalog.merge(floyd + newer, verdicts: parting) {
      let ids = entity.entity.ids
      #expect(!ids.contains(id("itunes:artist:1")) || !ids.contains(id("audiodb:artist:2")))
    }
  }

  @Test("no entity has two ids that verdicts separate", arguments: 0..<60)
  func inForce(seed: Int) {
    var random = SeededRandom(seed)
    let records = RandomRecords.make(&random, linked: true)
    let ids = Set(records.flatMap(\.entity.ids)).filter { $0.kind == .artist }.sorted()
    let entries = (0..<6).compactMap { number -> UserVerdicts.Entry? in
      let (one, other) = (ids.randomElement(using: &random), ids.randomElement(using: &random))
      guard let one, let other, one != other else { return nil }
      return UserVerdicts.Entry(number < 2 ? .same : .different, one, other, sequence: number)
    }
    let book = UserVerdicts(entries)
    let merged = Catalog.merge(records, verdicts: book)
    for entity in merged {
      for id in entity.entity.ids {
        #expect(!entity.entity.ids.contains { book.areDifferent(id, $0) })
      }
    }
    #expect(Catalog.merge(records.shuffled(using: &random), verdicts: book) == merged)
  }
}
