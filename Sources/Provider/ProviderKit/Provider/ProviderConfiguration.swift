public import BusProtocol
import MusicModel

/// The provider's section of the configuration, and its environment, which takes precedence.
///
/// Messages never contain values, because a value may be an API key.
public struct ProviderConfiguration: Sendable {
  private let section: [String: JSONValue]
  private let environment: [String: String]
  /// The address that replaces all sources, for demos and tests.
  private var samples: WebAddress? { try? address(in: ProviderConfiguration.samplesVariable) }
  private static let samplesVariable = "MUSICBUS_SOURCES_URL"

  /// - Throws: `CONFIGURATION_INVALID` if the section is not an object.
  public init(
    section: JSONValue = .object([:]),
    environment: [String: String] = [:]
  ) throws(Failure) {
    guard section == .null || section.members != nil else {
      throw Failure(.configurationInvalid, "The configuration of the provider must be an object.")
    }
    self.section = section.members ?? [:]
    self.environment = environment
  }

  /// The value of a key, if it is configured.
  package func value(_ key: String) -> JSONValue? { section[key] }

  /// All values but those of some keys.
  package func values(except keys: Set<String>) -> JSONValue {
    .object(section.filter { !keys.contains($0.key) })
  }

  /// The directory in which the provider may keep data from one start to the next; `nil` without a hub.
  ///
  /// The provider creates it.
  public var stateDirectory: String? {
    environment["MUSICBUS_STATE_DIRECTORY"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The file with the sign-in of the user (`MUSICBUS_SIGN_IN`); `nil` without a hub.
  package var signInFile: String? {
    environment[Manifest.signInVariable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Whether all responses are those of a cassette, so that nothing is sent.
  package var isReplayed: Bool { environment[Cassette.replayVariable]?.isEmpty == false }

  /// Returns the paths of folders: one text, or a list of texts.
  ///
  /// The environment variable with that name replaces them, for calls without a hub; it separates paths with
  /// colons.
  public func folders(_ key: String, variable: String) throws(Failure) -> [String] {
    let rule = "a path such as /home/ann/Music, or a list of paths"
    if let text = environment[variable], !text.isEmpty {
      return try text.split(separator: ":").map { path throws(Failure) in
        guard path.hasPrefix("/") else {
          throw invalid(variable, "absolute paths, separated by colons")
        }
        return String(path)
      }
    }
    let texts: [JSONValue] =
      switch section[key] {
      case nil, .null, "": []
      case .string(let text): [.string(text)]
      case .array(let list): list
      default: throw invalid("\"\(key)\"", rule)
      }
    return try texts.map { value throws(Failure) in
      guard case .string(var path) = value else { throw invalid("\"\(key)\"", rule) }
      if path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] {
        path = home + path.dropFirst()
      }
      guard path.hasPrefix("/") else { throw invalid("\"\(key)\"", rule) }
      return path
    }
  }

  /// Returns a string value.
  ///
  /// `rule` states the allowed values, in words that complete "must be …".
  /// `isValid` is the same rule as a test.
  public func text(
    _ key: String,
    default value: String,
    rule: String,
    isValid: (String) -> Bool
  ) throws(Failure) -> String {
    switch section[key] {
    case nil, .null: return value
    case .string(let text) where isValid(text): return text
    default: throw invalid("\"\(key)\"", rule)
    }
  }

  /// Returns a key or secret; empty if it is not configured.
  public func secret(_ key: String) throws(Failure) -> String {
    try text(key, default: "", rule: "up to 200 letters, digits and - . _ ~") { text in
      text.utf8.count <= 200
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) }
    }
  }

  /// Returns the missing keys of those that must be set, with the command that asks for them.
  ///
  /// `id` is the id of the provider.
  public func missing(_ keys: [String], of id: String) -> String? {
    missing(all: required(keys), of: id)
  }

  /// The keys without which the provider cannot run; samples need no credentials.
  package func required(_ keys: [String]) -> [String] { samples == nil ? keys : [] }

  /// The same, also for a provider whose source the samples lack.
  package func missing(all keys: [String], of id: String) -> String? {
    let missing = keys.filter { section[$0] == nil || section[$0] == "" }
    guard !missing.isEmpty else { return nil }
    return "\(missing.joined(separator: " and ")). Run: musicbus provider setup \(id)"
  }

  /// Returns languages (BCP 47) such as `de, pt-BR`, each as its first subtag.
  public func languages(_ key: String) throws(Failure) -> [String] {
    let list = try text(key, default: "", rule: "languages, such as \"de, fr\"") { text in
      text.utf8.count <= 100
        && text.allSatisfy { $0.isASCII && ($0.isLetter || ", -".contains($0)) }
    }
    return list.split(whereSeparator: { ", ".contains($0) })
      .map { $0.prefix { $0 != "-" }.lowercased() }
  }

  /// Returns an integer within a range. Its digits may be a text: without a running hub,
  /// `musicbus config set` does not know the types of a provider's settings.
  public func integer(
    _ key: String,
    default value: Int,
    in range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    switch section[key] {
    case nil, .null: return value
    case .integer(let integer) where range.contains(integer): return integer
    case .string(let text):
      if let integer = Int(text), range.contains(integer) { return integer }
      fallthrough
    default:
      throw invalid("\"\(key)\"", "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// Returns a Boolean value.
  public func flag(_ key: String, default value: Bool) throws(Failure) -> Bool {
    switch section[key] {
    case nil, .null: return value
    case .bool(let flag): return flag
    default: throw invalid("\"\(key)\"", "true or false")
    }
  }

  /// Returns a country code (ISO 3166 alpha-2) in lower case.
  public func country(_ key: String, default value: String) throws(Failure) -> String {
    let rule = "a two-letter country code, such as us"
    return try text(key, default: value, rule: rule) { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }.lowercased()
  }

  /// Returns the upstream at `address`, such as `https://api.example.org`.
  ///
  /// The environment variable `MUSICBUS_…_URL` with that name, or the key, can redirect it to
  /// another address. `MUSICBUS_SOURCES_URL` redirects all upstreams, without limiting requests;
  /// nothing else is contacted then. `budget` is the number of requests in `perMs`; `interval` is
  /// the minimum time between two requests, which replaces the budget. A server of the user (`isOfUser`) has the
  /// host that the configuration names; `address` only stands for it.
  public func upstream(
    _ address: String,
    named variable: String,
    key: String = "baseURL",
    budget: Int? = nil,
    perMs: Int = 1000,
    interval: Duration? = nil,
    isOfUser: Bool = false
  ) throws(Failure) -> Upstream {
    guard let original = WebAddress(address) else {
      throw Failure(.internalError, "Invalid upstream address \"\(address)\".")
    }
    let samples = try self.address(in: ProviderConfiguration.samplesVariable)
    let variable = "MUSICBUS_\(variable)_URL"
    let own = if let samples { samples } else { try base(environment: variable, key: key) }
    let limit = budget.map { Descriptor.Budget(requests: $0, perMs: perMs) }
    let base = own ?? original
    let name = (isOfUser ? base : original).host
    var upstream = Upstream(name: name, base: base, budget: limit)
    (upstream.key, upstream.address) = (key, address)
    upstream.contact = try contact()
    upstream.isSample = samples != nil
    upstream.isOwn = own != nil
    // A mirror of one's own allows more.
    let factor = try integer("requestFactor", default: samples == nil ? 1 : 1000, in: 1...1000)
    upstream.budget?.requests *= factor
    if let interval {
      // Requests may arrive closer to each other than they were sent.
      let interval = interval * 21 / 20
      upstream.interval = interval / factor
      upstream.budget = Descriptor.Budget(
        requests: 5 * factor,
        perMs: 5 * interval.milliseconds,
        intervalMs: max(1, interval.milliseconds / factor)
      )
    }
    return upstream
  }

  /// Returns how the operator of a service can reach the user.
  private func contact() throws(Failure) -> String? {
    let text = try text("contact", default: "", rule: "an e-mail address or a URL") { text in
      text.utf8.count <= 200 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
    return text.isEmpty ? nil : text
  }

  /// Returns the schema of a configuration, with the keys that every provider has.
  ///
  /// `texts` are the descriptions of further keys that are texts, `settings` the schemas of others, by key,
  /// and `required` the keys without which the provider cannot run.
  public static func schema(
    of upstreams: [Upstream],
    texts: [String: String] = [:],
    settings: [String: JSONValue] = [:],
    required: [String] = []
  ) -> JSONValue {
    let properties = texts.mapValues { text -> JSONValue in
      ["type": "string", "description": .string(text)]
    }
    let urls = upstreams.map { upstream -> (String, JSONValue) in
      let text = "Scheme, host and port of \(upstream.name)."
      return (
        upstream.key,
        [
          "type": "string", "format": "uri", "default": .string(upstream.address),
          "description": .string(text),
        ]
      )
    }
    var all = properties.merging(urls) { $1 }
    all["contact"] = [
      "type": "string", "maxLength": 200, "default": "",
      "description": "Your e-mail address or web page, which each request names.",
    ]
    if upstreams.contains(where: { $0.budget != nil }) {
      all["requestFactor"] = [
        "type": "integer", "minimum": 1, "maximum": 1000, "default": 1,
        "description": "How many times more requests a mirror of your own allows.",
      ]
    }
    all.merge(settings) { $1 }
    var schema: [String: JSONValue] = [
      "type": "object", "additionalProperties": false, "properties": .object(all),
    ]
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    return .object(schema)
  }

  private func base(environment variable: String, key: String) throws(Failure) -> WebAddress? {
    if let base = try address(in: variable) { return base }
    let rule = ProviderConfiguration.addressRule
    let text = try self.text(key, default: "", rule: rule) {
      $0.isEmpty || WebOrigin($0) != nil
    }
    return WebAddress(text)
  }

  private static let addressRule = "a URL without path, such as http://127.0.0.1:8080"

  /// Returns the address in an environment variable, if it is set.
  private func address(in variable: String) throws(Failure) -> WebAddress? {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    guard WebOrigin(text) != nil, let base = WebAddress(text) else {
      throw invalid(variable, ProviderConfiguration.addressRule)
    }
    return base
  }

  private func invalid(_ name: String, _ rule: String) -> Failure {
    Failure(.configurationInvalid, "\(name) must be \(rule).")
  }
}
