import MusicModel
import Testing

@Suite("An id of an entity")
struct EntityIDTests {
  @Test(
    "has a namespace, a type and a value",
    arguments: [
      ("itunes:artist:487143", "itunes", "artist", "487143", EntityKind.artist),
      ("mbid:release-group:f5093c06", "mbid", "release-group", "f5093c06", .album),
      ("mbid:recording:f5093c06", "mbid", "recording", "f5093c06", .song),
      ("itunes-rss:chart:us.albums", "itunes-rss", "chart", "us.albums", .chart),
      ("shelf:song:a:b:c", "shelf", "song", "a:b:c", .song),
      ("shelf:book:久石譲", "shelf", "book", "久石譲", nil),
    ] as [(String, String, String, String, EntityKind?)]
  )
  func read(
    _ text: String,
    _ namespace: String,
    _ type: String,
    _ value: String,
    _ kind: EntityKind?
  ) throws {
    let id = try #require(EntityID(text))
    #expect(id.namespace == namespace)
    #expect(id.type == type)
    #expect(id.value == value)
    #expect(id.kind == kind)
    #expect(id.description == text)
    #expect(EntityID(namespace: namespace, type: type, value: value) == id)
  }

  @Test(
    "is rejected if a part is missing or malformed",
    arguments: [
      "", "487143", "itunes:487143", "itunes:artist:", ":artist:1", "itunes::1", "iTunes:artist:1",
      "itunes:Artist:1", "it_unes:artist:1", "itunes:artist:4 5", "itunes:artist:4\n",
      "itunes:artist:\u{0}", "itunes:artist:\u{7F}", "itunes:artist:\u{A0}", "itunes :artist:1",
      "ïtunes:artist:1",
    ]
  )
  func refuse(_ text: String) {
    #expect(EntityID(text) == nil)
  }

  @Test(
    "has a UUID in lower case, whatever its namespace",
    arguments: [
      (
        "mbid:artist:056E4F3E-D505-4DAD-8EC1-D04F521CBB56",
        "mbid:artist:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
      ),
      (
        "shelf:song:056e4f3e-d505-4dad-8EC1-d04f521cbb56",
        "shelf:song:056e4f3e-d505-4dad-8ec1-d04f521cbb56"
      ),
      (
        "mbid:artist:056E4F3E-D505-4DAD-8EC1-D04F521CBB5G",
        "mbid:artist:056E4F3E-D505-4DAD-8EC1-D04F521CBB5G"
      ),
      (
        "mbid:artist:056E4F3ED-505-4DAD-8EC1-D04F521CBB56",
        "mbid:artist:056E4F3ED-505-4DAD-8EC1-D04F521CBB56"
      ),
      ("spotify:artist:4tZwfgrHOc3mvqYlEYSvVi", "spotify:artist:4tZwfgrHOc3mvqYlEYSvVi"),
    ]
  )
  func uuid(_ text: String, _ expected: String) throws {
    let id = try #require(EntityID(text))
    #expect(id.description == expected)
    #expect(EntityID(expected) == id)
    let value = String(text.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst())
    #expect(EntityID(namespace: id.namespace, type: id.type, value: value) == id)
  }

  @Test("is bounded")
  func bounds() {
    let word = String(repeating: "n", count: 40)
    let value = String(repeating: "v", count: 200)
    #expect(EntityID("\(word):\(word):\(value)") != nil)
    #expect(EntityID("\(word)n:\(word):\(value)") == nil)
    #expect(EntityID("\(word):\(word)n:\(value)") == nil)
    #expect(EntityID("\(word):\(word):\(value)v") == nil)
    #expect(EntityID("x:song:" + String(repeating: "é", count: 101)) == nil)
  }

  @Test("is ordered by the rank of its namespace, then by its text")
  func textOrder() {
    let words = ["a", "a-b", "a1", "ab", "b", "mbid", "itunes"]
    let ids = words.flatMap { namespace in
      words.flatMap { type in
        ["1", "10", "2", "b:1", "é"].compactMap { value in
          EntityID(namespace: namespace, type: type, value: value)
        }
      }
    }
    func key(_ id: EntityID) -> (Int, String) {
      (EntityID.namespaceOrder.firstIndex(of: id.namespace) ?? .max, id.description)
    }
    let byText = ids.sorted { key($0) < key($1) }
    #expect(ids.count == 245 && ids.shuffled().sorted() == byText)
  }

  @Test("is ordered by namespace as it is printed, unknown namespaces last")
  func order() {
    let ordered = [
      "mbid:artist:2", "itunes:artist:1", "itunes:artist:2", "audiodb:artist:1", "amg:artist:1",
      "upc:album:1", "isrc:recording:1", "archive:artist:1", "zoo:artist:1",
    ]
    let ids = ordered.compactMap { EntityID($0) }
    #expect(ids.count == ordered.count)
    #expect(ids.shuffled().sorted().map(\.description) == ordered)
  }
}
