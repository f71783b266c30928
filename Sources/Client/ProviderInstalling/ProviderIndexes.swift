package import BusProtocol
internal import Glibc
internal import HostKit
package import MusicModel

/// The indexes of the configuration (`Protocol/index.md`), and what was seen of them.
package struct ProviderIndexes {
  /// In the order of the configuration.
  private(set) var all: [Known] = []
  private let context: InstallContext
  /// The date now in UTC; `nil` if the clock has none.
  private let today = PartialDate.day(ofSecondsSinceEpoch: time(nil))

  /// The size of the largest file of what was seen.
  package static let maxBytes = 10 * InstallLimits.indexBytes

  /// An index as it was read last.
  struct Known: Codable {
    let location: String
    /// The key that has to sign it, from the first time on.
    let key: String?
    let index: ProviderIndex
  }

  /// Reads all indexes of the setting anew, and remembers them.
  ///
  /// An index that cannot be reached is used as it was last; if `isOffline`, all are. One that has expired is
  /// named.
  ///
  /// - Throws: ``InstallFailure`` if one is not valid, older than before, or not signed by its key.
  package init(_ setting: [String], _ context: InstallContext, isOffline: Bool = false) throws {
    self.context = context
    let seen = try ProviderIndexes.read(context.paths.indexes)
    for text in setting {
      let location =
        text.hasPrefix("~/") ? (context.environment["HOME"] ?? "") + text.dropFirst() : text
      guard location.hasPrefix("https://") || location.hasPrefix("/") else {
        throw InstallFailure(
          "\"\(text)\" in providers.index is neither an https URL nor an absolute path.",
          "Correct it: musicbus config set providers.index VALUE"
        )
      }
      let last = seen.first { $0.location == location }
      all += [isOffline ? last : try known(location, last)].compactMap { $0 }
    }
    guard !isOffline, !all.isEmpty || !seen.isEmpty else { return }
    for known in all {
      guard let day = expiry(of: known) else { continue }
      context.note(
        "The index \(known.location) expired on \(day): nothing new is installed from it. What is installed still runs."
      )
    }
    try HubPaths.makeDirectory(context.paths.data)
    try replaceFile(context.paths.indexes, with: JSONCodec.encode(all))
  }

  private static func read(_ path: String) throws -> [Known] {
    do {
      return try JSONCodec.decode(from: FileDescriptor(path, 0).readAll(atMost: maxBytes))
    } catch let error as SystemError where error.code == ENOENT {
      return []
    } catch {
      throw InstallFailure(
        "Could not read \(path): \(JSONCodec.describe(error)).",
        "Move it away: the indexes are then trusted as at their first use."
      )
    }
  }

  /// Whether there are none.
  package var isEmpty: Bool { all.isEmpty }

  private func at(_ location: String?) -> [Known] {
    all.filter { location == nil || $0.location == location }
  }

  /// Why a version must not run, and the location of the index that says so: the one that it came from has revoked
  /// it, or, if it came from none, any has.
  package func revocation(
    of id: ProviderID,
    _ version: String,
    from location: String?
  ) -> (reason: String, index: String)? {
    at(location).lazy.compactMap { known in
      known.index.revocation(of: id, version).map { ($0, known.location) }
    }.first
  }

  /// Whether the index at a location, or any if that is `nil`, has a provider.
  func lists(_ id: ProviderID, at location: String?) -> Bool {
    at(location).contains { $0.index.lists(id) }
  }

  /// Whether the index at a location has expired, so that it says nothing of new versions.
  package func isExpired(_ location: String) -> Bool {
    at(location).contains { expiry(of: $0) != nil }
  }

  /// The day on which an index has expired; `nil` if it has not.
  private func expiry(of known: Known) -> PartialDate? {
    guard let today, known.index.isExpired(on: today) else { return nil }
    return known.index.expires
  }
}

// MARK: - Looking for versions

extension ProviderIndexes {
  /// A version of a provider that the index at a location lists.
  package struct Listing: Hashable {
    package let index: String
    package let entry: ProviderIndex.Entry
    package let release: ProviderIndex.Release
  }

  /// The newest versions of the providers that can run here, with a word in their id, name, description or methods.
  package func search(_ word: String) -> [Listing] {
    let word = word.lowercased()
    var seen: Set<ProviderID> = []
    var found: [Listing] = []
    for known in all {
      for entry in known.index.providers where seen.insert(entry.id).inserted {
        let methods = entry.versions.flatMap { $0.methods ?? [] }.map(\.rawValue)
        let texts = [entry.id.rawValue, entry.name, entry.description ?? ""] + methods
        guard word.isEmpty || texts.contains(where: { $0.lowercased().contains(word) }),
          let release = known.index.newest(of: entry)
        else { continue }
        found.append(Listing(index: known.location, entry: entry, release: release))
      }
    }
    return found
  }

  /// Finds a version of a provider: the named one, or the newest that can run here. With a `location`, only the
  /// index there counts: the same id in another one may be another program. An index that has expired is an error.
  func listing(
    of id: ProviderID,
    _ version: String?,
    at location: String?
  ) throws(InstallFailure) -> Listing {
    let indexes = at(location)
    if let location, indexes.isEmpty {
      throw InstallFailure(
        "\(id) was installed from the index \(location), which is not set any more.",
        "To follow another index, add it again: musicbus provider add \(id)"
      )
    }
    let entries = indexes.lazy.compactMap { known in
      known.index.providers.first { $0.id == id }.map { (known, $0) }
    }
    guard let (known, entry) = entries.first else { throw notListed(id) }
    if let day = expiry(of: known) {
      throw InstallFailure(
        "What the index says of \(id) expired on \(day).",
        "The publisher of \(known.location) has to renew it."
      )
    }
    let versions = entry.versions
    let release =
      version == nil ? known.index.newest(of: entry) : versions.first { $0.version == version }
    if let release { return Listing(index: known.location, entry: entry, release: release) }
    throw version.map { version in
      let others = versions.map(\.version).joined(separator: ", ")
      return InstallFailure("The index has no \(id) \(version).", "It has \(others).")
    }
      ?? InstallFailure(
        "The index has no version of \(id) for this MusicBus.",
        "All are revoked, or need another version of the protocol."
      )
  }

  private func notListed(_ id: ProviderID) -> InstallFailure {
    if FileKind(of: id.rawValue) != nil {
      return InstallFailure(
        "\"\(id)\" is in no index.",
        "If you mean what has this name in the current directory, write ./\(id)"
      )
    }
    return InstallFailure(
      "\"\(id)\" does not exist.",
      all.isEmpty
        ? "It is not a path, and no index is set. \(Origin.expectation)"
        : "No index lists it: musicbus provider search WORD"
    )
  }
}

extension ProviderIndex {
  /// The newest version in an entry that can run here; `nil` if there is none.
  fileprivate func newest(of entry: Entry) -> Release? {
    entry.versions.filter { release in
      revocation(of: entry.id, release.version) == nil && release.isUsable
        && ReleaseVersion(release.version)?.isFinal != false
    }.max { $0.precedes($1) }
  }
}

extension ProviderIndex.Release {
  /// Whether this program speaks its protocol, and its version of JSON lines.
  fileprivate var isUsable: Bool {
    (protocolVersions ?? .supported).highestCommon(with: .supported) != nil && (lines ?? 1) == 1
  }

  /// Names that are not versions come first.
  func precedes(_ other: ProviderIndex.Release) -> Bool {
    switch (ReleaseVersion(version), ReleaseVersion(other.version)) {
    case (let mine?, let others?): mine < others
    case (nil, _?): true
    case (_?, nil): false
    case (nil, nil): version < other.version
    }
  }
}

// MARK: - Reading one

extension ProviderIndexes {
  /// Reads one index and compares it with what was seen last; `nil` if it never was reached.
  private func known(_ location: String, _ last: Known?) throws -> Known? {
    let directory = try TemporaryDirectory()
    let file = "\(directory.path)/index.json"
    let signature = "\(file).minisig"
    let isPath = location.hasPrefix("/")
    var hasSignature = false
    do {
      try context.fetch(location, to: file, maxBytes: InstallLimits.indexBytes)
      if !isPath { hasSignature = try fetchSignature(of: location, to: signature) }
    } catch let error as any UserFacingError where error is InstallFailure || isPath {
      context.note("\(error.message) \(error.hint)")
      if last != nil { context.note("Using what was read of \(location) before.") }
      return last
    }
    if isPath, FileKind(of: "\(location).minisig") == .file {
      hasSignature = try fetchSignature(of: location, to: signature)
    }
    let index: ProviderIndex
    do {
      index = try JSONCodec.decode(
        from: FileDescriptor(file, 0).readAll(atMost: InstallLimits.indexBytes)
      )
      try index.check()
    } catch {
      throw refusal(location, "is not valid: \(JSONCodec.describe(error))")
    }
    // What was read before was checked then; a new key would not fit the signature of the old one.
    if let last, index == last.index { return last }
    if let key = last?.key ?? index.key {
      guard hasSignature else { throw refusal(location, "is not signed, but has a key") }
      try verify(file, signature, key, location)
    }
    try check(index, after: last, at: location)
    return Known(location: location, key: index.key ?? last?.key, index: index)
  }

  /// - Returns: whether there is one.
  private func fetchSignature(of location: String, to path: String) throws -> Bool {
    let place = "\(location).minisig"
    return try context.fetchIfPresent(place, to: path, maxBytes: InstallLimits.signatureBytes)
  }

  /// Compares an index with the one that was read there before.
  private func check(
    _ index: ProviderIndex,
    after last: Known?,
    at location: String
  ) throws(InstallFailure) {
    let limit = PartialDate.day(
      // One more day for clocks that differ.
      ofSecondsSinceEpoch: time(nil) + (ProviderIndex.maxDays + 1) * 86_400
    )
    if let day = index.expires, let limit, limit < day {
      throw refusal(
        location,
        "expires on \(day), in more than \(ProviderIndex.maxDays) days; or the clock of this machine is wrong"
      )
    }
    // The old key has signed the new one, which has numbers of its own: whoever had stolen the old key may have
    // used the last number.
    guard let last, last.key == nil || index.key == nil || index.key == last.key else { return }
    guard index.serial >= last.index.serial else {
      throw refusal(
        location,
        "is older than before: its serial number is \(index.serial), and was \(last.index.serial)"
      )
    }
    guard index.serial > last.index.serial else {
      throw refusal(location, "has changed, but not its serial number \(index.serial)")
    }
  }

  private func verify(_ file: String, _ signature: String, _ key: String, _ location: String) throws
  {
    let result = try ExternalTool.minisign.run(
      ["-V", "-q", "-H", "-P", key, "-m", file, "-x", signature],
      context.environment,
      to: "check the signature of \(location)"
    )
    guard result.isSuccess else {
      throw refusal(location, "is signed with another key than \(key)")
    }
  }

  private func refusal(_ location: String, _ problem: String) -> InstallFailure {
    InstallFailure(
      "The index \(location) \(problem).",
      "Report this to the publisher. How to trust another key: musicbus provider search --help"
    )
  }
}
