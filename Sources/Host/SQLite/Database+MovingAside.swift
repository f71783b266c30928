internal import Glibc

/// Moves a corrupt file aside and returns its new path.
package func moveDatabaseAside(_ path: String) throws(DatabaseError) -> String {
  let aside = "\(path).damaged"
  for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
  guard rename(path, aside) == 0 else {
    throw DatabaseError(code: 14, details: "move \(path) aside")
  }
  return aside
}
