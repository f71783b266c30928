internal import FoundationEssentials
internal import Glibc

/// Records the processes that were started, so that the next hub can end those left by a crash.
///
/// A process is ended only if it is certainly ours: pid, start time and executable are those
/// recorded, or it belongs to the group of such a process, or its environment contains the secret
/// mark of one. A pid alone may have been reused.
package struct ProcessJournal: Sendable {
  /// The variable of the environment that holds the mark.
  package static let variable = "MUSICBUS_SPAWN"

  private let directory: String

  private struct Entry: Codable {
    var name: String
    /// `nil` until the process was started.
    var process: ProcessIdentity?
    var mark: String
  }

  /// A process that was ended.
  package struct ReapedOrphan: Hashable, Sendable {
    package let name: String
    package let pid: Int32
    /// Whether it has gone within the time.
    package let hasExited: Bool
  }

  package init(at directory: String) { self.directory = directory }

  /// Records the mark of a process that is about to be started.
  ///
  /// A hub that is killed before ``record(_:pid:mark:)`` leaves the process with that mark only.
  package func announce(_ name: String, mark: String) throws {
    try write(Entry(name: name, process: nil, mark: mark), as: mark)
  }

  /// Takes back an announcement, because the process was recorded or could not be started.
  package func withdraw(mark: String) { unlink(path(of: mark)) }

  /// Records a running process, again if it has executed another program.
  package func record(_ name: String, pid: Int32, mark: String) throws {
    // One that has ended already leaves nothing to find.
    guard let process = ProcessIdentity(of: pid) else { return }
    try write(Entry(name: name, process: process, mark: mark), as: "\(pid)")
  }

  private func write(_ entry: Entry, as name: String) throws {
    try HubPaths.makeDirectory(directory)
    let bytes = Array(try JSONEncoder().encode(entry))
    // Atomically, so that a crash here leaves the old or the new file. After a power cut no process
    // remains, so the file need not be durable.
    let path = path(of: name)
    let (file, temporary) = try RegularFile.createTemporary(beside: path)
    try file.write(bytes)
    guard rename(temporary, path) == 0 else { throw SystemError("write \(path)") }
  }

  /// Takes out a process that has ended, and all that it has started.
  package func remove(_ pid: Int32) { unlink(path(of: "\(pid)")) }

  private func path(of name: String) -> String { "\(directory)/\(name).json" }

  /// Ends the recorded processes that still run, and clears the journal. Called before any is
  /// started, by the only writer of this directory.
  package func reapOrphans(_ deadline: Deadline) -> [ReapedOrphan] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    guard !files.isEmpty else { return [] }
    defer { for file in files { unlink("\(directory)/\(file)") } }
    let entries = files.sorted().compactMap { file -> Entry? in
      guard
        let bytes = try? FileDescriptor("\(directory)/\(file)", O_RDONLY).readAll(atMost: 64 * 1024)
      else { return nil }
      return try? JSONDecoder().decode(Entry.self, from: Data(bytes))
    }
    let left = ProcessDirectory.processes
    let found = entries.flatMap { entry in rest(of: entry, among: left) }
    for (_, _, end) in found { end.force() }
    return found.map { ReapedOrphan(name: $0, pid: $1, hasExited: $2.wait(deadline)) }
  }

  private func rest(of entry: Entry, among pids: [pid_t]) -> [(String, pid_t, ProcessExitWatch)] {
    let leader = entry.process.flatMap { $0.isAlive ? $0.pid : nil }
    let mark = "\(ProcessJournal.variable)=\(entry.mark)"
    return pids.compactMap { pid in
      // The descriptor is opened before the check, so that the checked process is the one that
      // ends.
      guard pid != getpid(), let end = try? ProcessExitWatch(of: pid),
        let status = ProcessStatus(of: pid), !status.isZombie
      else { return nil }
      guard status.group == leader || ProcessDirectory(pid).wasGiven(mark) else { return nil }
      return (entry.name, pid, end)
    }
  }
}
