import HostKit
import Glibc

/// The destination of an image or sound.
enum MediaFile: Hashable, Sendable {
  case standardOutput
  case path(String)

  /// `-` stands for standard output.
  init(_ path: String) { self = path == "-" ? .standardOutput : .path(path) }

  /// Writes the file atomically.
  ///
  /// A special file such as `/dev/null` or a link is written to, not replaced.
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

  /// The usual file extension of a media type, such as `.jpg`; empty for unknown types.
  static func fileExtension(for type: String) -> String {
    let endings = [
      "image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
      "audio/mp4": ".m4a", "audio/x-m4a": ".m4a", "audio/aac": ".aac", "audio/mpeg": ".mp3",
      "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg", "audio/flac": ".flac",
    ]
    let essence = type.prefix { $0 != ";" }.trimmed.lowercased()
    return endings[essence] ?? ""
  }
}
