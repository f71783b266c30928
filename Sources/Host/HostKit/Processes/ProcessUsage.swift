internal import Glibc

/// What a process and all processes below it use.
package struct ProcessUsage: Hashable, Sendable {
  package private(set) var processes = 0
  /// Memory that belongs to them alone, and is not the contents of a file that has a name.
  package private(set) var memoryBytes = 0
  /// Bytes on the disk of files that they hold open, but that were removed.
  package private(set) var removedBytes = 0

  /// Looks at a process and its descendants; more than `maxProcesses` are not visited.
  package init(of root: Int32, maxProcesses: Int = 1_000) {
    var next = [root]
    var visited: [ProcessDirectory] = []
    while let pid = next.popLast(), visited.count < maxProcesses {
      let process = ProcessDirectory(pid)
      visited.append(process)
      next += process.children
    }
    processes = visited.count
    memoryBytes = visited.reduce(0) { $0 + ProcessUsage.memoryBytes(of: $1) }
    // Each counts once, even if several processes have it open.
    let files = Set(visited.flatMap(\.unnamedFiles))
    removedBytes = files.filter { !$0.isInMemory }.reduce(0) { $0 + $1.bytes }
    let inMemory = files.filter(\.isInMemory)
    guard !inMemory.isEmpty else { return }
    // What is mapped was counted as memory of each process.
    let inodes = Set(inMemory.map(\.inode))
    memoryBytes += inMemory.reduce(0) { $0 + $1.bytes }
    memoryBytes -= visited.reduce(0) { $0 + $1.mappedBytes(of: inodes) }
  }

  private static func memoryBytes(of process: ProcessDirectory) -> Int {
    let members: Set = ["RssAnon", "RssShmem", "VmSwap"]
    let lines = (process.text("status") ?? "").split(separator: "\n")
    return lines.reduce(0) { sum, line in
      guard let (name, bytes) = ProcessUsage.size(in: line), members.contains(name) else {
        return sum
      }
      return sum + bytes
    }
  }

  /// The name and the bytes of a line such as `RssAnon:  120 kB`.
  fileprivate static func size(in line: Substring) -> (name: String, bytes: Int)? {
    let words = line.split(whereSeparator: { " \t".contains($0) })
    guard words.count == 3, words[0].last == ":", words[2] == "kB", let size = Int(words[1]) else {
      return nil
    }
    return (String(words[0].dropLast()), size * 1024)
  }
}

/// An open file that has no name: a removed one, or one that was made in memory (`memfd_create`).
private struct UnnamedFile: Hashable {
  let device: dev_t
  let inode: ino_t
  let bytes: Int
  let isInMemory: Bool

  /// Looks at a link in `/proc/PID/fd`; `nil` if its file has a name.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 0 else {
      return nil
    }
    device = status.st_dev
    inode = status.st_ino
    bytes = Int(status.st_blocks) * 512
    var target = [CChar](repeating: 0, count: UnnamedFile.inMemory.utf8.count)
    let length = readlink(path, &target, target.count)
    isInMemory =
      target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
      == Array(
        UnnamedFile.inMemory.utf8
      )
  }

  /// How the kernel begins the names of files in memory.
  static let inMemory = "/memfd:"
}

extension ProcessDirectory {
  /// More files than a program may have open are ignored.
  private static let maxFiles = 1_024

  fileprivate var unnamedFiles: [UnnamedFile] {
    openFiles.prefix(ProcessDirectory.maxFiles).compactMap(UnnamedFile.init)
  }

  /// The bytes of files in memory that are also in its own memory.
  fileprivate func mappedBytes(of files: Set<ino_t>) -> Int {
    var (isOne, bytes) = (false, 0)
    for line in (text("smaps") ?? "").split(separator: "\n") {
      if let (name, size) = ProcessUsage.size(in: line) {
        guard isOne else { continue }
        // Its own copies of changed pages are not part of the file.
        if name == "Rss" { bytes += size } else if name == "Anonymous" { bytes -= size }
      } else {
        // 7f2c-7f2d rw-s 00000000 00:01 2049 /memfd:x (deleted)
        let words = line.split(separator: " ", maxSplits: 5)
        guard words.count > 4, words[0].contains("-") else { continue }
        isOne =
          words.count > 5 && words[5].drop { $0 == " " }.hasPrefix(UnnamedFile.inMemory)
          && ino_t(words[4]).map(files.contains) == true
      }
    }
    return bytes
  }
}
