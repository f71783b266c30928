import BusProtocol
import MusicModel
import Testing

@Suite("The URLs of a source")
struct URLPatternTests {
  private static let patterns = [
    URLPattern("https://store.example/*/album/*/*?i={id}", id: "store:song:{id}", example: ""),
    URLPattern("https://store.example/*/album/*/{id}", id: "store:album:{id}", example: ""),
    URLPattern("https://store.example/*/artist/*/id{id}", id: "store:artist:{id}", example: ""),
    URLPattern("https://store.example/a/{id}-*", id: "store:artist:{id}", example: ""),
    URLPattern("store:track:{id}", id: "store:song:{id}", example: ""),
  ]

  @Test(
    "yield the id that they contain",
    arguments: [
      ("https://store.example/us/album/blue/17", "store:album:17"),
      ("http://www.STORE.example/us/album/blue/17/?uo=4#top", "store:album:17"),
      ("https://store.example/us/album/blue/17?uo=4&i=5", "store:song:5"),
      ("https://store.example/de/artist/x/id9", "store:artist:9"),
      ("https://store.example/a/17-nina-simone", "store:artist:17"),
      ("store.example/a/17-nina-simone", "store:artist:17"),
      ("www.store.example/us/album/blue/17?i=5", "store:song:5"),
      (
        "https://store.example/de/artist/x/id056E4F3E-D505-4DAD-8EC1-D04F521CBB56",
        "store:artist:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
      ),
      ("https://store.example/de/artist/x/id9AbC", "store:artist:9AbC"),
      ("store:track:4tZ", "store:song:4tZ"), ("upc:600019638258", "upc:album:600019638258"),
      ("600019-638258", "upc:album:600019638258"), ("UPC 600019638258", "upc:album:600019638258"),
      ("6 00019 63825 8", "upc:album:600019638258"),
      ("EAN: 0 724384 963552", "upc:album:724384963552"),
      ("isrc:GBAYE9714951", "isrc:recording:GBAYE9714951"),
      ("ISRC GB-AYE-97-14951", "isrc:recording:GBAYE9714951"),
      ("0724384963552", "upc:album:724384963552"), ("724384963552", "upc:album:724384963552"),
      ("gb-aye-73-00042", "isrc:recording:GBAYE7300042"),
      ("GBAYE7300042", "isrc:recording:GBAYE7300042"),
    ]
  )
  func ids(_ text: String, _ id: String) {
    #expect(EntityID(pasted: text, Self.patterns)?.description == id)
  }

  private static let pages = [
    URLPattern("https://en.wiki.example/wiki/{+id}", id: "wiki:artist:en:{id}", example: "")
  ]

  private static let languages = [
    URLPattern(
      "https://{lang}.wiki.example/wiki/{+id}",
      id: "wiki:artist:{lang}:{id}",
      example: ""
    ),
    URLPattern("https://{lang}.m.wiki.example/{id}", id: "wiki:artist:{lang}:{id}", example: ""),
  ]

  @Test(
    "yield the language of the page, if the host begins with {lang}",
    arguments: [
      ("https://en.wiki.example/wiki/Air", "wiki:artist:en:Air"),
      ("https://www.EN.wiki.example/wiki/Air", "wiki:artist:en:Air"),
      ("https://pt-br.m.wiki.example/Air", "wiki:artist:pt-br:Air"),
      ("zh-classical.wiki.example/wiki/Air", "wiki:artist:zh-classical:Air"),
      ("https://e.wiki.example/wiki/Air", nil), ("https://wiki.example/wiki/Air", nil),
      ("https://a.b.wiki.example/wiki/Air", nil), ("https://-en.wiki.example/wiki/Air", nil),
      ("https://en-.wiki.example/wiki/Air", nil), ("https://e1.wiki.example/wiki/Air", nil),
      ("https://en.m.other.example/Air", nil), ("https://en.m.wiki.example/Air/Band", nil),
      ("https://aaaaaaaaaaaaaaaaaaaaa.wiki.example/wiki/Air", nil),
    ]
  )
  func language(_ text: String, _ id: String?) {
    #expect(EntityID(pasted: text, Self.languages)?.description == id)
  }

  private static let labels = [
    URLPattern(
      "https://{artist}.shop.example/album/{id}",
      id: "shop:album:{artist}:{id}",
      example: ""
    ),
    URLPattern(
      "https://{seller}.stall.example/page/{+id}",
      id: "stall:song:{seller}.{id}",
      example: ""
    ),
    URLPattern("https://{id}.shop.example", id: "shop:artist:{id}", example: ""),
    URLPattern("https://{id}.example", id: "all:artist:{id}", example: ""),
    URLPattern("https://{artist}.example/album/{id}", id: "all:album:{artist}:{id}", example: ""),
    URLPattern("https://a.{artist}.example/{id}", id: "all:song:{artist}:{id}", example: ""),
  ]

  @Test(
    "yield the first label of the host for a variable there, before at least two other labels",
    arguments: [
      ("https://miriam-m.shop.example/album/pata-pata", "shop:album:miriam-m:pata-pata"),
      ("http://www.Miriam.SHOP.example/album/Pata/", "shop:album:miriam:Pata"),
      ("7seconds.shop.example/album/x?from=search", "shop:album:7seconds:x"),
      ("https://miriam.shop.example/", "shop:artist:miriam"),
      ("miriam.shop.example/", "shop:artist:miriam"),
      ("https://m.stall.example/page/A%20B/C", "stall:song:m.A_B/C"),
      ("https://shop.example/album/pata", nil), ("https://a.b.shop.example/album/pata", nil),
      ("https://-a.shop.example/album/pata", nil), ("https://a-.shop.example/album/pata", nil),
      ("https://a_b.shop.example/album/pata", nil), ("https://.shop.example/album/pata", nil),
      ("https://a.shop.example.evil.example/album/pata", nil), ("https://a.example/", nil),
      ("https://a.example/album/pata", nil), ("https://a.b.example/1", nil),
      ("https://\(String(repeating: "a", count: 64)).shop.example/album/pata", nil),
    ] as [(String, String?)]
  )
  func label(_ text: String, _ id: String?) {
    #expect(EntityID(pasted: text, Self.labels)?.description == id)
  }

  @Test(
    "yield the rest of the path, decoded, if the pattern ends with {+id}",
    arguments: [
      ("https://en.wiki.example/wiki/Air_(French_band)", "wiki:artist:en:Air_(French_band)"),
      ("https://en.wiki.example/wiki/Air_%28French_band%29", "wiki:artist:en:Air_(French_band)"),
      ("https://en.wiki.example/wiki/Earth,_Wind_%26_Fire", "wiki:artist:en:Earth,_Wind_&_Fire"),
      ("https://en.wiki.example/wiki/Guns_N%27_Roses", "wiki:artist:en:Guns_N'_Roses"),
      ("https://en.wiki.example/wiki/Sigur_R%C3%B3s?a=b#c", "wiki:artist:en:Sigur_Rós"),
      ("en.wiki.example/wiki/Sigur_Rós/", "wiki:artist:en:Sigur_Rós"),
      ("https://en.wiki.example/wiki/AC/DC", "wiki:artist:en:AC/DC"),
      ("https://en.wiki.example/wiki/AC%2FDC", "wiki:artist:en:AC/DC"),
      ("https://en.wiki.example/wiki/100%_Pure", "wiki:artist:en:100%_Pure"),
      ("https://en.wiki.example/wiki/%3F_%28album%29", "wiki:artist:en:?_(album)"),
      ("https://en.wiki.example/wiki/Daft Punk", "wiki:artist:en:Daft_Punk"),
      ("https://en.wiki.example/wiki/Air%20(French band)", "wiki:artist:en:Air_(French_band)"),
      ("en.wiki.example/wiki/Sigur Rós", "wiki:artist:en:Sigur_Rós"),
    ]
  )
  func rest(_ text: String, _ id: String) {
    #expect(EntityID(pasted: text, Self.pages)?.description == id)
  }

  @Test(
    "yield no id if the rest of the path is empty, invalid or contains white space",
    arguments: ["", "/", "a%09b", "a%0Ab", "%E0%A4", String(repeating: "a", count: 201)]
  )
  func invalidRest(_ rest: String) {
    #expect(EntityID(pasted: "https://en.wiki.example/wiki/" + rest, Self.pages) == nil)
    #expect(EntityID(pasted: "https://en.wiki.example/" + rest, Self.pages) == nil)
  }

  @Test(
    "yield no id if they have another form",
    arguments: [
      "https://store.example/us/album/blue", "https://store.example/us/album/blue/",
      "https://store.example/us/album/blue/17/18", "https://other.example/us/album/blue/17",
      "https://store.example.evil.example/us/album/blue/17", "ftp://store.example/a/17-x",
      "https://store.example/a/17", "https://store.example/a/-x",
      "https://user@store.example/a/17-x", "https://store.example/us/artist/x/id9%2F",
      "store:track:", "store:album:1 2", "724384963553", "1999", "GBAYE730004", "",
      "https://", "://", "?i=5", "Nina Simone", "store.example", "user@store.example/a/17-x",
      "AC/DC", "M.I.A./17-x", "6000 1963 8258", "6  00019 63825 8", "-600019638258",
      "upc:600019638259", "isrc:600019638258", "upc:GBAYE9714951", "album:600019638258",
    ]
  )
  func others(_ text: String) {
    #expect(EntityID(pasted: text, Self.patterns) == nil)
  }

  @Test(
    "are declared with {id} once, and with an example whose id the provider understands",
    arguments: [
      ("https://a.example/{id}", "a:artist:{id}", "https://a.example/7", true),
      ("https://a.example/x", "a:artist:{id}", "https://a.example/x", false),
      ("https://a.example/{id}/{id}", "a:artist:{id}", "https://a.example/7/7", false),
      ("http://a.example/{id}", "a:artist:{id}", "http://a.example/7", false),
      ("https://a.example/{id}", "a:artist:{id}", "https://a.example/7/8", false),
      ("https://a.example/{id}", "a:album:{id}", "https://a.example/7", false),
      ("https://a.example/{id}", "nothing", "https://a.example/7", false),
      ("https://a.example/{+id}", "a:artist:{id}", "https://a.example/7/8", true),
      ("https://a.example/{+id}/b", "a:artist:{id}", "https://a.example/7/b", false),
      ("https://a.example/b{+id}", "a:artist:{id}", "https://a.example/b7", false),
      ("https://a.example/{+id}", "a:artist:{id}", "https://a.example/", false),
      ("https://a.example/{id}/{+id}", "a:artist:{id}", "https://a.example/7/8", false),
      ("https://{lang}.a.example/{id}", "a:artist:{lang}:{id}", "https://en.a.example/7", true),
      ("https://{lang}.a.example/{id}", "a:artist:{id}", "https://en.a.example/7", false),
      ("https://a.example/{id}", "a:artist:{lang}:{id}", "https://a.example/7", false),
      ("https://a.{lang}.example/{id}", "a:artist:{lang}:{id}", "https://a.en.example/7", false),
      ("https://a.example/{lang}/{id}", "a:artist:{lang}:{id}", "https://a.example/en/7", false),
      ("https://{who}.a.example/{id}", "a:artist:{who}:{id}", "https://me.a.example/7", true),
      ("https://{who}.a.example/{id}", "a:artist:{id}", "https://me.a.example/7", false),
      ("https://{who}.a.example/{id}", "a:artist:{lang}:{id}", "https://en.a.example/7", false),
      ("https://{who}.a.example/{id}", "a:artist:{who}:{id}", "https://m_e.a.example/7", false),
      ("https://{who}.a.example/x", "a:artist:{who}", "https://me.a.example/x", false),
      ("https://{who}.example/{id}", "a:artist:{who}:{id}", "https://me.example/7", false),
      (
        "https://{who}.{lang}.a.example/{id}", "a:artist:{who}:{id}", "https://m.e.a.example/7",
        false
      ),
      ("https://{id}.a.example", "a:artist:{id}", "https://me.a.example/", true),
      ("https://{id}.example", "a:artist:{id}", "https://me.example/", false),
      ("https://{id}-shop.a.example", "a:artist:{id}", "https://me-shop.a.example/", false),
      ("https://*.a.example/{id}", "a:artist:{id}", "https://me.a.example/7", false),
      ("https://{Who}.a.example/{id}", "a:artist:{Who}:{id}", "https://me.a.example/7", false),
    ]
  )
  func problems(_ url: String, _ id: String, _ example: String, _ isValid: Bool) {
    let pattern = URLPattern(url, id: id, example: example)
    #expect((pattern.problem(namespaces: ["a:artist"]) == nil) == isValid)
  }
}
