import Glibc
import HostKit

/// A query to the terminal about its abilities.
///
/// Environment variables do not replace it: they are lost over ssh, and inherited by other terminals.
enum TerminalQuery {
  /// A picture that kitty only checks, and requests for name and attributes of the terminal (DA1). Every
  /// terminal replies to the last one.
  private static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\u{1B}[c"
  /// Erases what a terminal without these sequences has shown.
  private static let erasure = "\r\u{1B}[K"
  private static let maxWait = Duration.milliseconds(100)
  private static let maxBytes = 4096

  /// The reply of the terminal of this process; empty without one, or if it is slow.
  static func reply() -> String {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetpgrp(STDIN_FILENO) == getpgrp()
    else { return "" }
    return reply(from: STDIN_FILENO, to: STDOUT_FILENO, within: maxWait)
  }

  /// Queries the terminal that these descriptors belong to.
  static func reply(from input: CInt, to output: CInt, within time: Duration) -> String {
    var saved = termios()
    guard tcgetattr(input, &saved) == 0 else { return "" }
    var quiet = saved
    quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(input, TCSADRAIN, &quiet) == 0 else { return "" }
    ScreenMode.write(query, to: output, within: time)
    let reply = read(from: input, .after(time))
    // Without the end, the rest may still come; it is not meant for the shell.
    tcsetattr(input, isWhole(reply) ? TCSADRAIN : TCSAFLUSH, &saved)
    ScreenMode.write(erasure, to: output, within: time)
    return String(decoding: reply, as: UTF8.self)
  }

  private static func read(from input: CInt, _ deadline: Deadline) -> [UInt8] {
    var reply: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while !isWhole(reply), reply.count < maxBytes {
      var item = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&item, 1, CInt(deadline.remainingMs)) > 0 else { break }
      let count = Glibc.read(input, &buffer, buffer.count)
      guard count > 0 else { break }
      reply += buffer[..<count]
    }
    return reply
  }

  /// Whether the reply to the last request has arrived.
  private static func isWhole(_ reply: [UInt8]) -> Bool {
    TerminalAbilities.attributes(in: String(decoding: reply, as: UTF8.self)) != nil
  }
}
