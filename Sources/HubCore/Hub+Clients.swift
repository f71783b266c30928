import BusProtocol
import MusicModel

/// What clients say after their hello.
extension Hub {
  mutating func receivedFromClient(_ message: WireMessage, _ peer: Peer) {
    let header = message.header
    guard let session = clients[peer], header.sid == nil || header.sid == session.sid else {
      if header.type != .bye { sessionUnknown(to: peer) }
      return
    }
    clients[peer]?.lastHeard = now
    switch header.type {
    case .call: call(message, of: peer)
    case .cancel: cancel(header.re, of: peer)
    case .ping: send(Header(type: .pong, re: header.id, sid: session.sid), to: peer)
    case .pong: break
    case .bye: dropClient(peer, because: "it said bye")
    case .hello, .welcome, .reject, .part, .done, .error:
      let text = "A client does not send \"\(header.type.rawValue)\"."
      part(with: peer, Bye(code: .protocolViolation, message: text))
    }
  }

  mutating func sessionUnknown(to peer: Peer) {
    let text = "There is no such session; say hello again."
    send(Header(type: .bye), Bye(code: .sessionUnknown, message: text), to: peer)
  }

  /// Forgets a client, and with it all that was asked only for it.
  mutating func dropClient(_ peer: Peer, because reason: String) {
    guard let session = clients.removeValue(forKey: peer) else { return }
    log(.debug, "Client \(session.description.name) left: \(reason).")
    for key in session.calls.values.sorted() {
      guard let call = calls.removeValue(forKey: key) else { continue }
      abandon(questionsOf: call)
    }
  }

  private mutating func cancel(_ id: String?, of peer: Peer) {
    guard let id, let key = clients[peer]?.calls[id] else {
      counters.late += 1
      return
    }
    if let call = calls[key] { abandon(questionsOf: call) }
    fail(key, Failure(.cancelled, "The call was cancelled."))
  }

  /// Tells providers that nobody waits for their answers any more.
  mutating func abandon(questionsOf call: ClientCall) {
    for key in call.sources.values.compactMap(\.question).sorted() { abandon(key) }
    for (key, question) in questions.sorted(by: { $0.key < $1.key })
    where question.call == call.key && question.purpose == .media {
      abandon(key)
    }
  }
}
