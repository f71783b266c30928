internal import Glibc
internal import Synchronization
internal import ZeroMQ

/// Handles Ctrl-C and other signals. The first one cancels the wait for a reply so that the command
/// can clean up; the third one ends the process immediately.
package enum SignalHandling {
  /// Installs handlers for SIGINT, SIGTERM and SIGHUP, and optionally for a closed output pipe.
  package static func install(handlesBrokenPipe: Bool = false) {
    // Created now: a signal handler must not allocate.
    guard waker != nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] + (handlesBrokenPipe ? [SIGPIPE] : []) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let code = errno
        SignalHandling.received(number)
        errno = code
      }
      sigaction(number, &action, nil)
    }
  }

  /// The first signal received, if any.
  package static var signal: CInt? {
    let number = firstSignal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Writes to a process that may have ended, which is an error of the write then.
  package static func ignoringBrokenPipe(_ write: () -> Void) {
    let before = Glibc.signal(SIGPIPE, SIG_IGN)
    write()
    Glibc.signal(SIGPIPE, before)
  }

  /// Ends the process by the signal's default action, so that the parent sees the cause.
  package static func endProcess(by signal: CInt) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    exit(128 + signal)
  }

  /// Readable after a signal.
  static let waker = try? Waker()

  private static let firstSignal = Atomic<CInt>(0)
  private static let count = Atomic<Int>(0)

  /// One keystroke may cause two signals: `timeout` sends one to the process and one to its group.
  private static let maxSignals = 3

  private static func received(_ number: CInt) {
    _ = firstSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    waker?.signal()
    guard number != SIGPIPE, count.add(1, ordering: .relaxed).newValue >= maxSignals else { return }
    Glibc.signal(number, SIG_DFL)
    raise(number)
  }
}
