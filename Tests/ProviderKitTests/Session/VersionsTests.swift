import BusProtocol
import HubCore
import MusicModel
import Testing

@testable import ProviderKit

@Suite("Hub and provider of different minor versions")
struct VersionsTests {
  @Test(
    "agree on the highest that both speak, and a search goes through",
    arguments: [
      ("1.0-1.0", "1.0-1.0", "1.0"),
      ("1.0-1.1", "1.0-1.0", "1.0"),
      ("1.0-1.0", "1.0-1.1", "1.0"),
      ("1.0-1.2", "1.1-1.3", "1.2"),
      ("1.1-1.1", "1.0-1.1", "1.1"),
    ]
  )
  func agree(_ hub: String, _ provider: String, _ version: String) throws {
    var meeting = try Meeting(hub: range(hub), provider: range(provider))
    try meeting.play()
    #expect(meeting.agreed == ProtocolVersion(version))
    #expect(meeting.exit == nil)
    #expect(try meeting.search().map(\.displayName) == ["Nina Simone"])
  }

  @Test(
    "part at once where they have none in common: the provider ends, and knows what there is",
    arguments: [
      ("1.0-1.0", "1.1-1.2", "1.0"), ("1.1-1.2", "1.0-1.0", "1.1, 1.2"),
      ("1.0-1.0", "2.0-2.0", "1.0"),
    ]
  )
  func part(_ hub: String, _ provider: String, _ supported: String) throws {
    var meeting = try Meeting(hub: range(hub), provider: range(provider))
    try meeting.play()
    #expect(meeting.agreed == nil)
    #expect(meeting.exit == 78)
    #expect(meeting.hellos == 1)
    #expect(meeting.log.contains { $0.contains("It speaks \(supported).") }, "\(meeting.log)")
    // It does not come back.
    #expect(meeting.session.handle(.tick, at: 600_000).isEmpty)
  }

  private func range(_ text: String) throws -> VersionRange {
    let ends = text.split(separator: "-").compactMap { ProtocolVersion(String($0)) }
    try #require(ends.count == 2)
    return VersionRange(min: ends[0], max: ends[1])
  }
}

/// A real hub's core and a real provider's session, which talk to each other.
private struct Meeting {
  var hub: Hub
  var session: ProviderSession
  private(set) var agreed: ProtocolVersion?
  private(set) var exit: Int32?
  private(set) var hellos = 0
  private(set) var log: [String] = []
  private var answers: [WireMessage] = []
  private let peer = Peer(.provider, routing: [1])
  private let client = Peer(.client, routing: [2])
  private let now = Instant(milliseconds: 0)

  private let versions: VersionRange

  init(hub: VersionRange, provider: VersionRange) throws {
    versions = hub
    var settings = HubSettings()
    settings.versions = hub
    self.hub = Hub(settings: settings, bootID: "boot", now: now)
    let promise = try FakeProvider.make(inflight: 2).promise()
    session = ProviderSession(promise: promise, token: "t", versions: provider)
    let methods = promise.methods.keys.map { Method(rawValue: $0) }
    let manifest = Manifest(id: promise.id, executable: "fake", methods: methods)
    _ = self.hub.handle(.providersFound(DiscoveryResult([manifest])), at: now)
    _ = self.hub.handle(.providerSpawned(promise.id, token: "t", pid: 1), at: now)
  }

  /// Lets the provider begin.
  mutating func play() throws { try take(session.handle(.start, at: 0)) }

  private mutating func take(_ actions: [ProviderSession.Action]) throws {
    for action in actions {
      switch action {
      case .send(let message):
        if message.header.type == .hello { hellos += 1 }
        try take(hub.handle(.received(message, from: peer), at: now))
      case .run(let run, _, _, _):
        let artist = Artist(id: try #require(EntityID("fake:artist:1")), name: "Nina Simone")
        let ended = CallExecutor.Ended(
          result: .success(Reply([.artist(artist)])),
          account: CallContext.Account()
        )
        try take(session.handle(.ended(run: run, ended), at: 0))
      case .exit(let status): exit = status
      case .log(let line): log.append(line)
      case .connect, .cancel: break
      }
    }
  }

  private mutating func take(_ actions: [HubCore.Action]) throws {
    for case .send(let message, let receiver) in actions {
      if receiver == client {
        answers.append(message)
      } else {
        if message.header.type == .welcome {
          agreed = try message.decodeBody(Welcome.self).version
        }
        try take(session.handle(.received(message), at: 0))
      }
    }
  }

  /// Searches as a client of the hub's versions.
  mutating func search() throws -> [Entity] {
    let hello = Hello(versions: versions, peer: PeerDescription(name: "test", version: "1"))
    try say(Header(type: .hello, id: "h"), hello)
    let sid = try #require(answers.last?.header.sid)
    var parameters = CallParameters()
    parameters.text = "nina"
    try say(Header(type: .call, id: "c", sid: sid, method: .searchArtists), parameters)
    let done = try #require(answers.last)
    return try done.decodeBody(Done.self).items?.elements ?? []
  }

  private mutating func say(_ header: Header, _ body: some Encodable) throws {
    try take(hub.handle(.received(try WireMessage(header, body), from: client), at: now))
  }
}
