internal import Glibc

extension HubPaths {
  /// Creates missing directories, and checks that only the owner can access lock and sockets.
  package func prepare() throws(PathError) {
    for directory in [cache, configuration, data] { try HubPaths.makeDirectory(directory) }
    try prepareRuntime()
    for name in HubPaths.socketNames { try checkSocket("\(runtime)/\(name)") }
  }

  /// Checks that libzmq, which replaces whatever is at the path, replaces nothing but a socket.
  private func checkSocket(_ path: String) throws(PathError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
    throw .notASocket(path)
  }

  /// Makes and checks the runtime directory only: all that a client needs.
  package func prepareRuntime() throws(PathError) {
    try HubPaths.makeDirectory(runtime)
    var status = stat()
    // Not stat: in a directory where everybody may write, a link may lead anywhere.
    guard lstat(runtime, &status) == 0 else {
      throw .couldNotCreate(runtime, SystemError("inspect \(runtime)"))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notADirectory(runtime) }
    guard status.st_uid == getuid() else {
      throw .foreignOwner(runtime, owner: status.st_uid, uid: getuid())
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .accessibleToOthers(runtime, mode: status.st_mode)
    }
  }

  /// Makes a directory and those above it, each with mode 0700.
  package static func makeDirectory(_ path: String) throws(PathError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, parentDirectory(of: path) != path {
      try makeDirectory(parentDirectory(of: path))
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else { throw .couldNotCreate(path, SystemError("make \(path)")) }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notADirectory(path)
    }
  }
}
