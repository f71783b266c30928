internal import Glibc

/// Checks that only this user and the administrator can change a file to be run or trusted.
package enum OwnershipCheck {
  /// Checks a file and all directories above it, with links resolved.
  ///
  /// - Returns: The path without links. Nobody else can change where it leads, so that what is opened by
  ///   it is what was checked.
  /// - Throws: ``OwnershipError`` for the first one that another user can change.
  @discardableResult
  package static func check(
    _ path: String,
    user: UInt32 = getuid()
  ) throws(OwnershipError) -> String {
    guard let file = realPath(path) else {
      throw .unreadable(SystemError("look at \(path)"))
    }
    try checkOne(file, user, isDirectory: false)
    var next = file
    // A user who can write to a directory can replace its files.
    while next != "/" {
      next = parentDirectory(of: next)
      try checkOne(next, user, isDirectory: true)
    }
    return file
  }

  /// Whether a path is a directory of a user, not a link to one, that nobody else can access.
  static func isPrivateDirectory(_ path: String, of user: UInt32) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == user && status.st_mode & 0o077 == 0
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
    case .foreignOwner(let path, _, let user):
      "Make a copy of your own, or if you trust it, let it belong to you: chown \(user) \(path)"
    case .accessibleToOthers(let path, _): "Fix it: chmod go-w \(path)"
    case .unreadable(let error): error.hint
    }
  }
}
