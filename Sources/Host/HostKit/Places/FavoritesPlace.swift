internal import Glibc

/// Where the favourites are: the document that somebody named, or the usual one.
package struct FavoritesPlace: Hashable, Sendable {
  /// An absolute path.
  package let path: String
  /// Whether nobody named it. Only then its folder may be made: the folder of a named document may be
  /// on a disk that is not there for now.
  package let isDefault: Bool

  private static let name = "Favorites.jsonl"

  /// `named` on the command line comes first, relative to the working folder; then `configured`,
  /// absolute or with `~/`, else relative to the configuration's folder; then the user's documents
  /// folder, or that of `MUSICBUS_HOME`.
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
      let folder = workingDirectory ?? FavoritesPlace.workingDirectory
      path = named.hasPrefix("/") ? named : "\(folder)/\(named)"
      isDefault = false
    } else if let configured, !configured.isEmpty {
      path = FavoritesPlace.absolute(configured, places, environment)
      isDefault = false
    } else {
      let folder = FavoritesPlace.documents(environment).map { $0 + "/MusicBus" }
      path = "\(folder ?? places.favorites)/\(FavoritesPlace.name)"
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

  /// The documents folder as `user-dirs.dirs` tells it, where nothing else does.
  private static func documents(_ environment: Environment) -> String? {
    let isTold = ["MUSICBUS_HOME", "XDG_DOCUMENTS_DIR"].contains { name in
      !(environment[name] ?? "").isEmpty
    }
    guard !isTold, let home = environment["HOME"] else { return nil }
    let folder = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
    guard let file = try? FileDescriptor("\(folder)/user-dirs.dirs", O_RDONLY),
      let bytes = try? file.readAll(atMost: 64 * 1024)
    else { return nil }
    return UserDirectories(String(decoding: bytes, as: UTF8.self), home: home)["DOCUMENTS"]
  }

  private static var workingDirectory: String {
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    return folder.map { String(cString: $0) } ?? "/"
  }
}
