import Glibc
import HostKit

/// The file that a backup is written to: for its owner only, and complete or not there at all.
final class BackupOutput {
  let path: String
  /// Where it is written until it has been checked.
  private let partial: String
  private(set) var size = 0

  /// Checks that the file can be made there.
  ///
  /// - Throws: ``CommandFailure`` if it exists and is not to be replaced, and ``SystemError``.
  init(_ path: String, replaces: Bool) throws {
    var status = stat()
    guard replaces || lstat(path, &status) != 0 else {
      throw CommandFailure(
        "\(path) exists already. Nothing was changed.",
        "Name another file, or add --force to overwrite it."
      )
    }
    self.path = path
    do throws(SystemError) {
      try RegularFile.check(path)
      partial = "\(try RegularFile.target(of: path)).partial"
      try replaceFile(partial, with: [], isDurable: false)
    } catch {
      throw error.of("write \(path)")
    }
  }

  deinit { unlink(partial) }

  /// Writes an archive, reads it again, and gives it its name unless `check` fails.
  func write(_ archive: BackupArchive, check: () throws -> Void = {}) throws {
    let bytes = try archive.bytes()
    do throws(SystemError) {
      try replaceFile(partial, with: bytes)
      guard try FileDescriptor(partial, O_RDONLY).readAll(atMost: bytes.count) == bytes else {
        throw SystemError("write", code: EIO, reason: "The disk returns something else.")
      }
    } catch {
      throw error.of("write \(path)")
    }
    do throws(BackupError) {
      guard try BackupArchive(bytes).files == archive.files else { throw .notABackup }
    } catch {
      throw error.failure(of: path)
    }
    try check()
    guard rename(partial, target) == 0 else { throw SystemError("write \(path)") }
    try syncDirectory(parentDirectory(of: target))
    size = bytes.count
  }

  private var target: String { String(partial.dropLast(".partial".count)) }
}
