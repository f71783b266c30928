import BusProtocol
import HubCore
import MusicModel
import TestKit

/// Plays all peers of a conversation, and compares the messages of the hub with the recorded ones.
struct Replay {
  /// Differences between the hub and the conversation.
  private(set) var problems: [String] = []
  private var hub: Hub
  private var expectations = Expectations()
  /// Messages of the hub that no line has matched yet.
  private var unmatched: [(message: WireMessage, receiver: String, atMs: Int)] = []
  /// The number of connections of each peer.
  private var connections: [String: UInt8] = [:]
  private let conversation: Conversation

  init(_ conversation: Conversation) {
    self.conversation = conversation
    var settings = HubSettings()
    settings.versions = conversation.hub.versions
    settings.limits.inflight = conversation.hub.inflight
    settings.clientPingMs = conversation.hub.liveness.pingMs
    settings.clientDeadMs = conversation.hub.liveness.deadMs
    settings.providerPingMs = conversation.hub.liveness.pingMs
    settings.providerDeadMs = conversation.hub.liveness.deadMs
    settings.idleProviderPingMs = conversation.hub.liveness.pingMs
    settings.idleProviderDeadMs = conversation.hub.liveness.deadMs
    hub = Hub(settings: settings, bootID: "boot", now: Instant(milliseconds: 0))
    let manifests = conversation.actors.sorted { $0.key < $1.key }.compactMap { name, actor in
      actor.descriptor.map { descriptor in
        Manifest(
          id: descriptor.id,
          executable: name,
          methods: actor.promises ?? descriptor.methods.keys.sorted().map(Method.init(rawValue:))
        )
      }
    }
    handle(.providersFound(DiscoveryResult(manifests)), 0)
  }

  /// Plays all lines of the conversation.
  mutating func run() {
    for line in conversation.lines {
      pass(to: line.atMs)
      switch line.event {
      case .message(let message) where message.from == "hub": expect(message, line.atMs)
      case .message(let message): say(message, line.atMs)
      case .start(let name): started(name, line.atMs)
      case .exit(let name, _, _): ended(name, line.atMs)
      case .disconnect(let name):
        handle(.disconnected(peer(name)), line.atMs)
        connections[name, default: 0] += 1
      case .stop: handle(.stopRequested(reason: "requested by the test"), line.atMs)
      }
    }
    for (message, receiver, atMs) in unmatched {
      note(atMs, "the hub sends an unexpected \(message.header.type.rawValue) to \(receiver)")
    }
  }

  private mutating func handle(_ event: Event, _ atMs: Int) {
    for action in hub.handle(event, at: Instant(milliseconds: atMs)) {
      if case .send(let message, let peer) = action {
        unmatched.append((message, name(of: peer), atMs))
      }
    }
  }

  /// Runs the timers of the hub until then.
  private mutating func pass(to atMs: Int) {
    while let next = hub.nextDeadline, next < Instant(milliseconds: atMs) {
      handle(.tick, next.milliseconds)
    }
    handle(.tick, atMs)
  }

  private mutating func say(_ message: Conversation.Message, _ atMs: Int) {
    do {
      var frames = [Array(message.tag.utf8)]
      frames.append(try JSONCodec.encode(expectations.filledIn(message.header)))
      if let body = message.body {
        frames.append(try JSONCodec.encode(expectations.filledIn(body)))
      }
      do throws(WireError) {
        handle(.received(try WireMessage(frames: frames), from: peer(message.from)), atMs)
      } catch {
        handle(.refused(error, from: peer(message.from)), atMs)
      }
    } catch {
      note(atMs, "a line cannot be encoded: \(error)")
    }
  }

  private mutating func expect(_ expected: Conversation.Message, _ atMs: Int) {
    if !unmatched.contains(where: { $0.receiver == expected.to }) {
      pass(to: atMs + expected.withinMs)
    }
    guard let index = unmatched.firstIndex(where: { $0.receiver == expected.to }) else {
      return note(atMs, "the hub does not send \(text(expected.header)) to \(expected.to)")
    }
    let sent = unmatched.remove(at: index)
    let type = sent.message.header.type.rawValue
    if !(atMs...(atMs + expected.withinMs)).contains(sent.atMs) {
      note(atMs, "the hub sends \(type) at \(sent.atMs)")
    }
    do {
      let header: JSONValue = try JSONCodec.decode(from: JSONCodec.encode(sent.message.header))
      if !expectations.matchesHeader(header, expected.header) {
        note(atMs, "the header \(text(header)) is not \(text(expected.header))")
      }
      let body: JSONValue = try sent.message.decodeBody()
      if let wanted = expected.body, !expectations.matches(body, wanted) {
        note(atMs, "the body of \(type) is \(text(body)) instead of \(text(wanted))")
      }
    } catch {
      note(atMs, "a message of the hub cannot be decoded: \(error)")
    }
  }

  private mutating func started(_ name: String, _ atMs: Int) {
    guard let actor = conversation.actors[name], let id = actor.descriptor?.id else { return }
    handle(.providerSpawned(id, token: actor.token ?? "", pid: 1), atMs)
  }

  private mutating func ended(_ name: String, _ atMs: Int) {
    guard let id = conversation.actors[name]?.descriptor?.id else { return }
    handle(.providerExited(id, ProviderExit(reason: "ended")), atMs)
  }

  private func peer(_ name: String) -> Peer {
    let side: Peer.Side = conversation.actors[name]?.role == .provider ? .provider : .client
    return Peer(side, routing: Array(name.utf8) + [connections[name] ?? 0])
  }

  private func name(of peer: Peer) -> String {
    String(decoding: peer.routing.dropLast(), as: UTF8.self)
  }

  private mutating func note(_ atMs: Int, _ problem: String) {
    problems.append("at \(atMs): \(problem)")
  }

  private func text(_ value: JSONValue) -> String {
    (try? JSONCodec.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
  }
}
