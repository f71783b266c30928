internal import Glibc

/// The lock that a hub holds while it runs; clients detect it by the lock.
///
/// A record lock (`fcntl`) and not `flock`: a check never holds it, so that checking cannot make a
/// starting hub lose; the kernel names the holder; children never inherit it. Its one trap: a
/// process loses it when it closes *any* descriptor of the file, so the hub must never open the
/// file again nor check it through ``holder(at:)``.
package final class HubLock {
  private let file: FileDescriptor

  /// Takes the lock, without waiting.
  ///
  /// - Throws: ``HubLockError/held(by:)`` where another process holds it.
  package init(at path: String) throws(HubLockError) {
    file = try HubLock.lockedFile(path)
  }

  private static func lockedFile(_ path: String) throws(HubLockError) -> FileDescriptor {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(path, O_RDWR | O_CREAT)
    } catch {
      throw .unusable(error)
    }
    var lock = wholeFile
    while fcntl(file.descriptor, F_SETLK, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EACCES, EAGAIN: throw .held(by: (try? holder(at: path)) ?? nil)
      default: throw .unusable(SystemError("lock \(path)"))
      }
    }
    return file
  }

  /// The process that holds the lock, or `nil` if it is free.
  package static func holder(at path: String) throws(SystemError) -> Int32? {
    let file: FileDescriptor
    do throws(SystemError) {
      // Not for writing: it may lie in a directory that is read-only to us, such as of a container.
      file = try FileDescriptor(path, O_RDONLY)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    var lock = HubLock.wholeFile
    guard retrying({ fcntl(file.descriptor, F_GETLK, &lock) }) == 0 else {
      throw SystemError("inspect the lock \(path)")
    }
    return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
  }

  /// The process that holds the lock, and its end; `nil` if it is free.
  ///
  /// - Throws: ``SystemError`` also if that process cannot be watched.
  package static func watchHolder(
    at path: String
  ) throws(SystemError) -> (pid: Int32, end: ProcessExitWatch)? {
    var gone: Int32?
    while let pid = try holder(at: path) {
      do throws(SystemError) {
        return (pid, try ProcessExitWatch(of: pid))
      } catch {
        // One that has just ended does not hold it any more; one of another container has no number.
        guard error.code == ESRCH, gone != pid else {
          let isHidden = error.code == ESRCH || pid <= 0
          let reason = "It is not visible here, as if it ran in another container."
          throw SystemError(
            "watch the holder of \(path)",
            code: error.code,
            reason: isHidden ? reason : nil
          )
        }
        gone = pid
      }
    }
    return nil
  }

  /// Waits until the lock is free. It sleeps until the holder ends and does not poll.
  ///
  /// - Returns: whether it is free.
  package static func waitUntilFree(
    at path: String,
    _ deadline: Deadline
  ) throws(SystemError) -> Bool {
    while let (_, end) = try watchHolder(at: path) {
      guard !deadline.isExpired else { return false }
      _ = end.wait(deadline)
    }
    return true
  }

  private static var wholeFile: flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }
}

/// The reason why the lock was not taken.
package enum HubLockError: Error, Hashable {
  /// Another hub runs on the same directory.
  case held(by: Int32?)
  case unusable(SystemError)
}
