import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A fallback upstream")
struct FallbackUpstreamsTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  @discardableResult
  private func search(_ text: String) -> String {
    client.call(.artistsSearch) { $0.text = text }
  }

  /// A provider whose searches can use either of two upstreams, and need the third for albums.
  private func connectWithFallback() -> ModelProvider {
    hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch]) {
      $0.methods["artists.search"] = .init(
        cost: ["one.org": 1, "two.org": 1],
        fallback: ["one.org", "two.org"],
        freshMs: 0
      )
      $0.methods["albums.search"] = .init(
        cost: ["one.org": 1, "three.org": 1],
        fallback: ["one.org"],
        freshMs: 0
      )
    }
  }

  private func refuse(_ provider: ModelProvider, at upstream: String) {
    var failure = Failure(.upstreamRateLimited, "\(upstream) is rate limiting (403).")
    failure.spent = ["one.org": 1, "two.org": 1, "three.org": 1]
    failure.upstream = upstream
    let call = provider.takeCall()
    provider.say(Header(type: .error, re: call?.id ?? "none", sid: provider.sid), failure)
  }

  @Test("is not used while it cools down, but the others are")
  func fallback() {
    let a = connectWithFallback()
    search("one")
    refuse(a, at: "one.org")
    search("two")
    #expect(a.takeCall()?.parameters.grant == ["two.org": 2])
    client.call(.albumsSearch) { $0.text = "three" }
    #expect(a.takeCall()?.parameters.grant == ["three.org": 2])
  }

  @Test("is named as the one that refused, if no other one is left")
  func refusingUpstream() {
    let a = connectWithFallback()
    client.call(.albumsSearch) { $0.text = "one" }
    refuse(a, at: "three.org")
    let call = client.call(.albumsSearch) { $0.text = "two" }
    let report = client.reply(to: call)?.sources.first
    #expect(report?.outcome == .rateLimited)
    #expect(
      report?.error?.message
        == "No requests to three.org until the end of the cool-down: too many requests."
    )
    search("three")
    #expect(a.takeCall()?.parameters.grant == ["one.org": 2, "two.org": 2])
    search("four")
    refuse(a, at: "one.org")
    search("five")
    refuse(a, at: "two.org")
    #expect(client.reply(to: search("six"))?.outcomes == "a: rate-limited")
  }

  @Test("that cools down is named if a provider cannot do with the others")
  func insufficient() throws {
    let a = connectWithFallback()
    search("one")
    refuse(a, at: "one.org")
    let call = search("two")
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.parameters.grant == ["two.org": 2])
    let failure = Failure(.grantExceeded, "No more requests to two.org are allowed now.")
    a.say(Header(type: .error, re: providerCall.id, sid: a.sid), failure)
    let report = try #require(client.reply(to: call)?.sources.first)
    #expect(report.outcome == .rateLimited)
    #expect(
      report.error?.message
        == "No requests to one.org until the end of the cool-down: too many requests."
    )
    #expect(report.error?.retryAfterMs == 60_000)
  }
}
