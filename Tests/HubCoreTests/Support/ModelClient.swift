import BusProtocol
import HubCore
import MusicModel
import Testing

/// A client as the protocol describes it, in the hands of a test.
final class ModelClient {
  let hub: HubDriver
  let peer: Peer
  private(set) var sid = "none"

  init(_ hub: HubDriver) {
    self.hub = hub
    peer = Peer(.client, routing: [0, UInt8(truncatingIfNeeded: hub.newNumber()), 1])
    hub.awake.insert(peer)
  }

  @discardableResult
  func say(_ header: Header, _ body: (some Encodable)?) -> [Action] {
    hub.handle(.received(.written(header, body), from: peer))
  }

  @discardableResult
  func say(_ header: Header) -> [Action] { say(header, Bye?.none) }

  /// Says hello; the session is open where the hub welcomes it.
  @discardableResult
  func hello(_ hello: Hello = Hello(peer: .init(name: "test", version: "1"))) -> Greeting? {
    say(Header(type: .hello, id: "h\(hub.newNumber())"), hello)
    return takeGreeting()
  }

  private func takeGreeting() -> Greeting? {
    let answers = hub.takeMail(of: peer) { [.welcome, .reject, .bye].contains($0.header.type) }
    let greeting = answers.last.flatMap(Greeting.init)
    if case .welcome = greeting, let new = answers.last?.header.sid { sid = new }
    return greeting
  }

  /// Asks, and says under which id.
  @discardableResult
  func call(
    _ method: Method,
    id: String? = nil,
    timeoutMs: Int? = nil,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> String {
    var parameters = CallParameters()
    change(&parameters)
    let id = id ?? "c\(hub.newNumber())"
    say(Header(type: .call, id: id, sid: sid, method: method, timeoutMs: timeoutMs), parameters)
    return id
  }

  func cancel(_ call: String) { say(Header(type: .cancel, re: call, sid: sid)) }

  /// What came for a call, which is taken out of the mailbox.
  func takeMessages(of call: String) -> [WireMessage] {
    hub.takeMail(of: peer) { $0.header.re == call }
  }

  /// The answer to a call, put together as a client does it; nothing while it is not there.
  func answer(to call: String) -> CallAnswer? { CallAnswer(takeMessages(of: call)) }

  func disconnect() { hub.handle(.disconnected(peer)) }

  /// The byes that came, which are taken out of the mailbox.
  func takeByes() -> [Bye] {
    hub.takeMail(of: peer) { $0.header.type == .bye }.compactMap { $0.read(Bye.self) }
  }
}

/// How the hub answers a hello.
enum Greeting: Hashable {
  case welcome(Welcome)
  case reject(Reject)
  case bye(Bye)

  init?(_ message: WireMessage) {
    switch message.header.type {
    case .welcome:
      guard let welcome: Welcome = message.read() else { return nil }
      self = .welcome(welcome)
    case .reject:
      guard let reject: Reject = message.read() else { return nil }
      self = .reject(reject)
    case .bye:
      guard let bye: Bye = message.read() else { return nil }
      self = .bye(bye)
    default: return nil
    }
  }
}
