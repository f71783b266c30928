import BusProtocol
import CommandKit
import FoundationEssentials
import Glibc
import HostKit
import MusicModel

/// Builds `index.json` (`Protocol/index.md`) and the archives that it lists, in one directory.
struct IndexBuilder {
  private let context: CommandContext
  private let directory: String
  private var path: String { "\(directory)/index.json" }
  private var index = ProviderIndex()

  /// Reads the index in a directory, if there is one.
  init(_ context: CommandContext, in directory: String) throws {
    self.context = context
    self.directory = directory
    guard FileKind(of: path) != nil else { return }
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: InstallLimits.indexBytes)
      index = try JSONCodec.decode(from: bytes)
      // A key may have been added just now.
      renew()
      try index.check()
    } catch {
      throw CommandFailure("Invalid \(path): \(JSONCodec.describe(error)).", "Correct it.")
    }
  }

  /// One with a key expires, so that nobody can hold back a newer one for long.
  private mutating func renew() {
    guard index.key != nil else { return }
    index.expires = PartialDate.day(
      ofSecondsSinceEpoch: time(nil) + ProviderIndex.maxDays * 86_400
    )
  }

  /// Adds versions, raises the serial number and writes the index.
  ///
  /// - Returns: the path of the index.
  consuming func build(_ sources: [ProviderSource]) throws -> String {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for source in sources { try add(source) }
    guard index.serial < ProviderIndex.maxSerial else {
      throw CommandFailure(
        "The serial number of \(path) is the largest that there is.",
        "Give the index a new key, sign it with the old one, and begin again with the serial number 1."
      )
    }
    index.serial += 1
    try index.check()
    let text = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(index)).prettyPrinted
    try replaceFile(path, with: Array("\(text)\n".utf8), mode: 0o644)
    if index.key != nil {
      context.terminal.note("Sign it: minisign -Sm \(path)")
    }
    if let day = index.expires {
      context.terminal.note("It expires on \(day): run the same command again before then.")
    }
    return realPath(path) ?? path
  }

  private mutating func add(_ source: ProviderSource) throws {
    switch source {
    case .inPlace(let path): try pack(path)
    case .archive(let url) where url.hasPrefix("https://"):
      let fetched = try ProviderFetcher(context).fetch(archive: url)
      try list(fetched) { ($0.archive, $0.sha256) = (url, fetched.sha256) }
    case .repository(let url, let ref) where url.hasPrefix("https://") || url.hasPrefix("file://"):
      let repository = GitRepository(url, context)
      let fetched = try ProviderFetcher(context).fetch(repository.revision(ref), of: repository)
      try list(fetched, source: url) { $0.commit = fetched.commit }
    case .archive, .repository, .listed:
      throw CommandFailure(
        "\"\(source)\" cannot be listed.",
        "List a directory (./NAME), or an https URL of an archive or git repository."
      )
    }
  }

  /// Packs a directory into an archive beside the index.
  private mutating func pack(_ provider: String) throws {
    guard FileKind(of: "\(provider)/provider.json") == .file else {
      throw CommandFailure("\(provider)/provider.json does not exist.", "Nothing was changed.")
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
    try ExternalTool.bsdtar.succeed(
      options + ["-f", archive, "-C", provider] + names,
      context,
      maxFileBytes: InstallLimits.archiveBytes,
      to: "pack \(provider)"
    )
    let fetched = try ProviderFetcher(context).fetch(archive: archive)
    let name = "\(fetched.manifest.id)-\(fetched.version).tar.gz"
    let isNew = try list(fetched) { ($0.archive, $0.sha256) = (name, fetched.sha256) }
    guard isNew else { return }
    try FileManager.default.moveItem(atPath: archive, toPath: "\(directory)/\(name)")
  }

  /// Lists a version, unless it is listed already.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  private mutating func list(
    _ fetched: FetchedProvider,
    source: String? = nil,
    set: (inout ProviderIndex.Release) -> Void
  ) throws -> Bool {
    let (manifest, details) = (fetched.manifest, fetched.details)
    guard details.version != nil else {
      throw CommandFailure(
        "The provider.json of \(manifest.id) has no \"version\".",
        "Add one: an update is a version that is higher."
      )
    }
    var entry =
      index.providers.first { $0.id == manifest.id }
      ?? ProviderIndex.Entry(id: manifest.id, name: manifest.id.rawValue)
    guard !entry.versions.contains(where: { $0.version == fetched.version }) else {
      context.terminal.note(
        "\(manifest.id.rawValue) \(fetched.version) is listed already, and was left as it is; a change needs a new version."
      )
      return false
    }
    entry.name = details.name ?? entry.name
    entry.description = details.description ?? entry.description
    entry.maintainers = details.maintainers ?? entry.maintainers
    entry.source = source ?? entry.source
    var release = ProviderIndex.Release(version: fetched.version)
    release.protocolVersions = details.speaks
    release.lines = manifest.lines
    release.hosts = details.contacts
    release.methods = manifest.methods
    release.level = details.level
    set(&release)
    entry.versions.append(release)
    index.providers.removeAll { $0.id == entry.id }
    index.providers.append(entry)
    index.providers.sort { $0.id < $1.id }
    return true
  }
}
