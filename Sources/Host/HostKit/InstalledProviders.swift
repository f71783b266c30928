internal import Glibc
internal import JSON

/// `installed.json`: the versions of providers that were copied to this machine, and their sources.
///
/// Each version has a directory of its own, `installed/ID/DIRECTORY`, which is not changed. The
/// version that runs is the one to which the link `ID.json` among the user's manifests leads, so
/// that another one takes over by the replacement of a link.
package struct InstalledProviders: Hashable, Sendable, Codable {
  /// By id.
  package var providers: [String: Provider] = [:]

  package init() {}

  /// A provider, and where new versions of it come from.
  package struct Provider: Hashable, Sendable, Codable {
    /// As the user named it, with an absolute path.
    package var source: String
    /// The location of the index, if the source is an id.
    package var index: String?
    /// The hosts that the user approved, for each version.
    package var approvedHosts: [String]?
    /// The one that was copied last, and the one before it.
    package var versions: [Version]

    /// What an agreement of the user is for: an id means another program in another index.
    package var origin: String { Self.origin(source, index) }

    /// The index or the place that a version came from, whichever version was named there. It may be another
    /// one than that of new versions.
    package func place(of version: Version) -> String {
      index(of: version) ?? Self.split(version.source ?? source).place
    }

    /// Divides `PLACE@REF`. An `@` of a host, as in `git@example.org:discogs`, belongs to the place.
    package static func split(_ source: String) -> (place: String, ref: String?) {
      guard let at = source.lastIndex(of: "@") else { return (source, nil) }
      let (place, ref) = (source[..<at], source[source.index(after: at)...])
      let isHost =
        ref.contains(":") || place.hasSuffix("/")
        || place.contains("://") && place.split(separator: "/").count < 3
      return isHost ? (source, nil) : (String(place), String(ref))
    }

    /// The index that a version came from; `nil` if it came from none.
    package func index(of version: Version) -> String? {
      version.source == nil ? index : version.index
    }

    package static func origin(_ source: String, _ index: String?) -> String {
      index.map { "\(source) of \($0)" } ?? source
    }

    package init(source: String, index: String?, versions: [Version] = []) {
      self.source = source
      self.index = index
      self.versions = versions
    }
  }

  /// A version, pinned by its source.
  package struct Version: Hashable, Sendable, Codable {
    /// Its name below the directory of its provider.
    package var directory: String
    package var version: String
    /// Of a git repository.
    package var commit: String?
    /// Of the archive; of a commit, of the output of `git archive`.
    package var sha256: String
    /// The source for which the user has agreed that it runs without a sandbox if this machine can make none.
    package var unsandboxed: String?
    /// Where it came from; `nil` in files of older versions, for which the source of the provider holds.
    package var source: String?
    /// The location of the index that listed it, if one did.
    package var index: String?
    /// The reason why an index has revoked it.
    package var revoked: String?
    /// The location of the index that has revoked it; `nil` in files of older versions.
    package var revokedBy: String?

    package init(directory: String, version: String, commit: String?, sha256: String) {
      self.directory = directory
      self.version = version
      self.commit = commit
      self.sha256 = sha256
    }
  }
}

extension InstalledProviders {
  private static let maxBytes = 1024 * 1024

  /// Reads the file; a missing one is empty.
  ///
  /// - Throws: ``InstalledProvidersError``
  package init(at path: String) throws(InstalledProvidersError) {
    do {
      let bytes = try FileDescriptor(path, O_RDONLY).readAll(atMost: Self.maxBytes)
      self = try JSONCodec.decode(from: bytes)
    } catch let error as SystemError where error.code == ENOENT {
      self.init()
    } catch {
      throw InstalledProvidersError(path: path, reason: JSONCodec.describe(error))
    }
  }

  /// Replaces the file atomically.
  package func save(to path: String) throws {
    try HubPaths.makeDirectory(parentDirectory(of: path))
    try replaceFile(path, with: JSONCodec.encode(self) + Array("\n".utf8))
  }

  /// The place that the copy in a directory came from, which is `ID/VERSION` below `root`; `nil` if it is none.
  package func place(ofCopyIn directory: String, below root: String) -> String? {
    guard directory.hasPrefix("\(root)/") else { return nil }
    let names = directory.dropFirst(root.count + 1).split(separator: "/")
    guard names.count == 2, let provider = providers[String(names[0])],
      let version = provider.versions.first(where: { $0.directory == names[1] })
    else { return nil }
    return provider.place(of: version)
  }

  /// The reasons for which versions were revoked, by the real paths of their directories.
  package func revocations(below directory: String) -> [String: String] {
    var reasons: [String: String] = [:]
    for (id, provider) in providers {
      for version in provider.versions where version.revoked != nil {
        reasons["\(directory)/\(id)/\(version.directory)"] = version.revoked
      }
    }
    return reasons
  }
}

/// The file of installed providers is corrupt.
package struct InstalledProvidersError: UserFacingError, Hashable {
  let path: String
  let reason: String

  package var message: String { "Could not read \(path): \(reason)." }
  package var hint: String { "Move it away, and add the providers again." }
}
