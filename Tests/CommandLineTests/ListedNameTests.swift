import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import TestKit
import Testing

@testable import musicbus

@Suite("A title that sources cannot search", .timeLimit(.minutes(10)))
struct ListedNameTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  /// The id that is found by a name; the only artist is Daft Punk, and searches find no title.
  private func found(_ name: String, as kind: EntityKind) throws -> EntityID {
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      let items = try ListedNameTests.items(message.header.method, message.decodeBody())
      return [
        try WireMessage(Header(type: .done, re: message.header.id), Done(parts: 0, items: items))
      ]
    }
    let context = try CommandContext(
      try Samples.invocation(kind.rawValue, name),
      Terminal { _ in nil },
      environment: environment,
      start: .expected(hub.process)
    )
    defer { context.close() }
    return try context.find([name], as: [kind], for: Samples.invocation(kind.rawValue, name)).id
  }

  private static func items(_ method: Method?, _ parameters: CallParameters) -> [Entity] {
    let artist = ArtistReference(name: "Daft Punk")
    switch method {
    case .artistsSearch where parameters.text == "Daft Punk" && parameters.exact == true:
      return [.artist(Artist(id: Samples.id("audiodb:artist:1"), name: "Daft Punk"))]
    case .artistAlbums where parameters.title?.lowercased() == "discovery":
      return ["Discovery", "Discovery (Remixes)"].enumerated().map { index, title in
        .album(Album(id: Samples.id("audiodb:album:\(index)"), title: title, artist: artist))
      }
    case .artistSongs where parameters.title == "Aerodynamic":
      return [.song(Song(id: Samples.id("audiodb:song:9"), title: "Aerodynamic", artist: artist))]
    default: return []
    }
  }

  @Test(
    "is found in the list of its artist",
    arguments: [
      ("Daft Punk - Discovery", EntityKind.album, "audiodb:album:0"),
      ("Daft Punk - DISCOVERY", .album, "audiodb:album:0"),
      ("Daft Punk – Aerodynamic", .song, "audiodb:song:9"),
    ]
  )
  func listed(name: String, kind: EntityKind, id: String) throws {
    #expect(try found(name, as: kind) == Samples.id(id))
  }

  @Test("is not found under another artist or title")
  func missing() {
    #expect(throws: CommandFailure.self) { try found("Daft Punk - Homework", as: .album) }
    #expect(throws: CommandFailure.self) { try found("Air - Discovery", as: .album) }
  }
}
