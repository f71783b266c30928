package import BusProtocol
internal import Glibc
package import HostKit

/// A provider that was fetched into a directory of its own, which is removed with this object unless
/// the provider is installed.
package struct FetchedProvider {
  /// Contains its `provider.json`.
  package let directory: String
  package let manifest: PublishedManifest
  /// What it is stored as, with the source and index that it came from.
  package fileprivate(set) var version: InstalledProviders.Version
  /// The level at which it was certified, as its index says; what a manifest says of itself proves nothing.
  package fileprivate(set) var level: Descriptor.Level?
  private let staging: TemporaryDirectory

  /// `version` is that of its manifest, else `tag`.
  fileprivate init(
    _ directory: String,
    tag: String?,
    commit: String?,
    sha256: String,
    in staging: TemporaryDirectory
  ) throws {
    do {
      manifest = try PublishedManifest(at: "\(directory)/provider.json")
    } catch {
      throw InstallFailure(
        "Invalid provider.json: \(JSONCodec.describe(error)).",
        "Nothing was installed."
      )
    }
    let name = manifest.version ?? tag ?? "0"
    guard ReleaseVersion.isName(name) else {
      throw InstallFailure(
        "Invalid provider.json: \"\(name)\" is not a version.",
        "Nothing was installed."
      )
    }
    version = InstalledProviders.Version(
      directory: "\(name)-\((commit ?? sha256).prefix(8))",
      version: name,
      commit: commit,
      sha256: sha256
    )
    (self.directory, self.staging) = (directory, staging)
    try FetchedProvider.checkExecutable(of: manifest.program, in: directory)
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
      throw InstallFailure(
        "Its provider.json names the executable \"\(name)\", which is missing.",
        "If it has to be built, ask its author for an archive that contains it. Nothing was installed."
      )
    } catch {
      throw InstallFailure(error.message, "\(error.hint) Nothing was installed.")
    }
  }
}

extension AvailableVersion {
  /// Fetches it. Of an index, that is what it lists, and nothing else.
  ///
  /// - Throws: ``InstallFailure``, ``SystemError``, and `ClientError.interrupted`.
  package func fetch(_ context: InstallContext) throws -> FetchedProvider {
    var fetched = try fetchCode(context)
    fetched.version.source = source
    guard let (index, entry, release) = listing.map({ ($0.index, $0.entry, $0.release) }) else {
      return fetched
    }
    guard fetched.manifest.id == entry.id, fetched.version.version == release.version else {
      throw InstallFailure(
        "The index lists \(entry.id) \(release.version), but this is \(fetched.manifest.id) "
          + "\(fetched.version.version).",
        "Tell the maintainer of \(index); nothing was installed."
      )
    }
    (fetched.version.index, fetched.level) = (index, release.level)
    return fetched
  }

  private func fetchCode(_ context: InstallContext) throws -> FetchedProvider {
    // On the file system of installed providers, so that a complete one is moved there in one step.
    try HubPaths.makeDirectory(context.paths.installed)
    let staging = try TemporaryDirectory(
      in: context.paths.installed,
      prefix: InstalledStore.stagingPrefix
    )
    let (files, tar) = ("\(staging.path)/files", "\(staging.path)/files.tar")
    switch code {
    case .archive(let place):
      // A copy, also of a path: it is unpacked exactly as it was hashed.
      let archive = "\(staging.path)/archive"
      try context.fetch(place, to: archive, maxBytes: InstallLimits.archiveBytes)
      let sha256 = try context.sha256(of: archive)
      guard listing == nil || listing?.release.sha256 == sha256 else {
        throw InstallFailure(
          "\(place) is not what the index lists: its SHA-256 is \(sha256).",
          "Somebody may have tampered with it; nothing was installed."
        )
      }
      let unpacker = ArchiveUnpacker(source: place, environment: context.environment)
      try unpacker.convert(archive, to: tar)
      let directory = try unpacker.unpack(tar, to: files)
      return try FetchedProvider(directory, tag: nil, commit: nil, sha256: sha256, in: staging)
    case .commit(let revision, let place):
      if let index = listing?.index, index.hasPrefix("https://"), !place.hasPrefix("https://") {
        throw InstallFailure("\(index) lists \(place).", "Code may only be downloaded over HTTPS.")
      }
      try GitRepository(place: place, context.environment)
        .archive(revision, to: tar, workingIn: "\(staging.path)/git")
      let unpacker = ArchiveUnpacker(source: place, environment: context.environment)
      let directory = try unpacker.unpack(tar, to: files)
      return try FetchedProvider(
        directory,
        tag: revision.version,
        commit: revision.commit,
        sha256: context.sha256(of: tar),
        in: staging
      )
    }
  }
}

extension InstallContext {
  /// The SHA-256 of a file, in hexadecimal.
  fileprivate func sha256(of path: String) throws -> String {
    let line = try ExternalTool.sha256sum.run(["--", path], environment, to: "hash \(path)").get()
    return String(line.prefix { $0.isHexDigit })
  }
}
