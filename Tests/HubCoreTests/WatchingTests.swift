import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A watch of the hub")
struct WatchingTests {
  let hub = HubDriver()

  /// The new parts of a watch, whose numbers must be consecutive.
  private func parts(_ client: ModelClient, _ call: String, from first: Int) throws -> [Part] {
    let messages = client.takeMessages(of: call)
    #expect(messages.allSatisfy { $0.header.type == .part })
    #expect(messages.map(\.header.seq) == Array(first..<first + messages.count))
    return try messages.map { try #require($0.read(Part.self)) }
  }

  @Test("begins immediately with the full state")
  func fullState() throws {
    _ = hub.connectProvider("a", serving: [.artistsSearch]) { $0.configSchema = ["type": "object"] }
    _ = hub.findProvider("b", serving: [.artistGet])
    let client = hub.connectClient()
    let call = client.call(.hubWatch, timeoutMs: 1)
    let part = try #require(try parts(client, call, from: 0).first)
    #expect(part.hub?.clients == 1)
    #expect(part.providers?.map(\.state) == [.ready, .starting])
    #expect(part.providers?.first?.configSchema == nil)
    #expect(part.removed == nil && part.favorites == nil)
  }

  @Test("continues with combined changes that lead to the current status")
  func changes() throws {
    let provider = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let other = hub.connectClient()
    let watch = client.call(.hubWatch)
    hub.advance(1_000)
    _ = try parts(client, watch, from: 0)
    for text in ["nina", "miles", "ella"] {
      other.call(.artistsSearch) { $0.text = text }
      provider.fail(provider.takeCall(), .upstreamUnavailable)
    }
    #expect(try parts(client, watch, from: 1).isEmpty)
    hub.advance(1_000)
    let updates = try parts(client, watch, from: 1)
    #expect(updates.count == 1)
    #expect(updates.first?.hub?.calls == 4)
    #expect(updates.first?.providers?.map(\.failures) == [3])
    let status = other.call(.hubStatus)
    #expect(updates.first?.providers == other.reply(to: status)?.done?.providers)
  }

  @Test("ends with an error if its changes are too large for one message")
  func tooLarge() throws {
    let hub = HubDriver { $0.limits.bodyBytes = 10_000 }
    let client = hub.connectClient()
    let watch = client.call(.hubWatch)
    hub.advance(1_000)
    _ = client.takeMessages(of: watch)
    for number in 0..<20 {
      _ = hub.connectProvider("p\(number)", serving: [.artistsSearch]) {
        $0.name = String(repeating: "x", count: 1_000)
      }
    }
    hub.advance(1_000)
    let messages = client.takeMessages(of: watch)
    #expect(messages.map(\.header.type) == [.error])
    #expect(messages.first?.read(Failure.self)?.code == .tooLarge)
    hub.advance(60_000)
    #expect(client.takeMessages(of: watch).count == 0)
  }

  @Test("sends nothing while nothing changes")
  func quiet() throws {
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let watch = client.call(.hubWatch)
    hub.advance(1_000)
    _ = client.takeMessages(of: watch)
    hub.advance(60_000)
    #expect(client.takeMessages(of: watch).isEmpty)
  }

  @Test("limits its rate, whatever happens")
  func rate() throws {
    let provider = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let other = hub.connectClient()
    let watch = client.call(.hubWatch)
    for number in 0..<1_000 {
      other.call(.artistsSearch) { $0.text = "text \(number)" }
      provider.reply(to: provider.takeCall())
      hub.advance(2)
    }
    let count = client.takeMessages(of: watch).count
    #expect((5...21).contains(count), "\(count) parts in two seconds")
  }

  @Test("has no deadline and ends when it is cancelled")
  func cancelled() throws {
    let client = hub.connectClient()
    let watch = client.call(.hubWatch, timeoutMs: 100)
    hub.advance(600_000)
    #expect(client.reply(to: watch) == nil)
    client.cancel(watch)
    let messages = client.takeMessages(of: watch)
    #expect(messages.map(\.header.type) == [.error])
    #expect(messages.first?.read(Failure.self)?.code == .cancelled)
    #expect(hub.hub.load.watches == 0)
    _ = hub.connectClient()
    hub.advance(5_000)
    #expect(client.takeMessages(of: watch).isEmpty)
  }

  @Test("ends with the number of its parts when the hub stops")
  func stopped() throws {
    let client = hub.connectClient()
    let watch = client.call(.hubWatch)
    _ = hub.connectClient()
    hub.advance(1_000)
    hub.handle(.stopRequested(reason: "the test says so"))
    let reply = try #require(client.reply(to: watch))
    #expect(reply.code == .hubStopping)
    #expect(reply.partCount == 2)
  }

  @Test("ends with its session, also that of a slow consumer")
  func slow() throws {
    let client = hub.connectClient()
    let watch = client.call(.hubWatch)
    hub.handle(.congested(client.peer))
    #expect(client.takeByes().map(\.code) == [.slowConsumer])
    _ = client.takeMessages(of: watch)
    _ = hub.connectClient()
    hub.advance(5_000)
    #expect(client.takeMessages(of: watch).isEmpty)
    #expect(hub.hub.load.watches == 0)
  }

  @Test("counts as a call in flight")
  func cap() throws {
    let client = hub.connectClient()
    for _ in 0..<HubSettings().limits.inflight { client.call(.hubWatch) }
    #expect(client.reply(to: client.call(.hubWatch))?.code == .busy)
    client.disconnect()
    #expect(hub.hub.load.watches == 0)
  }

  @Test("prevents an idle exit of the hub")
  func preventsIdleExit() {
    let hub = HubDriver { $0.idleMs = 60_000 }
    let client = hub.connectClient()
    let watch = client.call(.hubWatch)
    hub.advance(600_000)
    #expect(!hub.isFinished)
    client.cancel(watch)
    hub.advance(61_000)
    #expect(hub.isFinished)
  }
}
