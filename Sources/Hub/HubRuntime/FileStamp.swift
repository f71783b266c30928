internal import Glibc

/// Tells one state of a file from the next without reading it.
enum FileStamp {
  /// Nothing where there is no such file; links are followed.
  static func text(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.st_mtim
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(time.tv_sec).\(time.tv_nsec)"
  }
}
