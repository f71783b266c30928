import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The list cache")
struct ListCacheTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch]) { $0.makeFresh(1000) }
    b = hub.connectProvider("b", serving: [.artistsSearch]) { $0.makeFresh(5000) }
    client = hub.connectClient()
  }

  private func search(_ text: String = "nina", stream: Bool? = nil) -> String {
    client.call(.artistsSearch) {
      $0.text = text
      $0.stream = stream
    }
  }

  private func replyBoth() {
    a.reply(to: a.takeCall(), [artist("a:artist:1", name: "Nina")])
    b.reply(to: b.takeCall(), [])
  }

  @Test("returns the same entities without a provider call, with their age")
  func again() throws {
    let first = search()
    replyBoth()
    let before = try #require(client.reply(to: first))
    hub.advance(700)
    let after = try #require(client.reply(to: search()))
    #expect(after.items == before.items)
    #expect(after.done?.total == before.done?.total)
    #expect(after.outcomes == "a: cached, b: cached")
    #expect(after.sources.first?.ageMs == 700)
    #expect(after.sources.first?.elapsedMs == nil)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("serves other clients, also as a stream")
  func otherClients() throws {
    _ = search(stream: true)
    replyBoth()
    let other = hub.connectClient()
    let id = other.call(.artistsSearch) {
      $0.text = "nina"
      $0.stream = true
    }
    let reply = try #require(other.reply(to: id))
    #expect(reply.done?.ids == [EntityID("a:artist:1")!])
    #expect(reply.partCount == 1)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("expires when the first source is stale")
  func stale() throws {
    _ = search()
    replyBoth()
    hub.advance(999)
    #expect(client.reply(to: search()) != nil)
    hub.advance(1)
    _ = search()
    #expect(a.takeCalls().count == 1)
  }

  @Test("does not store a reply that lacks a source")
  func partial() throws {
    _ = search()
    a.reply(to: a.takeCall(), [artist("a:artist:1", name: "Nina")])
    b.fail(b.takeCall(), .upstreamUnavailable)
    _ = search()
    #expect(a.takeCalls().count == 1)
  }

  @Test("is cleared when a provider is added")
  func newProvider() throws {
    _ = search()
    replyBoth()
    let c = hub.connectProvider("c", serving: [.artistsSearch])
    _ = search()
    #expect(c.takeCalls().count == 1)
  }

  @Test("cuts a shorter page from a longer one")
  func shorter() throws {
    _ = client.call(.artistsSearch) { $0.text = "nina" }
    replyBoth()
    let short = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.limit = 1
    }
    #expect(client.reply(to: short)?.items.count == 1)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("stays within its size and evicts the oldest result")
  func bounded() throws {
    let small = HubDriver { $0.maxCachedLists = 8 }
    let provider = small.connectProvider("p", serving: [.artistsSearch]) { $0.makeFresh(9000) }
    let client = small.connectClient()
    for number in 0..<40 {
      _ = client.call(.artistsSearch) { $0.text = "nina \(number)" }
      provider.reply(to: provider.takeCall(), [artist("p:artist:\(number)", name: "Nina")])
    }
    _ = client.call(.artistsSearch) { $0.text = "nina 39" }
    #expect(provider.takeCalls().isEmpty)
    _ = client.call(.artistsSearch) { $0.text = "nina 0" }
    #expect(provider.takeCalls().count == 1)
  }

  @Test("replies with a page that needs several messages")
  func large() throws {
    func submit() -> String {
      client.call(.artistsSearch) {
        $0.text = "heavy"
        $0.detail = .full
      }
    }
    let text = String(repeating: "x", count: 600_000)
    let first = submit()
    let heavy = (0..<2).map { n in
      artist("a:artist:\(n)", name: "Nina \(n)") { $0.biography = text }
    }
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, heavy[0])
    a.reply(to: providerCall, [heavy[1]], parts: 1)
    b.reply(to: b.takeCall(), [])
    #expect(client.reply(to: first)?.items == heavy)
    #expect(client.reply(to: submit())?.items == heavy)
    #expect(a.takeCalls().isEmpty)
  }

  /// Two providers, the first with more than one page; the second is asked for its first page only.
  private func page(_ offset: Int, of client: ModelClient) -> String {
    client.call(.artistsSearch) { ($0.text, $0.limit, $0.offset) = ("nina", 2, offset) }
  }

  @Test("does not make a first page fresh again by a later one")
  func laterPage() throws {
    let ninas = (0..<60).map { artist("a:artist:\($0)", name: "Nina \($0)") }
    _ = page(0, of: client)
    a.reply(to: a.takeCall(), ninas)
    b.reply(to: b.takeCall(), [])
    let c = hub.connectProvider("c", serving: [.artistsSearch]) { $0.makeFresh(9000) }
    _ = page(2, of: client)
    for provider in [a, b, c] {
      for call in provider.takeCalls() {
        provider.reply(to: call, provider.id == c.id ? [] : ninas)
      }
    }
    _ = page(0, of: client)
    #expect(c.takeCalls().count == 1)
  }

  @Test("is not filled by a later page that no first one preceded")
  func noFirstPage() {
    let ninas = (0..<60).map { artist("a:artist:\($0)", name: "Nina \($0)") }
    _ = page(2, of: client)
    a.reply(to: a.takeCall(), ninas)
    b.reply(to: b.takeCall(), [])
    _ = page(0, of: client)
    #expect(a.takeCalls().count == 1)
  }

  @Test("keeps what is used, and evicts what was not used for the longest time")
  func leastRecentlyUsed() {
    let small = HubDriver { $0.maxCachedLists = 2 }
    let provider = small.connectProvider("p", serving: [.artistsSearch]) { $0.makeFresh(9000) }
    let client = small.connectClient()
    func search(_ text: String) -> Int {
      _ = client.call(.artistsSearch) { $0.text = text }
      let calls = provider.takeCalls()
      for call in calls { provider.reply(to: call, []) }
      return calls.count
    }
    #expect(["one", "two", "one", "three", "one", "two"].map(search) == [1, 1, 0, 1, 0, 1])
  }

  @Test("asks again for a call that bypasses caches")
  func bypassed() throws {
    func search() -> String {
      client.call(.artistsSearch) {
        $0.text = "nina"
        $0.cache = .bypass
      }
    }
    for _ in 0..<2 {
      _ = search()
      replyBoth()
    }
  }

  @Test("expires a first page before the list of its next page")
  func pages() throws {
    let hub = HubDriver()
    let a = hub.connectProvider("a", serving: [.artistsSearch]) { $0.makeFresh(86_400_000) }
    let client = hub.connectClient()
    func page(_ offset: Int) -> String {
      client.call(.artistsSearch) {
        $0.text = "nina"
        $0.limit = 2
        $0.offset = offset
      }
    }
    let ninas = (0..<4).map { artist("a:artist:\($0)", name: "Nina \($0)") }
    _ = page(0)
    a.reply(to: a.takeCall(), ninas)
    hub.advance(590_000)
    let again = page(0)
    if let providerCall = a.takeCalls().first { a.reply(to: providerCall, ninas) }
    #expect(client.reply(to: again)?.items == Array(ninas.prefix(2)))
    hub.advance(300_000)
    #expect(client.reply(to: page(2))?.items == Array(ninas.suffix(2)))
    #expect(a.takeCalls().isEmpty)
  }
}

extension Descriptor {
  fileprivate mutating func makeFresh(_ milliseconds: Int) {
    for name in methods.keys { methods[name]?.freshMs = milliseconds }
  }
}
