import BusProtocol
import HubCore
import MusicModel
import Testing

/// A provider as the protocol describes it, in the hands of a test.
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
    hub.awake.insert(peer)
    return peer
  }

  /// Its process is there, as the hub wanted it.
  func spawn(pid: Int = 100) {
    #expect(hub.spawns.contains(id), "The hub did not ask for \(id).")
    hub.spawns.removeAll { $0 == id }
    token = "token-\(hub.newNumber())"
    peer = ModelProvider.newPeer(hub)
    hub.handle(.providerSpawned(id, token: token, pid: pid))
  }

  @discardableResult
  func hello(token: String? = nil, versions: VersionRange = .supported) -> Greeting? {
    let hello = Hello(
      versions: versions,
      peer: PeerDescription(name: id.rawValue, version: "1"),
      token: token ?? self.token,
      descriptor: descriptor
    )
    say(Header(type: .hello, id: "h\(hub.newNumber())"), hello)
    let answers = hub.takeMail(of: peer) { [.welcome, .reject, .bye].contains($0.header.type) }
    let greeting = answers.last.flatMap(Greeting.init)
    if case .welcome = greeting, let new = answers.last?.header.sid { sid = new }
    return greeting
  }

  @discardableResult
  func say(
    _ header: Header,
    _ body: (some Encodable)?,
    attachment: [UInt8]? = nil
  ) -> [Action] {
    hub.handle(.received(.written(header, body, attachment: attachment), from: peer))
  }

  /// The process ends; what it was connected by is gone with it.
  func exit(_ exit: ProviderExit = ProviderExit(reason: "exited with status 1")) {
    hub.handle(.providerExited(id, exit))
  }

  /// Connects anew, so that the hub sees a stranger.
  func reconnect() { peer = ModelProvider.newPeer(hub) }

  /// The calls that came since, which are taken out of the mailbox.
  func takeCalls() -> [ReceivedCall] {
    hub.takeMail(of: peer) { $0.header.type == .call }.map { ReceivedCall($0) }
  }

  /// The one call that came since.
  func takeCall(_ location: SourceLocation = #_sourceLocation) -> ReceivedCall? {
    let calls = takeCalls()
    #expect(calls.count == 1, sourceLocation: location)
    return calls.first
  }

  /// The calls that were cancelled since.
  func takeCancels() -> [String] {
    hub.takeMail(of: peer) { $0.header.type == .cancel }.compactMap(\.header.re)
  }

  func takeByes() -> [Bye] {
    hub.takeMail(of: peer) { $0.header.type == .bye }.compactMap { $0.read(Bye.self) }
  }

  /// Answers with items, at once.
  func answer(_ call: ReceivedCall?, _ items: Entity..., spent: [String: Int]? = nil) {
    answer(call, items, spent: spent)
  }

  func answer(
    _ call: ReceivedCall?,
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

/// A call that a provider got.
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
  /// Everything that came since.
  func takeMail() -> [WireMessage] { hub.takeMail(of: peer) }
}
