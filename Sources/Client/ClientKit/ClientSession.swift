package import BusProtocol

/// The client side of a session: creates outgoing messages and interprets incoming ones.
package struct ClientSession: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case closed
    case opening(hello: String)
    case open(sid: String)
  }

  private var state = State.closed
  private var messageCount = 0
  private let client: PeerDescription

  /// The effect of a message on the session.
  package enum Event: Hashable, Sendable {
    case none
    /// The client must send this message.
    case send(WireMessage)
    case opened(Welcome)
    /// The session has ended; a new one may be possible.
    case ended(Bye)
    /// The message belongs to a call.
    case callMessage(WireMessage)
  }

  package init(client: PeerDescription) { self.client = client }

  package var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// Creates the message that opens a session.
  package mutating func hello() throws(ClientError) -> WireMessage {
    let id = nextID("h")
    state = .opening(hello: id)
    return try message(Header(type: .hello, id: id), Hello(peer: client))
  }

  /// Creates a call with a new id.
  ///
  /// - Throws: ``ClientError/hubLost`` if no session is open.
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

  /// Creates the message that cancels a call.
  package func cancel(_ call: String) -> WireMessage? {
    guard case .open(let sid) = state else { return nil }
    return WireMessage(Header(type: .cancel, re: call, sid: sid))
  }

  /// Ends the session and creates the message that announces it.
  package mutating func bye() -> WireMessage? {
    guard case .open(let sid) = state else { return nil }
    state = .closed
    return WireMessage(Header(type: .bye, sid: sid))
  }

  /// Interprets a message from the hub.
  ///
  /// - Throws: ``ClientError/rejected(_:)`` if the hub rejects this client permanently, and
  ///   ``ClientError/protocolError(_:)`` if the message is invalid.
  package mutating func receive(_ message: WireMessage) throws(ClientError) -> Event {
    let header = message.header
    switch (header.type, state) {
    case (.welcome, .opening(let hello)) where header.re == hello:
      guard let sid = header.sid else {
        throw .protocolError("The welcome contains no session id.")
      }
      state = .open(sid: sid)
      return .opened(try read(message))
    case (.reject, .opening): throw .rejected(try read(message))
    case (.bye, _):
      state = .closed
      return .ended(try read(message))
    case (.ping, .open(let sid)):
      let pong = Pong(inflight: 0, oldestMs: 0, ended: 0)
      return .send(try self.message(Header(type: .pong, re: header.id, sid: sid), pong))
    case (.part, .open), (.done, .open), (.error, .open): return .callMessage(message)
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
      throw .protocolError("Could not encode the call: \(JSONCodec.describe(error)).")
    }
  }

  private func read<Body: Decodable>(_ message: WireMessage) throws(ClientError) -> Body {
    do throws(Failure) {
      return try message.decodeBody()
    } catch {
      throw .protocolError(error.message)
    }
  }
}
