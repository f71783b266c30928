package import BusProtocol

/// The client's side of a session: which message to send next, and what one that came means.
package struct ClientSession: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case closed
    case greeting(hello: String)
    case open(sid: String)
  }

  private var state = State.closed
  private var messageCount = 0
  private let client: PeerDescription

  /// What a message means to the session.
  package enum Event: Hashable, Sendable {
    case none
    /// The hub wants this to be sent.
    case reply(WireMessage)
    case opened(Welcome)
    /// The session is over; a new one may be possible.
    case ended(Bye)
    /// It belongs to a call.
    case answer(WireMessage)
  }

  package init(client: PeerDescription) { self.client = client }

  package var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// The message that opens a session.
  package mutating func hello() throws(ClientError) -> WireMessage {
    let id = nextID("h")
    state = .greeting(hello: id)
    return try message(Header(type: .hello, id: id), Hello(peer: client))
  }

  /// The message that asks something, under a new id.
  ///
  /// - Throws: ``ClientError/hubLost`` where there is no session to ask in.
  package mutating func call(
    _ method: Method,
    _ parameters: CallParameters,
    timeoutMs: Int?
  ) throws(ClientError) -> WireMessage {
    guard case .open(let sid) = state else { throw .hubLost }
    let header = Header(
      type: .call,
      id: nextID("c"),
      sid: sid,
      method: method,
      timeoutMs: timeoutMs
    )
    return try message(header, parameters)
  }

  /// The message that takes a question back.
  package func cancel(_ call: String) -> WireMessage? {
    guard case .open(let sid) = state else { return nil }
    return WireMessage(Header(type: .cancel, re: call, sid: sid))
  }

  /// The message that ends the session.
  package mutating func bye() -> WireMessage? {
    guard case .open(let sid) = state else { return nil }
    state = .closed
    return WireMessage(Header(type: .bye, sid: sid))
  }

  /// Takes a message of the hub.
  ///
  /// - Throws: ``ClientError/rejected(_:)`` where the hub refuses this client for good, and
  ///   ``ClientError/protocolBroken(_:)`` where the message cannot be read.
  package mutating func receive(_ message: WireMessage) throws(ClientError) -> Event {
    let header = message.header
    switch (header.type, state) {
    case (.welcome, .greeting(let hello)) where header.re == hello:
      guard let sid = header.sid else {
        throw .protocolBroken("The hub's welcome names no session.")
      }
      state = .open(sid: sid)
      return .opened(try read(message))
    case (.reject, .greeting): throw .rejected(try read(message))
    case (.bye, _):
      state = .closed
      return .ended(try read(message))
    case (.ping, .open(let sid)):
      let pong = Pong(inflight: 0, oldestMs: 0, ended: 0)
      return .reply(try self.message(Header(type: .pong, re: header.id, sid: sid), pong))
    case (.part, .open), (.done, .open), (.error, .open): return .answer(message)
    default: return .none
    }
  }

  private mutating func nextID(_ kind: String) -> String {
    messageCount += 1
    return "\(kind)\(messageCount)"
  }

  private func message(
    _ header: Header,
    _ body: some Encodable
  ) throws(ClientError) -> WireMessage {
    do {
      return try WireMessage(header, body)
    } catch {
      throw .protocolBroken("The question cannot be written: \(BusCodec.describe(error)).")
    }
  }

  private func read<Body: Decodable>(_ message: WireMessage) throws(ClientError) -> Body {
    do throws(Failure) {
      return try message.decodeBody()
    } catch {
      throw .protocolBroken(error.message)
    }
  }
}
