import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Albums of others on which an artist appears")
struct AppearancesTests {
  let hub = HubDriver.withFavorites {
    $0.checksReleases = true
    $0.hasProviderCache = true
  }
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistAlbums, .artistAppearances, .artistGet]) {
      $0.methods["artist.appearances"]?.freshMs = 3_600_000
    }
    client = hub.connectClient()
  }

  private func appearances() throws -> CallReply {
    let call = client.call(.artistAppearances) { $0.id = id("a:artist:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:8", title: "Later", by: .init(name: "Eno")) {
        $0.releaseDate = PartialDate("1999")
      },
      album("a:album:7", title: "Hits", by: .init(name: "Various Artists")) {
        $0.releaseDate = PartialDate("1973")
      },
      album("a:album:6", title: "My Own", by: .init(id: id("a:artist:1"), name: "Nina Simone"))
    )
    return try #require(client.reply(to: call))
  }

  @Test("are listed by date, without the artist's own")
  func list() throws {
    let reply = try appearances()
    #expect(reply.names == ["Hits", "Later"])
    #expect(reply.outcomes == "a: ok")
    let again = client.call(.artistAppearances) { $0.id = id("a:artist:1") }
    #expect(client.reply(to: again)?.names == ["Hits", "Later"])
  }

  @Test("are no albums of the artist: they do not count, are not missing, and are not new")
  func others() throws {
    let files = hub.connectProvider(
      "files",
      serving: [.artistAlbums],
      namespaces: ["a:artist"],
      services: [MusicService("Your files", namespaces: ["files"], owned: true)]
    )
    hub.handle(.releasesLoaded([], []))
    client.importRows(artist("a:artist:1", name: "Nina Simone"))
    _ = try appearances()
    let get = client.call(.artistGet) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    guard case .artist(let artist)? = client.reply(to: get)?.items.first else {
      Issue.record("There is no artist.")
      return
    }
    #expect(artist.albumCount == nil)

    let missing = client.call(.albumsMissing) { $0.artistsOf = .favorites }
    files.reply(to: files.takeCall())
    let question = a.takeCall()
    #expect(question?.method == .artistAlbums)
    let own = album("a:album:1", title: "Pastel Blues", by: .init(name: "Nina Simone"))
    a.reply(to: question, own)
    // The first question to the files was the check for new albums.
    files.reply(to: files.takeCall())
    #expect(client.reply(to: missing)?.names == ["Pastel Blues"])

    // What the first check did not have would be new.
    let again = client.call(.artistAppearances) { parameters in
      parameters.id = id("a:artist:1")
      parameters.cache = .bypass
    }
    a.reply(
      to: a.takeCall(),
      album("a:album:9", title: "New", by: .init(name: "Nina Simone feat. Eno")) {
        $0.releaseDate = PartialDate("2026-09-01")
      }
    )
    #expect(client.reply(to: again)?.names.contains("New") == true)
    let releases = client.reply(to: client.call(.releasesList))?.done?.releases
    #expect(releases == [])
  }
}
