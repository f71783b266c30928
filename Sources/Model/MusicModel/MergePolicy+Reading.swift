/// A policy as the user writes it: the differences from the standard policy.
extension MergePolicy {
  /// What is wrong with a policy.
  package struct Invalid: Error {
    /// One sentence.
    package let message: String
  }

  private static let keys = ["providers", "criteria", "members"]

  /// Reads a policy, and rejects unknown words, which would silently have no effect.
  ///
  /// - Throws: ``Invalid`` with the position of the mistake and the valid values.
  package init(written json: JSONValue) throws(Invalid) {
    self = .standard
    guard let members = json.members else {
      throw MergePolicy.wrong("The policy must be an object.")
    }
    try MergePolicy.check(members.keys, among: MergePolicy.keys, in: "the policy")
    if let list = members["providers"] {
      providers = try MergePolicy.providers(list, "providers")
    }
    if let list = members["criteria"] { criteria = try MergePolicy.criteria(list, "criteria") }
    guard let single = members["members"] else { return }
    guard let single = single.members else {
      throw MergePolicy.wrong("\"members\" must be an object.")
    }
    for (name, value) in single.sorted(by: { $0.key < $1.key }) {
      try MergePolicy.check(name)
      self.members[name] = try MergePolicy.member(value, name)
    }
  }

  private static func member(_ json: JSONValue, _ name: String) throws(Invalid) -> Member {
    guard let members = json.members else { throw wrong("\"members.\(name)\" must be an object.") }
    try check(members.keys, among: ["providers", "criteria"], in: "\"members.\(name)\"")
    var member = Member()
    if let list = members["providers"] {
      member.providers = try providers(list, "members.\(name).providers")
    }
    if let list = members["criteria"] {
      member.criteria = try criteria(list, "members.\(name).criteria")
    }
    return member
  }

  /// Checks the name of a member, such as `biography` or `artist.biography`.
  private static func check(_ name: String) throws(Invalid) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let kinds = EntityKind.allCases.filter { parts.count == 1 || $0.rawValue == parts[0] }
    guard parts.count <= 2, !kinds.isEmpty else {
      throw wrong("\"members.\(name)\": expected artist, album, song or chart before the dot.")
    }
    let names = kinds.flatMap(\.memberDescriptions).filter(\.isMerged).map(\.name).filter {
      !["extra", "favorite", "owned", "stream", "unavailable"].contains($0)
    }
    guard let last = parts.last, names.contains(String(last)) else {
      throw wrong(
        "\"members.\(name)\": unknown member; expected "
          + "\(Set(names).sorted().joined(separator: ", "))."
      )
    }
  }

  private static func providers(
    _ json: JSONValue,
    _ path: String
  ) throws(Invalid) -> [ProviderID] {
    let words = try words(json, path)
    var providers: [ProviderID] = []
    for word in words {
      guard let id = ProviderID(rawValue: word) else {
        throw wrong("\"\(path)\": \"\(word)\" is not a provider id.")
      }
      providers.append(id)
    }
    return providers
  }

  private static func criteria(
    _ json: JSONValue,
    _ path: String
  ) throws(Invalid) -> [Criterion] {
    var criteria: [Criterion] = []
    for word in try words(json, path) {
      guard let criterion = Criterion(rawValue: word) else {
        let known = Criterion.allCases.map(\.rawValue).joined(separator: ", ")
        throw wrong("\"\(path)\": \"\(word)\" is not a criterion; expected \(known).")
      }
      criteria.append(criterion)
    }
    guard !criteria.isEmpty else { throw wrong("\"\(path)\" must name at least one criterion.") }
    return criteria
  }

  private static func words(_ json: JSONValue, _ path: String) throws(Invalid) -> [String] {
    guard let elements = json.elements, elements.allSatisfy({ $0.text != nil }) else {
      throw wrong("\"\(path)\" must be a list of strings.")
    }
    let words = elements.compactMap(\.text)
    guard Set(words).count == words.count else {
      throw wrong("\"\(path)\" names a word more than once.")
    }
    return words
  }

  private static func check(
    _ names: some Sequence<String>,
    among known: [String],
    in path: String
  ) throws(Invalid) {
    for name in names.sorted() where !known.contains(name) {
      throw wrong(
        "Unknown key \"\(name)\" in \(path); expected \(known.joined(separator: ", "))."
      )
    }
  }

  private static func wrong(_ text: String) -> Invalid { Invalid(message: text) }
}
