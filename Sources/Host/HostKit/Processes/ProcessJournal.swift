internal import FoundationEssentials
internal import Glibc
internal import JSON

/// Records the processes that were started, so that the next hub can end those left by a crash.
///
/// A process is ended only if it is certainly ours: pid, start time and executable are those
/// recorded, or it belongs to the group of such a process, or its environment contains the secret
/// mark of one, or it descends from one that is ours. A pid alone may have been reused.
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
    try write(Entry(name: name, process: nil, mark: mark))
  }

  /// Records a running process, again if it has executed another program.
  package func record(_ name: String, pid: Int32, mark: String) throws {
    // One that has ended already may have left others, which have its mark.
    try write(Entry(name: name, process: ProcessIdentity(of: pid), mark: mark))
  }

  private func write(_ entry: Entry) throws {
    try HubPaths.makeDirectory(directory)
    // Atomically, so that a crash here leaves the old or the new file. After a power cut no process
    // remains, so the file need not be durable.
    try replaceFile(
      path(of: entry.mark),
      with: JSONCodec.encode(entry),
      isDurable: false
    )
  }

  /// Takes out a process when it and all that it has started have ended, or that could not be started.
  package func remove(mark: String) { unlink(path(of: mark)) }

  private func path(of mark: String) -> String { "\(directory)/\(mark).json" }

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
      return try? JSONCodec.decode(Entry.self, from: bytes)
    }
    var ended: [(name: String, pid: pid_t, exit: ProcessExitWatch)] = []
    // What they started meanwhile is found at the next look; a killed process starts nothing.
    repeat {
      let found = orphans(of: entries).filter { orphan in
        !ended.contains { $0.pid == orphan.status.pid }
      }
      let new = found.compactMap { name, status in
        end(status).map { (name: name, pid: status.pid, exit: $0) }
      }
      if new.isEmpty { break }
      ended += new
    } while !deadline.isExpired
    return ended.map { ReapedOrphan(name: $0, pid: $1, hasExited: $2.wait(deadline)) }
  }

  /// The processes of these entries that run, with the names of the entries.
  private func orphans(of entries: [Entry]) -> [(name: String, status: ProcessStatus)] {
    let named = entries.map {
      (entry: $0, leader: $0.process.flatMap { $0.isAlive ? $0.pid : nil })
    }
    let running = ProcessDirectory.processes.compactMap { pid -> ProcessStatus? in
      guard pid != getpid(), let status = ProcessStatus(of: pid), !status.isZombie else {
        return nil
      }
      return status
    }
    var found = running.compactMap { status -> (name: String, status: ProcessStatus)? in
      let mark = ProcessDirectory(status.pid).variable(ProcessJournal.variable)
      let owner = named.first { $0.leader == status.group || mark == .value($0.entry.mark) }
      return owner.map { ($0.entry.name, status) }
    }
    let children = Dictionary(grouping: running, by: \.parent)
    var known = Set(found.map(\.status.pid))
    var next = found.startIndex
    while next < found.endIndex {
      for child in children[found[next].status.pid] ?? [] where known.insert(child.pid).inserted {
        found.append((found[next].name, child))
      }
      next += 1
    }
    return found
  }

  /// Kills a checked process, and no later one with the same pid.
  private func end(_ process: ProcessStatus) -> ProcessExitWatch? {
    guard let exit = try? ProcessExitWatch(of: process.pid),
      ProcessStatus(of: process.pid)?.startTicks == process.startTicks
    else { return nil }
    exit.force()
    return exit
  }
}
