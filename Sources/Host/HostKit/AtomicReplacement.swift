internal import Glibc

/// Replaces a file atomically: after a crash, either the old or the new one is complete. On return,
/// the new file is durable. If `path` is a link, its target is replaced.
package func replaceFile(
  _ path: String,
  with bytes: [UInt8],
  mode: UInt32 = 0o600
) throws(SystemError) {
  let resolved = realpath(path, nil)
  defer { free(resolved) }
  let target = resolved.map { String(cString: $0) } ?? path
  let temporary = "\(target).\(getpid()).new"
  do throws(SystemError) {
    let file = try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw SystemError("write \(temporary)", code: error.code)
    }
    guard fchmod(file.descriptor, mode) == 0, fsync(file.descriptor) == 0 else {
      throw SystemError("write \(temporary)")
    }
    guard rename(temporary, target) == 0 else { throw SystemError("replace \(path)") }
  } catch {
    unlink(temporary)
    throw error
  }
  let directory = try FileDescriptor(parentDirectory(of: target), O_RDONLY | O_DIRECTORY)
  guard fsync(directory.descriptor) == 0 else {
    throw SystemError("write the directory of \(path)")
  }
}
