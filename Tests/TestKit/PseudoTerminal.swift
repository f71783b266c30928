package import HostKit

/// A terminal of some size in which a shell runs commands: `script` of util-linux.
package struct PseudoTerminal {
  package var columns: Int
  package var rows: Int
  package var environment: Environment

  package init(columns: Int, rows: Int = 200, environment: Environment) {
    self.columns = columns
    self.rows = rows
    self.environment = environment
    self.environment["COLUMNS"] = nil
    self.environment["TERM"] = "xterm"
    self.environment["NO_COLOR"] = "1"
    let programs = Executables.path("musicbus").split(separator: "/").dropLast()
    let path = "/" + programs.joined(separator: "/")
    self.environment["PATH"] = "\(path):\(environment["PATH"] ?? "/usr/bin:/bin")"
  }

  /// Runs commands of one shell session and returns what the terminal showed, with plain line ends.
  package func run(_ commands: String..., within time: Duration = .seconds(60)) throws -> RunResult
  {
    let script = (["stty cols \(columns) rows \(rows)"] + commands).joined(separator: "; ")
    var launch = Launch("/usr/bin/script", ["-qec", script, "/dev/null"], environment: environment)
    launch.input = .null
    var result = try RunResult.of(launch, within: time)
    result.output = result.output.replacing("\r\n", with: "\n")
    return result
  }
}
