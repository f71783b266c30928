package import Glibc

/// Whether nobody but this user and the administrator can change what is to be run or believed.
package enum OwnershipCheck {
  /// Looks at a file and all folders above it, links resolved.
  ///
  /// - Throws: ``FileTrustError`` for the first one that somebody else can change.
  package static func check(_ path: String, user: uid_t = getuid()) throws(FileTrustError) {
    guard let resolved = realpath(path, nil) else {
      throw .unreadable(SystemError("look at \(path)"))
    }
    defer { free(resolved) }
    var next = String(cString: resolved)
    try checkOne(next, user, isFolder: false)
    // Whoever may write to a folder may put another file there under the same name.
    while next != "/" {
      next = parentFolder(of: next)
      try checkOne(next, user, isFolder: true)
    }
  }

  private static func checkOne(
    _ path: String,
    _ user: uid_t,
    isFolder: Bool
  ) throws(FileTrustError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(SystemError("look at \(path)")) }
    guard status.st_uid == user || status.st_uid == 0 else {
      throw .foreignOwner(path, owner: status.st_uid, user: user)
    }
    // In a folder such as /tmp nobody can replace what belongs to somebody else.
    let isSticky = isFolder && status.st_mode & S_ISVTX != 0
    guard isSticky || status.st_mode & 0o022 == 0 else {
      throw .openToOthers(path, mode: status.st_mode & 0o7777)
    }
  }
}

/// Why a file is not trusted.
package enum FileTrustError: UserFacingError, Hashable {
  case foreignOwner(String, owner: uid_t, user: uid_t)
  case openToOthers(String, mode: mode_t)
  case unreadable(SystemError)

  package var problem: String {
    switch self {
    case .foreignOwner(let path, let owner, let user):
      "\(path) belongs to user \(owner), and this is user \(user)."
    case .openToOthers(let path, let mode):
      "Others than its owner can write to \(path) (mode \(String(mode, radix: 8)))."
    case .unreadable(let error): error.problem
    }
  }

  package var advice: String {
    switch self {
    case .foreignOwner: "Make a copy of your own, or let it belong to root."
    case .openToOthers(let path, _): "Close it: chmod go-w \(path)"
    case .unreadable(let error): error.advice
    }
  }
}
