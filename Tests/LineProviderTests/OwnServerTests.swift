import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

/// A provider whose source is a server of the user, such as one with the user's music.
@Suite("A user's own server", .timeLimit(.minutes(5)))
struct OwnServerTests {
  private static let program = """
    for line in lines:
        if "params" in line:
            given = line["params"]
            say(id=line["id"], fetch="{server}/find?q=" + given.get("text", given.get("id", "")))
        elif "status" in line:
            say(id=line["id"], items=[{
                "id": "shelf:artist:" + str(line["json"]["id"]), "name": "A", "ids": ["mbid:artist:1"],
                "artwork": [{"url": "{server}/cover/1", "role": "cover"}],
                "links": {"Shelf": "{server}/artist/1"}}], notes=[json.dumps([first["config"], given])])
    """

  private func fixture(
    _ server: String?,
    as instance: ProviderID? = nil,
    _ responses: [String: HTTPResponse] = [:],
    others: [String: JSONValue] = [:],
    query: [String: JSONValue] = [:]
  ) throws -> Fixture {
    var configuration = others
    configuration["server"] = server.map { .string($0) }
    return try Fixture(
      Self.program,
      responses,
      configuration: .object(configuration),
      as: instance
    ) { manifest in
      manifest["upstreams"] = [["url": "{server}", "query": .object(query)]]
      manifest["methods"] = [
        "artists.search": ["cost": ["{server}": 3]], "artist.get": [:], "artwork.get": [:],
      ]
      manifest["configSchema"] = [
        "type": "object",
        "properties": [
          "server": ["type": "string", "format": "origin"], "user": ["type": "string"],
          "password": ["type": "string", "secret": true],
        ],
      ]
    }
  }

  @Test("is requested at the address that the user has set, also by http and in the local network")
  func address() async throws {
    let fixture = try fixture(
      "http://192.168.7.9:4533",
      ["http://192.168.7.9:4533/find?q=nina": HTTPResponse(#"{"id":7}"#)]
    )
    let found = await fixture.search()
    #expect(found.failure == nil)
    #expect(found.spent == ["192.168.7.9": 1])
    #expect(fixture.transport.sent.map(\.mayBeLocal) == [true])
    #expect(fixture.descriptor.methods["artists.search"]?.cost == ["192.168.7.9": 3])
    #expect(
      fixture.descriptor.methods["artist.get"]?.cost == ["192.168.7.9": 4, "img.example.org": 2]
    )
  }

  @Test("has pictures at an address that survives a move, and links at the real one")
  func move() async throws {
    let responses = [
      "/find?q=nina": HTTPResponse(#"{"id":7}"#), "/cover/1": HTTPResponse(body: SilentMusic.png),
    ]
    let before = try fixture("https://old.example", responses)
    guard case .artist(let artist) = await before.search().items.first else {
      Issue.record("no artist")
      return
    }
    #expect(artist.links == ["Shelf": "https://old.example/artist/1"])
    let url = try #require(artist.artwork.first?.url)
    #expect(url == "https://shelf.invalid/cover/1")
    let after = try fixture("https://new.example", responses)
    let picture = await after.run(.artworkGet) { $0.url = url }
    #expect(picture.failure == nil && picture.media?.url == "https://new.example/cover/1")
  }

  @Test("is needed, and named if it is missing or no address")
  func missing() throws {
    #expect(try fixture(nil).missingConfiguration == "server. Run: musicbus provider setup shelf")
    #expect(
      try fixture(nil, as: ProviderID(rawValue: "attic")).missingConfiguration
        == "server. Run: musicbus provider setup attic"
    )
    for wrong in [
      "music.home", "ftp://music.home", "https://music.home/rest", "http://music_home:4533",
      "http://music.home:99999", "http://music.home/#a",
    ] {
      let failure = #expect(throws: Failure.self) { try fixture(wrong) }
      #expect(failure?.code == .configurationInvalid)
      #expect(failure?.message.contains("\"server\" must be a URL without path") == true)
    }
  }

  @Test("is a setting of the manifest with the format origin")
  func setting() throws {
    for property: JSONValue in [
      .null, ["type": "string"], ["type": "integer", "format": "origin"],
    ] {
      let failure = #expect(throws: Failure.self) {
        try Fixture(Self.program) { manifest in
          manifest["upstreams"] = [["url": "{server}"]]
          manifest["configSchema"] = ["properties": ["server": property]]
        }
      }
      #expect(failure?.code == .manifestInvalid)
      #expect(failure?.message.contains("\"format\" origin") == true)
    }
  }

  @Test("gets requests that are signed with a new salt each time, which nobody else sees")
  func digest() async throws {
    let signed: [String: JSONValue] = [
      "u": "{user}", "t": "{md5:password+salt}", "s": "{salt}", "c": "musicbus",
    ]
    let fixture = try fixture(
      "https://music.example",
      others: ["user": "ann", "password": "sesame"],
      query: signed
    )
    _ = await fixture.search("a")
    _ = await fixture.search("b")
    var salts: Set<String> = []
    for request in fixture.transport.sent {
      let items = URLComponents(string: request.address.description)?.queryItems ?? []
      let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
      let salt = try #require(query["s"])
      #expect(query["u"] == "ann" && query["c"] == "musicbus")
      #expect(query["t"] == SettingText.md5(of: "sesame" + salt))
      #expect(request.secrets == [salt: "salt", query["t"] ?? "": "md5"])
      salts.insert(salt)
    }
    #expect(salts.count == 2)
    // The example of Subsonic's documentation.
    #expect(SettingText.md5(of: "sesamec19b2d") == "26719a1196d2a940705a59634eb18eab")
  }

  @Test("gets neither signature nor salt if the user has not set what is signed")
  func unsigned() async throws {
    let fixture = try fixture(
      "https://music.example",
      others: ["user": "ann"],
      query: ["u": "{user}", "t": "{md5:password+salt}", "s": "{salt}"]
    )
    _ = await fixture.search("a")
    #expect(fixture.transport.requests == ["https://music.example/find?q=a&u=ann"])
  }

  @Test("may be one of several, whose ids differ outside and are the same for the program")
  func instance() async throws {
    let attic = try #require(ProviderID(rawValue: "attic"))
    let fixture = try fixture(
      "https://attic.example",
      as: attic,
      ["/find?q=shelf:artist:3": HTTPResponse(#"{"id":3}"#)]
    )
    #expect(fixture.descriptor.id == attic && fixture.descriptor.name == "Shelf (attic)")
    #expect(fixture.descriptor.namespaces == ["attic:artist"])
    let found = await fixture.run(.artistGet) { call in
      call.id = EntityID("attic:artist:3")
      call.ids = [EntityID("attic:artist:3"), EntityID("mbid:artist:1")].compactMap(\.self)
    }
    #expect(found.failure == nil)
    #expect(found.items.first?.ids.map(\.description) == ["attic:artist:3", "mbid:artist:1"])
    #expect(found.notes.first?.contains(#""ids": ["shelf:artist:3", "mbid:artist:1"]"#) == true)
  }

  @Test("of an instance is never asked for an id of the provider itself, nor gives what it has")
  func idsOfTheProvider() async throws {
    let fixture = try fixture(
      "https://cellar.example",
      as: ProviderID(rawValue: "cellar"),
      ["/find?q=cellar:artist:8": HTTPResponse(#"{"id":5}"#)]
    )
    let found = await fixture.run(.artistGet) { call in
      call.id = EntityID("shelf:artist:8")
      call.ids = [EntityID("shelf:artist:8"), EntityID("cellar:artist:5")].compactMap(\.self)
    }
    // To its program, it is of another source.
    let given = #""ids": ["cellar:artist:8", "shelf:artist:5"]"#
    #expect(found.notes.first?.contains(given) == true, "\(found)")
    #expect(found.items.first?.id.description == "cellar:artist:5")
  }
}
