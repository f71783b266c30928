internal import Glibc

extension HubPaths {
  /// Makes the folders where they are missing, for the owner alone, and makes sure that nobody else
  /// can reach lock and sockets.
  package func prepare() throws(PathError) {
    for folder in [cache, configuration, data] { try HubPaths.makeFolder(folder) }
    try prepareRuntime()
  }

  /// Makes and checks the runtime folder only: all that a client needs.
  package func prepareRuntime() throws(PathError) {
    try HubPaths.makeFolder(runtime)
    var status = stat()
    // Not stat: in a folder where everybody may write, a link may lead anywhere.
    guard lstat(runtime, &status) == 0 else {
      throw .cannotCreate(runtime, SystemError("look at \(runtime)"))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(runtime) }
    guard status.st_uid == getuid() else {
      throw .foreignOwner(runtime, owner: status.st_uid, uid: getuid())
    }
    guard status.st_mode & 0o077 == 0 else { throw .openToOthers(runtime, mode: status.st_mode) }
  }

  /// Makes a folder and those above it, each with mode 0700.
  package static func makeFolder(_ path: String) throws(PathError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, parentFolder(of: path) != path {
      try makeFolder(parentFolder(of: path))
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else { throw .cannotCreate(path, SystemError("make \(path)")) }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notAFolder(path)
    }
  }
}
