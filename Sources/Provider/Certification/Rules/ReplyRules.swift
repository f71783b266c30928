internal import BusProtocol
internal import MusicModel

/// What the items of an answer must be (specification, chapters "Methods" and "The model").
enum ReplyRules {
  /// What is wrong in a part or terminal of a call.
  static func findings(in message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let items = message.body["items"]?.elements ?? []
    var findings = items.enumerated().compactMap { place, item in
      problem(of: item, entry.method).map {
        Finding("calls.items", "\(entry.method), item \(place + 1): \($0).")
      }
    }
    let count = entry.items.count + items.count
    if Methods[Method(rawValue: entry.method)]?.isSingle == true, count > 1 {
      findings.append(Finding("calls.items", "\(entry.method) gave \(count) items."))
    }
    if message.type == "done" { findings += attachment(message, entry) }
    return findings
  }

  private static func problem(of item: JSONValue, _ method: String) -> String? {
    if let problem = Shape.problem(inEntity: item) { return problem }
    guard let spec = Methods[Method(rawValue: method)], let kind = item["kind"]?.text,
      !spec.kinds.contains(where: { $0.rawValue == kind })
    else { return nil }
    return "it is of the kind \(kind.quoted)"
  }

  private static func attachment(_ message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let media = message.body["media"] ?? .null
    if message.attachment != nil, media == .null {
      return [Finding("calls.attachment", "\(entry.method): an attachment came without \"media\".")]
    }
    if message.attachment == nil, media != .null {
      return [Finding("calls.attachment", "\(entry.method): \"media\" came without an attachment.")]
    }
    return []
  }
}
