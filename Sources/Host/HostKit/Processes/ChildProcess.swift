internal import Glibc
internal import Synchronization

/// A process that this one has started.
///
/// It inherits only the listed descriptors, and has default signals; usually it leads a separate
/// process group. Its end can be polled (``end``) and must be taken by ``reap()``: an object that
/// is released before kills and reaps its process, unless it was started to outlive this one.
package final class ChildProcess {
  /// Also the id of its process group, if it leads one.
  package let pid: Int32
  /// Readable as soon as the process has ended.
  package let end: ProcessExitWatch
  /// Our end of its standard input, until ``closeLifeline()``.
  package private(set) var input: FileDescriptor?
  /// Our ends of its output if it is a pipe; reads never wait.
  package let output: FileDescriptor?
  package let errors: FileDescriptor?
  /// Its termination, once it was reaped.
  package private(set) var termination: Termination?
  package let groupRole: Launch.ProcessGroupRole
  private let killsChildren: Bool
  /// The processes that outlive their objects. They are reaped when the next process is started.
  private static let outliving = Mutex<Set<Int32>>([])

  /// Starts a process.
  ///
  /// - Throws: ``SystemError`` also where the executable cannot be run.
  package init(_ launch: Launch) throws(SystemError) {
    ChildProcess.outliving.withLock { $0 = $0.filter { waitpid($0, nil, WNOHANG) == 0 } }
    let pipes = try ChildPipes(launch)
    pid = try spawn(launch, pipes)
    do throws(SystemError) {
      end = try ProcessExitWatch(of: pid)
    } catch {
      // Without its end it cannot be watched: it must not run.
      Glibc.kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw error
    }
    input = pipes.input?.writing
    output = pipes.output?.reading
    errors = pipes.errors?.reading
    groupRole = launch.groupRole
    killsChildren = launch.killsChildren
  }

  deinit {
    guard termination == nil else { return }
    if groupRole == .newSession {
      _ = ChildProcess.outliving.withLock { $0.insert(pid) }
    } else {
      signal(SIGKILL)
      _ = retrying { waitpid(pid, nil, 0) }
    }
  }

  /// Closes our end of its standard input, which tells it to exit.
  package func closeLifeline() {
    input = nil
  }

  /// Sends a signal to the process and everything that it has started.
  package func signal(_ signal: CInt) {
    guard termination == nil else { return }
    if signal == SIGKILL, killsChildren { killChildren() }
    Glibc.kill(groupRole == .sameGroup ? pid : -pid, signal)
  }

  /// Kills the process with everything that it has started, and takes its exit status.
  package func kill() {
    signal(SIGKILL)
    _ = waitForExit(.after(ChildProcess.exitTime))
  }

  /// Kills the children outside the group, and waits for their end. While it is stopped, the process starts
  /// no others.
  private func killChildren() {
    Glibc.kill(pid, SIGSTOP)
    let deadline = Deadline.after(ChildProcess.stopTime)
    while ProcessStatus(of: pid)?.isRunning == true, !deadline.isExpired { poll(nil, 0, 1) }
    for child in ProcessDirectory(pid).children {
      let end = try? ProcessExitWatch(of: child)
      // It may have ended meanwhile, and its number be that of another one.
      guard ProcessStatus(of: child)?.parent == pid else { continue }
      end?.force()
      // The first process of a sandbox ends after all others there.
      _ = end?.wait(.after(ChildProcess.exitTime))
    }
  }

  /// The time in which a killed process ends, unless it waits for a device.
  private static let exitTime = Duration.seconds(2)

  /// The time in which a process stops that is not in the middle of a call into the system.
  private static let stopTime = Duration.milliseconds(100)

  /// Takes the exit status of a process that has ended, and kills the rest of its group.
  ///
  /// - Returns: `nil` while it runs.
  package func reap() -> Termination? {
    if let termination { return termination }
    var info = siginfo_t()
    // The zombie remains until its group is killed, so that the group id is not reused.
    let found = retrying { waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) }
    guard found == 0, info.si_signo != 0 else { return nil }
    if groupRole == .newGroup { signal(SIGKILL) }
    var status: CInt = 0
    guard retrying({ waitpid(pid, &status, 0) }) == pid else { return nil }
    let signal = status & 0x7F
    termination = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    return termination
  }

  /// Waits for the end of the process, at most until the deadline.
  package func waitForExit(_ deadline: Deadline) -> Termination? {
    _ = end.wait(deadline)
    return reap()
  }

  /// Ends the process: first its lease, then after `timeout` by SIGTERM, then by SIGKILL.
  package func stop(timeout: Duration) -> Termination? {
    closeLifeline()
    if let termination = waitForExit(.after(timeout)) { return termination }
    signal(SIGTERM)
    if let termination = waitForExit(.after(timeout)) { return termination }
    signal(SIGKILL)
    return waitForExit(.after(.seconds(10)))
  }
}
