internal import Glibc

/// Detects changes of a file without reading it.
enum FileStamp {
  /// Returns `nil` if the file does not exist; links are followed.
  static func text(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.st_mtim
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(time.tv_sec).\(time.tv_nsec)"
  }
}
