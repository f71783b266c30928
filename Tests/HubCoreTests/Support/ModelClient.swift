import BusProtocol
import HubCore
import MusicModel
import Testing

/// A client that a test controls.
final class ModelClient {
  let hub: HubDriver
  let peer: Peer
  private(set) var sid = "none"

  init(_ hub: HubDriver) {
    self.hub = hub
    peer = Peer(.client, routing: [0, UInt8(truncatingIfNeeded: hub.newNumber()), 1])
    hub.responsive.insert(peer)
  }

  @discardableResult
  func say(_ header: Header, _ body: (some Encodable)?) -> [Action] {
    hub.handle(.received(.written(header, body), from: peer))
  }

  @discardableResult
  func say(_ header: Header) -> [Action] { say(header, Bye?.none) }

  /// Sends hello; the session is open if the hub sends a welcome.
  @discardableResult
  func hello(_ hello: Hello = Hello(peer: .init(name: "test", version: "1"))) -> HelloReply? {
    say(Header(type: .hello, id: "h\(hub.newNumber())"), hello)
    return takeHelloReply()
  }

  private func takeHelloReply() -> HelloReply? {
    let replies = hub.takeMail(of: peer) { [.welcome, .reject, .bye].contains($0.header.type) }
    let helloReply = replies.last.flatMap(HelloReply.init)
    if case .welcome = helloReply, let new = replies.last?.header.sid { sid = new }
    return helloReply
  }

  /// Sends a call, and returns its id.
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

  /// Removes and returns the messages of a call.
  func takeMessages(of call: String) -> [WireMessage] {
    hub.takeMail(of: peer) { $0.header.re == call }
  }

  /// The reply to a call; `nil` if it is not complete.
  func reply(to call: String) -> CallReply? { CallReply(takeMessages(of: call)) }

  func disconnect() { hub.handle(.disconnected(peer)) }

  /// Removes and returns the byes.
  func takeByes() -> [Bye] {
    hub.takeMail(of: peer) { $0.header.type == .bye }.compactMap { $0.read(Bye.self) }
  }
}

/// The reply of the hub to a hello.
enum HelloReply: Hashable {
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
