internal import Glibc
internal import Synchronization
internal import ZeroMQ

/// Ctrl-C and its like: the first one ends the wait for an answer in good order, so that what was
/// begun can be put away. The third one ends the process on the spot.
package enum SignalHandling {
  /// Begins to watch for SIGINT, SIGTERM and SIGHUP, and where that is wanted for a reader of our
  /// output who has gone.
  package static func install(heedsBrokenPipe: Bool = false) {
    // Made now: nothing may be made while a signal is handled.
    guard wakeUp != nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] + (heedsBrokenPipe ? [SIGPIPE] : []) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let code = errno
        SignalHandling.received(number)
        errno = code
      }
      sigaction(number, &action, nil)
    }
  }

  /// The signal that came, if any.
  package static var signal: CInt? {
    let number = firstSignal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends the process as the signal would have done, so that its parent sees why.
  package static func endProcess(by signal: CInt) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    exit(128 + signal)
  }

  /// Readable once a signal has come.
  static let wakeUp = try? Waker()

  private static let firstSignal = Atomic<CInt>(0)
  private static let count = Atomic<Int>(0)

  /// One stroke may come as two signals: `timeout` sends one to the process and one to its group.
  private static let countMax = 3

  private static func received(_ number: CInt) {
    _ = firstSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    wakeUp?.signal()
    guard number != SIGPIPE, count.add(1, ordering: .relaxed).newValue >= countMax else { return }
    Glibc.signal(number, SIG_DFL)
    raise(number)
  }
}
