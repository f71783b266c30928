internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
internal import HostKit
internal import MusicModel

/// Builds `index.json` (`Protocol/index.md`) and the archives that it lists, in one directory.
package struct IndexBuilder {
  private let context: InstallContext
  private let directory: String
  private var path: String { "\(directory)/index.json" }
  private var index = ProviderIndex()

  /// Reads the index in a directory, if there is one.
  ///
  /// - Throws: ``InstallFailure`` if it is not valid.
  package init(_ context: InstallContext, in directory: String) throws {
    self.context = context
    self.directory = directory
    guard FileKind(of: path) != nil else { return }
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: InstallLimits.indexBytes)
      index = try JSONCodec.decode(from: bytes)
      // One with a key, which may have been added just now, expires, so that nobody can hold back a newer one for long.
      if index.key != nil {
        let end = time(nil) + ProviderIndex.maxDays * 86_400
        index.expires = PartialDate.day(ofSecondsSinceEpoch: end)
      }
      try index.check()
    } catch {
      throw InstallFailure("Invalid \(path): \(JSONCodec.describe(error)).", "Correct it.")
    }
  }

  /// Adds versions, raises the serial number and writes the index.
  ///
  /// - Returns: the path of the index.
  /// - Throws: ``InstallFailure``, ``SystemError``, and `ClientError.interrupted`.
  package consuming func build(_ sources: [Origin]) throws -> String {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for source in sources { try add(source) }
    guard index.serial < ProviderIndex.maxSerial else {
      throw InstallFailure(
        "The serial number of \(path) is the largest that there is.",
        "Give the index a new key, sign it with the old one, and begin again with the serial number 1."
      )
    }
    index.serial += 1
    try index.check()
    let text = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(index)).prettyPrinted
    try replaceFile(path, with: Array("\(text)\n".utf8), mode: 0o644)
    if index.key != nil {
      context.note("Sign it: minisign -Sm \(path)")
    }
    if let day = index.expires {
      context.note("It expires on \(day): run the same command again before then.")
    }
    return realPath(path) ?? path
  }

  private mutating func add(_ origin: Origin) throws {
    switch origin {
    case .inPlace(let path): try pack(path)
    case .archive(let url) where url.hasPrefix("https://"):
      let found = AvailableVersion(source: url, code: .archive(url))
      try list(found.fetch(context), archive: url)
    case .repository(let url, let ref) where url.hasPrefix("https://") || url.hasPrefix("file://"):
      let revision = try GitRepository(place: url, context.environment).revision(ref)
      let found = AvailableVersion(source: url, code: .commit(revision, of: url))
      try list(found.fetch(context), source: url)
    case .archive, .repository, .listed:
      throw InstallFailure(
        "\"\(origin)\" cannot be listed.",
        "List a directory (./NAME), or an https URL of an archive or git repository."
      )
    }
  }

  /// Packs a directory into an archive beside the index.
  private mutating func pack(_ provider: String) throws {
    guard FileKind(of: "\(provider)/provider.json") == .file else {
      throw InstallFailure("\(provider)/provider.json does not exist.", "Nothing was changed.")
    }
    let staging = try TemporaryDirectory(in: directory, prefix: ".new")
    let archive = "\(staging.path)/provider.tar.gz"
    let names = try FileManager.default.contentsOfDirectory(atPath: provider)
      .filter { !$0.hasPrefix(".") }.sorted().map { "./\($0)" }
    // Links are followed, and nothing tells who packed it.
    let options = [
      "-c", "-z", "-L", "--options", "gzip:!timestamp", "--exclude", "__pycache__",
      "--uid", "0", "--gid", "0", "--uname", "", "--gname", "",
    ]
    try ExternalTool.bsdtar.run(
      options + ["-f", archive, "-C", provider] + names,
      context.environment,
      maxFileBytes: InstallLimits.archiveBytes,
      to: "pack \(provider)"
    ).get()
    let fetched = try AvailableVersion(source: provider, code: .archive(archive)).fetch(context)
    let name = "\(fetched.manifest.id)-\(fetched.version.version).tar.gz"
    let isNew = try list(fetched, archive: name)
    guard isNew else { return }
    try FileManager.default.moveItem(atPath: archive, toPath: "\(directory)/\(name)")
  }

  /// Lists a version, unless it is listed already: an archive, or a commit of a source.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  private mutating func list(
    _ fetched: FetchedProvider,
    archive: String? = nil,
    source: String? = nil
  ) throws -> Bool {
    let (manifest, version) = (fetched.manifest, fetched.version)
    guard manifest.version != nil else {
      throw InstallFailure(
        "The provider.json of \(manifest.id) has no \"version\".",
        "Add one: an update is a version that is higher."
      )
    }
    var entry =
      index.providers.first { $0.id == manifest.id }
      ?? ProviderIndex.Entry(id: manifest.id, name: manifest.id.rawValue)
    guard !entry.versions.contains(where: { $0.version == version.version }) else {
      context.note(
        "\(manifest.id.rawValue) \(version.version) is listed already, and was left as it is; a change needs a new version."
      )
      return false
    }
    entry.name = manifest.name ?? entry.name
    entry.description = manifest.description ?? entry.description
    entry.maintainers = manifest.maintainers ?? entry.maintainers
    entry.source = source ?? entry.source
    var release = ProviderIndex.Release(version: version.version)
    (release.archive, release.commit) = (archive, version.commit)
    release.sha256 = archive == nil ? nil : version.sha256
    release.protocolVersions = manifest.speaks
    release.lines = manifest.program.lines
    release.hosts = manifest.contacts
    release.methods = manifest.program.methods
    release.level = manifest.level
    entry.versions.append(release)
    index.providers.removeAll { $0.id == entry.id }
    index.providers.append(entry)
    index.providers.sort { $0.id < $1.id }
    return true
  }
}
