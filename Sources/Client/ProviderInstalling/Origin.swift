internal import BusProtocol
package import HostKit
package import MusicModel

/// Where a provider comes from, as `musicbus provider add` is told.
package enum Origin: Hashable {
  /// A manifest, its directory, or an executable, which is used where it is.
  case inPlace(String)
  /// A file, or an https URL.
  case archive(String)
  /// A URL or path of a git repository; without a `ref`, its newest version.
  case repository(String, ref: String?)
  /// An id in an index; without a version, the newest one.
  case listed(ProviderID, version: String?)

  /// Reads what the user typed. A name without a slash is an id, whatever is in the current directory, unless it is
  /// that of an archive: a directory is named as `./NAME`.
  ///
  /// - Throws: ``InstallFailure`` if it can be none, or does not exist.
  package init(_ text: String, in workingDirectory: String) throws(InstallFailure) {
    let absolute = { (path: String) in path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)" }
    let path = absolute(text)
    let (place, ref) = InstalledProviders.Provider.split(text)
    let id = Origin.isArchive(text) ? nil : ProviderID(rawValue: place)
    if id == nil, let kind = FileKind(of: path) {
      self = Origin.local(path, kind)
      return
    }
    if let ref, ref.isEmpty || ref.hasPrefix("-") {
      throw InstallFailure(
        "\"\(ref)\" cannot be a branch, tag, commit or version.",
        "Name one behind the \"@\", or leave both out."
      )
    }
    if text.contains("://") {
      self = try Origin.remote(text, place, ref)
    } else if let colon = place.firstIndex(of: ":"), !place[..<colon].contains("/") {
      // The short form of ssh, such as git@example.org:ann/discogs.
      self = .repository(place, ref: ref)
    } else if let id {
      self = .listed(id, version: ref)
    } else if let ref, let directory = realPath(absolute(place)) {
      self = .repository(directory, ref: ref)
    } else {
      throw InstallFailure("\"\(text)\" does not exist.", Origin.expectation)
    }
  }

  /// What can be one, as a sentence.
  static let expectation =
    "SOURCE is a directory (./NAME), a .tar.gz or .zip (file or https URL), a git repository, "
    + "or an id that \"musicbus provider search\" lists."

  private static func local(_ path: String, _ kind: FileKind) -> Origin {
    switch kind {
    case .file: isArchive(path) ? .archive(realPath(path) ?? path) : .inPlace(path)
    case .directory:
      // A bare repository has nothing that could be used in place.
      FileKind(of: "\(path)/provider.json") == nil && FileKind(of: "\(path)/objects") == .directory
        ? .repository(realPath(path) ?? path, ref: nil) : .inPlace(path)
    }
  }

  private static func remote(
    _ text: String,
    _ place: String,
    _ ref: String?
  ) throws(InstallFailure) -> Origin {
    guard ["https://", "ssh://", "file://"].contains(where: text.hasPrefix) else {
      throw InstallFailure("\"\(text)\" has no https URL.", "Providers come by https or ssh only.")
    }
    guard isArchive(text) else { return .repository(place, ref: ref) }
    guard text.hasPrefix("https://") else {
      throw InstallFailure("\"\(text)\" has no https URL.", "Archives come by https, or as a file.")
    }
    return .archive(text)
  }

  static func isArchive(_ text: String) -> Bool {
    [".tar.gz", ".tgz", ".zip"].contains(where: text.hasSuffix)
  }
}

extension Origin: CustomStringConvertible {
  /// What leads to it again.
  package var description: String {
    switch self {
    case .inPlace(let path), .archive(let path): path
    case .repository(let place, let ref): ref.map { "\(place)@\($0)" } ?? place
    case .listed(let id, let version): version.map { "\(id)@\($0)" } ?? "\(id)"
    }
  }
}

extension Origin {
  /// Finds the version that it names, or the newest one that it has. Of a repository, that only takes the names of its
  /// branches and tags; of an archive, nothing.
  ///
  /// With a `location`, only the index there counts: the same id in another one may be another program.
  ///
  /// - Throws: ``InstallFailure`` if there is none, and `ClientError.interrupted`.
  package func newest(
    in indexes: ProviderIndexes,
    at location: String? = nil,
    _ context: InstallContext
  ) throws -> AvailableVersion {
    switch self {
    case .inPlace(let path): throw InstallFailure("\(path) is not an archive.", "Add it again.")
    case .archive(let place): return AvailableVersion(source: "\(self)", code: .archive(place))
    case .repository(let place, let ref):
      let revision = try GitRepository(place: place, context.environment).revision(ref)
      return AvailableVersion(source: "\(self)", code: .commit(revision, of: place))
    case .listed(let id, let version):
      let listing = try indexes.listing(of: id, version, at: location)
      return AvailableVersion(source: "\(self)", code: listing.code, listing: listing)
    }
  }
}

/// A version that an origin has, which is not fetched yet.
package struct AvailableVersion: Hashable {
  /// What leads to its origin again.
  package var source: String
  let code: Code
  /// What an index says of it; `nil` if it comes from none.
  package var listing: ProviderIndexes.Listing?

  enum Code: Hashable {
    /// A path, or an https URL.
    case archive(String)
    /// A commit of the repository at a URL or path.
    case commit(GitRepository.Revision, of: String)
  }

  /// How users call it; `nil` for an archive, which names none before it was fetched.
  package var name: String? {
    if let listing { return listing.release.version }
    guard case .commit(let revision, _) = code else { return nil }
    return revision.version ?? "commit \(revision.commit.prefix(12))"
  }

  /// Whether it may take the place of an installed version; an archive is compared when it was fetched.
  package func isUpdate(of current: InstalledProviders.Version) -> Bool {
    guard let release = listing?.release else {
      guard case .commit(let revision, _) = code else { return true }
      return revision.commit != current.commit
    }
    let isSame = release.commit.map { $0 == current.commit } ?? (release.sha256 == current.sha256)
    // A listed version that others install again under its name is no update.
    let isNewer = ProviderIndex.Release(version: current.version).precedes(release)
    return !isSame && (isNewer || current.revoked != nil)
  }
}

extension ProviderIndexes.Listing {
  fileprivate var code: AvailableVersion.Code {
    if let commit = release.commit, let source = entry.source {
      return .commit(.init(commit: commit, name: commit), of: source)
    }
    let archive = release.archive ?? ""
    let isURL = archive.hasPrefix("https://")
    return .archive(isURL ? archive : "\(parentDirectory(of: index))/\(archive)")
  }
}
