import HostKit
import Glibc

/// Where a picture or sound is written to.
enum MediaFile: Hashable, Sendable {
  case standardOutput
  case path(String)

  /// `-` stands for standard output.
  init(_ path: String) { self = path == "-" ? .standardOutput : .path(path) }

  /// Writes the file so that it is either whole or not there.
  ///
  /// A file that is no regular one, such as `/dev/null` or a link, is written to, never replaced.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do throws(SystemError) {
      try replaceOrWrite(path, bytes)
    } catch {
      throw SystemError("write \(path)", code: error.code)
    }
  }

  private static func replaceOrWrite(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    let exists = lstat(path, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else {
      return try FileDescriptor(path, O_WRONLY | O_TRUNC).write(bytes)
    }
    let mask = umask(0)
    umask(mask)
    try replaceFile(path, with: bytes, mode: exists ? status.st_mode & 0o777 : 0o666 & ~mask)
  }

  /// The ending of a file's name by the type of what is in it: `.jpg`; empty where none is usual.
  static func ending(for type: String) -> String {
    let endings = [
      "image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
      "audio/mp4": ".m4a", "audio/x-m4a": ".m4a", "audio/aac": ".aac", "audio/mpeg": ".mp3",
      "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg", "audio/flac": ".flac",
    ]
    let essence = type.prefix { $0 != ";" }.trimmed.lowercased()
    return endings[essence] ?? ""
  }
}
