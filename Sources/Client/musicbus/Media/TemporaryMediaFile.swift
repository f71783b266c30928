import HostKit

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
