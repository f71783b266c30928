internal import ZeroMQ

/// What a message must keep as a member of its session (specification, chapters "Roles" and
/// "Session").
enum SessionRules {
  static func findings(in message: ReceivedMessage, _ talk: SessionTranscript) -> [Finding] {
    var findings: [Finding] = []
    let bytes = message.routing.bytes
    // A ROUTER names a peer that has not named itself by five bytes, the first of them zero.
    if bytes.count != 5 || bytes.first != 0 {
      findings.append(Finding("wire.routing-id", "The socket has set its own routing id."))
    }
    guard message.type != "hello" else { return findings }
    if let peer = talk.peer, peer != message.routing {
      let problem = "A \"\(message.type)\" came over another socket than the session's hello."
      findings.append(Finding("wire.routing-id", problem))
    }
    guard let sid = message.sid else {
      let problem = "A \"\(message.type)\" has no \"sid\"."
      return findings + [Finding("wire.session", problem)]
    }
    if !talk.sids.contains(sid) {
      let problem = "A \"\(message.type)\" has the \"sid\" \(sid.quoted), which no welcome gave."
      findings.append(Finding("wire.session", problem))
    }
    if talk.closedSids.contains(sid) {
      let problem = "A \"\(message.type)\" came under a session that the hub had ended with bye."
      findings.append(Finding("lifecycle.bye", problem))
    }
    return findings
  }
}
