import EntityResolution
import MusicModel
import Testing

@Suite("A source that says less")
struct AbsenceTests {
  private let old = artist("audiodb", "audiodb:artist:1", name: "Coldplay", fetchedMs: 1_000) {
    $0.biography = "A band."
    $0.formedYear = 1996
    $0.genres = ["Rock"]
  }
  private let new = artist("audiodb", "audiodb:artist:1", name: "COLDPLAY", fetchedMs: 2_000) {
    $0.formedYear = 1997
  }

  private func view(_ records: [SourceRecord]) -> Artist? {
    guard case .artist(let artist) = Catalog.merge(records).first?.entity else { return nil }
    return artist
  }

  @Test("an empty answer takes away nothing")
  func emptyAnswer() {
    #expect(Catalog.refreshed([old], with: []) == [old])
  }

  @Test("what is said anew replaces only what was said of the same")
  func replaced() throws {
    let records = Catalog.refreshed([old], with: [new])
    let artist = try #require(view(records))
    #expect(artist.formedYear == 1997)
    #expect(artist.name == "COLDPLAY")
    #expect(artist.biography == "A band.")
    #expect(artist.genres == ["Rock"])
  }

  @Test("what is kept tells its own age")
  func age() {
    let merged = Catalog.merge(Catalog.refreshed([old], with: [new]))
    #expect(merged.count == 1)
    #expect(merged[0].provenance["biography"]?.fetchedMs == 1_000)
    #expect(merged[0].provenance["formedYear"]?.fetchedMs == 2_000)
    #expect(merged[0].provenance["formedYear"]?.alternatives.isEmpty == true)
  }

  @Test("records that an answer leaves out are kept")
  func shrunk() {
    let other = artist("audiodb", "audiodb:artist:2", name: "Blur", fetchedMs: 1_000)
    #expect(Catalog.refreshed([old, other], with: [old]).contains(other))
  }

  @Test("an answer that says it all leaves no trace of the old one")
  func complete() {
    var whole = old
    whole.fetchedMs = 3_000
    #expect(Catalog.refreshed([old], with: [whole]) == [whole])
  }

  @Test("what was said too long ago ends")
  func ended() {
    let now = 1_000 + Catalog.keptDays * 86_400_000
    #expect(Catalog.refreshed([old], with: [], nowMs: now) == [old])
    #expect(Catalog.refreshed([old], with: [], nowMs: now + 1).isEmpty)
  }

  @Test("the price that is told anew does not go with the old currency")
  func companions() {
    let before = song("itunes-search", "itunes:song:1", title: "Yellow", by: "Coldplay") {
      $0.price = 1.29
      $0.currency = "USD"
    }
    let after = song("itunes-search", "itunes:song:1", title: "Yellow", by: "Coldplay") {
      $0.price = 0.99
    }
    let merged = Catalog.merge(Catalog.refreshed([before], with: [after]))
    guard case .song(let song) = merged[0].entity else { return }
    #expect(song.price == 0.99)
    #expect(song.currency == nil)
  }
}
