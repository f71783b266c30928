import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("A source that refuses a request for a short time")
struct AwaitedCoolDownTests {
  let hub = HubDriver()
  let client: ModelClient
  let limited: ModelProvider

  init() {
    client = hub.connectClient()
    limited = hub.connectProvider("limited", serving: [.artistsSearch]) {
      $0.inflight = 8
      $0.methods["artists.search"]?.cost = ["api.limited.example": 1]
    }
  }

  private func search(_ text: String = "nina", stream: Bool? = nil) -> String {
    client.call(.artistsSearch, timeoutMs: 60_000) { ($0.text, $0.stream) = (text, stream) }
  }

  private func refuse(_ retryAfterMs: Int) {
    limited.fail(limited.takeCall(), .upstreamRateLimited, retryAfterMs: retryAfterMs)
  }

  @Test("is called again when the time is over, within the same call")
  func awaited() throws {
    let call = search()
    refuse(1_200)
    #expect(client.reply(to: call) == nil)
    hub.advance(1_199)
    #expect(limited.takeCalls().isEmpty)
    hub.advance(1)
    limited.reply(to: limited.takeCall(), artist("limited:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "limited: ok")
  }

  @Test("is called again only once, and not if much of the time is over by then")
  func once() throws {
    let first = search()
    refuse(2_000)
    hub.advance(2_000)
    refuse(2_000)
    let reply = try #require(client.reply(to: first))
    #expect(reply.code == .sourcesFailed)
    #expect(reply.sources.first?.outcome == .rateLimited)
    hub.advance(2_000)
    let second = search("simone")
    refuse(40_000)
    #expect(client.reply(to: second)?.sources.first?.error?.retryAfterMs == 40_000)
  }

  @Test("is awaited by all calls for the same")
  func shared() {
    let (first, second) = (search(), search())
    refuse(1_000)
    hub.advance(1_000)
    limited.reply(to: limited.takeCall(), artist("limited:artist:1", name: "Nina"))
    for call in [first, second] { #expect(client.reply(to: call)?.outcomes == "limited: ok") }
  }

  @Test("does not hold back the results of others until the soft deadline, if that is earlier")
  func others() {
    let other = hub.connectProvider("other", serving: [.artistsSearch])
    let call = search()
    refuse(20_000)
    other.reply(to: other.takeCall(), artist("other:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "limited: rate-limited, other: ok")
  }

  @Test("is named to a client that streams, with the time after which it is called again")
  func progress() throws {
    let call = search(stream: true)
    hub.advance(300)
    refuse(1_500)
    hub.advance(1_500)
    limited.reply(to: limited.takeCall(), artist("limited:artist:1", name: "Nina"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.partCount == 2)
    let refusal = try #require(reply.refusals.first)
    #expect((refusal.outcome, refusal.elapsedMs) == (.rateLimited, 300))
    #expect(refusal.error?.retryAfterMs == 1_500)
  }
}
