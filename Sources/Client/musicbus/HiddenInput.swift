import ClientKit
import Glibc
import HostKit

/// A value from standard input. Unlike a command line, no other user can see it.
enum HiddenInput {
  private static let maxBytes = 1024 * 1024

  /// Reads everything without the last line end; at a terminal a line, which is not shown if it is secret.
  ///
  /// - Throws: ``SystemError``, or ``ClientError/interrupted``.
  static func read(
    asking question: String,
    isSecret: Bool = true,
    on terminal: Terminal
  ) throws -> String {
    guard isAtTerminal else {
      return text(try FileDescriptor(input: "-").readAll(atMost: maxBytes))
    }
    guard isSecret else { return try line(asking: question, on: terminal) }
    // After a signal, the terminal must show again what is typed.
    SignalHandling.install()
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw SystemError("look at the terminal") }
    var hidden = saved
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
      throw SystemError("set up the terminal")
    }
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) }
    return try line(asking: question, on: terminal)
  }

  static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks a question, and reads a line from standard input, a terminal.
  ///
  /// - Throws: ``SystemError``, or ``ClientError/interrupted``.
  static func line(asking question: String, on terminal: Terminal) throws -> String {
    SignalHandling.install()
    terminal.prompt(question)
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < maxBytes {
      // A signal that comes just before the wait does not end it.
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let isReadable = poll(&input, 1, 100) > 0
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      guard isReadable else { continue }
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      guard count >= 0 || errno == EINTR else { throw SystemError("read standard input") }
      guard count != 0, byte != UInt8(ascii: "\n") else { break }
      if count > 0 { bytes.append(byte) }
    }
    return text(bytes)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    if text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
