import BusProtocol
import Glibc
import HostKit
import MusicModel

/// Where a provider comes from, as `musicbus provider add` is told.
enum ProviderSource: Hashable {
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
  /// - Throws: ``CommandFailure``
  init(_ text: String, in workingDirectory: String) throws(CommandFailure) {
    let absolute = { (path: String) in path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)" }
    let path = absolute(text)
    let (place, ref) = InstalledProviders.Provider.split(text)
    let id = ProviderSource.isArchive(text) ? nil : ProviderID(rawValue: place)
    if id == nil, let kind = FileKind(of: path) {
      self = ProviderSource.local(path, kind)
      return
    }
    if let ref, ref.isEmpty || ref.hasPrefix("-") {
      throw CommandFailure(
        "\"\(ref)\" cannot be a branch, tag, commit or version.",
        "Name one behind the \"@\", or leave both out."
      )
    }
    if text.contains("://") {
      self = try ProviderSource.remote(text, place, ref)
    } else if let colon = place.firstIndex(of: ":"), !place[..<colon].contains("/") {
      // The short form of ssh, such as git@example.org:ann/discogs.
      self = .repository(place, ref: ref)
    } else if let id {
      self = .listed(id, version: ref)
    } else if let ref, let directory = realPath(absolute(place)) {
      self = .repository(directory, ref: ref)
    } else {
      throw CommandFailure("\"\(text)\" does not exist.", ProviderSource.expectation)
    }
  }

  static let expectation =
    "SOURCE is a directory (./NAME), a .tar.gz or .zip (file or https URL), a git repository, "
    + "or an id that \"musicbus provider search\" lists."

  private static func local(_ path: String, _ kind: FileKind) -> ProviderSource {
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
  ) throws(CommandFailure) -> ProviderSource {
    guard ["https://", "ssh://", "file://"].contains(where: text.hasPrefix) else {
      throw CommandFailure("\"\(text)\" has no https URL.", "Providers come by https or ssh only.")
    }
    guard isArchive(text) else { return .repository(place, ref: ref) }
    guard text.hasPrefix("https://") else {
      throw CommandFailure("\"\(text)\" has no https URL.", "Archives come by https, or as a file.")
    }
    return .archive(text)
  }

  static func isArchive(_ text: String) -> Bool {
    [".tar.gz", ".tgz", ".zip"].contains(where: text.hasSuffix)
  }
}

extension ProviderSource: CustomStringConvertible {
  /// What leads to the same source again.
  var description: String {
    switch self {
    case .inPlace(let path), .archive(let path): path
    case .repository(let place, let ref): ref.map { "\(place)@\($0)" } ?? place
    case .listed(let id, let version): version.map { "\(id)@\($0)" } ?? "\(id)"
    }
  }
}

/// What is at a path, links followed.
enum FileKind {
  case file
  case directory

  /// Returns `nil` if nothing is there.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self = status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }
}
