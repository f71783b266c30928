internal import BusProtocol
internal import MusicModel

/// Calls and their answers (specification, chapters "Call" to "Methods").
enum CallChecks {
  static let all: [Check] =
    [
      Check(
        "calls.samples",
        .core,
        "MB-202",
        what: "has samples, each of which finds something",
        advice: "Put at least one call for each method into \"samples\" that the source has an "
          + "answer to. Where the source is not reachable from here, point the provider to "
          + "another one with --upstream-var.",
        .shared(samples)
      ),
      Check(
        "calls.unknown-method",
        .core,
        "MB-069",
        what: "refuses a method that it does not serve with METHOD_UNKNOWN",
        advice: "Answer a call whose \"method\" is not among your \"methods\" with error "
          + "METHOD_UNKNOWN.",
        .shared { lane in
          let stage = try lane.stage()
          let id = try stage.call(ProviderHarness.unknown)
          let terminal = try stage.terminal(of: id, within: .seconds(3))
          guard terminal.code == "METHOD_UNKNOWN" else {
            throw CheckInterruption.failed("The method certify.unknown ended in \(terminal.words).")
          }
        }
      ),
      Check(
        "calls.missing-parameter",
        .core,
        "MB-087",
        what: "refuses a call that lacks what its method needs with INVALID_PARAMS",
        advice: "Look whether \"text\", \"id\" or \"chart\" is there before the work begins.",
        .shared(missingParameter)
      ),
      Check(
        "calls.nothing-found",
        .core,
        "MB-091",
        what: "answers done without items where it finds nothing",
        advice: "Nothing found is no error: send done with \"items\": [].",
        after: ["calls.samples"],
        .shared(nothingFound)
      ),
      Check(
        "calls.limit",
        .core,
        "MB-112",
        what: "gives no more items than limit says",
        advice: "Cut the answer to \"limit\" items, also where the source gives more.",
        after: ["calls.samples"],
        .shared(limit)
      ),
      Check(
        "calls.foreign-url",
        .core,
        "MB-238",
        what: "refuses to fetch a file from a host that is not its own",
        advice: "Compare the host of \"url\" with \"hosts\", and refuse with INVALID_PARAMS.",
        .shared(foreignURL)
      ),
    ] + watched + CallChecks.manyAtOnce

  private static func samples(_ lane: CheckWorker) throws {
    let promise = try lane.promise
    guard !promise.samples.isEmpty else { throw CheckInterruption.failed("There is no sample.") }
    for sample in promise.samples {
      let stage = try lane.stage()
      let id = try stage.call(sample)
      let done = try stage.done(id)
      guard stage.talk.ledger[id]?.items.isEmpty == false || done.attachment?.isEmpty == false
      else {
        throw CheckInterruption.failed("The sample of \(sample.method) finds nothing.")
      }
    }
  }

  private static func missingParameter(_ lane: CheckWorker) throws {
    let methods = try lane.promise.samples.map(\.method).filter {
      Methods[Method(rawValue: $0)]?.provider?.required.isEmpty == false
    }
    guard let method = methods.first else {
      throw CheckInterruption.skipped("No sample is of a method that needs a parameter.")
    }
    let stage = try lane.stage()
    let terminal = try stage.terminal(of: try stage.call(method, body: nil))
    guard terminal.code == "INVALID_PARAMS" else {
      throw CheckInterruption.failed("\(method) without a body ended in \(terminal.words).")
    }
  }

  private static func nothingFound(_ lane: CheckWorker) throws {
    var known: Set<String> = []
    for sample in try lane.promise.samples where known.insert(sample.method).inserted {
      guard let params = absent(sample.params) else { continue }
      let stage = try lane.stage()
      let terminal = try stage.terminal(
        of: try stage.call(DeclaredProvider.ExampleCall(method: sample.method, params: params))
      )
      guard terminal.isDone else {
        let what = params["text"]?.text ?? params["id"]?.text ?? ""
        throw CheckInterruption.failed(
          "\(sample.method) \(what.quoted) ended in \(terminal.words)."
        )
      }
      // One of each kind is enough where every question costs the source something.
      if try !lane.isFree, known.count > 1 { return }
    }
    if known.isEmpty { throw CheckInterruption.skipped("No sample has a text or an id.") }
  }

  /// The same question about something that nobody has.
  private static func absent(_ params: [String: JSONValue]) -> [String: JSONValue]? {
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

  private static func limit(_ lane: CheckWorker) throws {
    let lists = try lane.promise.samples.filter { sample in
      let spec = Methods[Method(rawValue: sample.method)]
      return spec?.depth != .one
    }
    guard !lists.isEmpty else { throw CheckInterruption.skipped("No sample asks for a list.") }
    for sample in try lane.isFree ? lists[...] : lists.prefix(1) {
      let stage = try lane.stage()
      let id = try stage.call(sample, adding: ["limit": 1])
      _ = try stage.done(id)
      let count = stage.talk.ledger[id]?.items.count ?? 0
      if count > 1 {
        throw CheckInterruption.failed("\(sample.method) with limit 1 gave \(count) items.")
      }
    }
  }

  private static func foreignURL(_ lane: CheckWorker) throws {
    let promise = try lane.promise
    let files = Methods.all.filter(\.isFile).map(\.method.rawValue).sorted()
    guard let method = files.first(where: { promise.serves($0) }) else {
      throw CheckInterruption.skipped("It fetches no files.")
    }
    let stage = try lane.stage()
    let params: [String: JSONValue] = ["url": "https://certify.invalid/a.jpg"]
    let terminal = try stage.terminal(
      of: try stage.call(DeclaredProvider.ExampleCall(method: method, params: params))
    )
    guard terminal.code == "INVALID_PARAMS" else {
      throw CheckInterruption.failed(
        "\(method) of https://certify.invalid/a.jpg ended in \(terminal.words)."
      )
    }
  }
}
