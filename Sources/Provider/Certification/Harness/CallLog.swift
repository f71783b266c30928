internal import BusProtocol
internal import MusicModel

/// Records calls and their replies, and finds violations in the replies.
struct CallLog {
  /// One call, from the request to its terminal message.
  struct Entry {
    let method: String
    let startedAtMs: Int
    /// Items of all parts and of the terminal message.
    var items: [JSONValue] = []
    var parts = 0
    var terminal: Terminal?
    /// `DUPLICATE_CALL` errors to the same id, which do not end the call.
    var duplicateErrors = 0
    fileprivate var duplicates = 0
    fileprivate var cancels = 0
    fileprivate var wasCancelledLate = false
    /// The check that made the call.
    fileprivate let check: String
  }

  /// The terminal message of a call.
  struct Terminal: CustomStringConvertible {
    let isDone: Bool
    let body: JSONValue
    let attachment: [UInt8]?
    let elapsedMs: Int

    var code: String { body["code"]?.text ?? "" }
    /// Where the list continues, if it does.
    var position: ListPosition? {
      body["cursor"]?.text.map { .cursor($0) } ?? body["next"]?.integer.map { .offset($0) }
    }
    /// `done` or `error CODE`.
    var description: String { isDone ? "done" : "error \(code)" }
  }

  /// The declaration of the provider, if known.
  var declared: DeclaredProvider?
  private var entries: [String: Entry] = [:]
  /// The `error` bodies received for messages that must be rejected, by message id.
  private var probes: [String: [JSONValue]] = [:]
  private var cancelledUnknown: Set<String> = []

  subscript(id: String) -> Entry? { entries[id] }

  /// Returns the `error` bodies received for a message that is not a call.
  func probeErrors(of id: String) -> [JSONValue] { probes[id] ?? [] }

  mutating func callSent(_ id: String, _ method: String, during check: String, at now: Int) {
    if entries[id] != nil {
      entries[id]?.duplicates += 1
    } else {
      cancelledUnknown.remove(id)
      entries[id] = Entry(method: method, startedAtMs: now, check: check)
    }
  }

  mutating func probeSent(_ id: String) { probes[id] = [] }

  mutating func cancelSent(_ id: String) {
    guard let entry = entries[id] else {
      cancelledUnknown.insert(id)
      return
    }
    entries[id]?.cancels += 1
    if entry.terminal != nil { entries[id]?.wasCancelledLate = true }
  }

  /// Records a `part`, `done` or `error`.
  ///
  /// - Returns: its violations.
  mutating func receive(_ message: ReceivedMessage, at now: Int) -> [Finding] {
    guard let re = message.re else { return [] }
    if probes[re] != nil, message.type == "error" {
      probes[re]?.append(message.body)
      return []
    }
    guard var entry = entries[re] else { return [withoutCall(message, re)] }
    defer { entries[re] = entry }
    if message.type == "error", entry.duplicateErrors < entry.duplicates,
      message.body["code"]?.text == "DUPLICATE_CALL"
    {
      entry.duplicateErrors += 1
      return []
    }
    if entry.terminal != nil { return [afterTerminal(message, entry)] }
    let items = message.body["items"]?.elements ?? []
    defer { entry.items += items }
    return message.type == "part" ? part(message, &entry) : terminal(message, &entry, at: now)
  }

  private func part(_ message: ReceivedMessage, _ entry: inout Entry) -> [Finding] {
    let seq = message.header["seq"]?.integer ?? entry.parts
    defer { entry.parts += 1 }
    guard seq != entry.parts else {
      return ReplyRules.findings(in: message, entry, declared: declared)
    }
    let problem = "\(name(of: entry)): part \(entry.parts) has \"seq\" \(seq)."
    return [Finding("calls.parts", problem)]
      + ReplyRules.findings(in: message, entry, declared: declared)
  }

  private func terminal(
    _ message: ReceivedMessage,
    _ entry: inout Entry,
    at now: Int
  ) -> [Finding] {
    entry.terminal = Terminal(
      isDone: message.type == "done",
      body: message.body,
      attachment: message.attachment,
      elapsedMs: now - entry.startedAtMs
    )
    var findings = ReplyRules.findings(in: message, entry, declared: declared)
    let stated = message.body["parts"]?.integer ?? (message.type == "error" ? 0 : entry.parts)
    if stated != entry.parts {
      let problem =
        "\(name(of: entry)): the terminal message states \(stated) parts; \(entry.parts) arrived."
      findings.append(Finding("calls.parts", problem))
    }
    return findings
  }

  private func withoutCall(_ message: ReceivedMessage, _ re: String) -> Finding {
    let reply = "\"\(message.type)\" for the call \(re.quoted), "
    return cancelledUnknown.contains(re)
      ? Finding("cancel.before", "\(reply)which was cancelled but never made.")
      : Finding("calls.one-terminal", "\(reply)which was never made.")
  }

  private func afterTerminal(_ message: ReceivedMessage, _ entry: Entry) -> Finding {
    let last = entry.terminal?.description ?? ""
    let problem =
      "\(name(of: entry)): \"\(message.type)\" arrived after the terminal message (\(last))."
    if entry.cancels > 1 { return Finding("cancel.twice", problem) }
    if entry.wasCancelledLate { return Finding("cancel.after", problem) }
    if entry.duplicates > 0 { return Finding("calls.duplicate-id", problem) }
    return Finding(message.type == "part" ? "calls.nothing-after" : "calls.one-terminal", problem)
  }

  private func name(of entry: Entry) -> String { "\(entry.method) (during \(entry.check))" }
}
