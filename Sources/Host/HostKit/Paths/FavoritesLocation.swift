internal import Glibc

/// Where the favourites are: the document that somebody named, or the usual one.
package struct FavoritesLocation: Hashable, Sendable {
  /// An absolute path.
  package let path: String
  /// Whether nobody named it. Only then its directory may be made: the directory of a named document may be
  /// on a disk that is not there for now.
  package let isDefault: Bool

  private static let name = "Favorites.jsonl"

  /// `named` on the command line comes first, relative to the working directory; then `configured`,
  /// absolute or with `~/`, else relative to the configuration's directory; then the user's documents
  /// directory, or that of `MUSICBUS_HOME`.
  ///
  /// - Throws: ``PathError``
  package init(
    named: String?,
    configured: String?,
    _ environment: Environment,
    workingDirectory: String? = nil
  ) throws(PathError) {
    let places = try HubPaths.current(environment)
    if let named, !named.isEmpty {
      let directory = workingDirectory ?? FavoritesLocation.workingDirectory
      path = named.hasPrefix("/") ? named : "\(directory)/\(named)"
      isDefault = false
    } else if let configured, !configured.isEmpty {
      path = FavoritesLocation.absolute(configured, places, environment)
      isDefault = false
    } else {
      let directory = FavoritesLocation.documents(environment).map { $0 + "/MusicBus" }
      path = "\(directory ?? places.favorites)/\(FavoritesLocation.name)"
      isDefault = true
    }
  }

  private static func absolute(
    _ path: String,
    _ places: HubPaths,
    _ environment: Environment
  ) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
    return "\(places.configuration)/\(path)"
  }

  /// The documents directory as `user-dirs.dirs` tells it, where nothing else does.
  private static func documents(_ environment: Environment) -> String? {
    let isTold = ["MUSICBUS_HOME", "XDG_DOCUMENTS_DIR"].contains { name in
      !(environment[name] ?? "").isEmpty
    }
    guard !isTold, let home = environment["HOME"] else { return nil }
    let directory = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
    guard let file = try? FileDescriptor("\(directory)/user-dirs.dirs", O_RDONLY),
      let bytes = try? file.readAll(atMost: 64 * 1024)
    else { return nil }
    return UserDirectories(String(decoding: bytes, as: UTF8.self), home: home)["DOCUMENTS"]
  }

  private static var workingDirectory: String {
    let directory = getcwd(nil, 0)
    defer { free(directory) }
    return directory.map { String(cString: $0) } ?? "/"
  }
}
