import Catalog
import MusicModel
import Testing

@Suite("Merging")
struct MergingTests {
  private let coldplay = [
    artist("itunes-search", "itunes:artist:471744", name: "Coldplay") {
      $0.genres = ["Alternative"]
    },
    artist("audiodb", "mbid:artist:cc197bad", "audiodb:artist:111239", name: "Coldplay") {
      $0.formedYear = 1996
      $0.genres = ["Alternative Rock"]
    },
  ]

  @Test("one artist in two sources comes out once, with all ids, the first one printed")
  func oneArtist() {
    let merged = Catalog.merge(coldplay)
    #expect(merged.count == 1)
    #expect(merged.first?.entity.id == id("mbid:artist:cc197bad"))
    #expect(
      merged.first?.entity.ids
        == [id("mbid:artist:cc197bad"), id("itunes:artist:471744"), id("audiodb:artist:111239")]
    )
  }

  @Test("the order of the records makes no difference")
  func anyOrder() {
    #expect(Catalog.merge(coldplay) == Catalog.merge(coldplay.reversed()))
    #expect(Catalog.merge(coldplay + coldplay) == Catalog.merge(coldplay))
  }

  @Test("two artists of one name in one source stay two")
  func namesakes() {
    let slayers = [
      artist("itunes-search", "itunes:artist:414425", name: "Slayer"),
      artist("itunes-search", "itunes:artist:907800827", name: "Slayer"),
    ]
    #expect(Catalog.merge(slayers).count == 2)
  }

  @Test("every member tells where it comes from")
  func provenance() {
    let merged = Catalog.merge(coldplay)
    let year = merged.first?.provenance["formedYear"]
    #expect(year?.chosen.value == 1996)
    #expect(year?.provider.rawValue == "audiodb")
    #expect(merged.first?.provenance["genres"]?.alternatives.count == 1)
  }
}
