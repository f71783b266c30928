internal import ZeroMQ

/// The state of the session and the messages of the provider.
struct SessionTranscript {
  /// The connection of the current session.
  var peer: RoutingID?
  var sid: String?
  /// All sessions that were opened, and those that the hub closed with bye.
  var sids: Set<String> = []
  var closedSids: Set<String> = []
  var hellos: [ReceivedMessage] = []
  var byes: [ReceivedMessage] = []
  /// Pongs by the id of the ping.
  var pongs: [String: ReceivedMessage] = [:]
  var callLog = CallLog()

  /// Records a message.
  ///
  /// - Returns: its violations.
  mutating func receive(_ message: ReceivedMessage, at now: Int) -> [Finding] {
    let findings = SessionRules.findings(in: message, self)
    switch message.type {
    case "hello": hellos.append(message)
    case "pong": if let re = message.re { pongs[re] = message }
    case "bye": byes.append(message)
    case "part", "done", "error": return findings + callLog.receive(message, at: now)
    default: break
    }
    return findings
  }

  mutating func open(_ sid: String, with peer: RoutingID) {
    self.peer = peer
    self.sid = sid
    sids.insert(sid)
  }

  /// Records that the hub closed the session with bye.
  mutating func close() {
    if let sid { closedSids.insert(sid) }
  }

  /// Records that the hub lost the connection.
  mutating func lose() {
    peer = nil
    sid = nil
  }
}
