internal import BusProtocol
internal import MusicModel

/// The samples of a provider (Protocol/provider.md, "Descriptor").
extension CallChecks {
  /// Makes each sample, and calls every other method with what these have returned: no method is certified
  /// that was never called.
  static func samples(_ worker: CheckWorker) throws {
    let declared = try worker.declared
    guard !declared.samples.isEmpty else {
      throw CheckInterruption.failed("The descriptor has no samples.")
    }
    var problems: [String] = []
    do {
      try callSamples(of: declared, worker, &problems)
    } catch let interruption as CheckInterruption where !problems.isEmpty {
      // What was found before is not lost.
      if case .failed(let problem) = interruption { problems.append(problem) }
    }
    if !problems.isEmpty { throw CheckInterruption.several(problems) }
  }

  private static func callSamples(
    of declared: DeclaredProvider,
    _ worker: CheckWorker,
    _ problems: inout [String]
  ) throws {
    var found: [JSONValue] = []
    for sample in declared.samples {
      // Each of the rest would hang as well.
      if worker.findings.isOverdue, !problems.isEmpty { break }
      let harness = try worker.sharedHarness()
      let earlier = harness.log
      let id = try harness.call(sample)
      guard let done = try result(of: id, harness, &problems) else { continue }
      let items = harness.transcript.callLog[id]?.items ?? []
      found += items
      if items.isEmpty, done.attachment?.isEmpty != false, done.body["collection"] == nil {
        let reason = try skipReason(done, harness, since: earlier)
        if reason != nil { harness.findings.advise("calls.samples", skipAdvice) }
        problems.append("The sample \(sample.title) has no results\(reason ?? "").")
      }
    }
    let called = Set(declared.samples.map(\.method))
    for method in declared.methodNames where !called.contains(method) {
      if worker.findings.isOverdue, !problems.isEmpty { break }
      guard let call = derived(method, from: found) else {
        problems.append(
          "\(method) was never called: it has no sample, and no other sample returns what it needs."
        )
        continue
      }
      let harness = try worker.sharedHarness()
      _ = try result(of: harness.call(call), harness, &problems)
    }
  }

  private static let skipAdvice =
    "Correct what is wrong with the records: their members are in Protocol/model.md, and their ids must be of "
    + "the manifest's \"namespaces\"."

  /// Says that records were skipped, and why, as the provider has logged it; `nil` if none was.
  private static func skipReason(
    _ done: CallLog.Terminal,
    _ harness: ProviderHarness,
    since earlier: ProcessLog
  ) throws -> String? {
    guard let skipped = done.body["skipped"]?.integer, skipped > 0 else { return nil }
    // The log of a call is written before its reply, and may arrive after it.
    try harness.run(for: .milliseconds(50))
    let reasons = harness.log.lines(after: earlier).compactMap { line in
      line.split(separator: " skipped records: ", maxSplits: 1).dropFirst().first
    }
    let why = reasons.last.map { ": \($0.hasSuffix(".") ? $0.dropLast() : $0)" } ?? ""
    return
      ", because \(skipped.pluralized("record")) \(skipped == 1 ? "was" : "were") skipped\(why)"
  }

  /// Compares a record of each kind whose lists are declared to be whole with the same record by itself.
  static func listed(_ worker: CheckWorker) throws {
    let (declared, harness) = (try worker.declared, try worker.sharedHarness())
    var problems: [String] = []
    for method in declared.methodNames where declared.listsWhole(method) {
      let kind = String(method.prefix { $0 != "." })
      var records: [JSONValue] = []
      for sample in declared.samples {
        guard let spec = Methods[Method(rawValue: sample.method)], !spec.isSingle,
          spec.kinds.contains(where: { $0.rawValue == kind })
        else { continue }
        let id = try harness.call(sample)
        _ = try harness.done(id)
        records += (harness.transcript.callLog[id]?.items ?? []).prefix(2)
      }
      if records.isEmpty { problems.append("No sample lists what \(method) returns.") }
      for record in records {
        let id = try harness.call(.init(method: method, params: ["id": record["id"] ?? .null]))
        _ = try harness.done(id)
        guard let whole = harness.transcript.callLog[id]?.items.first?.members else {
          problems.append("\(method) does not find what a list contains.")
          continue
        }
        for member in whole.keys.sorted() where record[member] == nil {
          problems.append("\(method) has \(member.quoted), which a list lacks.")
        }
      }
    }
    if !problems.isEmpty { throw CheckInterruption.several(problems) }
  }

  /// The end of a call; `nil` if it failed, which is noted with advice for the cause.
  private static func result(
    of id: String,
    _ harness: ProviderHarness,
    _ problems: inout [String]
  ) throws -> CallLog.Terminal? {
    do {
      return try harness.done(id)
    } catch CheckInterruption.failed(let problem) where harness.termination == nil {
      let code = harness.transcript.callLog[id]?.terminal?.code ?? ""
      // It is declared but not served, which another check reports.
      if code == "METHOD_UNKNOWN" { return nil }
      if let advice = advice[code] { harness.findings.advise("calls.samples", advice) }
      problems.append(problem)
      return nil
    }
  }

  /// What to do about an error of a sample, if it is not the sample.
  private static let advice: [String: String] = {
    let local = "use a local source with --upstream-var."
    return [
      "UPSTREAM_UNAVAILABLE": "Check that the source can be reached from here, or \(local)",
      "DEADLINE_EXCEEDED":
        "Make fewer requests one after another, and end each call; if the source is slow, \(local)",
      "CONFIGURATION_INVALID":
        "Correct the configuration: musicbus provider setup ID, or --config JSON.",
      "UPSTREAM_BAD_DATA":
        "The source returns something other than the provider expects. See the requests and responses with: "
        + "musicbus provider record",
      "UPSTREAM_REFUSED": "See the reason that the source states; a sample may not exist any more.",
      "NOT_IN_COUNTRY": "Give the sample a \"country\" in which its source has it.",
      "GRANT_EXCEEDED": "Declare a \"cost\" that allows all requests of a call.",
      "INTERNAL":
        "Fix the program as described. What it writes to standard error is shown by: "
        + "musicbus provider try",
    ]
  }()

  /// A call of a method that has no sample, with an id or a URL that other calls returned.
  private static func derived(
    _ method: String,
    from items: [JSONValue]
  ) -> DeclaredProvider.ExampleCall? {
    let spec = Methods[Method(rawValue: method)]
    if spec?.isFile == true, spec?.provider?.names.contains("url") == true {
      let url = items.lazy.compactMap { item in
        switch method {
        case "preview.get": item["previewURL"]
        case "stream.get": item["stream"]?["url"]
        default: item["artwork"]?.elements?.first?["url"]
        }
      }.first
      return url.map { .init(method: method, params: ["url": $0]) }
    }
    guard let parameter = spec?.provider?.required.first?.name else {
      return .init(method: method, params: [:])
    }
    let kind = String(method.prefix { $0 != "." })
    let id = items.first { $0["kind"]?.text == kind }?["id"]
    return parameter == "id" ? id.map { .init(method: method, params: ["id": $0]) } : nil
  }
}
