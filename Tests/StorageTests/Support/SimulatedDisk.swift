import Storage
import Glibc
import HostKit
import Synchronization

/// A disk that loses unsynced data in a power loss, lets calls fail,
/// and truncates writes, as planned.
final class SimulatedDisk: FileSystem {
  /// A fault of one call, counted from 1.
  enum Fault: Sendable {
    /// The call fails, and all later ones work again.
    case error(call: Int, CInt)
    /// The call and all later ones fail until a restart.
    case broken(from: Int, CInt)
    /// The hub is killed during this call, after so many bytes are written.
    case death(call: Int, bytesWritten: Int)

    var call: Int {
      switch self {
      case .error(let call, _), .broken(let call, _), .death(let call, _): call
      }
    }
  }

  /// Another program adds bytes to a file just before a call.
  struct Intrusion: Sendable {
    let call: Int
    let bytes: [UInt8]
    /// The file that it has opened; otherwise it opens the one with this path just then.
    let inode: UInt64?
    let path: String
  }

  /// The state of the disk after a crash.
  enum Crash: CaseIterable {
    /// The hub was killed; nothing is lost.
    case killed
    /// Power loss: only synced data is left.
    case nothingUnsynced
    /// Power loss: file contents were written, names were not.
    case contentsOnly
    /// Power loss: names were written, contents were not.
    case namesOnly
    /// Power loss: half of the unsynced data of each file is left.
    case half
  }

  struct Contents: Sendable {
    fileprivate struct Inode {
      var bytes: [UInt8] = []
      var durable: [UInt8] = []
      /// Whether anything but appending was done since the last sync.
      var wasCut = false
      var modified: Int64 = 0
    }

    fileprivate var inodes: [UInt64: Inode] = [:]
    fileprivate var names: [String: UInt64] = [:]
    fileprivate var durableNames: [String: UInt64] = [:]
    fileprivate var directories: Set<String> = ["/", "/documents"]
    fileprivate var open: [CInt: UInt64] = [:]
    fileprivate var locks: [UInt64: CInt] = [:]
    fileprivate var nextNumber: CInt = 3
    fileprivate var clock: Int64 = 1
    fileprivate var fault: Fault?
    fileprivate var intrusion: Intrusion?
    fileprivate var isDead = false
    var calls = 0
    /// The number of bytes that each call wrote.
    var written: [Int: Int] = [:]
    var capacity = Int.max
    var syncs = 0
  }

  private let contents: Mutex<Contents>
  /// Blocks syncs, as on a hanging disk.
  let syncBlocker = ThreadBlocker()
  /// Blocks syncs of files that are written as a whole.
  let wholeFileSyncBlocker = ThreadBlocker()

  init(_ contents: Contents = Contents()) { self.contents = Mutex(contents) }

  /// The current content.
  var snapshot: Contents { contents.withLock { $0 } }

  /// Restores the content; open files are open again.
  func restore(_ snapshot: Contents) { contents.withLock { $0 = snapshot } }

  func plan(_ fault: Fault?) {
    contents.withLock {
      $0.fault = fault
      $0.calls = 0
      $0.written = [:]
    }
  }

  /// Lets another program add bytes to a file just before a call, counted from the last plan of a fault.
  func intrude(_ intrusion: Intrusion) { contents.withLock { $0.intrusion = intrusion } }

  func inode(of path: String) -> UInt64? { contents.withLock { $0.names[path] } }

  /// Adds bytes to a file, which may have no name any more.
  func append(_ bytes: [UInt8], to inode: UInt64) {
    contents.withLock { $0.append(inode, bytes[...]) }
  }

  func limit(to bytes: Int) { contents.withLock { $0.capacity = bytes } }

  /// The disk as a new process finds it.
  func restarted(after crash: Crash) -> SimulatedDisk {
    contents.withLock { contents in
      var next = contents
      next.isDead = false
      next.fault = nil
      next.open = [:]
      next.locks = [:]
      if crash == .nothingUnsynced || crash == .contentsOnly { next.names = contents.durableNames }
      for (number, inode) in contents.inodes {
        let rest = inode.wasCut ? [] : inode.bytes.dropFirst(inode.durable.count)
        let bytes: [UInt8] =
          switch crash {
          case .killed, .contentsOnly: inode.bytes
          case .nothingUnsynced, .namesOnly: inode.durable
          case .half: inode.durable + rest.prefix(rest.count / 2)
          }
        next.inodes[number] = Contents.Inode(
          bytes: bytes,
          durable: bytes,
          modified: inode.modified
        )
      }
      next.durableNames = next.names
      return SimulatedDisk(next)
    }
  }
}

// Actions of other programs
extension SimulatedDisk {
  /// The parts of the content that affect the opening of the favourites file.
  struct Traces: Hashable {
    let document: [UInt8]?
    let paths: [String]
  }

  var traces: Traces { Traces(document: bytes(FavoritesEditor.path), paths: paths) }

  func bytes(_ path: String) -> [UInt8]? {
    contents.withLock { contents in contents.names[path].flatMap { contents.inodes[$0]?.bytes } }
  }

  func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  var used: Int { contents.withLock { $0.used } }

  var paths: [String] { contents.withLock { $0.names.keys.sorted() } }

  /// Replaces a file by a new one, as an editor does.
  func replace(_ path: String, with bytes: [UInt8]) {
    contents.withLock { contents in
      let inode = contents.newInode()
      contents.inodes[inode] = .init(bytes: bytes, durable: bytes)
      contents.touch(inode)
      contents.names[path] = inode
      contents.durableNames[path] = inode
    }
  }

  /// Replaces the content of a file.
  func overwrite(_ path: String, with bytes: [UInt8]) {
    contents.withLock { contents in
      guard let inode = contents.names[path] else { return }
      contents.inodes[inode] = .init(bytes: bytes, durable: bytes)
      contents.touch(inode)
    }
  }

  /// Changes bytes without a write.
  func rot(_ path: String, _ body: (inout [UInt8]) -> Void) {
    contents.withLock { contents in
      guard let inode = contents.names[path], var bytes = contents.inodes[inode]?.bytes else {
        return
      }
      body(&bytes)
      contents.inodes[inode]?.bytes = bytes
      contents.inodes[inode]?.durable = bytes
    }
  }

  func unlink(_ path: String) {
    contents.withLock {
      $0.names[path] = nil
      $0.durableNames[path] = nil
    }
  }

  func removeDirectory(_ path: String) {
    contents.withLock { contents in
      contents.directories.remove(path)
      contents.names = contents.names.filter { !$0.key.hasPrefix(path + "/") }
      contents.durableNames = contents.names
    }
  }

  func addDirectory(_ path: String) { contents.withLock { _ = $0.directories.insert(path) } }
}

extension SimulatedDisk.Contents {
  fileprivate mutating func newInode() -> UInt64 {
    UInt64(inodes.count + 100)
  }

  /// Counts a call, and lets it fail if planned. `onDeath` performs the part before the kill.
  fileprivate mutating func enter(
    _ action: String,
    onDeath: (inout Self, Int) -> Void = { _, _ in }
  ) throws(SystemError) {
    calls += 1
    if let intruder = intrusion, intruder.call == calls {
      intrusion = nil
      if let inode = intruder.inode ?? names[intruder.path] { append(inode, intruder.bytes[...]) }
    }
    if isDead { throw SystemError(action, code: EIO) }
    guard let fault, fault.call <= calls else { return }
    switch fault {
    case .error(let call, let code): if call == calls { throw SystemError(action, code: code) }
    case .broken(_, let code): throw SystemError(action, code: code)
    case .death(_, let count):
      isDead = true
      onDeath(&self, count)
      throw SystemError(action, code: EIO)
    }
  }

  fileprivate func inode(_ file: OpenFileHandle) throws(SystemError) -> UInt64 {
    guard let inode = open[file.descriptor] else { throw SystemError("use a file", code: EBADF) }
    return inode
  }

  fileprivate mutating func append(_ inode: UInt64, _ bytes: ArraySlice<UInt8>) {
    inodes[inode]?.bytes += bytes
    touch(inode)
  }

  fileprivate mutating func touch(_ inode: UInt64) {
    clock += 1
    inodes[inode]?.modified = clock
  }

  fileprivate var used: Int { names.values.reduce(0) { $0 + (inodes[$1]?.bytes.count ?? 0) } }
}

extension SimulatedDisk {
  private func call<Result: Sendable>(
    _ action: String,
    _ body: (inout Contents) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try contents.withLock { contents throws(SystemError) in
      try contents.enter(action)
      return try body(&contents)
    }
  }

  func open(_ path: String, _ access: FileAccess) throws(SystemError) -> OpenFileHandle {
    try call("open \(path)") { contents throws(SystemError) in
      guard contents.directories.contains(parentDirectory(of: path)) else {
        throw SystemError("open \(path)", code: ENOENT)
      }
      if contents.names[path] == nil {
        guard access == .making || access == .replacing else {
          throw SystemError("open \(path)", code: ENOENT)
        }
        let inode = contents.newInode()
        contents.inodes[inode] = .init()
        contents.touch(inode)
        contents.names[path] = inode
      }
      let inode = contents.names[path] ?? 0
      if access == .replacing {
        contents.inodes[inode]?.bytes = []
        contents.inodes[inode]?.wasCut = true
        contents.touch(inode)
      }
      contents.nextNumber += 1
      contents.open[contents.nextNumber] = inode
      return OpenFileHandle(contents.nextNumber)
    }
  }

  func close(_ file: OpenFileHandle) {
    contents.withLock { contents in
      contents.open[file.descriptor] = nil
      contents.locks = contents.locks.filter { $0.value != file.descriptor }
    }
  }

  func read(
    _ file: OpenFileHandle,
    from offset: Int,
    count: Int
  ) throws(SystemError) -> [UInt8] {
    try call("read") { contents throws(SystemError) in
      let bytes = contents.inodes[try contents.inode(file)]?.bytes ?? []
      return Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  func append(_ file: OpenFileHandle, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try contents.withLock { contents throws(SystemError) in
      try contents.enter("write") { contents, count in
        if let inode = contents.open[file.descriptor] {
          contents.append(inode, bytes.prefix(count))
        }
      }
      let inode = try contents.inode(file)
      let room = max(0, contents.capacity - contents.used)
      guard room > 0 else { throw SystemError("write", code: ENOSPC) }
      // Long writes are partial, as the system may do it.
      let count = min(bytes.count, room, 4096)
      contents.append(inode, bytes.prefix(count))
      contents.written[contents.calls] = count
      return count
    }
  }

  func truncate(_ file: OpenFileHandle, to size: Int) throws(SystemError) {
    try call("truncate") { contents throws(SystemError) in
      let inode = try contents.inode(file)
      guard let bytes = contents.inodes[inode]?.bytes else { return }
      contents.inodes[inode]?.bytes = Array(bytes.prefix(size))
      contents.inodes[inode]?.wasCut = true
      contents.touch(inode)
    }
  }

  func syncData(_ file: OpenFileHandle) throws(SystemError) {
    syncBlocker.waitIfBlocked()
    try call("sync") { contents throws(SystemError) in
      let inode = try contents.inode(file)
      contents.syncs += 1
      let bytes = contents.inodes[inode]?.bytes ?? []
      contents.inodes[inode]?.durable = bytes
      contents.inodes[inode]?.wasCut = false
    }
  }

  func sync(_ file: OpenFileHandle) throws(SystemError) {
    wholeFileSyncBlocker.waitIfBlocked()
    try syncData(file)
  }

  func syncDirectory(_ path: String) throws(SystemError) {
    try call("sync \(path)") { contents throws(SystemError) in
      guard contents.directories.contains(path) else { throw SystemError("sync", code: ENOENT) }
      contents.durableNames = contents.names
    }
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try call("rename \(path)") { contents throws(SystemError) in
      guard let inode = contents.names.removeValue(forKey: path) else {
        throw SystemError("rename", code: ENOENT)
      }
      contents.names[newPath] = inode
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try call("remove \(path)") { contents throws(SystemError) in
      guard contents.names.removeValue(forKey: path) != nil else {
        throw SystemError("remove", code: ENOENT)
      }
    }
  }

  func makeDirectories(_ path: String) throws(SystemError) {
    try call("make \(path)") { contents throws(SystemError) in _ = contents.directories.insert(path)
    }
  }

  func status(_ file: OpenFileHandle) throws(SystemError) -> FileStatus {
    try call("look") { contents throws(SystemError) in
      contents.status(try contents.inode(file))
    }
  }

  func checkKind(_ path: String) throws(SystemError) {}

  func status(at path: String) throws(SystemError) -> FileStatus? {
    try call("inspect \(path)") { contents throws(SystemError) in
      if contents.directories.contains(path) {
        return FileStatus(device: 1, inode: 1, size: 0, modified: 0, isDirectory: true)
      }
      return contents.names[path].map { contents.status($0) }
    }
  }

  func lock(_ file: OpenFileHandle) throws(SystemError) -> Bool {
    try call("lock") { contents throws(SystemError) in
      let inode = try contents.inode(file)
      if contents.locks[inode] != nil { return false }
      contents.locks[inode] = file.descriptor
      return true
    }
  }

  func resolved(_ path: String) -> String { path }
}

extension SimulatedDisk.Contents {
  fileprivate func status(_ inode: UInt64) -> FileStatus {
    FileStatus(
      device: 1,
      inode: inode,
      size: inodes[inode]?.bytes.count ?? 0,
      modified: inodes[inode]?.modified ?? 0,
      isDirectory: false
    )
  }
}
