internal import Glibc

/// A session of a user at a terminal, identified beyond the reuse of device and pid.
package struct TerminalSession: Hashable, Sendable {
  /// The device of the terminal.
  package let terminal: Int
  /// The pid of the shell or other process that leads the session.
  package let leader: Int32
  /// The start time of that process, in ticks of the kernel's clock since boot.
  package let startTicks: UInt64

  package init(terminal: Int, leader: Int32, startTicks: UInt64) {
    self.terminal = terminal
    self.leader = leader
    self.startTicks = startTicks
  }

  /// Whether the leader of a session has ended, or another process has its pid.
  package static func hasEnded(leader: Int32, startTicks: UInt64) -> Bool {
    guard let status = ProcessStatus(of: leader) else { return true }
    return status.isZombie || status.startTicks != startTicks
  }

  /// The session of this process; `nil` if it has no terminal.
  package init?() {
    guard let own = ProcessStatus(of: getpid()), own.terminal != 0 else { return nil }
    let leader = ProcessStatus(of: own.session)
    self.init(
      terminal: own.terminal,
      leader: own.session,
      startTicks: leader?.startTicks ?? 0
    )
  }
}
