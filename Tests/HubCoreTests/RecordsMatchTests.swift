import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Matching rows with known entities")
struct RecordsMatchTests {
  let hub = HubDriver()
  let client: ModelClient

  init() {
    let provider = hub.connectProvider("a", serving: [.songsSearch])
    client = hub.connectClient()
    let call = client.call(.songsSearch) { $0.text = "time" }
    provider.reply(
      to: provider.takeCall(),
      song("a:song:1", "Time", by: "Pink Floyd", ms: 413_000),
      song("a:song:2", "Time", by: "Tom Waits", ms: 230_000)
    )
    _ = client.reply(to: call)
  }

  private func song(_ id: String, _ title: String, by artist: String, ms: Int) -> Entity {
    var song = Song(id: EntityID(id)!, title: title, artist: ArtistReference(name: artist))
    song.durationMs = ms
    return .song(song)
  }

  private func match(_ row: EncodedJSON) -> CallReply? {
    let call = client.call(.recordsMatch) { parameters in
      parameters.rows = [row]
      parameters.ids = ["a:song:2", "a:song:1", "a:song:9"].compactMap { EntityID($0) }
    }
    return client.reply(to: call)
  }

  @Test("says which one a row means, with the evidence")
  func matched() throws {
    let row: EncodedJSON = [
      "kind": "song", "id": "row:song:1", "title": "Time", "artist": ["name": "Pink Floyd"],
    ]
    let match = try #require(match(row)?.done?.matches?.first)
    #expect(match.outcome == .matched)
    // The best one comes first; the other one has the title only.
    #expect(match.candidates.map(\.id.value) == ["1", "2"])
    #expect(match.candidates.first?.reasons?.isEmpty == false)
  }

  @Test("says that a row without an artist is doubtful, and that another song is none of them")
  func others() throws {
    let doubtful: EncodedJSON = ["kind": "song", "id": "row:song:1", "title": "Time"]
    #expect(match(doubtful)?.done?.matches?.map(\.outcome) == [.doubtful])
    let none: EncodedJSON = [
      "kind": "song", "id": "row:song:1", "title": "Money", "artist": ["name": "Abba"],
    ]
    #expect(match(none)?.done?.matches == [EntityMatch(.none)])
  }

  @Test("refuses rows that are no entities, and too many")
  func refused() {
    #expect(match(["title": "Time"])?.failure?.code == .invalidParams)
    let call = client.call(.recordsMatch) { parameters in
      parameters.rows = Array(
        repeating: ["kind": "artist", "id": "a:artist:1", "name": "b"],
        count: 101
      )
      parameters.ids = [EntityID("a:song:1")!]
    }
    #expect(client.reply(to: call)?.failure?.code == .invalidParams)
  }
}
