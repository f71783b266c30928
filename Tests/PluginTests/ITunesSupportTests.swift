import ITunesSupport
import MusicModel
import ProviderKit
import Testing

@Suite("Records of the iTunes Store")
struct ITunesSupportTests {
  @Test(
    "have the kind as a suffix of the title",
    arguments: [
      ("Harbour - Single", "Harbour", AlbumKind.single), ("Harbour - EP", "Harbour", .ep),
      ("Harbour", "Harbour", .album), ("Harbour-EP", "Harbour-EP", .album),
      ("EP", "EP", .album), ("Single - Single", "Single", .single),
      ("Rock &amp; Roll - EP", "Rock & Roll", .ep),
    ]
  )
  func title(_ text: String, _ title: String, _ kind: AlbumKind) {
    #expect(StoreTitle(text).title == title)
    #expect(StoreTitle(text).albumKind == kind)
  }

  @Test(
    "have images in any size",
    arguments: [
      (
        "https://is1-ssl.mzstatic.com/a/100x100bb.jpg",
        "https://is1-ssl.mzstatic.com/a/300x300bb.jpg"
      ),
      (
        "http://is1.mzstatic.com/a/source/55x55bb-85.png",
        "https://is1.mzstatic.com/a/source/300x300bb-85.png"
      ),
      (
        "http://a2.mzstatic.com/us/mzi.jnn.100x100-75.jpg",
        "https://a2.mzstatic.com/us/mzi.jnn.300x300-75.jpg"
      ),
      ("https://is1-ssl.mzstatic.com/a/cover.jpg", "https://is1-ssl.mzstatic.com/a/cover.jpg"),
    ]
  )
  func picture(_ url: String, _ sized: String) {
    #expect(StoreArtwork(url).url(size: 300) == sized)
  }

  @Test("have images on the configured host")
  func localPicture() {
    let artwork = StoreArtwork("http://127.0.0.1:8080/a/100x100bb.jpg")
    #expect(artwork.url(size: nil) == "http://127.0.0.1:8080/a/100x100bb.jpg")
    #expect(artwork.artwork.first?.url == "http://127.0.0.1:8080/a/1200x1200bb.jpg")
    #expect(artwork.url(size: 100_000).contains("3000x3000"))
  }

  @Test(
    "have the bar code in the file name of the cover",
    arguments: [
      ("https://x/a/195081034713.jpg/100x100bb.jpg", "195081034713"),
      ("https://x/a/00829619167009.rgb.jpg/55x55bb.png", "829619167009"),
      ("https://x/a/UMG_cvrart_00602557542783_01_RGB72_1800x1800.jpg/1x1.jpg", "602557542783"),
      ("https://x/a/5099902987651.jpg/100x100bb.jpg", "5099902987651"),
      ("https://x/a/075679690432.jpg/100x100bb.jpg", "075679690432"),
      ("https://x/a/195081034714.jpg/100x100bb.jpg", nil),
      ("https://x/a/22UMGIM43681.rgb.jpg/100x100bb.jpg", nil),
      ("https://x/195081034713/source/100x100bb.jpg", nil),
      ("https://x/a/000000000000.jpg/100x100bb.jpg", nil),
      ("195081034713", nil),
    ] as [(String, String?)]
  )
  func barCode(_ url: String, _ digits: String?) {
    #expect(BarCode.id(inArtwork: url)?.value == digits)
  }

  @Test(
    "have ids in links",
    arguments: [
      ("https://music.apple.com/us/artist/x/123?uo=2", 123, nil),
      ("https://itunes.apple.com/us/artist/x/id123?mt=2&uo=2", 123, nil),
      ("https://music.apple.com/us/album/x/10?i=100&uo=4", 10, 100),
      ("https://music.apple.com/us/artist/x", nil, nil),
    ] as [(String, Int?, Int?)]
  )
  func links(_ url: String, _ number: Int?, _ song: Int?) {
    #expect(StoreLink(url)?.number == number)
    #expect(StoreLink(url)?.songNumber == song)
  }

  @Test(
    "have dates in many formats",
    arguments: [
      ("2015-09-11T07:00:00Z", "2015-09-11"), ("2023-06-23T00:00:00-07:00", "2023-06-23"),
      ("1980-06", "1980-06"), ("1980", "1980"), ("1980-06-09", "1980-06-09"),
      ("May 5, 2017", "2017-05-05"), ("Foo 5, 2017", nil), ("", nil), ("0000-00-00", nil),
      ("February 30, 2017", nil),
    ] as [(String, String?)]
  )
  func dates(_ text: String, _ date: String?) {
    #expect(StoreDate.date(text)?.description == date)
  }

  @Test(
    "have advisories in several spellings",
    arguments: [
      ("Explicit", true), ("Explict", true), ("explicit", true), ("notExplicit", false),
      ("cleaned", false), ("Clean", false), ("", nil), ("PG-13", nil), (nil, nil),
    ] as [(String?, Bool?)]
  )
  func advisory(_ word: String?, _ isExplicit: Bool?) {
    #expect(StoreAdvisory(word)?.isExplicit == isExplicit)
  }
}
