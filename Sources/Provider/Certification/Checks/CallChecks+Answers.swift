internal import BusProtocol
internal import MusicModel

/// Whether a provider replies to what it is asked, and the same the next time (Protocol/provider.md, "Calls").
extension CallChecks {
  static let answers: [Check] = [
    Check(
      "calls.asked",
      .core,
      "MB-340",
      summary: "replies to the text or id of the call, and makes nothing up",
      fix: "Pass \"text\" or \"id\" on to the source, and return only what it finds; without hits, "
        + "\"items\" is empty.",
      after: ["calls.samples"],
      .shared(asked)
    ),
    Check(
      "calls.same",
      .core,
      "MB-341",
      summary: "returns the same ids if it is asked the same again",
      fix: "Make each id from the source's own key of the record; a random or running number names "
        + "nothing later.",
      after: ["calls.samples"],
      .shared(same)
    ),
    Check(
      "calls.get",
      .core,
      "MB-342",
      "MB-343",
      summary: "returns the entity whose id it is asked for, also if it has listed it",
      fix:
        "Return the record of the \"id\" of the call, under that id or with it in \"ids\"; use the same "
        + "ids in lists.",
      after: ["calls.samples"],
      .shared(get)
    ),
    Check(
      "calls.belongs",
      .core,
      "MB-344",
      summary: "lists albums and songs of the artist, and songs of the album, that it is asked for",
      fix: "Ask the source for the contents of the \"id\" of the call.",
      after: ["calls.samples"],
      .shared(belongs)
    ),
    Check(
      "calls.total",
      .core,
      "MB-345",
      summary: "comes to the end of a list, which has about as many items as \"total\" says",
      fix:
        "State in \"next\" where the list of the source continues, in \"total\" the number that the "
        + "source reports, and neither if it does not say.",
      after: ["calls.pages"],
      .shared(total)
    ),
  ]

  /// Neither a name nor a value of an id that a source has.
  private static let unknownText = "qzxwvkj qzxwvkj 7041839"
  private static let unknownValue = "qzxwvkj7041839"
  /// The listed entities that are fetched, of each kind.
  private static let maxFetched = 3

  private static func asked(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    var problems: [String] = []
    for sample in try affordable(worker.declared.samples, worker) {
      guard let other = unknown(sample), let known = try items(of: sample, harness),
        let made = try items(of: other, harness), let first = made.first
      else { continue }
      if Set(made.map(id)) == Set(known.map(id)) {
        problems.append("\(other.title) returned the same as \(sample.title).")
      } else if other.params["id"] != nil || made.contains(where: { name($0) == unknownText }) {
        problems.append("\(other.title), which does not exist, returned \(id(first).quoted).")
      }
    }
    if !problems.isEmpty { throw CheckInterruption.several(problems) }
  }

  /// The same call with a text or id that does not exist.
  private static func unknown(
    _ sample: DeclaredProvider.ExampleCall
  ) -> DeclaredProvider.ExampleCall? {
    var other = sample
    guard Methods[Method(rawValue: sample.method)]?.isFile != true else { return nil }
    if let id = sample.params["id"]?.text.flatMap({ EntityID($0) }) {
      other.params = ["id": .string("\(id.namespace):\(id.type):\(unknownValue)")]
    } else if sample.params["text"] != nil {
      other.params = ["text": .string(unknownText)]
    } else {
      return nil
    }
    return other
  }

  private static func same(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    for sample in try lists(worker) {
      guard let first = try items(of: sample, harness), !first.isEmpty,
        let second = try items(of: sample, harness)
      else { continue }
      guard Set(first.map(id)).isDisjoint(with: second.map(id)) else { continue }
      let others = second.first.map { ", such as \(id($0).quoted)" } ?? ""
      throw CheckInterruption.failed(
        "\(sample.title) returned \(id(first[0]).quoted), and the next time only others\(others)."
      )
    }
  }

  /// Fetches the entities of samples, and some that lists have returned.
  private static func get(_ worker: CheckWorker) throws {
    let (declared, harness) = (try worker.declared, try worker.sharedHarness())
    var problems: [String] = []
    for spec in Methods.all where spec.isSingle && declared.serves(spec.method.rawValue) {
      guard let kind = spec.kinds.first else { continue }
      let method = spec.method.rawValue
      let named = declared.samples.filter { $0.method == method }.compactMap {
        $0.params["id"]?.text
      }
      var asked: [(id: String, list: String?)] = named.map { ($0, nil) }
      if try worker.canCallFreely || asked.isEmpty {
        asked += try listed(kind, worker).map { (id($0.item), $0.method) }
      }
      for (wanted, list) in try affordable(asked, worker) {
        let call = DeclaredProvider.ExampleCall(method: method, params: ["id": .string(wanted)])
        if let problem = try problem(of: call, wanted, list, harness) { problems.append(problem) }
      }
    }
    if !problems.isEmpty { throw CheckInterruption.several(problems) }
  }

  /// What is wrong with the replies to two calls for one entity.
  private static func problem(
    of call: DeclaredProvider.ExampleCall,
    _ wanted: String,
    _ list: String?,
    _ harness: ProviderHarness
  ) throws -> String? {
    guard let found = try items(of: call, harness) else { return nil }
    guard let item = found.first else {
      return list.map { "\(call.method) does not find \(wanted.quoted), which \($0) lists." }
    }
    guard id(item) == wanted || item["ids"]?.elements?.contains(.string(wanted)) == true else {
      return "\(call.title) returned \(id(item).quoted)."
    }
    guard let again = try items(of: call, harness) else { return nil }
    let (first, second) = (name(item), again.first.map(name) ?? "")
    guard first != second else { return nil }
    return "\(call.title) returned \(first.quoted), and the next time \(second.quoted)."
  }

  private static func belongs(_ worker: CheckWorker) throws {
    let (declared, harness) = (try worker.declared, try worker.sharedHarness())
    for (method, kind) in [
      (Method.artistAlbums, EntityKind.artist), (.artistSongs, .artist), (.albumSongs, .album),
    ] where declared.serves(method.rawValue) {
      var asked = declared.samples.filter { $0.method == method.rawValue }
        .compactMap { $0.params["id"]?.text }.map { ($0, "") }
      if try worker.canCallFreely || asked.isEmpty {
        asked += try listed(kind, worker).map { (id($0.item), name($0.item)) }
      }
      var wrong: String?
      for (wanted, name) in try affordable(asked, worker) {
        let call = DeclaredProvider.ExampleCall(
          method: method.rawValue,
          params: ["id": .string(wanted)]
        )
        guard let items = try items(of: call, harness), let first = items.first else { continue }
        let owners = items.map { $0[kind.rawValue] ?? .null }
        if owners.contains(where: { isMaybe($0, wanted, name) }) {
          wrong = nil
          break
        }
        wrong =
          "\(call.title) returned nothing of it; \(id(first).quoted) is of "
          + "\((owners[0]["id"]?.text ?? self.name(owners[0])).quoted)."
      }
      if let wrong { throw CheckInterruption.failed(wrong) }
    }
  }

  /// Whether a reference in an item may be to an entity: its id says so, or else its name, if both are known.
  private static func isMaybe(_ reference: JSONValue, _ wanted: String, _ wantedName: String)
    -> Bool
  {
    let kind = wanted.split(separator: ":").prefix(2).joined(separator: ":") + ":"
    if let id = reference["id"]?.text, id.hasPrefix(kind) { return id == wanted }
    let (one, other) = (words(name(reference)), words(wantedName))
    return one.isEmpty || other.isEmpty || !one.isDisjoint(with: other)
  }

  private static func words(_ name: String) -> Set<String> {
    Set(name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  private static let pageSize = 50
  private static let maxPages = 5

  /// Follows the pages of lists, and compares what they have with what they state.
  private static func total(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let count = try worker.canCallFreely ? maxPages : 2
    for sample in try lists(worker) {
      var (known, read) = (Set<JSONValue>(), 0)
      var position: [String: JSONValue] = [:]
      for page in 0..<count {
        let id = try harness.call(
          sample,
          adding: position.merging(["limit": .integer(pageSize)]) { one, _ in one }
        )
        let body = try harness.done(id).body
        let items = harness.transcript.callLog[id]?.items ?? []
        let ids = Set(items.compactMap { $0["id"] })
        if page > 0, !ids.isEmpty, ids.isSubset(of: known) {
          throw CheckInterruption.failed(
            "Page \(page + 1) of \(sample.title) has only items of the pages before."
          )
        }
        known.formUnion(ids)
        let found = items.count + (body["skipped"]?.integer ?? 0)
        read = (position["offset"]?.integer ?? read) + found
        if let problem = problem(ofTotal: body, read, isLast: found < pageSize) {
          throw CheckInterruption.failed("\(sample.title) stated \(problem).")
        }
        position = body.members?.filter { ["next", "cursor"].contains($0.key) } ?? [:]
        guard !position.isEmpty else { break }
        if let next = position.removeValue(forKey: "next") { position["offset"] = next }
      }
    }
  }

  /// What is wrong with the total of a page up to which `read` records were read.
  private static func problem(ofTotal done: JSONValue, _ read: Int, isLast: Bool) -> String? {
    guard let total = done["total"]?.integer else { return nil }
    if total < read - (done["skipped"]?.integer ?? 0) {
      return "the total \(total), and returned \(read) items"
    }
    let isContinued = done["next"] != nil || done["cursor"] != nil
    // Some records of a source may be left out.
    guard isLast, !isContinued, total > 2 * read else { return nil }
    return "the total \(total), but its list ends after \(read) items without \"next\""
  }

  /// Entities of a kind that lists have returned, under ids that the provider understands.
  private static func listed(
    _ kind: EntityKind,
    _ worker: CheckWorker
  ) throws -> [(item: JSONValue, method: String)] {
    let (declared, harness) = (try worker.declared, try worker.sharedHarness())
    let lists = declared.samples.filter { sample in
      let spec = Methods[Method(rawValue: sample.method)]
      return spec?.depth != .one && spec?.kinds.contains(kind) == true
    }
    return try affordable(lists, worker).flatMap { sample in
      (try items(of: sample, harness) ?? [])
        .filter { item in
          let parts = id(item).split(separator: ":").prefix(2)
          return item["kind"]?.text == kind.rawValue
            && declared.namespaces.contains(parts.joined(separator: ":"))
        }
        .prefix(maxFetched).map { ($0, sample.method) }
    }
  }

  /// The items of a call; `nil` if it failed, which `calls.samples` and others report.
  private static func items(
    of call: DeclaredProvider.ExampleCall,
    _ harness: ProviderHarness
  ) throws -> [JSONValue]? {
    let id = try harness.call(call)
    guard try harness.terminal(of: id).isDone else { return nil }
    return harness.transcript.callLog[id]?.items ?? []
  }

  private static func id(_ item: JSONValue) -> String { item["id"]?.text ?? "" }

  private static func name(_ item: JSONValue) -> String {
    item["name"]?.text ?? item["title"]?.text ?? ""
  }

  /// All of the calls, or one of them if they cost requests to a real source.
  private static func affordable<Call>(_ calls: [Call], _ worker: CheckWorker) throws -> [Call] {
    try worker.canCallFreely ? calls : Array(calls.prefix(1))
  }
}
