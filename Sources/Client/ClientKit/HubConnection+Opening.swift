internal import BusProtocol
internal import HostKit
internal import ZeroMQ

extension HubConnection {
  /// Finds or starts a hub and waits for its welcome. If that hub is just exiting, tries the next one.
  static func open(
    _ locator: HubLocator,
    _ timeout: Duration,
    waker: Waker? = nil
  ) throws(ClientError) -> HubConnection {
    let deadline = Deadline.after(timeout)
    for _ in 0..<maxAttempts {
      let hub = try HubProcessHandle.find(locator)
      let connection = try HubConnection(locator, hub, waker: waker)
      switch try connection.waitForWelcome(deadline) {
      case .opened:
        if let pid = hub.startedPID(locator.paths) {
          locator.note("Started a hub (pid \(pid)); stop it with \"musicbus hub stop\".")
        }
        return connection
      case .gone:
        if let failure = hub.startError(locator.start) { throw failure }
      case .silent:
        connection.discardUnsent()
        throw .hubNotResponding(afterMs: timeout.milliseconds, log: locator.paths.log)
      }
    }
    throw .hubLost
  }

  /// More hubs than this do not end during `hello` unless something is wrong with them.
  private static let maxAttempts = 4
}

extension HubConnection {
  /// The hub's response to a `hello`.
  fileprivate enum WelcomeResult {
    case opened
    /// The hub has ended.
    case gone
    case silent
  }

  fileprivate func waitForWelcome(_ deadline: Deadline) throws(ClientError) -> WelcomeResult {
    while true {
      switch try next(deadline) {
      case .event(.opened): return .opened
      case .event(.ended(let bye)) where bye.code != .hubStopping: throw .refused(bye)
      case .hubLost: return .gone
      case .event, .woken: continue
      case .deadline: return .silent
      }
    }
  }
}

extension HubProcessHandle {
  /// The pid of the hub if this client started it and no other client was faster.
  fileprivate func startedPID(_ paths: HubPaths) -> Int32? {
    guard let child, child.groupRole == .newSession,
      (try? HubLock.holder(at: paths.lock)) == child.pid
    else { return nil }
    return child.pid
  }
}
