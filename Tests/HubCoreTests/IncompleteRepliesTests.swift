import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A reply that lacks a part")
struct IncompleteRepliesTests {
  let hub = HubDriver { $0.hasProviderCache = true }
  let a: ModelProvider
  let client: ModelClient
  private let wall = Wall()
  private static let hour = 3_600_000

  private final class Wall { var ms = 1_700_000_000_000 }

  init() {
    hub.handle(.clockSet(unixMs: wall.ms))
    a = hub.connectProvider("a", serving: [.artistGet]) {
      $0.methods["artist.get"]?.freshMs = IncompleteRepliesTests.hour
    }
    client = hub.connectClient()
  }

  /// Advances the wall clock, as for a hub that was started later.
  private func age(_ milliseconds: Int) {
    wall.ms += milliseconds
    hub.handle(.clockSet(unixMs: wall.ms))
    a.reconnect()
    a.hello()
  }

  private func get(_ cache: CallParameters.CacheMode? = nil) -> String {
    client.call(.artistGet) { ($0.id, $0.cache) = (id("a:artist:1"), cache) }
  }

  private func reply(_ biography: String?, formed year: Int, freshMs: Int? = nil) {
    var done = Done(
      items: [
        artist("a:artist:1", name: "Air") { ($0.biography, $0.formedYear) = (biography, year) }
      ]
    )
    done.notes = [biography.map { "Text: \($0)" } ?? "No biography."]
    done.freshMs = freshMs
    a.end(a.takeCall(), done)
  }

  /// The outcome of a call, with the biography, and the notes of the source.
  private func result(of call: String) -> [String] {
    guard let reply = client.reply(to: call), case .artist(let artist)? = reply.items.first else {
      return []
    }
    return [reply.outcomes, artist.biography ?? "none"] + (reply.sources.first?.notes ?? [])
  }

  @Test("leaves the records of a complete one in the cache, and is requested again soon")
  func complete() {
    let first = get()
    reply("A duo.", formed: 1995)
    #expect(result(of: first) == ["a: ok", "A duo.", "Text: A duo."])
    age(5 * Self.hour)
    let second = get()
    reply(nil, formed: 1995, freshMs: 10_000)
    #expect(result(of: second) == ["a: stale", "A duo.", "Text: A duo."])
    age(9_999)
    #expect(result(of: get()) == ["a: stale", "A duo.", "Text: A duo."])
    #expect(a.takeCalls().isEmpty)
    age(20_000)
    let third = get()
    reply(nil, formed: 1995, freshMs: 10_000)
    #expect(result(of: third) == ["a: stale", "A duo.", "Text: A duo."])
    age(30_000)
    let fourth = get()
    reply("A French duo.", formed: 1995)
    #expect(result(of: fourth) == ["a: ok", "A French duo.", "Text: A French duo."])
    age(1_000)
    #expect(result(of: get()) == ["a: cached", "A French duo.", "Text: A French duo."])
  }

  @Test("is served without a complete one, or if that is too old")
  func alone() {
    let first = get()
    reply(nil, formed: 1995, freshMs: 10_000)
    #expect(result(of: first) == ["a: ok", "none", "No biography."])
    age(30_000)
    let second = get()
    reply(nil, formed: 1996, freshMs: 10_000)
    #expect(result(of: second) == ["a: ok", "none", "No biography."])
    age(30_000)
    let third = get()
    reply("A duo.", formed: 1995)
    #expect(result(of: third) == ["a: ok", "A duo.", "Text: A duo."])
    age(181 * 24 * Self.hour)
    let fourth = get()
    reply(nil, formed: 1995, freshMs: 10_000)
    #expect(result(of: fourth) == ["a: ok", "none", "No biography."])
  }
}
