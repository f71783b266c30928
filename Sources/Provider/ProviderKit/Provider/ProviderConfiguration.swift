public import BusProtocol
public import MusicModel

/// A provider's own section of the configuration, and its environment; the environment wins.
///
/// Values are never repeated in messages: they may be keys.
public struct ProviderConfiguration: Sendable {
  private let section: [String: JSONValue]
  private let environment: [String: String]

  /// - Throws: `CONFIGURATION_INVALID` where the section is no object.
  public init(
    section: JSONValue = .object([:]),
    environment: [String: String] = [:]
  ) throws(Failure) {
    guard section == .null || section.members != nil else {
      throw Failure(.configurationInvalid, "The provider's section must be an object.")
    }
    self.section = section.members ?? [:]
    self.environment = environment
  }

  /// A text that keeps a rule, which is given twice: in words that follow "must be", and as a test.
  public func text(
    _ key: String,
    default value: String,
    rule: String,
    where isAllowed: (String) -> Bool
  ) throws(Failure) -> String {
    switch section[key] {
    case nil, .null: return value
    case .string(let text) where isAllowed(text): return text
    default: throw wrong("\"\(key)\"", rule)
    }
  }

  /// A whole number.
  public func integer(
    _ key: String,
    default value: Int,
    in range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    switch section[key] {
    case nil, .null: return value
    case .integer(let integer) where range.contains(integer): return integer
    default:
      throw wrong("\"\(key)\"", "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// A switch.
  public func flag(_ key: String, default value: Bool) throws(Failure) -> Bool {
    switch section[key] {
    case nil, .null: return value
    case .bool(let flag): return flag
    default: throw wrong("\"\(key)\"", "true or false")
    }
  }

  /// A country (ISO 3166, two letters), in lower case.
  public func country(_ key: String, default value: String) throws(Failure) -> String {
    let rule = "a country of two letters, such as us"
    return try text(key, default: value, rule: rule) { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }.lowercased()
  }

  /// A source that is at `address`, such as `https://api.example.org`, unless the environment
  /// variable or the key `baseURL` puts it somewhere else.
  public func upstream(
    _ address: String,
    environment variable: String,
    budget: Descriptor.Budget? = nil
  ) throws(Failure) -> Upstream {
    guard let real = WebAddress(address) else {
      throw Failure(.internalError, "The provider's own address \(address) is none.")
    }
    let base = try base(environment: variable) ?? real
    return Upstream(name: real.host, base: base, budget: budget)
  }

  private func base(environment variable: String) throws(Failure) -> WebAddress? {
    let rule = "a URL of scheme, host and port only, such as http://127.0.0.1:8080"
    if let text = environment[variable], !text.isEmpty {
      guard let base = WebAddress(text), base.target == "/" else { throw wrong(variable, rule) }
      return base
    }
    let text = try self.text("baseURL", default: "", rule: rule) {
      $0.isEmpty || WebAddress($0)?.target == "/"
    }
    return WebAddress(text)
  }

  private func wrong(_ name: String, _ rule: String) -> Failure {
    Failure(.configurationInvalid, "\(name) must be \(rule).")
  }
}
