import BusProtocol
import HubCore
import MusicModel
import Testing

/// A provider that a test controls.
final class ModelProvider {
  let hub: HubDriver
  let id: ProviderID
  var descriptor: Descriptor
  private(set) var peer: Peer
  private(set) var token = "none"
  private(set) var sid = "none"

  init(_ hub: HubDriver, _ descriptor: Descriptor) {
    self.hub = hub
    self.id = descriptor.id
    self.descriptor = descriptor
    peer = ModelProvider.newPeer(hub)
  }

  private static func newPeer(_ hub: HubDriver) -> Peer {
    let peer = Peer(.provider, routing: [0, UInt8(truncatingIfNeeded: hub.newNumber()), 2])
    hub.responsive.insert(peer)
    return peer
  }

  /// Starts the process that the hub requested.
  func spawn(pid: Int = 100) {
    #expect(hub.spawns.contains(id), "The hub did not start \(id).")
    hub.spawns.removeAll { $0 == id }
    token = "token-\(hub.newNumber())"
    peer = ModelProvider.newPeer(hub)
    hub.handle(.providerSpawned(id, token: token, pid: pid))
  }

  @discardableResult
  func hello(token: String? = nil, versions: VersionRange = .supported) -> HelloReply? {
    let hello = Hello(
      versions: versions,
      peer: PeerDescription(name: id.rawValue, version: "1"),
      token: token ?? self.token,
      descriptor: descriptor
    )
    say(Header(type: .hello, id: "h\(hub.newNumber())"), hello)
    let replies = hub.takeMail(of: peer) { [.welcome, .reject, .bye].contains($0.header.type) }
    let helloReply = replies.last.flatMap(HelloReply.init)
    if case .welcome = helloReply, let new = replies.last?.header.sid { sid = new }
    return helloReply
  }

  @discardableResult
  func say(
    _ header: Header,
    _ body: (some Encodable)?,
    attachment: [UInt8]? = nil
  ) -> [Action] {
    hub.handle(.received(.written(header, body, attachment: attachment), from: peer))
  }

  /// Ends the process and its connection.
  func exit(_ exit: ProviderExit = ProviderExit(reason: "exited with status 1")) {
    hub.handle(.providerExited(id, exit))
  }

  /// Reconnects, so that the hub sees an unknown peer.
  func reconnect() { peer = ModelProvider.newPeer(hub) }

  /// Removes and returns the calls.
  func takeCalls() -> [ReceivedCall] {
    hub.takeMail(of: peer) { $0.header.type == .call }.map { ReceivedCall($0) }
  }

  /// Removes and returns the only call.
  func takeCall(_ location: SourceLocation = #_sourceLocation) -> ReceivedCall? {
    let calls = takeCalls()
    #expect(calls.count == 1, sourceLocation: location)
    return calls.first
  }

  /// Removes and returns the ids of cancelled calls.
  func takeCancels() -> [String] {
    hub.takeMail(of: peer) { $0.header.type == .cancel }.compactMap(\.header.re)
  }

  func takeByes() -> [Bye] {
    hub.takeMail(of: peer) { $0.header.type == .bye }.compactMap { $0.read(Bye.self) }
  }

  /// Replies with these items, without parts.
  func reply(to call: ReceivedCall?, _ items: Entity..., spent: [String: Int]? = nil) {
    reply(to: call, items, spent: spent)
  }

  func reply(
    to call: ReceivedCall?,
    _ items: [Entity],
    parts: Int = 0,
    spent: [String: Int]? = nil
  ) {
    var done = Done(parts: parts, items: items)
    done.spent = spent
    end(call, done)
  }

  func part(_ call: ReceivedCall?, seq: Int, _ items: Entity...) {
    let header = Header(type: .part, re: call?.id ?? "none", sid: sid, seq: seq)
    say(header, Part(items: items))
  }

  func end(_ call: ReceivedCall?, _ done: Done, attachment: [UInt8]? = nil) {
    say(Header(type: .done, re: call?.id ?? "none", sid: sid), done, attachment: attachment)
  }

  func fail(_ call: ReceivedCall?, _ code: ErrorCode, retryAfterMs: Int? = nil) {
    let failure = Failure(code, "It says \(code).", retryAfterMs: retryAfterMs)
    say(Header(type: .error, re: call?.id ?? "none", sid: sid), failure)
  }
}

/// A call that a provider received.
struct ReceivedCall: Hashable {
  let id: String
  let method: BusProtocol.Method
  let timeoutMs: Int
  let parameters: CallParameters

  init(_ message: WireMessage) {
    id = message.header.id ?? "none"
    method = message.header.method ?? Method(rawValue: "none")
    timeoutMs = message.header.timeoutMs ?? 0
    parameters = message.read() ?? CallParameters()
  }
}

extension ModelProvider {
  /// Removes and returns all messages.
  func takeMail() -> [WireMessage] { hub.takeMail(of: peer) }
}
