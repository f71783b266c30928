import BusProtocol
import HubCore
import MusicModel
import Testing

@testable import ProviderKit

@Suite("Hub and provider of different minor versions")
struct VersionsTests {
  @Test(
    "agree on the highest common version, and a search succeeds",
    arguments: [
      ("1.0-1.0", "1.0-1.0", "1.0"),
      ("1.0-1.1", "1.0-1.0", "1.0"),
      ("1.0-1.0", "1.0-1.1", "1.0"),
      ("1.0-1.2", "1.1-1.3", "1.2"),
      ("1.1-1.1", "1.0-1.1", "1.1"),
    ]
  )
  func agree(_ hub: String, _ provider: String, _ version: String) throws {
    var pair = try Pair(hub: range(hub), provider: range(provider))
    try pair.start()
    #expect(pair.agreed == ProtocolVersion(version))
    #expect(pair.exit == nil)
    #expect(try pair.search().map(\.displayName) == ["Nina Simone"])
  }

  @Test(
    "do not connect without a common version; the provider exits and logs the supported ones",
    arguments: [
      ("1.0-1.0", "1.1-1.2", "1.0"), ("1.1-1.2", "1.0-1.0", "1.1, 1.2"),
      ("1.0-1.0", "2.0-2.0", "1.0"),
    ]
  )
  func disagree(_ hub: String, _ provider: String, _ supported: String) throws {
    var pair = try Pair(hub: range(hub), provider: range(provider))
    try pair.start()
    #expect(pair.agreed == nil)
    #expect(pair.exit == 78)
    #expect(pair.hellos == 1)
    #expect(pair.log.contains { $0.contains("It supports \(supported).") }, "\(pair.log)")
    #expect(pair.session.handle(.tick, at: 600_000).isEmpty)
  }

  private func range(_ text: String) throws -> VersionRange {
    let ends = text.split(separator: "-").compactMap { ProtocolVersion(String($0)) }
    try #require(ends.count == 2)
    return VersionRange(min: ends[0], max: ends[1])
  }
}

/// A hub core and a provider session that exchange messages.
private struct Pair {
  var hub: Hub
  var session: ProviderSession
  private(set) var agreed: ProtocolVersion?
  private(set) var exit: Int32?
  private(set) var hellos = 0
  private(set) var log: [String] = []
  private var replies: [WireMessage] = []
  private let peer = Peer(.provider, routing: [1])
  private let client = Peer(.client, routing: [2])
  private let now = Instant(milliseconds: 0)

  private let versions: VersionRange

  init(hub: VersionRange, provider: VersionRange) throws {
    versions = hub
    var settings = HubSettings()
    settings.versions = hub
    self.hub = Hub(settings: settings, bootID: "boot", now: now)
    let descriptor = try FakeProvider.make(inflight: 2).resolvedDescriptor()
    session = ProviderSession(descriptor: descriptor, token: "t", versions: provider)
    let methods = descriptor.methods.keys.map { Method(rawValue: $0) }
    let manifest = Manifest(id: descriptor.id, executable: "fake", methods: methods)
    _ = self.hub.handle(.providersFound(DiscoveryResult([manifest])), at: now)
    _ = self.hub.handle(.providerSpawned(descriptor.id, token: "t", pid: 1), at: now)
  }

  /// Starts the provider.
  mutating func start() throws { try deliver(session.handle(.start, at: 0)) }

  private mutating func deliver(_ actions: [ProviderSession.Action]) throws {
    for action in actions {
      switch action {
      case .send(let message):
        if message.header.type == .hello { hellos += 1 }
        try deliver(hub.handle(.received(message, from: peer), at: now))
      case .run(let task, _, _, _):
        let artist = Artist(id: try #require(EntityID("fake:artist:1")), name: "Nina Simone")
        let completion = CallExecutor.Completion(
          result: .success(Reply([.artist(artist)])),
          summary: CallContext.Summary()
        )
        try deliver(session.handle(.completed(task: task, completion), at: 0))
      case .exit(let status): exit = status
      case .log(let line): log.append(line)
      case .connect, .cancel: break
      }
    }
  }

  private mutating func deliver(_ actions: [HubCore.Action]) throws {
    for case .send(let message, let receiver) in actions {
      if receiver == client {
        replies.append(message)
      } else {
        if message.header.type == .welcome {
          agreed = try message.decodeBody(Welcome.self).version
        }
        try deliver(session.handle(.received(message), at: 0))
      }
    }
  }

  /// Searches as a client of the hub's versions.
  mutating func search() throws -> [Entity] {
    let hello = Hello(versions: versions, peer: PeerDescription(name: "test", version: "1"))
    try send(Header(type: .hello, id: "h"), hello)
    let sid = try #require(replies.last?.header.sid)
    var parameters = CallParameters()
    parameters.text = "nina"
    try send(Header(type: .call, id: "c", sid: sid, method: .artistsSearch), parameters)
    let done = try #require(replies.last)
    return try done.decodeBody(Done.self).items?.elements ?? []
  }

  private mutating func send(_ header: Header, _ body: some Encodable) throws {
    try deliver(hub.handle(.received(try WireMessage(header, body), from: client), at: now))
  }
}
