import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("A URL, a bar code or an ISRC instead of an id")
struct PastedIDsTests {
  let hub = HubDriver()
  let client: ModelClient
  let provider: ModelProvider

  init() {
    client = hub.connectClient()
    provider = hub.connectProvider("a", serving: [.artistGet, .albumGet, .songGet]) {
      $0.namespaces += ["upc:album", "isrc:recording"]
      $0.urls = [
        URLPattern(
          "https://a.example.org/artist/{id}",
          id: "a:artist:{id}",
          example: "https://a.example.org/artist/1"
        ),
        URLPattern("a:track:{id}", id: "a:song:{id}", example: "a:track:1"),
      ]
    }
  }

  /// Calls with a body that `CallParameters` cannot contain.
  private func call(_ method: Method, _ members: [String: JSONValue]) -> String {
    let id = "raw-\(method.rawValue)"
    let header = Header(type: .call, id: id, sid: client.sid, method: method)
    client.say(header, JSONValue.object(members))
    return id
  }

  @Test(
    "is treated as the id that it means",
    arguments: [
      ("artist.get", "http://www.a.example.org/artist/17?x=1", "a:artist:17"),
      ("album.get", "724384260958", "upc:album:724384260958"),
      ("song.get", "a:track:5", "a:song:5"),
      ("song.get", "gb-aye-73-00042", "isrc:recording:GBAYE7300042"),
    ]
  )
  func id(method: String, text: String, id: String) {
    _ = call(Method(rawValue: method), ["id": .string(text)])
    #expect(provider.takeCall()?.parameters.id?.description == id)
  }

  @Test("is found by a method")
  func find() {
    func found(_ text: String) -> String? {
      let reply = client.reply(to: client.call(.idsFind) { $0.text = text })
      return reply?.done?.id?.description
    }
    #expect(found("https://a.example.org/artist/17") == "a:artist:17")
    #expect(found("724384260958") == "upc:album:724384260958")
    #expect(found("a:track:5") == "a:song:5")
    #expect(found("a:album:5") == "a:album:5")
    #expect(found("https://b.example.org/artist/17") == nil)
    let missing = client.reply(to: client.call(.idsFind) { _ in })
    #expect(missing?.code == .invalidParams)
  }

  @Test("may be known a moment later, while a provider starts that has not said what it knows")
  func starting() {
    let late = hub.findProvider("b", serving: [.artistGet]) {
      $0.urls = [
        URLPattern(
          "https://b.example.org/artist/{id}",
          id: "b:artist:{id}",
          example: "https://b.example.org/artist/1"
        )
      ]
    }
    late.spawn()
    let url = "https://b.example.org/artist/17"
    let early = client.reply(to: client.call(.idsFind) { $0.text = url })
    #expect(early?.code == .busy)
    #expect(early?.failure?.retryAfterMs == 500)
    #expect(client.reply(to: call(.artistGet, ["id": .string(url)]))?.code == .busy)
    late.hello()
    let then = client.reply(to: client.call(.idsFind) { $0.text = url })
    #expect(then?.done?.id?.description == "b:artist:17")
  }

  @Test("is rejected if no provider has such URLs, or if it names another kind")
  func unknown() {
    let unknown = call(.artistGet, ["id": "https://b.example.org/artist/17"])
    #expect(client.reply(to: unknown)?.code == .invalidParams)
    let album = call(.albumGet, ["id": "https://a.example.org/artist/17"])
    let reply = client.reply(to: album)
    #expect(reply?.code == .invalidParams)
    #expect(reply?.failure?.message.contains("a:artist:17") == true)
  }

  @Test("names a favourite")
  func key() {
    func code(_ key: String) -> ErrorCode? {
      client.reply(to: client.call(.favoritesGet) { $0.key = key })?.code
    }
    #expect(code("https://b.example.org/artist/17") == .invalidParams)
    #expect(code("https://a.example.org/artist/17") == code("a:artist:17"))
    #expect(code("a:artist:17") != .invalidParams)
  }
}
