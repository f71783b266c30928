import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The user's collection")
struct CollectionTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  private func report(songs: Int) -> CollectionReport {
    var report = CollectionReport()
    report.songs = songs
    return report
  }

  private func done(_ call: String) -> Done? { client.reply(to: call)?.done }

  /// A provider whose replies are fresh for a minute.
  private func connect(_ id: String) -> ModelProvider {
    hub.connectProvider(id, serving: [.collectionCheck]) {
      $0.methods["collection.check"]?.freshMs = 60_000
    }
  }

  @Test("is reported by each provider that serves it, anew for each call")
  func reports() {
    let (files, shelf) = (connect("files"), connect("shelf"))
    for round in 1...2 {
      let call = client.call(.collectionCheck)
      for (provider, songs) in [(files, round), (shelf, 7)] {
        var done = Done()
        done.collection = [report(songs: songs)]
        provider.end(provider.takeCall(), done)
      }
      let reply = done(call)
      #expect(reply?.collection?.map(\.songs) == [round, 7])
      #expect(reply?.collection?.map(\.provider?.rawValue) == ["files", "shelf"])
      #expect(reply?.sources?.map(\.provider.rawValue) == ["files", "shelf"])
    }
  }

  @Test("of the others is reported if a provider fails")
  func failure() {
    let files = hub.connectProvider("files", serving: [.collectionCheck])
    let shelf = hub.connectProvider("shelf", serving: [.collectionCheck])
    let call = client.call(.collectionCheck)
    files.fail(files.takeCall(), .internalError)
    var one = Done()
    one.collection = [report(songs: 7)]
    shelf.end(shelf.takeCall(), one)
    let reply = done(call)
    #expect(reply?.collection?.map(\.songs) == [7])
    #expect(reply?.sources?.map(\.outcome) == [.failed, .ok])
  }

  @Test("has its artists by name, merged with what is known of them")
  func artists() {
    let files = hub.connectProvider("files", serving: [.collectionArtists])
    let call = client.call(.collectionArtists)
    files.reply(
      to: files.takeCall(),
      artist("files:artist:2", name: "Bob"),
      artist("files:artist:1", name: "Ann")
    )
    #expect(client.reply(to: call)?.names == ["Ann", "Bob"])
  }

  @Test("has its albums by title")
  func albums() {
    let files = hub.connectProvider("files", serving: [.collectionAlbums])
    let call = client.call(.collectionAlbums)
    files.reply(
      to: files.takeCall(),
      album("files:album:2", title: "Red"),
      album("files:album:1", title: "Blue")
    )
    #expect(client.reply(to: call)?.names == ["Blue", "Red"])
  }

  @Test("is not served without such a provider")
  func none() {
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    let call = client.call(.collectionCheck)
    #expect(client.reply(to: call)?.failure?.code == .noProvider)
  }
}
