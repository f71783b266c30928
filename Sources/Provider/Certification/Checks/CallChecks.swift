internal import BusProtocol
internal import MusicModel

/// Calls and their replies (Protocol/messages.md, "Call" to "Methods").
enum CallChecks {
  static let all: [Check] =
    [
      Check(
        "calls.samples",
        .core,
        "MB-202",
        summary: "has samples that return results, by which each of its methods can be called",
        fix: "Add a call of each method that has results to \"samples\".",
        .shared(samples)
      ),
      Check(
        "calls.unknown-method",
        .core,
        "MB-069",
        summary: "rejects unsupported methods with METHOD_UNKNOWN",
        fix: "Reply with error METHOD_UNKNOWN if \"method\" is not in your \"methods\".",
        .shared { worker in
          let harness = try worker.sharedHarness()
          let id = try harness.call(ProviderHarness.unknownMethod)
          let terminal = try harness.terminal(of: id, within: .seconds(3))
          guard terminal.code == "METHOD_UNKNOWN" else {
            throw CheckInterruption.failed("The method certify.unknown ended with \(terminal).")
          }
        }
      ),
      Check(
        "calls.declared",
        .core,
        "MB-069",
        "MB-204",
        summary: "serves the methods of its descriptor, and no others",
        fix: "Declare each method that you serve in \"methods\", and reject all others with "
          + "METHOD_UNKNOWN.",
        after: ["calls.unknown-method"],
        .shared(declared)
      ),
      Check(
        "calls.missing-parameter",
        .core,
        "MB-087",
        summary: "rejects calls that lack a required parameter with INVALID_PARAMS",
        fix: "Check that \"text\", \"id\" or \"chart\" is present before you start.",
        .shared(missingParameter)
      ),
      Check(
        "calls.nothing-found",
        .core,
        "MB-091",
        summary: "replies with done and no items if it finds nothing",
        fix: "An empty result is not an error: send done with \"items\": [].",
        after: ["calls.samples"],
        .shared(nothingFound)
      ),
      Check(
        "calls.limit",
        .core,
        "MB-112",
        summary: "returns no more items than \"limit\"",
        fix: "Truncate the result to \"limit\" items, even if the upstream returns more.",
        after: ["calls.samples"],
        .shared(limit)
      ),
      Check(
        "calls.pages",
        .core,
        "MB-136",
        summary: "continues a list at the offset that it stated as \"next\"",
        fix: "Return the items that follow \"offset\" items of the source, and a \"next\" that is "
          + "greater than \"offset\"; or state no \"next\".",
        after: ["calls.limit"],
        .shared(pages)
      ),
      Check(
        "calls.listed",
        .core,
        "MB-309",
        summary: "lists whole records, if it declares that",
        fix: "Remove \"listed\" from the method, or return the same members in lists and searches.",
        after: ["calls.samples"],
        .shared(listed)
      ),
      Check(
        "calls.foreign-url",
        .core,
        "MB-238",
        summary: "refuses to fetch files from other hosts",
        fix: "Compare the host of \"url\" with \"hosts\", and reject others with INVALID_PARAMS.",
        .shared(foreignURL)
      ),
    ] + answers + observed + CallChecks.concurrency

  /// Calls each method without a usable parameter: whether it is served shows in the error.
  private static func declared(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let declared = try worker.declared
    for method in Methods.all.compactMap({ $0.provider == nil ? nil : $0.method.rawValue }) {
      let isDeclared = declared.serves(method)
      // A provider that needs no parameters would send requests.
      guard !isDeclared || Methods[Method(rawValue: method)]?.provider?.required.isEmpty == false
      else { continue }
      let terminal = try harness.terminal(of: try harness.call(method, body: nil))
      guard (terminal.code == "METHOD_UNKNOWN") != isDeclared else {
        throw CheckInterruption.failed(
          isDeclared
            ? "Its descriptor declares \(method), but it replies METHOD_UNKNOWN."
            : "Its descriptor does not declare \(method), but it replies \(terminal)."
        )
      }
    }
  }

  private static func missingParameter(_ worker: CheckWorker) throws {
    let methods = try worker.declared.samples.map(\.method).filter {
      Methods[Method(rawValue: $0)]?.provider?.required.isEmpty == false
    }
    guard let method = methods.first else {
      throw CheckInterruption.skipped("No sample has a method with required parameters.")
    }
    let harness = try worker.sharedHarness()
    let terminal = try harness.terminal(of: try harness.call(method, body: nil))
    guard terminal.code == "INVALID_PARAMS" else {
      throw CheckInterruption.failed("\(method) without a body ended with \(terminal).")
    }
  }

  private static func nothingFound(_ worker: CheckWorker) throws {
    var known: Set<String> = []
    for sample in try worker.declared.samples where known.insert(sample.method).inserted {
      guard let params = withoutResults(sample.params) else { continue }
      let harness = try worker.sharedHarness()
      let terminal = try harness.terminal(
        of: try harness.call(DeclaredProvider.ExampleCall(method: sample.method, params: params))
      )
      guard terminal.isDone else {
        let subject = params["text"]?.text ?? params["id"]?.text ?? ""
        throw CheckInterruption.failed(
          "\(sample.method) \(subject.quoted) ended with \(terminal)."
        )
      }
      // One is enough if calls cost requests to a real upstream.
      if try !worker.canCallFreely, known.count > 1 { return }
    }
    if known.isEmpty { throw CheckInterruption.skipped("No sample has a text or an id.") }
  }

  /// Returns the parameters with a text or id that does not exist.
  private static func withoutResults(_ params: [String: JSONValue]) -> [String: JSONValue]? {
    if params["text"] != nil { return ["text": "qzxwvkj qzxwvkj 7041839"] }
    guard let id = params["id"]?.text.flatMap({ EntityID($0) }) else { return nil }
    let value = String(
      id.value.map { character in
        character.isNumber ? "9" : character.isHexDigit ? "f" : character.isLetter ? "z" : character
      }
    )
    guard value != id.value else { return nil }
    return ["id": .string("\(id.namespace):\(id.type):\(value)")]
  }

  /// The samples that return lists; one of them if calls are expensive.
  static func lists(_ worker: CheckWorker) throws -> [DeclaredProvider.ExampleCall] {
    let lists = try worker.declared.samples.filter { sample in
      let spec = Methods[Method(rawValue: sample.method)]
      return spec?.depth != .one
    }
    guard !lists.isEmpty else { throw CheckInterruption.skipped("No sample returns a list.") }
    return Array(try worker.canCallFreely ? lists[...] : lists.prefix(1))
  }

  private static func limit(_ worker: CheckWorker) throws {
    for sample in try lists(worker) {
      let harness = try worker.sharedHarness()
      let id = try harness.call(sample, adding: ["limit": 1])
      _ = try harness.done(id)
      let count = harness.transcript.callLog[id]?.items.count ?? 0
      if count > 1 {
        throw CheckInterruption.failed("\(sample.method) with limit 1 returned \(count) items.")
      }
    }
  }

  private static func pages(_ worker: CheckWorker) throws {
    var hasPages = false
    for sample in try lists(worker) {
      let harness = try worker.sharedHarness()
      let first = try harness.call(sample, adding: ["limit": 1])
      guard let next = try harness.done(first).position else { continue }
      hasPages = true
      let (name, value) = next.parameter
      let second = try harness.call(sample, adding: ["limit": 1, name: value])
      let following = try harness.done(second).position
      let known = harness.transcript.callLog[first]?.items.compactMap { $0["id"] } ?? []
      let items = harness.transcript.callLog[second]?.items.compactMap { $0["id"] } ?? []
      if let repeated = items.first(where: known.contains)?.text {
        throw CheckInterruption.failed(
          "\(sample.method) with \(name) \(value.prettyPrinted) repeated \"\(repeated)\"."
        )
      }
      if let following, !following.follows(next) {
        throw CheckInterruption.failed(
          "\(sample.method) with \(name) \(value.prettyPrinted) continues at the same place or before it."
        )
      }
    }
    guard hasPages else { throw CheckInterruption.skipped("No list of a sample has a next page.") }
  }

  private static func foreignURL(_ worker: CheckWorker) throws {
    let declared = try worker.declared
    let files = Methods.all.filter(\.isFile).map(\.method.rawValue).sorted()
    guard let method = files.first(where: { declared.serves($0) }) else {
      throw CheckInterruption.skipped("The provider fetches no files.")
    }
    let harness = try worker.sharedHarness()
    let params: [String: JSONValue] = ["url": "https://certify.invalid/a.jpg"]
    let terminal = try harness.terminal(
      of: try harness.call(DeclaredProvider.ExampleCall(method: method, params: params))
    )
    guard terminal.code == "INVALID_PARAMS" else {
      throw CheckInterruption.failed(
        "\(method) of https://certify.invalid/a.jpg ended with \(terminal)."
      )
    }
  }
}
