internal import Glibc

/// The location of the favourites: a named file, or the default.
package struct FavoritesLocation: Hashable, Sendable {
  /// An absolute path.
  package let path: String
  /// Whether no file was named. Only then its directory may be created: the directory of a named
  /// file may be on a disk that is not mounted now.
  package let isDefault: Bool

  private static let name = "Favorites.jsonl"

  /// The file `named` on the command line, else the `configured` one, else the default.
  ///
  /// `named` is relative to the working directory; `configured` is absolute, starts with `~/`, or
  /// is relative to the configuration's directory. The default is in the user's documents
  /// directory, or that of `MUSICBUS_HOME`.
  ///
  /// - Throws: ``PathError``
  package init(
    named: String?,
    configured: String?,
    _ environment: Environment,
    workingDirectory: String? = nil
  ) throws(PathError) {
    let paths = try HubPaths.current(environment)
    if let named, !named.isEmpty {
      let directory = workingDirectory ?? FavoritesLocation.workingDirectory
      path = named.hasPrefix("/") ? named : "\(directory)/\(named)"
      isDefault = false
    } else if let configured, !configured.isEmpty {
      path = FavoritesLocation.absolute(configured, paths, environment)
      isDefault = false
    } else {
      let directory = FavoritesLocation.documents(environment).map { $0 + "/MusicBus" }
      path = "\(directory ?? paths.favorites)/\(FavoritesLocation.name)"
      isDefault = true
    }
  }

  private static func absolute(
    _ path: String,
    _ paths: HubPaths,
    _ environment: Environment
  ) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = environment["HOME"] { return home + path.dropFirst() }
    return "\(paths.configuration)/\(path)"
  }

  /// The documents directory in `user-dirs.dirs`, unless the environment sets it.
  private static func documents(_ environment: Environment) -> String? {
    let isSet = ["MUSICBUS_HOME", "XDG_DOCUMENTS_DIR"].contains { name in
      !(environment[name] ?? "").isEmpty
    }
    guard !isSet, let home = environment["HOME"] else { return nil }
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
