internal import BusProtocol
internal import MusicModel

/// Rules for the items of replies (Protocol/messages.md, "Methods", and Protocol/model.md).
enum ReplyRules {
  /// Returns the violations in a part or terminal message.
  ///
  /// `declared` is the declaration of the provider, if known.
  static func findings(
    in message: ReceivedMessage,
    _ entry: CallLog.Entry,
    declared: DeclaredProvider?
  ) -> [Finding] {
    let items = message.body["items"]?.elements ?? []
    var findings = items.enumerated().flatMap { index, item in
      problems(of: item, entry.method).map {
        Finding("calls.items", "\(entry.method), item \(index + 1): \($0).")
      }
    }
    findings += idFindings(items, entry.method, declared?.namespaces ?? [])
    findings += items.flatMap { item in
      let lacked = declared?.lacks[item["kind"]?.text ?? ""] ?? []
      return lacked.filter { item[$0] != nil }.map {
        Finding("calls.lacks", "\(entry.method): an item has \($0.quoted).")
      }
    }
    if let declared, !declared.serves(Method.streamGet.rawValue),
      items.contains(where: { ($0["stream"] ?? .null) != .null })
    {
      let problem = "an item has a \"stream\", but \"stream.get\" is not in \"methods\""
      findings.append(Finding("calls.streams", "\(entry.method): \(problem)."))
    }
    let count = entry.items.count + items.count
    if Methods[Method(rawValue: entry.method)]?.isSingle == true, count > 1 {
      findings.append(Finding("calls.items", "\(entry.method) returned \(count) items."))
    }
    if message.type == "done" { findings += attachment(message, entry) }
    return findings
  }

  private static func idFindings(
    _ items: [JSONValue],
    _ method: String,
    _ declared: Set<String>
  ) -> [Finding] {
    let isChart = Methods[Method(rawValue: method)]?.subject == .chart
    var findings = items.compactMap { item in
      IDRules.problem(of: item, declared: declared, isEntry: isChart).map {
        Finding("calls.namespaces", "\(method): \($0).")
      }
    }
    findings += items.flatMap { IDRules.problems(inIDsOf: $0, declared: declared) }.map {
      Finding("calls.ids", "\(method): \($0).")
    }
    if let shared = IDRules.sharedID(of: items) {
      let problem = "\(method): \(items.count) items of different names have the id \(shared)."
      findings.append(Finding("calls.ids", problem))
    }
    return findings
  }

  private static func problems(of item: JSONValue, _ method: String) -> [String] {
    let problems = Shape.problems(inEntity: item)
    guard let spec = Methods[Method(rawValue: method)], let kind = item["kind"]?.text,
      !spec.kinds.contains(where: { $0.rawValue == kind })
    else { return problems }
    return problems + ["its kind is \(kind.quoted)"]
  }

  private static func attachment(_ message: ReceivedMessage, _ entry: CallLog.Entry) -> [Finding] {
    let media = message.body["media"] ?? .null
    if message.attachment != nil, media == .null {
      return [
        Finding("calls.attachment", "\(entry.method): an attachment arrived without \"media\".")
      ]
    }
    if let bytes = message.attachment, entry.method == Method.songLyrics.rawValue {
      do throws(Failure) { _ = try Lyrics(attachment: bytes) } catch {
        return [Finding("calls.attachment", "\(entry.method): \(error.message)")]
      }
    }
    if message.attachment == nil, media != .null {
      return [
        Finding("calls.attachment", "\(entry.method): \"media\" arrived without an attachment.")
      ]
    }
    return []
  }
}
