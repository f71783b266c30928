internal import CHost
internal import Glibc

/// The processes that this one adopts from its children, and their ends.
///
/// A process may leave its group and session, and outlive its parent. The kernel then makes it a
/// child of the nearest subreaper above it. This process is one, so that nothing that its children
/// have started leaves the tree below it. Adopted processes are reaped here, and killed when their
/// owner has ended; then their own children are adopted. Only children are killed: their pids cannot
/// be reused.
package struct AdoptedProcesses {
  /// Children that are left alone: those that a shell had started before it became this program,
  /// and programs that run as another user.
  private var foreign: Set<pid_t>
  /// Killed, and not yet reaped.
  private var dying: Set<pid_t> = []
  /// How often in a row the owner of a process was unknown.
  private var doubts = 0
  /// When to check again, if it was unknown.
  package private(set) var nextLook: Deadline?

  /// A process is executing a program for a moment only; what stays unknown longer has no owner.
  private static let maxDoubts = 50
  private static let lookAgain = Duration.milliseconds(20)

  /// A process that was killed.
  package struct Orphan: Hashable, Sendable {
    package let pid: Int32
    /// The mark of its owner, if its environment contains one.
    package let mark: String?
  }

  /// Adopts from now on. Called once, before any process is started.
  package init() {
    // Children leave no status where this signal is ignored, as by a parent of this process.
    signal(SIGCHLD, SIG_DFL)
    _ = host_adopt_orphans()
    foreign = []
    foreign = Set(children)
  }

  /// Whether all killed processes have ended, and none remains to be checked.
  package var isSettled: Bool { dying.isEmpty && nextLook == nil }

  /// Reaps all that have ended; the status of `own` processes stays.
  package mutating func reap(except own: Set<Int32>) {
    while case let pid = host_ended_child(), pid > 0, !own.contains(pid) {
      guard waitpid(pid, nil, WNOHANG) == pid else { return }
      foreign.remove(pid)
      dying.remove(pid)
    }
  }

  /// Kills the adopted processes without an owner among `own`, whose environments contain `marks`.
  ///
  /// It reads /proc, so that it is for the moments after the end of an owner, and of those that were
  /// killed.
  package mutating func killOrphans(except own: Set<Int32>, marks: Set<String>) -> [Orphan] {
    var isInDoubt = false
    var orphans: [Orphan] = []
    for pid in children where !own.contains(pid) && !foreign.contains(pid) && !dying.contains(pid) {
      var found: String?
      switch ProcessDirectory(pid).variable(ProcessJournal.variable) {
      case .value(let mark):
        if marks.contains(mark) { continue }
        found = mark
      case .unknown where doubts < AdoptedProcesses.maxDoubts:
        isInDoubt = true
        continue
      // As PID 1 this process adopts what anybody has started.
      case .unknown, .missing: if getpid() == 1 { continue }
      }
      if end(pid) { orphans.append(Orphan(pid: pid, mark: found)) }
    }
    doubts = isInDoubt ? doubts + 1 : 0
    nextLook = isInDoubt ? .after(AdoptedProcesses.lookAgain) : nil
    return orphans
  }

  /// Kills all and waits for their ends, before this process ends itself.
  ///
  /// - Returns: Whether none was left by the deadline.
  package mutating func endAll(before deadline: Deadline) -> Bool {
    while true {
      reap(except: [])
      let rest = children.filter { pid in !foreign.contains(pid) && end(pid) }
      guard let first = rest.first else { return true }
      guard !deadline.isExpired else { return false }
      if let exit = try? ProcessExitWatch(of: first) { _ = exit.wait(deadline) }
    }
  }

  private mutating func end(_ pid: pid_t) -> Bool {
    let isKilled = kill(pid, SIGKILL) == 0
    if isKilled { dying.insert(pid) } else { foreign.insert(pid) }
    return isKilled
  }

  private var children: [pid_t] {
    let own = getpid()
    return ProcessDirectory.processes.filter { ProcessStatus(of: $0)?.parent == own }
  }
}
