import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("A source that returns less")
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

  @Test("an empty reply removes no record")
  func emptyReply() {
    #expect(Catalog.refreshed([old], with: []) == [old])
  }

  @Test("a new reply replaces only the same records")
  func replaced() throws {
    let records = Catalog.refreshed([old], with: [new])
    let artist = try #require(view(records))
    #expect(artist.formedYear == 1997)
    #expect(artist.name == "COLDPLAY")
    #expect(artist.biography == "A band.")
    #expect(artist.genres == ["Rock"])
  }

  @Test("a retained record states its own age")
  func age() {
    let merged = Catalog.merge(Catalog.refreshed([old], with: [new]))
    #expect(merged.count == 1)
    let provenance = merged[0].provenance(at: 5_000)
    #expect(provenance["biography"]?.ageMs == 4_000)
    #expect(provenance["formedYear"]?.ageMs == 3_000)
    #expect(provenance["formedYear"]?.alternatives == nil)
  }

  @Test("records that a reply omits are retained")
  func shrunk() {
    let other = artist("audiodb", "audiodb:artist:2", name: "Blur", fetchedMs: 1_000)
    #expect(Catalog.refreshed([old, other], with: [old]).contains(other))
  }

  @Test("a complete new reply replaces the old one entirely")
  func complete() {
    var whole = old
    whole.fetchedMs = 3_000
    #expect(Catalog.refreshed([old], with: [whole]) == [whole])
  }

  @Test("records expire after the retention period")
  func ended() {
    let now = 1_000 + Catalog.retentionDays * 86_400_000
    #expect(Catalog.refreshed([old], with: [], nowMs: now) == [old])
    #expect(Catalog.refreshed([old], with: [], nowMs: now + 1).isEmpty)
  }

  @Test("a new price does not combine with the old currency")
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
