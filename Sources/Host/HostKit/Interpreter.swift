internal import Glibc

/// The first line of a script: `#!/usr/bin/env python3`.
package struct Interpreter: Hashable, Sendable {
  /// The path in the line.
  package let path: String
  /// The program that `env` looks for in `PATH`.
  package let name: String?

  private static let maxBytes = 256

  /// `nil` if the file is not a script.
  package init?(ofScript script: String) {
    guard let file = try? FileDescriptor(script, O_RDONLY),
      case .bytes(let bytes)? = try? file.read(atMost: Interpreter.maxBytes),
      bytes.starts(with: Array("#!".utf8))
    else { return nil }
    let line = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split { " \t".contains($0) }.map(String.init)
    guard let first = words.first else { return nil }
    path = first
    name = first.hasSuffix("/env") ? Interpreter.program(ofEnv: words.dropFirst()) : nil
  }

  /// The program among the arguments of `env`, behind its options and variables.
  private static func program(ofEnv arguments: ArraySlice<String>) -> String? {
    var rest = arguments
    while let word = rest.popFirst() {
      if ["-u", "-C"].contains(word) {
        rest = rest.dropFirst()
      } else if !word.hasPrefix("-"), !word.contains("=") {
        return word
      }
    }
    return nil
  }

  /// The executable that runs the script, started in a directory: the path, or what `env` finds in the
  /// directories of `PATH`.
  package func executable(in directory: String, path search: String?) -> String? {
    let wanted = name ?? path
    guard wanted.contains("/") else { return ExecutableSearch.find(wanted, path: search) }
    return ExecutableSearch.find(wanted.hasPrefix("/") ? wanted : "\(directory)/\(wanted)")
  }
}

/// The reason why a file that exists cannot be run as a program.
package enum UnrunnableProgram: UserFacingError, Hashable {
  case notExecutable(String)
  case carriageReturn(String)
  case noInterpreter(String, of: String)
  case notFound(String, directory: String)

  /// Looks for the usual mistakes, which the system reports as "No such file or directory".
  package static func check(
    _ path: String,
    in directory: String,
    path search: String?
  ) throws(UnrunnableProgram) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    guard access(path, X_OK) == 0 else { throw .notExecutable(path) }
    guard let interpreter = Interpreter(ofScript: path) else { return }
    let name = interpreter.name ?? interpreter.path
    guard !name.hasSuffix("\r") else { throw .carriageReturn(path) }
    guard interpreter.executable(in: directory, path: search) != nil else {
      throw .noInterpreter(name, of: path)
    }
  }

  package var message: String {
    switch self {
    case .notExecutable(let path): "\(path) is not executable."
    case .carriageReturn(let path): "The lines of \(path) end as on Windows (CR LF)."
    case .noInterpreter(let name, let path): "\(path) needs \"\(name)\", which is not installed."
    case .notFound(let name, let directory): "The program \"\(name)\" is not in \(directory)."
    }
  }

  package var hint: String {
    switch self {
    case .notExecutable(let path): "Fix it: chmod +x \(path.quotedForShell)"
    case .carriageReturn(let path): "Fix it: sed -i 's/\\r$//' \(path.quotedForShell)"
    case .noInterpreter(let name, _):
      "Install it, or name another program than \"\(name)\" in the first line."
    case .notFound: "Correct \"executable\" in provider.json, or build it."
    }
  }
}
