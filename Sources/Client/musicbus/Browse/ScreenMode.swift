import Glibc
import HostKit
import Synchronization

/// The terminal in the mode of a full-screen program, until it is restored.
///
/// A crash restores it too: its signals have a handler that does nothing else.
enum ScreenMode {
  /// The address of the settings before; 0 outside of the mode.
  private static let saved = Atomic<Int>(0)
  private static let enterText = "\u{1B}[?1049h\u{1B}[?25l"
  private static let crashSignals = [
    SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGPIPE,
  ]

  /// Disables line editing and echo, and shows an empty screen.
  ///
  /// - Returns: `false` if standard input is not a terminal.
  static func enter() -> Bool {
    guard saved.load(ordering: .relaxed) == 0 else { return true }
    // Never freed: the handler of a signal may need it at any time.
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    guard tcgetattr(STDIN_FILENO, settings) == 0 else {
      settings.deallocate()
      return false
    }
    var raw = settings.pointee
    cfmakeraw(&raw)
    // Line ends in the output are still those of a terminal.
    raw.c_oflag = settings.pointee.c_oflag
    saved.store(Int(bitPattern: settings), ordering: .sequentiallyConsistent)
    for number in crashSignals {
      signal(number) { number in
        ScreenMode.leave()
        Glibc.signal(number, SIG_DFL)
        raise(number)
      }
    }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else {
      leave()
      return false
    }
    write(enterText)
    return true
  }

  /// Restores the terminal.
  static func leave() {
    let address = saved.exchange(0, ordering: .sequentiallyConsistent)
    guard let settings = UnsafeMutablePointer<termios>(bitPattern: address) else { return }
    // "Leave the alternate screen, show the cursor"; no String, as a signal handler must not allocate.
    var text: (UInt64, UInt64) = (0x6C39_3430_313F_5B1B, 0x6835_323F_5B1B)
    _ = withUnsafeBytes(of: &text) { Glibc.write(STDOUT_FILENO, $0.baseAddress, 14) }
    tcsetattr(STDIN_FILENO, TCSADRAIN, settings)
  }

  /// Writes a text to the terminal, which may be slow or paused (Ctrl-S).
  ///
  /// - Returns: `false` if it has not accepted all of it in time.
  @discardableResult
  static func write(
    _ text: String,
    to descriptor: CInt = STDOUT_FILENO,
    within time: Duration = .seconds(1)
  ) -> Bool {
    let deadline = Deadline.after(time)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let length = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if length < 0, errno == EAGAIN {
        guard !deadline.isExpired else { return false }
        var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&item, 1, CInt(deadline.remainingMs))
        continue
      }
      guard length > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, length))
    }
    return true
  }
}
