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
    #expect(Catalog.compare(a, b, verdicts: book).verdict == .same)
    #expect(
      Catalog.compare(a, b, verdicts: book).reasons.first?.text == "your verdict: same"
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
    #expect(UserVerdicts(entries) == UserVerdicts(entries.reversed()))
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
}
