internal import ZeroMQ

/// Rules for messages within a session (Protocol/messages.md, "Roles" and "Session").
enum SessionRules {
  static func findings(in message: ReceivedMessage, _ transcript: SessionTranscript) -> [Finding] {
    var findings: [Finding] = []
    let bytes = message.routing.bytes
    // Routing ids assigned by a ROUTER have five bytes, of which the first is zero.
    if bytes.count != 5 || bytes.first != 0 {
      findings.append(Finding("wire.routing-id", "The socket set its own routing id."))
    }
    guard message.type != "hello" else { return findings }
    if let peer = transcript.peer, peer != message.routing {
      let problem = "A \"\(message.type)\" arrived from another socket than the session's hello."
      findings.append(Finding("wire.routing-id", problem))
    }
    guard let sid = message.sid else {
      let problem = "A \"\(message.type)\" has no \"sid\"."
      return findings + [Finding("wire.session", problem)]
    }
    if !transcript.sids.contains(sid) {
      let problem =
        "A \"\(message.type)\" has the \"sid\" \(sid.quoted), which is not from a welcome."
      findings.append(Finding("wire.session", problem))
    }
    if transcript.closedSids.contains(sid) {
      let problem = "A \"\(message.type)\" arrived in a session that the hub had closed with bye."
      findings.append(Finding("lifecycle.bye", problem))
    }
    return findings
  }
}
