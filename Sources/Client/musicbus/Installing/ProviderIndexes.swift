import BusProtocol
import CommandKit
import Glibc
import HostKit
import MusicModel

/// The indexes of the configuration (`Protocol/index.md`), and what was seen of them.
struct ProviderIndexes {
  /// In the order of the configuration.
  private(set) var all: [Known] = []
  private let context: CommandContext
  /// The date now in UTC; `nil` if the clock has none.
  private let today = PartialDate.day(ofSecondsSinceEpoch: time(nil))

  /// An index as it was read last.
  struct Known: Codable {
    let location: String
    /// The key that has to sign it, from the first time on.
    let key: String?
    let index: ProviderIndex
  }

  /// Reads all indexes anew, and remembers them.
  ///
  /// An index that cannot be reached is used as it was last; if `isOffline`, all are. One that has expired is
  /// named.
  ///
  /// - Throws: ``CommandFailure`` if one is not valid, older than before, or not signed by its key.
  init(_ context: CommandContext, isOffline: Bool = false) throws {
    self.context = context
    let setting = try context.configuration.get().validSetting("providers", "index")
    let seen = try ProviderIndexes.read(context.paths.indexes)
    for text in (setting?.elements ?? []).compactMap(\.text) {
      let location =
        text.hasPrefix("~/") ? (context.environment["HOME"] ?? "") + text.dropFirst() : text
      guard location.hasPrefix("https://") || location.hasPrefix("/") else {
        throw CommandFailure(
          "\"\(text)\" in providers.index is neither an https URL nor an absolute path.",
          "Correct it: musicbus config set providers.index VALUE"
        )
      }
      let last = seen.first { $0.location == location }
      if isOffline {
        all += [last].compactMap { $0 }
      } else {
        all += [try known(location, last)].compactMap { $0 }
      }
    }
    guard !isOffline, !all.isEmpty || !seen.isEmpty else { return }
    for known in all {
      guard let day = expiry(of: known) else { continue }
      context.terminal.note(
        "The index \(known.location) expired on \(day): nothing new is installed from it. What is installed still runs."
      )
    }
    try HubPaths.makeDirectory(context.paths.data)
    try replaceFile(context.paths.indexes, with: JSONCodec.encode(all))
  }

  private static func read(_ path: String) throws -> [Known] {
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: 10 * InstallLimits.indexBytes)
      return try JSONCodec.decode(from: bytes)
    } catch let error as SystemError where error.code == ENOENT {
      return []
    } catch {
      throw CommandFailure(
        "Could not read \(path): \(JSONCodec.describe(error)).",
        "Move it away: the indexes are then trusted as at their first use."
      )
    }
  }

  /// A revocation, and the location of the index that says so.
  typealias Revocation = (reason: String, index: String)

  /// Why a version must not run: the index that it came from has revoked it, or, if it came from none, any has.
  func revocation(of id: ProviderID, _ version: String, from location: String?) -> Revocation? {
    all.lazy.filter { location == nil || $0.location == location }
      .compactMap { known in
        known.index.revocation(of: id, version).map { ($0, known.location) }
      }.first
  }

  /// Whether the index at a location, or any if that is `nil`, has a provider.
  func lists(_ id: ProviderID, at location: String?) -> Bool {
    all.contains { (location == nil || $0.location == location) && $0.index.lists(id) }
  }

  /// Whether the index at a location has expired, so that it says nothing of new versions.
  func isExpired(_ location: String) -> Bool {
    all.contains { $0.location == location && expiry(of: $0) != nil }
  }

  /// The day on which an index has expired; `nil` if it has not.
  private func expiry(of known: Known) -> PartialDate? {
    guard let today, known.index.isExpired(on: today) else { return nil }
    return known.index.expires
  }

  private func notListed(_ id: ProviderID) -> CommandFailure {
    if FileKind(of: id.rawValue) != nil {
      return CommandFailure(
        "\"\(id)\" is in no index.",
        "If you mean what has this name in the current directory, write ./\(id)"
      )
    }
    return CommandFailure(
      "\"\(id)\" does not exist.",
      all.isEmpty
        ? "It is not a path, and no index is set. \(ProviderSource.expectation)"
        : "No index lists it: musicbus provider search WORD"
    )
  }

  /// Finds a version of a provider: the named one, or the newest that can run here. With a `location`, only the
  /// index there counts: the same id in another one may be another program. An index that has expired is an error.
  func release(
    _ id: ProviderID,
    _ version: String?,
    in location: String? = nil
  ) throws -> ListedRelease {
    let indexes = all.filter { location == nil || $0.location == location }
    if let location, indexes.isEmpty {
      throw CommandFailure(
        "\(id) was installed from the index \(location), which is not set any more.",
        "To follow another index, add it again: musicbus provider add \(id)"
      )
    }
    guard
      let (known, entry) = indexes.lazy.compactMap({ known in
        known.index.providers.first { $0.id == id }.map { (known, $0) }
      }).first
    else {
      throw notListed(id)
    }
    if let day = expiry(of: known) {
      throw CommandFailure(
        "What the index says of \(id) expired on \(day).",
        "The publisher of \(known.location) has to renew it."
      )
    }
    if let version {
      guard let release = entry.versions.first(where: { $0.version == version }) else {
        let others = entry.versions.map(\.version).joined(separator: ", ")
        throw CommandFailure("The index has no \(id) \(version).", "It has \(others).")
      }
      return ListedRelease(known: known, entry: entry, release: release)
    }
    guard let release = known.index.newest(of: entry) else {
      throw CommandFailure(
        "The index has no version of \(id) for this MusicBus.",
        "All are revoked, or need another version of the protocol."
      )
    }
    return ListedRelease(known: known, entry: entry, release: release)
  }
}

/// A version of a provider that an index lists.
struct ListedRelease {
  let known: ProviderIndexes.Known
  let entry: ProviderIndex.Entry
  let release: ProviderIndex.Release

  var location: String { known.location }

  /// Whether it is what was installed.
  func isPinned(by version: InstalledProviders.Version) -> Bool {
    release.commit.map { $0 == version.commit } ?? (release.sha256 == version.sha256)
  }

  /// Fetches what the index lists, and nothing else.
  func fetch(_ context: CommandContext) throws -> FetchedProvider {
    let fetcher = ProviderFetcher(context)
    let fetched: FetchedProvider
    if let commit = release.commit, let source = entry.source {
      guard source.hasPrefix("https://") || !location.hasPrefix("https://") else {
        throw CommandFailure(
          "\(location) lists \(source).",
          "Code may only be downloaded over HTTPS."
        )
      }
      let repository = GitRepository(source, context)
      fetched = try fetcher.fetch(.init(commit: commit, name: commit), of: repository)
    } else {
      let archive = release.archive ?? ""
      let directory = "\(parentDirectory(of: location))/"
      fetched = try fetcher.fetch(
        archive: archive.hasPrefix("https://") ? archive : directory + archive,
        expecting: release.sha256
      )
    }
    guard fetched.manifest.id == entry.id, fetched.version == release.version else {
      throw CommandFailure(
        "The index lists \(entry.id) \(release.version), but this is \(fetched.manifest.id) "
          + "\(fetched.version).",
        "Tell the maintainer of \(location); nothing was installed."
      )
    }
    return fetched
  }
}

extension ProviderIndex {
  /// The newest version in an entry that can run here; `nil` if there is none.
  func newest(of entry: Entry) -> Release? {
    entry.versions.filter { release in
      revocation(of: entry.id, release.version) == nil && release.isUsable
        && ReleaseVersion(release.version)?.isFinal != false
    }.max { $0.precedes($1) }
  }
}

extension ProviderIndex.Release {
  /// Whether this program speaks its protocol, and its version of JSON lines.
  var isUsable: Bool {
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

extension ProviderIndexes {
  /// Reads one index and compares it with what was seen last; `nil` if it never was reached.
  private func known(_ location: String, _ last: Known?) throws -> Known? {
    let directory = try TemporaryDirectory()
    let file = "\(directory.path)/index.json"
    let signature = "\(file).minisig"
    let hasSignature: Bool
    do {
      hasSignature = try fetch(location, to: file, signature: signature)
    } catch let failure as CommandFailure {
      context.terminal.note(StyledText("\(failure.message) \(failure.hint)"))
      if last != nil { context.terminal.note("Using what was read of \(location) before.") }
      return last
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

  /// Compares an index with the one that was read there before.
  private func check(_ index: ProviderIndex, after last: Known?, at location: String) throws {
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

  /// Fetches an index and its signature.
  ///
  /// - Returns: whether there is a signature.
  private func fetch(_ location: String, to file: String, signature: String) throws -> Bool {
    guard location.hasPrefix("/") else {
      let download = Download(context)
      try download.fetch(location, to: file, maxBytes: InstallLimits.indexBytes)
      let url = "\(location).minisig"
      return try download.fetchIfPresent(url, to: signature, maxBytes: InstallLimits.manifestBytes)
    }
    do throws(SystemError) {
      let bytes = try FileDescriptor(location, O_RDONLY).readAll(atMost: InstallLimits.indexBytes)
      try replaceFile(file, with: bytes, isDurable: false)
    } catch {
      throw CommandFailure(error.message, error.hint)
    }
    guard FileKind(of: "\(location).minisig") == .file else { return false }
    let limit = InstallLimits.manifestBytes
    let bytes = try FileDescriptor("\(location).minisig", O_RDONLY).readAll(atMost: limit)
    try replaceFile(signature, with: bytes, isDurable: false)
    return true
  }

  private func verify(_ file: String, _ signature: String, _ key: String, _ location: String) throws
  {
    let result = try ExternalTool.minisign.run(
      ["-V", "-q", "-H", "-P", key, "-m", file, "-x", signature],
      context,
      to: "check the signature of \(location)"
    )
    guard result.isSuccess else {
      throw refusal(location, "is signed with another key than \(key)")
    }
  }

  private func refusal(_ location: String, _ problem: String) -> CommandFailure {
    CommandFailure(
      "The index \(location) \(problem).",
      "Report this to the publisher. How to trust another key: musicbus provider search --help"
    )
  }
}
