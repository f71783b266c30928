import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A computer without a network")
struct NoNetworkTests {
  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  /// The reply to a search to which the sources reply with these codes, or with an artist.
  private func search(_ codes: [ErrorCode?], owned: Set<Int> = []) throws -> CallReply {
    let providers = codes.indices.map { index in
      hub.connectProvider(
        "p\(index)",
        serving: [.artistsSearch],
        services: [
          MusicService("P\(index)", namespaces: ["p\(index)"], owned: owned.contains(index))
        ]
      )
    }
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    for (provider, code) in zip(providers, codes) {
      if let code {
        provider.fail(provider.takeCall(), code)
      } else {
        provider.reply(to: provider.takeCall(), artist("\(provider.id):artist:1", name: "Nina"))
      }
    }
    return try #require(client.reply(to: call))
  }

  @Test("is told from the sources that cannot be reached")
  func lost() throws {
    let reply = try search([.upstreamUnreachable, .upstreamUnreachable])
    #expect(reply.failure?.code == .sourcesFailed)
    #expect(reply.failure?.noNetwork == true)
  }

  @Test("still has what the user has")
  func owned() throws {
    let reply = try search([.upstreamUnreachable, .upstreamUnreachable, nil], owned: [2])
    #expect(reply.names == ["Nina"])
    #expect(reply.done?.noNetwork == true)
  }

  @Test(
    "is not one whose sources fail, of which one replies, or which asks only one",
    arguments: [
      [.upstreamUnavailable, .upstreamUnavailable], [.upstreamUnreachable, .upstreamUnavailable],
      [.upstreamUnreachable, .upstreamUnreachable, nil], [.upstreamUnreachable],
      [.upstreamUnreachable, nil],
    ] as [[ErrorCode?]]
  )
  func other(_ codes: [ErrorCode?]) throws {
    let reply = try search(codes)
    #expect(reply.failure?.noNetwork == nil && reply.done?.noNetwork == nil)
  }
}
