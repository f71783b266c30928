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
      throw .unreadable(SystemError("inspect \(path)"))
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
    guard stat(path, &status) == 0 else { throw .unreadable(SystemError("inspect \(path)")) }
    guard status.st_uid == user || status.st_uid == 0 else {
      throw .foreignOwner(path, owner: status.st_uid, user: user)
    }
    // In a directory such as /tmp, users cannot replace files of other users.
    let isSticky = isDirectory && status.st_mode & S_ISVTX != 0
    guard !isSticky, status.st_mode & 0o022 != 0 else { return }
    // With the umask 002, files are writable by the group that the user is alone in.
    let isOfGroup = status.st_mode & 0o002 == 0
    guard isOfGroup, PrivateGroup.isPrivate(status.st_gid, of: user) else {
      throw .accessibleToOthers(path, mode: status.st_mode & 0o7777)
    }
  }
}

/// The group of a single user, as Debian makes one for each (`USERGROUPS` of adduser.conf).
enum PrivateGroup {
  private static let maxEntryBytes = 64 * 1024

  /// Whether a group is the primary group of a user, has the user's name, and no other member.
  static func isPrivate(_ group: gid_t, of user: uid_t) -> Bool {
    guard let owner = owner(user), owner.group == group, let entry = entry(group) else {
      return false
    }
    return entry.name == owner.name && entry.members.allSatisfy { $0 == owner.name }
  }

  private static func owner(_ user: uid_t) -> (name: String, group: gid_t)? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: maxEntryBytes) { buffer in
      var record = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = buffer.baseAddress,
        getpwuid_r(user, &record, start, buffer.count, &found) == 0, found != nil
      else { return nil }
      return (String(cString: record.pw_name), record.pw_gid)
    }
  }

  private static func entry(_ id: gid_t) -> (name: String, members: [String])? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: maxEntryBytes) { buffer in
      var record = group()
      var found: UnsafeMutablePointer<group>?
      guard let start = buffer.baseAddress,
        getgrgid_r(id, &record, start, buffer.count, &found) == 0, found != nil
      else { return nil }
      var members: [String] = []
      while let member = record.gr_mem[members.count] { members.append(String(cString: member)) }
      return (String(cString: record.gr_name), members)
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
      "Make a copy of your own, or if you trust it, let it belong to you: chown \(user) \(path.quotedForShell)"
    case .accessibleToOthers(let path, _): "Fix it: chmod go-w \(path.quotedForShell)"
    case .unreadable(let error): error.hint
    }
  }
}
