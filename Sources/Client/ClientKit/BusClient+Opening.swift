internal import BusProtocol
internal import Glibc
internal import HostKit

extension BusClient {
  /// Finds or starts a hub and waits for its welcome. One that is just leaving is waited for, and
  /// the next one tried.
  static func open(_ access: HubLocator, _ patience: Duration) throws(ClientError) -> HubConnection
  {
    let deadline = Deadline.after(patience)
    for _ in 0..<attemptsMax {
      let hub = try HubProcessHandle.find(access, deadline)
      let connection = try HubConnection(access, hub)
      switch try connection.greeting(deadline) {
      case .opened:
        if let pid = hub.startedPID(access.places) {
          access.note("Started a hub (process \(pid)); musicbus hub stop ends it.")
        }
        return connection
      case .gone:
        if let failure = hub.failure(access.start) { throw failure }
      case .silent:
        throw .hubSilent(afterMs: patience.milliseconds, log: access.places.log)
      }
    }
    throw .hubLost
  }

  /// Finds the hub that comes after one that has ended. Where this client may not start one, it
  /// waits a while for whoever restarts it.
  package func reopen() throws(ClientError) {
    let deadline = Deadline.after(min(patience, BusClient.restartPatience))
    while true {
      do throws(ClientError) {
        connection = try BusClient.open(access, patience)
        return
      } catch {
        guard case .noHub = error, !deadline.isExpired else { throw error }
      }
      if let signal = SignalHandling.signal { throw .interrupted(signal: signal) }
      poll(nil, 0, BusClient.restartStepMs)
    }
  }

  private static let restartPatience = Duration.seconds(5)
  private static let restartStepMs: CInt = 20

  /// More hubs than this do not end while they are greeted, unless something is wrong with them.
  private static let attemptsMax = 4
}

extension HubConnection {
  /// How a hub answers a hello.
  fileprivate enum Greeting {
    case opened
    /// It has ended.
    case gone
    case silent
  }

  fileprivate func greeting(_ deadline: Deadline) throws(ClientError) -> Greeting {
    while true {
      switch try next(deadline) {
      case .event(.opened): return .opened
      case .event(.ended(let bye)) where bye.code != .hubStopping: throw .turnedAway(bye)
      case .hubEnded: return .gone
      case .event: continue
      case .deadline: return .silent
      }
    }
  }
}

extension HubProcessHandle {
  /// The process, where this client has started it and no other client's was faster.
  fileprivate func startedPID(_ places: HubPaths) -> Int32? {
    guard let child, child.groupRole == .newSession,
      (try? HubLock.holder(at: places.lock)) == child.pid
    else { return nil }
    return child.pid
  }
}
