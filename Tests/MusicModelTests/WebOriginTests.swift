import MusicModel
import Testing

@Suite("The origin of a URL")
struct WebOriginTests {
  @Test(
    "is scheme, host and port, with or without a slash",
    arguments: [
      ("http://nas:4533", .http, "nas", 4533),
      ("https://Music.Example.org/", .https, "music.example.org", 443),
      (" HTTP://192.168.7.9 ", .http, "192.168.7.9", 80),
      ("http://[fe80::1]:65535", .http, "[fe80::1]", 65535),
      ("http://nas-2.local:1/", .http, "nas-2.local", 1),
    ] as [(String, WebOrigin.Scheme, String, Int)]
  )
  func accept(_ text: String, _ scheme: WebOrigin.Scheme, _ host: String, _ port: Int) throws {
    let origin = try #require(WebOrigin(text))
    #expect(origin.scheme == scheme && origin.host == host && origin.port == port)
  }

  @Test(
    "is nothing that a provider could not connect to, and has nothing behind it",
    arguments: [
      "", "nas:4533", "ftp://nas", "http:nas", "http://", "http://nas_2:4533", "http://nas:0",
      "http://nas:70000",
      "http://nas:", "http://nas:+80", "http://nas:80:80", "http://.nas", "http://-nas",
      "http://n as", "http://näs",
      "http://ann@nas", "http://nas%31", "http://fe80::1", "http://[nas]", "http://[::1",
      "http://nas\\", "http://nas//",
      "http://nas/music", "http://nas?x", "http://nas/?x", "http://nas#x", "http://nas/#x",
    ]
  )
  func refuse(_ text: String) {
    #expect(WebOrigin(text) == nil)
  }

  @Test("is what a longer URL begins with")
  func divided() throws {
    let (origin, rest) = try #require(WebOrigin.dividing("http://Nas:81/a?b#c"))
    #expect(origin == WebOrigin("http://nas:81"))
    #expect(rest == "/a?b#c")
    #expect(WebOrigin.dividing("http://nas_2/a") == nil)
  }
}
