internal import Glibc

/// Moves a damaged file out of the way, and says where it is.
func setDatabaseAside(_ path: String) throws(DatabaseError) -> String {
  let aside = "\(path).damaged"
  for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
  guard rename(path, aside) == 0 else {
    let message = String(cString: strerror(errno))
    throw DatabaseError(code: 14, message: message, action: "set \(path) aside")
  }
  return aside
}
