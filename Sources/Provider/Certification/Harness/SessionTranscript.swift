internal import ZeroMQ

/// What was said on a stage: the session as it is now, and all that the provider has sent.
struct SessionTranscript {
  /// The connection of the session.
  var peer: RoutingID?
  var sid: String?
  /// Every session that was opened, and those that the hub has ended with bye.
  var sids: Set<String> = []
  var closedSids: Set<String> = []
  /// As they came.
  var hellos: [ReceivedMessage] = []
  var byes: [ReceivedMessage] = []
  /// By the ping that they answer.
  var pongs: [String: ReceivedMessage] = [:]
  var ledger = CallLog()

  /// Takes in a message.
  ///
  /// - Returns: what it breaks.
  mutating func take(_ message: ReceivedMessage, at now: Int) -> [Finding] {
    let findings = SessionRules.findings(in: message, self)
    switch message.type {
    case "hello": hellos.append(message)
    case "pong": if let re = message.re { pongs[re] = message }
    case "bye": byes.append(message)
    case "part", "done", "error": return findings + ledger.take(message, at: now)
    default: break
    }
    return findings
  }

  mutating func open(_ sid: String, with peer: RoutingID) {
    self.peer = peer
    self.sid = sid
    sids.insert(sid)
  }

  /// The hub has said bye.
  mutating func close() {
    if let sid { closedSids.insert(sid) }
  }

  /// The hub has lost the connection.
  mutating func lose() {
    peer = nil
    sid = nil
  }
}
