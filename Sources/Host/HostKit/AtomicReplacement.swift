internal import Glibc

/// Replaces a regular file atomically: after a crash, either the old or the new one is complete. On
/// return, the new file is durable unless `isDurable` is `false`. If `path` is a link, its target is replaced; anything else is
/// refused, and so is what another user may have planted.
///
/// - Throws: ``SystemError``. The file is unchanged, unless the error says that the change may be lost.
package func replaceFile(
  _ path: String,
  with bytes: [UInt8],
  mode: UInt32 = 0o600,
  isDurable: Bool = true
) throws(SystemError) {
  try RegularFile.check(path)
  let target = try RegularFile.target(of: path)
  try RegularFile.checkReplacing(target)
  let (file, temporary) = try RegularFile.createTemporary(beside: target)
  do throws(SystemError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw SystemError("write \(temporary)", code: error.code)
    }
    guard fchmod(file.descriptor, mode) == 0, !isDurable || fsync(file.descriptor) == 0
    else {
      throw SystemError("write \(temporary)")
    }
    guard rename(temporary, target) == 0 else { throw SystemError("replace \(path)") }
  } catch {
    unlink(temporary)
    throw error
  }
  guard isDurable else { return }
  do throws(SystemError) {
    try syncDirectory(parentDirectory(of: target))
  } catch {
    throw .replacedWithoutSync(path, error)
  }
}

/// Makes durable which files are in a directory.
package func syncDirectory(_ path: String) throws(SystemError) {
  let directory = try FileDescriptor(path, O_RDONLY | O_DIRECTORY)
  let result = withExtendedLifetime(directory) { fsync(directory.descriptor) }
  guard result == 0 else { throw SystemError("sync \(path)") }
}
