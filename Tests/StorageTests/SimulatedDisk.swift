import Storage
import Glibc
import HostKit
import Synchronization

/// A disk that forgets, when the power goes, all that was not synced; that can let any call fail,
/// and cut any write at any byte.
final class SimulatedDisk: FileSystem {
  /// What goes wrong at one call, counted from 1.
  enum Fault: Sendable {
    /// The call fails, and all later ones work again.
    case error(call: Int, CInt)
    /// The call and all later ones fail: until somebody restarts.
    case broken(from: Int, CInt)
    /// The hub dies in the middle of this call, of which so many bytes are written.
    case death(call: Int, bytesWritten: Int)

    var call: Int {
      switch self {
      case .error(let call, _), .broken(let call, _), .death(let call, _): call
      }
    }
  }

  /// How the machine comes back.
  enum Crash: CaseIterable {
    /// The hub was killed; the machine went on.
    case killed
    /// Power loss: only what was synced is there.
    case nothingUnsynced
    /// Power loss: file contents were written, names were not.
    case contentsOnly
    /// Power loss: names were written, contents were not.
    case namesOnly
    /// Power loss: of each file, half of what was not synced is there.
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
    fileprivate var folders: Set<String> = ["/", "/documents"]
    fileprivate var open: [CInt: UInt64] = [:]
    fileprivate var locks: [UInt64: CInt] = [:]
    fileprivate var nextNumber: CInt = 3
    fileprivate var clock: Int64 = 1
    fileprivate var fault: Fault?
    fileprivate var isDead = false
    var calls = 0
    /// How many bytes each call wrote.
    var written: [Int: Int] = [:]
    var capacity = Int.max
    var syncs = 0
  }

  private let contents: Mutex<Contents>
  /// Closed, it lets no sync return: a disk that has stopped to answer.
  let gate = Gate()
  /// The same for files that are written as a whole.
  let wholeFiles = Gate()

  init(_ contents: Contents = Contents()) { self.contents = Mutex(contents) }

  /// Everything as it is now, to start from again.
  var snapshot: Contents { contents.withLock { $0 } }

  /// Everything as it was then; open files are open again.
  func restore(_ snapshot: Contents) { contents.withLock { $0 = snapshot } }

  func plan(_ fault: Fault?) {
    contents.withLock {
      $0.fault = fault
      $0.calls = 0
      $0.written = [:]
    }
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

// What other programs do
extension SimulatedDisk {
  /// What of a disk makes a difference to who opens the document.
  struct Traces: Hashable {
    let document: [UInt8]?
    let paths: [String]
  }

  var traces: Traces { Traces(document: bytes(Desk.path), paths: paths) }

  func bytes(_ path: String) -> [UInt8]? {
    contents.withLock { contents in contents.names[path].flatMap { contents.inodes[$0]?.bytes } }
  }

  func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  var used: Int { contents.withLock { $0.used } }

  var paths: [String] { contents.withLock { $0.names.keys.sorted() } }

  /// Puts a new file in the place of another, as an editor does.
  func replace(_ path: String, with bytes: [UInt8]) {
    contents.withLock { contents in
      let inode = contents.newInode()
      contents.inodes[inode] = .init(bytes: bytes, durable: bytes)
      contents.touch(inode)
      contents.names[path] = inode
      contents.durableNames[path] = inode
    }
  }

  /// Writes into the file itself.
  func overwrite(_ path: String, with bytes: [UInt8]) {
    contents.withLock { contents in
      guard let inode = contents.names[path] else { return }
      contents.inodes[inode] = .init(bytes: bytes, durable: bytes)
      contents.touch(inode)
    }
  }

  /// Changes bytes without anybody having written them.
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

  func removeFolder(_ path: String) {
    contents.withLock { contents in
      contents.folders.remove(path)
      contents.names = contents.names.filter { !$0.key.hasPrefix(path + "/") }
      contents.durableNames = contents.names
    }
  }

  func addFolder(_ path: String) { contents.withLock { _ = $0.folders.insert(path) } }
}

extension SimulatedDisk.Contents {
  fileprivate mutating func newInode() -> UInt64 {
    UInt64(inodes.count + 100)
  }

  /// Counts a call, and lets it fail where that is planned. `onDeath` is what still happens.
  fileprivate mutating func enter(
    _ action: String,
    onDeath: (inout Self, Int) -> Void = { _, _ in }
  ) throws(SystemError) {
    calls += 1
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
      guard contents.folders.contains(parentDirectory(of: path)) else {
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
      // Long writes come in pieces, as the system may do it.
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
    gate.pass()
    try call("sync") { contents throws(SystemError) in
      let inode = try contents.inode(file)
      contents.syncs += 1
      let bytes = contents.inodes[inode]?.bytes ?? []
      contents.inodes[inode]?.durable = bytes
      contents.inodes[inode]?.wasCut = false
    }
  }

  func sync(_ file: OpenFileHandle) throws(SystemError) {
    wholeFiles.pass()
    try syncData(file)
  }

  func syncFolder(_ path: String) throws(SystemError) {
    try call("sync \(path)") { contents throws(SystemError) in
      guard contents.folders.contains(path) else { throw SystemError("sync", code: ENOENT) }
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

  func makeFolders(_ path: String) throws(SystemError) {
    try call("make \(path)") { contents throws(SystemError) in _ = contents.folders.insert(path) }
  }

  func status(_ file: OpenFileHandle) throws(SystemError) -> FileStatus {
    try call("look") { contents throws(SystemError) in
      contents.status(try contents.inode(file))
    }
  }

  func status(at path: String) throws(SystemError) -> FileStatus? {
    try call("look at \(path)") { contents throws(SystemError) in
      if contents.folders.contains(path) {
        return FileStatus(device: 1, inode: 1, size: 0, modified: 0, isFolder: true)
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
      isFolder: false
    )
  }
}
