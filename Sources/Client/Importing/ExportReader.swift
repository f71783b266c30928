internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
package import HostKit
internal import JSON
internal import MusicModel

/// Reads a file to import with `read-export`, a program in Python that knows the formats of other programs.
///
/// The file may be hostile: where bubblewrap is, the program sees only the system and the file, and has no network; anywhere it
/// bounds its own memory and time.
package struct ExportReader {
  private let environment: Environment
  /// The output of the program, of a file of the most rows.
  private static let maxBytes = 1 << 30
  private static let maxErrorBytes = 16 << 10
  private static let maxTime = Duration.seconds(300)

  package init(_ environment: Environment) { self.environment = environment }

  /// Reads the bytes of a file; `name` is how the user calls it.
  ///
  /// - Throws: ``ImportFailure``, or ``SystemError`` if the program cannot be started.
  package func read(_ bytes: [UInt8], name: String) throws -> ImportedFile {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.ofSystem(environment))
    let path = directory.path + "/export"
    try replaceFile(path, with: bytes, isDurable: false)
    return try file(run([path, "--name=\(name)"]))
  }

  private func file(_ output: [UInt8]) throws -> ImportedFile {
    var lines = output.split(separator: UInt8(ascii: "\n"))[...]
    guard let head = lines.popFirst(), let foot = lines.popLast(),
      let header: Header = try? JSONCodec.decode(from: Array(head)),
      let counts: Counts = try? JSONCodec.decode(from: Array(foot))
    else { throw ImportFailure("The file could not be read to its end.") }
    if header.format == ExportReader.own {
      let text = output[(head.endIndex + 1)..<foot.startIndex]
      return ImportedFile(header.format, [], repeated: 0, own: Array(text))
    }
    let rows: [ImportedRow] = try lines.map { try JSONCodec.decode(from: Array($0)) }
    let problems = (header.files ?? []).compactMap { file in
      file.problem.map { "\(file.name): \($0)" }
    }
    return ImportedFile(
      header.format,
      rows,
      repeated: counts.repeated,
      notDecoded: counts.notDecoded,
      problems: problems
    )
  }

  /// The format of files of MusicBus itself.
  package static let own = "MusicBus"

  private struct Header: Decodable {
    var format: String
    var files: [Member]?
  }

  /// A file of an archive.
  private struct Member: Decodable {
    var name: String
    var problem: String?
  }

  private struct Counts: Decodable { var repeated, notDecoded: Int }

  /// The output of the program.
  private func run(_ arguments: [String]) throws -> [UInt8] {
    guard let program = try ExportReader.program() else {
      throw ImportFailure("The program that reads exports is missing; install MusicBus again.")
    }
    // The interpreter of the system, which a sandbox shows.
    guard let python = ExecutableSearch.find("python3", path: ExecutableSearch.systemPath) else {
      throw ImportFailure("The program python3 is missing, which reads exports; install python3.")
    }
    let command = [python, "-EsB", program] + arguments
    let sandbox = ExportReader.sandbox(showing: [parentDirectory(of: program), arguments[0]])
    // Some machines can make no sandbox; the program has its own limits.
    let trial = try? output(of: sandbox + ["/usr/bin/true"])
    return try checked(output(of: trial?.end == .exited(0) ? sandbox + command : command))
  }

  /// The command that runs another one where only the system and some paths can be seen, nothing can be written, and there is
  /// no network.
  private static func sandbox(showing paths: [String]) -> [String] {
    let system = ["/lib", "/lib64", "/bin"].flatMap { ["--ro-bind-try", $0, $0] }
    return ["/usr/bin/bwrap", "--ro-bind", "/usr", "/usr"] + system
      + ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
      + paths.flatMap { ["--ro-bind", $0, $0] }
      + ["--unshare-all", "--die-with-parent", "--new-session"]
  }

  private typealias Result = (output: [UInt8], errors: String, end: ChildProcess.Termination)

  private func checked(_ result: Result) throws -> [UInt8] {
    if result.end == .exited(0) { return result.output }
    let lines = result.errors.split(separator: "\n")
    // A traceback is a defect of the program.
    throw ImportFailure(
      lines.count == 1
        ? String(lines[0]) : "The file could not be read: the reader \(result.end.clause)."
    )
  }

  private func output(of command: [String]) throws -> Result {
    var launch = Launch(
      command[0],
      Array(command.dropFirst()),
      environment: ["LC_ALL": "C.UTF-8", "PATH": ExecutableSearch.systemPath]
    )
    (launch.output, launch.errors, launch.killsChildren) = (.pipe, .pipe, true)
    let child = try ChildProcess(launch)
    let deadline = Deadline.after(ExportReader.maxTime)
    var written = ProcessOutput(of: child)
    while !(try written.readMore(until: deadline)) {
      guard written.output.count <= ExportReader.maxBytes,
        written.errors.count <= ExportReader.maxErrorBytes, !deadline.isExpired
      else {
        child.kill()
        throw ImportFailure("The file takes too long to read, or has too many rows.")
      }
    }
    guard let end = child.reap() else { throw SystemError("read the end of read-export") }
    return (written.output, String(decoding: written.errors, as: UTF8.self), end)
  }

  /// The path of the program: in the checkout, or where it is installed.
  private static func program() throws -> String? {
    let directory = parentDirectory(of: try ExecutableSearch.thisExecutable())
    let paths = [
      ExecutableSearch.checkout(of: directory).map { "\($0)/Plugins/Exports/read-export" },
      "\(parentDirectory(of: directory))/share/musicbus/exports/read-export",
    ]
    return paths.compactMap(\.self).first { access($0, R_OK) == 0 }
  }
}
