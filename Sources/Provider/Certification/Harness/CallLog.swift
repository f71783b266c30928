internal import MusicModel

/// What a provider was asked and what it answered, call by call; it notes what an answer breaks.
struct CallLog {
  /// One call, from the question to its terminal.
  struct Entry {
    let method: String
    let askedAtMs: Int
    /// Items of all parts and of the terminal.
    var items: [JSONValue] = []
    var parts = 0
    var terminal: Terminal?
    /// Answers `DUPLICATE_CALL` to the same id, which end nothing.
    var duplicatesRefused = 0
    fileprivate var duplicates = 0
    fileprivate var cancels = 0
    fileprivate var wasCancelledLate = false
    /// How long it may be told of in a finding.
    fileprivate let check: String
  }

  /// How a call ended.
  struct Terminal {
    let isDone: Bool
    let body: JSONValue
    let attachment: [UInt8]?
    let elapsedMs: Int

    var code: String { body["code"]?.text ?? "" }
    /// `done`, or `error CODE`.
    var words: String { isDone ? "done" : "error \(code)" }
  }

  private var entries: [String: Entry] = [:]
  /// Ids of messages that are to be refused with an `error`, and what came.
  private var probes: [String: [JSONValue]] = [:]
  private var cancelledUnknown: Set<String> = []

  subscript(id: String) -> Entry? { entries[id] }

  /// The `error` bodies that a message which is no call was answered with.
  func refusals(of id: String) -> [JSONValue] { probes[id] ?? [] }

  mutating func asked(_ id: String, _ method: String, during check: String, at now: Int) {
    if entries[id] != nil {
      entries[id]?.duplicates += 1
    } else {
      cancelledUnknown.remove(id)
      entries[id] = Entry(method: method, askedAtMs: now, check: check)
    }
  }

  mutating func probed(_ id: String) { probes[id] = [] }

  mutating func cancelled(_ id: String) {
    guard let entry = entries[id] else {
      cancelledUnknown.insert(id)
      return
    }
    entries[id]?.cancels += 1
    if entry.terminal != nil { entries[id]?.wasCancelledLate = true }
  }

  /// Takes in a `part`, `done` or `error`.
  mutating func take(_ message: ReceivedMessage, at now: Int) -> [Finding] {
    guard let re = message.re else { return [] }
    if probes[re] != nil, message.type == "error" {
      probes[re]?.append(message.body)
      return []
    }
    guard var entry = entries[re] else { return [stranger(message, re)] }
    defer { entries[re] = entry }
    if message.type == "error", entry.duplicatesRefused < entry.duplicates,
      message.body["code"]?.text == "DUPLICATE_CALL"
    {
      entry.duplicatesRefused += 1
      return []
    }
    if entry.terminal != nil { return [tooMuch(message, entry)] }
    let items = message.body["items"]?.elements ?? []
    defer { entry.items += items }
    return message.type == "part"
      ? part(message, &entry) : terminal(message, &entry, at: now, items: items)
  }

  private func part(_ message: ReceivedMessage, _ entry: inout Entry) -> [Finding] {
    let seq = message.header["seq"]?.integer ?? entry.parts
    defer { entry.parts += 1 }
    guard seq != entry.parts else { return ReplyRules.findings(in: message, entry) }
    let problem = "\(of(entry)): the part after \(entry.parts) others has \"seq\" \(seq)."
    return [Finding("calls.parts", problem)] + ReplyRules.findings(in: message, entry)
  }

  private func terminal(
    _ message: ReceivedMessage,
    _ entry: inout Entry,
    at now: Int,
    items: [JSONValue]
  ) -> [Finding] {
    entry.terminal = Terminal(
      isDone: message.type == "done",
      body: message.body,
      attachment: message.attachment,
      elapsedMs: now - entry.askedAtMs
    )
    var findings = ReplyRules.findings(in: message, entry)
    let told = message.body["parts"]?.integer ?? (message.type == "error" ? 0 : entry.parts)
    if told != entry.parts {
      let problem = "\(of(entry)): the terminal counts \(told) parts; \(entry.parts) came."
      findings.append(Finding("calls.parts", problem))
    }
    return findings
  }

  /// Something for a call that was never made.
  private func stranger(_ message: ReceivedMessage, _ re: String) -> Finding {
    let what = "\"\(message.type)\" for the call \(re.quoted), "
    return cancelledUnknown.contains(re)
      ? Finding("cancel.before", "\(what)which was cancelled but never made.")
      : Finding("calls.one-terminal", "\(what)which was never made.")
  }

  /// Something after the terminal.
  private func tooMuch(_ message: ReceivedMessage, _ entry: Entry) -> Finding {
    let last = entry.terminal?.words ?? ""
    let problem = "\(of(entry)): \"\(message.type)\" came after its terminal (\(last))."
    if entry.cancels > 1 { return Finding("cancel.twice", problem) }
    if entry.wasCancelledLate { return Finding("cancel.after", problem) }
    if entry.duplicates > 0 { return Finding("calls.duplicate-id", problem) }
    return Finding(message.type == "part" ? "calls.nothing-after" : "calls.one-terminal", problem)
  }

  private func of(_ entry: Entry) -> String { "\(entry.method) (during \(entry.check))" }
}
