import BusProtocol
import Foundation
import HostKit
import TestKit

/// A terminal in which a test types: each step waits for a text before it sends keys.
struct TypingTerminal {
  /// A text to wait for, and the keys to send then.
  struct Step {
    let text: String
    let keys: String

    init(after text: String, _ keys: String) {
      self.text = text
      self.keys = keys
    }
  }

  struct Result: Decodable {
    /// Everything that was shown.
    let output: String
    /// The exit status, or the negative number of the signal that ended the program.
    let status: Int32
    /// Whether the settings of the terminal are those before.
    let isRestored: Bool
    /// The step whose text did not appear, if any.
    let missing: String?
  }

  /// Standard error of the script that failed.
  struct Failed: Error {
    let message: String
  }

  let environment: Environment
  var columns = 80
  var rows = 24

  /// Runs `musicbus` to its end.
  ///
  /// With `signal`, it is sent after the last step. With `killing`, that process is killed before the
  /// keys of the last step but one are sent.
  func run(
    _ arguments: [String],
    _ steps: [Step],
    signal: Int32? = nil,
    killing pid: Int32? = nil
  ) throws -> Result {
    let job: [String: Any] = [
      "arguments": [Executables.path("musicbus")] + Sandbox.patient(arguments), "columns": columns,
      "rows": rows,
      "environment": environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 },
      "steps": steps.map { [$0.text, $0.keys] }, "signal": signal ?? 0,
      "killing": pid ?? 0,
    ]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: job), as: UTF8.self)
    let result = try Program.python.run(["-c", TypingTerminal.script, text])
    guard result.status == 0 else { throw Failed(message: result.errors) }
    return try JSONCodec.decode(Result.self, from: Array(result.output.utf8))
  }

  /// The program fails after 60 s without the text.
  private static let script = """
    import fcntl, json, os, pty, select, signal, struct, sys, termios, time
    job = json.loads(sys.argv[1])
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", job["rows"], job["columns"], 0, 0))
    before = termios.tcgetattr(slave)
    pid = os.fork()
    if pid == 0:
        # The process that runs the tests blocks signals.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for number in (0, 1, 2):
            os.dup2(slave, number)
        os.close(master)
        os.close(slave)
        os.execve(job["arguments"][0], job["arguments"], job["environment"])
    output, mark, missing = b"", 0, None
    def read():
        global output
        if select.select([master], [], [], 0.1)[0]:
            output += os.read(master, 65536)
    for index, (text, keys) in enumerate(job["steps"]):
        deadline = time.monotonic() + 60
        while text.encode() not in output[mark:] and time.monotonic() < deadline:
            read()
        if text.encode() not in output[mark:]:
            missing = text
            break
        mark = len(output)
        if job["killing"] and index == len(job["steps"]) - 2:
            os.kill(job["killing"], signal.SIGKILL)
        os.write(master, keys.encode())
    if missing or job["signal"]:
        os.kill(pid, job["signal"] or 9)
    deadline = time.monotonic() + 60
    while True:
        read()
        if time.monotonic() > deadline:
            missing = missing or "the end"
            os.kill(pid, 9)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
    while select.select([master], [], [], 0)[0]:
        output += os.read(master, 65536)
    print(json.dumps({
        "output": output.decode(errors="replace"), "status": os.waitstatus_to_exitcode(status),
        "isRestored": termios.tcgetattr(slave) == before, "missing": missing}))
    """
}
