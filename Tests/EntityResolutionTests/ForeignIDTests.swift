import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("An id of another source")
struct ForeignIDTests {
  private let queen = artist("itunes-search", "itunes:artist:3296287", name: "Queen")
  private let coldplay = artist("itunes-search", "itunes:artist:471744", name: "Coldplay")
  private let wrong = artist("a", "a:artist:1", "itunes:artist:471744", name: "Queen")

  @Test("is withheld if the issuer's record has another name", arguments: [true, false])
  func wrongID(isKnown: Bool) {
    let merged =
      isKnown
      ? Catalog.merge([queen, wrong, coldplay])
      : Catalog.merge(Catalog.hidingRejectedIDs(of: [queen, wrong], knowing: [coldplay]))
    let one = merged.first { $0.entity.displayName == "Queen" }
    #expect(one?.entity.ids == [id("itunes:artist:3296287"), id("a:artist:1")])
    #expect(merged.count == (isKnown ? 2 : 1))
    #expect(Catalog.compare(wrong, coldplay).decision == .different)
  }

  @Test("does not join albums or songs with different names")
  func albumsAndSongs() {
    let albums = [
      album("itunes-search", "itunes:album:1", title: "A Night at the Opera", by: "Queen"),
      album("audiodb", "audiodb:album:7", "itunes:album:1", title: "Parachutes", by: "Coldplay"),
      album("x", "x:album:3", "itunes:album:9", title: "Greatest Hits", by: "ABBA"),
      album("itunes-search", "itunes:album:9", title: "Greatest Hits", by: "Queen"),
      album("x", "x:album:4", "itunes:album:10", title: "Chicago II", by: "Chicago"),
      album("itunes-search", "itunes:album:10", title: "Chicago V", by: "Chicago"),
    ]
    #expect(Catalog.merge(albums).count == 6)
    let songs = [
      song("itunes-search", "itunes:song:1", title: "Yellow", by: "Coldplay", length: 269),
      song("x", "x:song:1", "itunes:song:1", title: "Bohemian Rhapsody", by: "Queen", length: 269),
      song("x", "x:song:2", "itunes:song:2", title: "Hurt", by: "Johnny Cash", length: 218),
      song("itunes-search", "itunes:song:2", title: "Hurt", by: "Nine Inch Nails", length: 218),
    ]
    #expect(Catalog.merge(songs).count == 4)
    let ids = (Catalog.merge(albums) + Catalog.merge(songs)).flatMap(\.entity.ids)
    #expect(Set(ids).count == ids.count)
  }

  @Test("that no record of its issuer confirms is withheld from all who disagree about it")
  func nobodysID() {
    let one = artist("a", "a:artist:1", "mbid:artist:x", name: "Queen")
    let other = artist("b", "b:artist:2", "mbid:artist:x", name: "Coldplay")
    let third = artist("c", "c:artist:3", "mbid:artist:x", name: "Coldplay")
    #expect(
      Catalog.merge([one, other]).map(\.entity.ids) == [[id("a:artist:1")], [id("b:artist:2")]]
    )
    #expect(
      Catalog.merge([one, other, third]).map(\.entity.ids) == [
        [id("mbid:artist:x"), id("b:artist:2"), id("c:artist:3")], [id("a:artist:1")],
      ]
    )
  }

  @Test("is not withheld because one source gives it to many others")
  func crowd() {
    let noise = (0..<40).map { number in
      artist("a", "a:artist:\(number)", "mbid:artist:x", name: "Noise number \(number)")
    }
    let records =
      noise + [
        artist("b", "b:artist:1", "mbid:artist:x", name: "Nina Simone"),
        artist("c", "c:artist:1", "mbid:artist:x", name: "Nina Simone"),
      ]
    let merged = Catalog.merge(records).first { $0.entity.displayName == "Nina Simone" }
    #expect(merged?.records.count == 2)
    #expect(merged?.entity.ids.contains(id("mbid:artist:x")) == true)
  }

  @Test("is one in another namespace than the record's own, whatever the provider is called")
  func namespaces() {
    let group = album(
      "musicbrainz",
      "mbid:release-group:g",
      "mbid:release:r",
      title: "OK Computer",
      by: "Radiohead"
    )
    let linked = album("b", "b:album:1", "mbid:release:r", title: "Parachutes", by: "Coldplay")
    #expect(
      Catalog.merge([group, linked]).map { Set($0.entity.ids) } == [
        [id("mbid:release-group:g"), id("mbid:release:r")], [id("b:album:1")],
      ]
    )
    let lookalike = artist(
      "itunesque",
      "itunesque:artist:1",
      "itunes:artist:471744",
      name: "Queen"
    )
    #expect(Catalog.merge([lookalike, coldplay]).count == 2)
  }

  @Test("joins records whose names cannot be compared, unless each source knows both")
  func scripts() {
    let store = artist("itunes-search", "itunes:artist:1", name: "Hikaru Utada")
    let linked = artist("a", "a:artist:1", "itunes:artist:1", name: "宇多田ヒカル")
    #expect(Catalog.merge([store, linked]).count == 1)
    let own = artist("a", "a:artist:2", name: "Hikaru Utada")
    #expect(Catalog.merge([store, linked, own]).count == 2)
  }

  @Test("joins an artist known by an alias, and a title with an addition")
  func aliases() {
    let prince = artist("a", "a:artist:1", "mbid:artist:x", name: "Prince")
    let symbol = artist("musicbrainz", "mbid:artist:x", name: "The Artist") {
      $0.aliases = ["Prince", "TAFKAP"]
    }
    #expect(Catalog.merge([prince, symbol]).count == 1)
    let albums = [
      album("itunes-search", "itunes:album:1", title: "OK Computer", by: "Radiohead"),
      album(
        "a",
        "a:album:1",
        "itunes:album:1",
        title: "OK Computer OKNOTOK 1997 2017",
        by: "Radiohead"
      ),
    ]
    #expect(Catalog.merge(albums).count == 2 || Catalog.merge(albums).count == 1)
  }

  @Test("is withheld alike in any order of the records")
  func order() {
    let records = [queen, wrong, coldplay]
    let expected = Catalog.merge(records)
    for first in records.indices {
      let turned = Array(records[first...] + records[..<first])
      #expect(Catalog.merge(turned) == expected)
      #expect(Catalog.merge(turned.reversed()) == expected)
    }
  }
}
