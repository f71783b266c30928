internal import Glibc
internal import Synchronization
internal import ZeroMQ

/// Ctrl-C and its like: the first one ends the wait for an answer in good order, the second one the
/// process.
package enum Interruption {
  /// Begins to watch for SIGINT, SIGTERM and SIGHUP.
  package static func install() {
    // Made now: nothing may be made while a signal is handled.
    guard wakeUp != nil, signal == nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let code = errno
        Interruption.received(number)
        errno = code
      }
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// The signal that came, if any.
  package static var signal: CInt? {
    let number = lastSignal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends the process as the signal would have done, so that its parent sees why.
  package static func endProcess(by signal: CInt) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    exit(128 + signal)
  }

  /// Readable once a signal has come.
  static let wakeUp = try? WakeUp()

  private static let lastSignal = Atomic<CInt>(0)

  private static func received(_ number: CInt) {
    lastSignal.store(number, ordering: .relaxed)
    wakeUp?.signal()
  }
}
