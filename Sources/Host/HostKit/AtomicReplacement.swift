internal import Glibc

/// Puts a new file in the place of an old one, so that a crash at any moment leaves one of both
/// whole, and the new one is on the disk when this returns. Where `path` is a link, the file that it
/// leads to is replaced.
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
