internal import FoundationEssentials
internal import Glibc

/// Writes down which processes were started, so that the next one who holds the directory can end what
/// the last one had to leave behind.
///
/// A process is ended only where it is beyond doubt one of ours: number, start and executable are
/// those written down, or it belongs to the group of such a one, or it was started with the secret
/// mark of one in its environment. A number alone may be anybody's by now.
package struct ProcessJournal: Sendable {
  /// The variable of the environment that holds the mark.
  package static let variable = "MUSICBUS_SPAWN"

  private let directory: String

  private struct Entry: Codable {
    var name: String
    var process: ProcessIdentity
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

  /// Notes a process that runs; again where it has become another program since.
  package func record(_ name: String, pid: Int32, mark: String) throws {
    // One that has ended already leaves nothing to find.
    guard let process = ProcessIdentity(of: pid) else { return }
    try HubPaths.makeDirectory(directory)
    let bytes = Array(try JSONEncoder().encode(Entry(name: name, process: process, mark: mark)))
    // In one piece, so that whoever is killed here leaves the old one or the new one. After a power
    // cut no process is left to find: nothing needs to be on the disk.
    let temporary = "\(directory)/new"
    try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_TRUNC).write(bytes)
    guard rename(temporary, path(of: pid)) == 0 else { throw SystemError("write \(path(of: pid))") }
  }

  /// Takes out a process that has ended, and all that it has started.
  package func remove(_ pid: Int32) { unlink(path(of: pid)) }

  private func path(of pid: pid_t) -> String { "\(directory)/\(pid).json" }

  /// Ends what is left of the processes that are written down, and forgets them. Called before any
  /// is started, by whoever alone may write here.
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
    let isLeaderThere = entry.process.isAlive
    let mark = "\(ProcessJournal.variable)=\(entry.mark)"
    return pids.compactMap { pid in
      // First the hold on the process, then the look: what is seen is what will be ended.
      guard pid != getpid(), let end = try? ProcessExitWatch(of: pid),
        let status = ProcessStatus(of: pid), !status.isZombie
      else { return nil }
      let isOfGroup = isLeaderThere && status.group == entry.process.pid
      guard isOfGroup || ProcessDirectory(pid).wasGiven(mark) else { return nil }
      return (entry.name, pid, end)
    }
  }
}
