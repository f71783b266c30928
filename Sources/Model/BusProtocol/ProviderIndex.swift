public import MusicModel

/// An index of providers that can be installed; see `Protocol/index.md`.
public struct ProviderIndex: Hashable, Sendable, Codable {
  public var document: String
  public var version: Int
  /// Grows with each change, up to ``maxSerial``; a new key may begin anew.
  public var serial: Int
  /// The last day, in UTC, on which something may be installed from it; required with a ``key``.
  public var expires: PartialDate?
  public var name: String?
  /// The public key of minisign that signs it.
  public var key: String?
  public var providers: [Entry]
  public var revoked: [Revocation]?

  /// Creates an empty index.
  public init() {
    document = ProviderIndex.document
    version = ProviderIndex.version
    serial = 0
    providers = []
  }

  /// A provider with its versions.
  public struct Entry: Hashable, Sendable, Codable {
    public var id: ProviderID
    public var name: String
    public var description: String?
    /// The git repository of its code.
    public var source: String?
    public var maintainers: [String]?
    public var versions: [Release]

    /// Creates an entry without versions.
    public init(id: ProviderID, name: String) {
      self.id = id
      self.name = name
      versions = []
    }
  }

  /// A version of a provider: an archive with its hash, or a commit of ``Entry/source``.
  public struct Release: Hashable, Sendable, Codable {
    public var version: String
    /// A URL, or a path relative to the index.
    public var archive: String?
    public var sha256: String?
    public var commit: String?
    /// The versions of the protocol that it speaks.
    public var protocolVersions: VersionRange?
    /// The version of the format, if it speaks JSON lines.
    public var lines: Int?
    public var hosts: [String]?
    public var methods: [Method]?
    /// The level of its certificate.
    public var level: Descriptor.Level?

    /// Creates a release that names no code yet.
    public init(version: String) { self.version = version }

    private enum CodingKeys: String, CodingKey {
      case version, archive, sha256, commit, lines, hosts, methods, level
      case protocolVersions = "protocol"
    }
  }

  /// A version that must not run any more, or all versions of a provider.
  public struct Revocation: Hashable, Sendable, Codable {
    public var id: ProviderID
    public var version: String?
    public var reason: String
  }

  /// The name of the document.
  public static let document = "musicbus-index"
  /// The version of the format.
  public static let version = 1
  /// The largest serial number: 2⁵³ - 1.
  public static let maxSerial = 9_007_199_254_740_991
  /// The number of days after which an index expires at the latest.
  public static let maxDays = 30
}

extension ProviderIndex {
  /// The reason for which a version was revoked; `nil` if it was not.
  public func revocation(of id: ProviderID, _ version: String) -> String? {
    revoked?.first { $0.id == id && ($0.version ?? version) == version }?.reason
  }

  /// Whether it lists a provider.
  public func lists(_ id: ProviderID) -> Bool { providers.contains { $0.id == id } }

  /// Whether nothing new may be installed from it on a day.
  public func isExpired(on day: PartialDate) -> Bool { expires.map { $0 < day } ?? false }

  /// Checks what a schema and the types cannot.
  ///
  /// - Throws: `CONFIGURATION_INVALID`
  public func check() throws(Failure) {
    guard document == ProviderIndex.document, version == ProviderIndex.version else {
      throw .index(
        "it is not version \(ProviderIndex.version) of the document \(ProviderIndex.document)"
      )
    }
    guard (1...ProviderIndex.maxSerial).contains(serial) else {
      throw .index("the serial number is \(serial)")
    }
    guard key == nil || expires != nil else { throw .index("it has a key, but never expires") }
    guard expires == nil || expires?.day != nil else {
      throw .index("it does not name the day on which it expires")
    }
    guard Set(providers.map(\.id)).count == providers.count else {
      throw .index("it lists a provider twice")
    }
    for entry in providers {
      guard Set(entry.versions.map(\.version)).count == entry.versions.count else {
        throw .index("it lists a version of \(entry.id) twice")
      }
      for release in entry.versions { try release.check(of: entry) }
    }
  }
}

extension ProviderIndex.Release {
  fileprivate func check(of entry: ProviderIndex.Entry) throws(Failure) {
    let name = "\(entry.id) \(version)"
    guard ReleaseVersion.isName(version) else {
      throw .index("\"\(version)\" of \(entry.id) is not a version")
    }
    switch (archive, commit) {
    case (let archive?, nil):
      guard isHash(sha256, ofLength: 64) else { throw .index("\(name) has no SHA-256") }
      guard archive.hasPrefix("https://") || isBeside(archive) else {
        throw .index(
          "\"\(archive)\" of \(name) is neither an https URL nor a path beside the index"
        )
      }
    case (nil, let commit?):
      guard isHash(commit, ofLength: 40) || isHash(commit, ofLength: 64) else {
        throw .index("\"\(commit)\" of \(name) is not the id of a commit")
      }
      guard ["https://", "file://"].contains(where: { entry.source?.hasPrefix($0) == true }) else {
        throw .index("\(name) has a commit, but \(entry.id) has no URL as its source")
      }
    default: throw .index("\(name) needs either an archive or a commit")
    }
  }

  private func isHash(_ text: String?, ofLength length: Int) -> Bool {
    guard let text, text.utf8.count == length else { return false }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func isBeside(_ path: String) -> Bool {
    !path.isEmpty && !path.contains(":")
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }
}

extension Failure {
  fileprivate static func index(_ message: String) -> Failure {
    Failure(.configurationInvalid, message)
  }
}

/// A version of a provider such as `1.2.0` or `v2.0-beta.1`, in the order of Semantic Versioning.
public struct ReleaseVersion: Sendable, Comparable {
  private let numbers: [Int]
  /// What follows the first hyphen, in parts; empty for a final version.
  private let preRelease: [String]

  /// Reads numbers with dots between them, `v` before and `-TEXT` or `+TEXT` behind them.
  public init?(_ text: String) {
    let core = (text.hasPrefix("v") ? text.dropFirst() : text[...]).prefix { $0 != "+" }
    let parts = core.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.contains(nil), parts[0].allSatisfy({ $0.isNumber || $0 == "." }) else {
      return nil
    }
    self.numbers = numbers.compactMap { $0 }
    preRelease = parts.dropFirst().flatMap { $0.split(separator: ".").map(String.init) }
  }

  /// Whether it is meant for everybody.
  public var isFinal: Bool { preRelease.isEmpty }

  /// Whether a text can name a version: a part of a file name, with a letter or digit first.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
    return text.utf8.count <= 64
      && text.utf8.allSatisfy { isLetterOrDigit($0) || ".+_~-".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  public static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    let count = max(left.numbers.count, right.numbers.count)
    let (mine, others) = (left.padded(to: count), right.padded(to: count))
    if mine != others { return mine.lexicographicallyPrecedes(others) }
    guard !left.isFinal, !right.isFinal else { return !left.isFinal && right.isFinal }
    return left.preRelease.lexicographicallyPrecedes(right.preRelease) { left, right in
      switch (Int(left), Int(right)) {
      case (let left?, let right?): left < right
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): left < right
      }
    }
  }

  public static func == (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  private func padded(to count: Int) -> [Int] {
    numbers + Array(repeating: 0, count: count - numbers.count)
  }
}
