import BusProtocol
import CommandKit
import Glibc
import HostKit
import MusicModel

/// A provider that was fetched into a directory of its own, which is removed with this object unless
/// the provider is installed.
struct FetchedProvider {
  /// Contains its `provider.json`.
  let directory: String
  let manifest: Manifest
  let details: ManifestDetails
  /// The version of the manifest, else that of the tag.
  let version: String
  let sha256: String
  let commit: String?
  private let staging: TemporaryDirectory

  /// What it is stored as.
  var installed: InstalledProviders.Version {
    InstalledProviders.Version(
      directory: "\(version)-\((commit ?? sha256).prefix(8))",
      version: version,
      commit: commit,
      sha256: sha256
    )
  }

  fileprivate init(
    _ directory: String,
    tagged: String?,
    sha256: String,
    commit: String?,
    in staging: TemporaryDirectory
  ) throws {
    let path = "\(directory)/provider.json"
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: InstallLimits.manifestBytes)
      manifest = try JSONCodec.decode(from: bytes)
      details = try JSONCodec.decode(from: bytes)
    } catch {
      throw CommandFailure(
        "Invalid provider.json: \(JSONCodec.describe(error)).",
        "Nothing was installed."
      )
    }
    let version = details.version ?? tagged ?? "0"
    guard ReleaseVersion.isName(version) else {
      throw CommandFailure(
        "Invalid provider.json: \"\(version)\" is not a version.",
        "Nothing was installed."
      )
    }
    self.directory = directory
    self.version = version
    self.sha256 = sha256
    self.commit = commit
    self.staging = staging
    try FetchedProvider.checkExecutable(of: manifest, in: directory)
  }

  /// Zip archives often lack the mode by which a file can be run.
  private static func checkExecutable(of manifest: Manifest, in directory: String) throws {
    let name = manifest.executable
    let programs = try parentDirectory(of: ExecutableSearch.thisExecutable())
    if !name.hasPrefix("/"), !name.split(separator: "/").contains("..") {
      let file = "\(directory)/\(name)"
      var status = stat()
      if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { chmod(file, 0o700) }
    }
    do throws(UnrunnableProgram) {
      _ = try ExecutableSearch.find(
        name,
        ofManifestIn: directory,
        programs: manifest.lines == nil ? programs : nil
      )
    } catch .notFound {
      throw CommandFailure(
        "Its provider.json names the executable \"\(name)\", which is missing.",
        "If it has to be built, ask its author for an archive that contains it. Nothing was installed."
      )
    } catch {
      throw CommandFailure(error.message, "\(error.hint) Nothing was installed.")
    }
  }
}

/// What a manifest says to users.
struct ManifestDetails: Decodable {
  var name: String?
  var version: String?
  var description: String?
  var maintainers: [String]?
  var level: Descriptor.Level?
  private var protocolVersions: VersionRange?
  private var hosts: [String]?
  private var upstreams: [Upstream]?

  private struct Upstream: Decodable {
    var url: String
  }

  private enum CodingKeys: String, CodingKey {
    case name, version, description, maintainers, level, hosts, upstreams
    case protocolVersions = "protocol"
  }

  /// The versions of the protocol; those of the current one unless the manifest has others.
  var speaks: VersionRange {
    protocolVersions ?? VersionRange(min: ProtocolVersion(major: 1, minor: 0), max: .current)
  }

  /// The hosts that it contacts, as far as its manifest says; `nil` if that says nothing.
  var contacts: [String]? {
    guard hosts != nil || upstreams != nil else { return nil }
    let ofUpstreams = (upstreams ?? []).map { upstream in
      if let setting = Manifest.setting(inURL: upstream.url) {
        return "your own server (the setting \"\(setting)\")"
      }
      let rest = upstream.url.split(separator: "/").dropFirst().first ?? ""
      return String(rest.prefix { $0 != ":" })
    }
    return ofUpstreams + (hosts ?? [])
  }
}

/// Fetches providers for one command.
struct ProviderFetcher {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Fetches an archive, from a path or an https URL.
  ///
  /// If an index states its SHA-256, nothing is unpacked that has another.
  func fetch(archive: String, expecting expected: String? = nil) throws -> FetchedProvider {
    let staging = try makeStaging()
    let file = "\(staging.path)/archive"
    if archive.hasPrefix("https://") {
      try Download(context).fetch(archive, to: file, maxBytes: InstallLimits.archiveBytes)
    } else {
      // A copy: it is unpacked exactly as it was hashed.
      let bytes = try FileDescriptor(archive, 0).readAll(atMost: InstallLimits.archiveBytes)
      try replaceFile(file, with: bytes, isDurable: false)
    }
    let sha256 = try sha256(of: file)
    guard expected == nil || expected == sha256 else {
      throw CommandFailure(
        "\(archive) is not what the index lists: its SHA-256 is \(sha256).",
        "Somebody may have tampered with it; nothing was installed."
      )
    }
    let tar = "\(staging.path)/files.tar"
    let unpacker = ArchiveUnpacker(context, source: archive)
    try unpacker.convert(file, to: tar)
    let directory = try unpacker.unpack(tar, to: "\(staging.path)/files")
    return try FetchedProvider(directory, tagged: nil, sha256: sha256, commit: nil, in: staging)
  }

  /// Fetches a commit of a git repository.
  func fetch(_ revision: GitRepository.Revision, of repository: GitRepository) throws
    -> FetchedProvider
  {
    let staging = try makeStaging()
    let tar = "\(staging.path)/files.tar"
    try repository.archive(revision, to: tar, workingIn: "\(staging.path)/git")
    let unpacker = ArchiveUnpacker(context, source: repository.place)
    let directory = try unpacker.unpack(tar, to: "\(staging.path)/files")
    return try FetchedProvider(
      directory,
      tagged: revision.version,
      sha256: sha256(of: tar),
      commit: revision.commit,
      in: staging
    )
  }

  /// The SHA-256 of a file, in hexadecimal.
  func sha256(of path: String) throws -> String {
    let line = try ExternalTool.sha256sum.succeed(["--", path], context, to: "hash \(path)")
    return String(line.prefix { $0.isHexDigit })
  }

  /// On the file system of installed providers, so that a complete one is moved there in one step.
  private func makeStaging() throws -> TemporaryDirectory {
    try HubPaths.makeDirectory(context.paths.installed)
    return try TemporaryDirectory(
      in: context.paths.installed,
      prefix: InstalledStore.stagingPrefix
    )
  }
}

/// Downloads files by https.
struct Download {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Downloads a file of limited size.
  ///
  /// - Throws: ``CommandFailure``
  func fetch(_ url: String, to path: String, maxBytes: Int) throws {
    guard try fetchIfPresent(url, to: path, maxBytes: maxBytes) else {
      throw CommandFailure("\(url) does not exist.", "Check the address.")
    }
  }

  /// The same for a file that may be missing.
  ///
  /// - Returns: whether the server has it.
  func fetchIfPresent(_ url: String, to path: String, maxBytes: Int) throws -> Bool {
    // The user's configuration could add headers with credentials; the first option ignores it.
    let options = [
      "-q", "--silent", "--show-error", "--location", "--max-redirs", "5", "--proto", "=https",
      "--proto-redir", "=https", "--connect-timeout", "15", "--globoff",
      "--max-filesize", "\(maxBytes)", "--write-out", "%{http_code}",
    ]
    let status = try ExternalTool.curl.succeed(
      options + ["--output", path, "--", url],
      context,
      maxFileBytes: maxBytes,
      to: "download \(url)"
    )
    if status == "200" { return true }
    guard status == "404" || status == "410" else {
      throw CommandFailure(
        "Could not download \(url).",
        "The server replied with status \(status)."
      )
    }
    return false
  }
}
