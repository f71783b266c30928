import Glibc
import HostKit
import MusicModel

/// The destination of an image or sound.
enum MediaFile: Hashable, Sendable {
  case standardOutput
  case path(String)

  /// `-` stands for standard output.
  init(_ path: String) { self = path == "-" ? .standardOutput : .path(path) }

  /// Writes a regular file atomically; anything else is refused. The target of a link is replaced.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    let mask = umask(0)
    umask(mask)
    do throws(SystemError) {
      try replaceFile(path, with: bytes, mode: exists ? status.st_mode & 0o777 : 0o666 & ~mask)
    } catch {
      throw error.of("write \(path)")
    }
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

/// An image or sound in a temporary file, for a program that reads files; removed with the object.
final class TemporaryMediaFile {
  let path: String
  private let directory: TemporaryDirectory

  /// Programs recognize the format by the file extension, which `type` determines.
  init(
    _ bytes: [UInt8],
    named name: String,
    type: String,
    _ environment: Environment
  ) throws(SystemError) {
    directory = try TemporaryDirectory(in: TemporaryDirectory.ofSystem(environment))
    path = "\(directory.path)/\(name)\(MediaFile.fileExtension(for: type))"
    try MediaFile.write(bytes, to: path)
  }
}
