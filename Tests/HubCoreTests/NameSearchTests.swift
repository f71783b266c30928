import BusProtocol
import EntityResolution
import MusicModel
import Testing

@testable import HubCore

@Suite("Resolving a name")
struct NameSearchTests {
  let hub = HubDriver { $0.hasLibrary = true }
  let a: ModelProvider
  let client: ModelClient

  init() {
    hub.handle(.clockSet(unixMs: 1_800_000_000_000))
    a = hub.connectProvider(
      "a",
      serving: [.artistsSearch, .albumsSearch, .songsSearch, .artistAlbums, .artistSongs]
    )
    client = hub.connectClient()
  }

  /// Resolves a name with a source that has these entities, and a library with those.
  private func resolve(
    _ text: String,
    as kinds: [EntityKind]? = [.artist],
    _ source: [Entity] = [],
    library: [Entity] = [],
    list: [Entity] = []
  ) throws -> CallReply {
    var answered = hub.libraryQueries.count
    let call = client.call(.namesResolve) { ($0.text, $0.entityKinds) = (text, kinds) }
    for _ in 0..<40 {
      if let reply = client.reply(to: call) { return reply }
      for question in a.takeCalls() {
        let parameters = question.parameters
        let kind = Methods[question.method]?.kinds.first
        if parameters.id != nil {
          a.reply(to: question, list.filter { $0.kind == kind })
        } else {
          let text = parameters.text?.lowercased() ?? ""
          let found = source.filter { one in
            one.kind == kind
              && (one.displayName.lowercased() == text
                || parameters.exact != true && one.displayName.lowercased().contains(text))
          }
          a.reply(to: question, found)
        }
      }
      let queries = hub.libraryQueries.dropFirst(answered)
      answered += queries.count
      for query in queries {
        let records = library.filter { $0.kind == query.query.kind }.map {
          LibraryRecord(SourceRecord(provider: a.id, entity: $0, fetchedMs: 1_790_000_000_000))
        }
        hub.handle(.librarySearched(operation: query.operation, records))
      }
    }
    return try #require(nil, "\(text) was not resolved: \(hub.hub.load).")
  }

  private func artists(_ names: String...) -> [Entity] {
    names.enumerated().map { artist("a:artist:\($0.offset)", name: $0.element) }
  }

  @Test("finds the only entity with the name, ignoring case")
  func one() throws {
    let reply = try resolve("pink floyd", artists("Pink Floyd", "Pink"))
    #expect(reply.done?.resolution == NameResolution(.one, id("a:artist:0")))
    #expect(reply.names == ["Pink Floyd"])
    #expect(reply.outcomes == "a: ok")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("prefers the one that writes it exactly so, and returns the others after it")
  func exact() throws {
    let reply = try resolve("P!NK", artists("P!nk", "P!NK"))
    #expect(reply.done?.resolution == NameResolution(.one, id("a:artist:1")))
    #expect(reply.names == ["P!NK", "P!nk"])
  }

  @Test("leaves the choice among several to the client")
  func several() throws {
    let reply = try resolve("Nirvana", artists("Nirvana", "Nirvana"))
    #expect(reply.done?.resolution == NameResolution(.several))
    #expect(reply.items.count == 2)
  }

  @Test("says whom people mean, if one has far more followers and sources")
  func dominant() throws {
    guard case .artist(var famous) = artist("a:artist:1", "b:artist:1", name: "Nirvana"),
      case .artist(var other) = artist("a:artist:2", name: "Nirvana")
    else { return }
    (famous.followers, other.followers) = (1000, 10)
    let reply = try resolve("Nirvana", [.artist(other), .artist(famous)])
    #expect(reply.done?.resolution == NameResolution(.dominant, id("a:artist:1")))
    #expect(reply.items.map(\.id) == [id("a:artist:1"), id("a:artist:2")])
  }

  @Test(
    "finds an album of an artist by both names, in a list if the source cannot search for titles"
  )
  func ofArtist() throws {
    let songs = [song("a:song:1", title: "One"), song("a:song:2", title: "One Tree Hill")]
    let reply = try resolve("U2 - One", as: [.song], artists("U2"), list: songs)
    #expect(reply.done?.resolution == NameResolution(.one, id("a:song:1")))
    // A source that takes the artist for no more than a hint has the song of another one.
    var other = Song(id: id("a:song:9"), title: "One")
    other.artist = ArtistReference(name: "Metallica")
    let hinted = try resolve("U2 - One", as: [.song], artists("U2") + [.song(other)], list: songs)
    #expect(hinted.done?.resolution?.id == id("a:song:1"))
    let albums = [
      album("a:album:1", title: "Discovery"), album("a:album:2", title: "Discovery (Remixes)"),
    ]
    func found(_ name: String) throws -> EntityID? {
      try resolve(name, as: [.album], artists("Daft Punk"), list: albums).done?.resolution?.id
    }
    #expect(try found("Daft Punk – DISCOVERY") == id("a:album:1"))
    #expect(try found("Daft Punk - Homework") == nil)
    #expect(try found("Air - Discovery") == nil)
  }

  @Test("takes what the library has under another spelling")
  func library() throws {
    let reply = try resolve("Beyonce", library: artists("Beyoncé"))
    #expect(reply.done?.resolution?.outcome == .one)
    #expect(reply.names == ["Beyoncé"])
  }

  @Test("offers the only one whose name goes on, and else the nearest")
  func nearest() throws {
    let beginning = try resolve("Pink Fl", artists("Pink Floyd"))
    #expect(beginning.done?.resolution == NameResolution(.beginning, id("a:artist:0")))
    let near = try resolve("Floyd", artists("Pink Floyd", "Floyd Cramer and Friends"))
    #expect(near.done?.resolution?.outcome == .beginning)
    let none = try resolve("Pnik Floyd", library: artists("Pink Floyd"))
    #expect(none.done?.resolution == NameResolution(NameResolution.Outcome.none))
    #expect(none.names == ["Pink Floyd"])
  }

  @Test("looks for all kinds unless the client names some")
  func kinds() throws {
    let reply = try resolve("Animals", as: nil, [album("a:album:1", title: "Animals")])
    #expect(reply.done?.resolution == NameResolution(.one, id("a:album:1")))
  }

  @Test("does not look up an id or a code, and refuses a URL that no provider knows")
  func pasted() throws {
    #expect(try resolve("a:artist:7").done?.resolution == NameResolution(.one, id("a:artist:7")))
    let code = try resolve("724384260958").done?.resolution
    #expect(code == NameResolution(.one, id("upc:album:724384260958")))
    #expect(try resolve("https://nowhere.example/5").code == .notFound)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("fails if no source replies, and ends when it is cancelled")
  func fails() throws {
    let call = client.call(.namesResolve) { ($0.text, $0.entityKinds) = ("Pink Floyd", [.artist]) }
    a.fail(a.takeCall(), .upstreamUnavailable)
    client.cancel(call)
    #expect(client.reply(to: call)?.code == .cancelled)
    #expect(hub.hub.load.calls == 0)
  }

  @Test("waits for no source in any of its lookups if the client does not")
  func waitsForNone() throws {
    let call = client.call(.namesResolve) {
      ($0.text, $0.entityKinds, $0.waitMs) = ("Pink Floyd", [.artist], 0)
    }
    hub.advance(100)
    for query in hub.libraryQueries { hub.handle(.librarySearched(operation: query.operation, [])) }
    hub.advance(100)
    for query in hub.libraryQueries { hub.handle(.librarySearched(operation: query.operation, [])) }
    #expect(client.reply(to: call) != nil)
    #expect(hub.hub.load.calls == 0)
  }

  @Test("rejects kinds that have no names")
  func invalid() {
    let call = client.call(.namesResolve) { ($0.text, $0.entityKinds) = ("Top", [.chart]) }
    #expect(client.reply(to: call)?.code == .invalidParams)
  }
}

@Suite("What a name may mean")
struct NameMeaningTests {
  private typealias Meaning = NameSearch.Meaning

  private func album(_ id: Int, _ title: String, by artist: String) -> Entity {
    .album(Album(id: HubCoreTests.id("a:album:\(id)"), title: title, artist: .init(name: artist)))
  }

  @Test("is itself for an artist, including dashes")
  func artists() {
    #expect(
      Meaning.all(of: "Simon - Garfunkel", as: [.artist]) == [
        Meaning(kind: .artist, text: "Simon - Garfunkel")
      ]
    )
  }

  @Test("is with a dash first the album of an artist, then anything else")
  func parted() {
    #expect(
      Meaning.all(of: "Pink Floyd - The Wall - Live", as: [.artist, .album]) == [
        Meaning(kind: .album, text: "The Wall - Live", artist: "Pink Floyd"),
        Meaning(kind: .artist, text: "Pink Floyd - The Wall - Live"),
        Meaning(kind: .album, text: "Pink Floyd - The Wall - Live"),
      ]
    )
  }

  @Test(
    "has no artist if a side of the dash is empty",
    arguments: ["- The Wall", "The Wall -", "AC-DC", "-"]
  )
  func notParted(_ name: String) {
    #expect(Meaning.all(of: name, as: [.album]) == [Meaning(kind: .album, text: name)])
  }

  @Test("begins the names of entities of its kind and artist")
  func beginning() {
    let found = [artist("a:artist:1", name: "Pink Floyd"), album(3, "Pink Floyd", by: "Zaz")]
    #expect(found.filter(Meaning(kind: .artist, text: "pink fl").begins) == [found[0]])
    #expect(found.filter(Meaning(kind: .album, text: "Pink", artist: "zaz").begins) == [found[1]])
    #expect(found.filter(Meaning(kind: .album, text: "Pink", artist: "Air").begins).isEmpty)
  }

  @Test(
    "is a title in any spelling, but not in a longer one",
    arguments: [
      ("Strasse", "Straße", true), ("deja vu", "Déjà Vu", true),
      ("Große Freiheit", "Grosse Freiheit", true), ("Love", "Lovers", false),
      ("Strasse", "Straßen", false),
    ]
  )
  func titles(_ text: String, _ title: String, _ isTitle: Bool) {
    #expect(Meaning(kind: .song, text: text).isTitle(title) == isTitle)
  }

  @Test("excludes albums by others than its artist")
  func narrowed() {
    let wall = album(1, "The Wall", by: "Pink Floyd")
    let other = album(2, "The Wall", by: "Tribute Band")
    let meaning = Meaning(kind: .album, text: "The Wall", artist: "pink floyd")
    #expect(meaning.narrowed([other, wall]) == [wall])
    #expect(meaning.narrowed([other]).isEmpty)
  }

  @Test(
    "is too short for more than exact names if it matches nearly everything",
    arguments: [
      ("U2", true), (" U2 ", true), ("周", true), ("周杰", false), ("あゆ", false),
      ("아이", false), ("ｱﾕ", false), ("é1", true), ("ABC", false), ("", false),
    ]
  )
  func short(_ text: String, _ isShort: Bool) {
    #expect(CallParameters.isShort(text) == isShort)
  }

  @Test("is the favourite of several artists, or the one whom most sources and people know")
  func dominant() {
    func artist(
      _ ids: String...,
      followers: Int? = nil,
      isFavorite: Bool? = nil,
      albums: Int? = nil
    ) -> Entity {
      var artist = Artist(id: HubCoreTests.id(ids[0]), name: "Genesis")
      artist.ids = ids.map { HubCoreTests.id($0) }
      (artist.followers, artist.favorite, artist.albumCount) = (followers, isFavorite, albums)
      return .artist(artist)
    }
    func chosen(_ artists: Entity...) -> String? {
      NameSearch.dominant(among: artists)?.id.description
    }
    let known = artist("mbid:artist:1", "itunes:artist:1", followers: 50_000)
    let other = artist("deezer:artist:9", followers: 40)
    #expect(chosen(known, other) == "mbid:artist:1")
    #expect(chosen(other, known) == "mbid:artist:1")
    #expect(chosen(known, artist("deezer:artist:9", followers: 40_000)) == nil)
    func unpopular(_ albums: (Int, Int)?) -> String? {
      chosen(
        artist("mbid:artist:1", "itunes:artist:1", albums: albums?.0),
        artist("deezer:artist:9", albums: albums?.1)
      )
    }
    #expect(unpopular(nil) == nil)
    #expect(unpopular((6, 2)) == "mbid:artist:1")
    #expect(unpopular((6, 3)) == nil)
    #expect(chosen(known, artist("deezer:artist:9", "spotify:artist:9", followers: 40)) == nil)
    #expect(chosen(known, artist("deezer:artist:9", isFavorite: true)) == "deezer:artist:9")
  }
}
