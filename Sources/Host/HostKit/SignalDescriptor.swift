internal import CHost
internal import Glibc

/// Signals as something to read: no handler runs in the middle of anything.
///
/// Made before any other thread is, since threads inherit which signals are blocked.
package struct SignalDescriptor {
  private let file: FileDescriptor

  /// Takes these signals over for the whole process.
  package init(_ signals: [CInt]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else { throw SystemError("block signals", code: code) }
    let descriptor = host_signalfd(&set)
    guard descriptor >= 0 else { throw SystemError("listen for signals") }
    file = FileDescriptor(owning: descriptor)
  }

  /// To be polled: readable when a signal has come.
  package var descriptor: CInt { file.descriptor }

  /// Returns the next signal, or `nil`.
  package func next() -> CInt? {
    // A signalfd_siginfo: 128 bytes, of which the first four are the signal's number.
    var info = [UInt32](repeating: 0, count: 32)
    guard retrying({ read(descriptor, &info, 128) }) == 128 else { return nil }
    return CInt(bitPattern: info[0])
  }
}
