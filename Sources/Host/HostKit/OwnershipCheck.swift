internal import Glibc

/// Checks that only this user and the administrator can change a file to be run or trusted.
package enum OwnershipCheck {
  /// Checks a file and all directories above it, with links resolved.
  ///
  /// - Throws: ``OwnershipError`` for the first one that another user can change.
  package static func check(_ path: String, user: UInt32 = getuid()) throws(OwnershipError) {
    guard let resolved = realpath(path, nil) else {
      throw .unreadable(SystemError("look at \(path)"))
    }
    defer { free(resolved) }
    var next = String(cString: resolved)
    try checkOne(next, user, isDirectory: false)
    // A user who can write to a directory can replace its files.
    while next != "/" {
      next = parentDirectory(of: next)
      try checkOne(next, user, isDirectory: true)
    }
  }

  private static func checkOne(
    _ path: String,
    _ user: UInt32,
    isDirectory: Bool
  ) throws(OwnershipError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(SystemError("look at \(path)")) }
    guard status.st_uid == user || status.st_uid == 0 else {
      throw .foreignOwner(path, owner: status.st_uid, user: user)
    }
    // In a directory such as /tmp, users cannot replace files of other users.
    let isSticky = isDirectory && status.st_mode & S_ISVTX != 0
    guard isSticky || status.st_mode & 0o022 == 0 else {
      throw .accessibleToOthers(path, mode: status.st_mode & 0o7777)
    }
  }
}

/// The reason why a file is not trusted.
package enum OwnershipError: UserFacingError, Hashable {
  case foreignOwner(String, owner: UInt32, user: UInt32)
  case accessibleToOthers(String, mode: UInt32)
  case unreadable(SystemError)

  package var message: String {
    switch self {
    case .foreignOwner(let path, let owner, let user):
      "\(path) belongs to user \(owner), and this is user \(user)."
    case .accessibleToOthers(let path, let mode):
      "\(path) is writable by other users (mode \(String(mode, radix: 8)))."
    case .unreadable(let error): error.message
    }
  }

  package var hint: String {
    switch self {
    case .foreignOwner: "Make a copy of your own, or let it belong to root."
    case .accessibleToOthers(let path, _): "Fix it: chmod go-w \(path)"
    case .unreadable(let error): error.hint
    }
  }
}
