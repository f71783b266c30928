import FoundationEssentials
import HostKit

/// What the program of a sandbox sees of the machine: the system, its own directory, and the interpreter to
/// which a virtual environment in that leads.
///
/// The first line of a program is a stranger's text. It shows nothing by itself: an interpreter is found in
/// the system or in the program's own directory, or it is not there.
struct SandboxView {
  /// The options of bubblewrap.
  private(set) var options: [String]
  private let directory: String

  private static let maxLinks = 100

  init(of program: ProgramSandbox.Program) {
    directory = program.directory
    options = ["--ro-bind", directory, directory]
    for path in SandboxView.executables(of: program) { addInterpreter(path) }
    addSharedFiles()
  }

  /// The executable, and the interpreters that its first line names by a path.
  private static func executables(of program: ProgramSandbox.Program) -> [String] {
    let interpreter = Interpreter(ofScript: program.executable)
    return [program.executable, interpreter?.path, interpreter?.name].compactMap(\.self)
      .filter { $0.contains("/") }
      .map { $0.hasPrefix("/") ? $0 : "\(program.directory)/\($0)" }
  }

  /// The executable that the program needs and cannot see.
  static func hiddenExecutable(of program: ProgramSandbox.Program) -> String? {
    executables(of: program).first { path in
      let directory = realPath(parentDirectory(of: path)) ?? ""
      return !isOfSystem(directory) && !isInside(directory, program.directory)
    }
  }

  /// The programs and libraries of the system, and the few files of `/etc` that they need.
  static let ofSystem: [String] = {
    let merged = ["bin", "sbin", "lib", "lib32", "lib64"].flatMap { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/\(name)")
      return target.map { ["--symlink", $0, "/\(name)"] }
        ?? ["--ro-bind-try", "/\(name)", "/\(name)"]
    }
    let files = ["alternatives", "ld.so.cache", "localtime"].map { "/etc/\($0)" }
    return ["--ro-bind", "/usr", "/usr"] + merged + files.flatMap { ["--ro-bind-try", $0, $0] }
      // Files there are protected by owner, not by capability: a sandbox of root could write to them.
      + ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"]
      + ["--dev", "/dev", "--remount-ro", "/dev"]
  }()

  /// Shows the Python installation to which an interpreter in the directory of the program leads, as that of
  /// a virtual environment does: `bin` and `lib` of it, and the links on the way.
  private mutating func addInterpreter(_ path: String) {
    guard path.hasPrefix("\(directory)/"), let way = LinkWay(from: path) else { return }
    guard !SandboxView.isOfSystem(way.end), !isInside(way.end, directory) else { return }
    let bin = parentDirectory(of: way.end)
    let prefix = parentDirectory(of: bin)
    let (name, library) = (way.end.dropFirst(bin.count + 1), "\(prefix)/lib")
    // Anything else that a link leads to is not an interpreter, but a file of the user. "lib" must not be a link: it
    // could lead to the home directory.
    guard bin == "\(prefix)/bin", realPath(library) == library,
      name.wholeMatch(of: /python3\.[0-9]+/) != nil,
      FileManager.default.fileExists(atPath: "\(library)/\(name)/os.py")
    else { return }
    let shown = [bin, library]
    for link in way.links where !(shown + [directory]).contains(where: { isInside(link.path, $0) })
    { options += ["--symlink", link.target, link.path] }
    for directory in shown { options += ["--ro-bind", directory, directory] }
  }

  /// Shows the files that the bundled providers of a checkout share by links.
  private mutating func addSharedFiles() {
    guard let programs = try? parentDirectory(of: ExecutableSearch.thisExecutable()),
      let checkout = ExecutableSearch.checkout(of: programs).flatMap(realPath),
      parentDirectory(of: directory) == "\(checkout)/Plugins"
    else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names.sorted().prefix(SandboxView.maxLinks) {
      let path = "\(directory)/\(name)"
      guard let real = realPath(path), real != path, isInside(real, "\(checkout)/Plugins"),
        !isInside(real, directory)
      else { continue }
      options += ["--ro-bind", real, real]
    }
  }

  private static func isOfSystem(_ path: String) -> Bool {
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"].contains { isInside(path, $0) }
  }
}

/// Whether a path is a directory or below it; both are absolute.
func isInside(_ path: String, _ directory: String) -> Bool {
  path == directory || path.hasPrefix(directory == "/" ? "/" : directory + "/")
}

/// The symbolic links that are followed on the way from a path to the file that it stands for.
private struct LinkWay {
  struct Link {
    /// Where it is, in a directory without links.
    let path: String
    let target: String
  }

  private(set) var links: [Link] = []
  /// The file, links resolved.
  private(set) var end = ""

  /// As many as the kernel follows.
  private static let maxLinks = 40

  /// `nil` if it leads nowhere.
  init?(from path: String) {
    var rest = Array(path.split(separator: "/").reversed())
    while let name = rest.popLast() {
      switch name {
      case ".": continue
      case "..": end = end.isEmpty ? "" : String(end[..<(end.lastIndex(of: "/") ?? end.startIndex)])
      default:
        let next = "\(end)/\(name)"
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next) else {
          end = next
          continue
        }
        guard links.count < LinkWay.maxLinks else { return nil }
        links.append(Link(path: next, target: target))
        if target.hasPrefix("/") { end = "" }
        rest += target.split(separator: "/").reversed()
      }
    }
    guard FileManager.default.fileExists(atPath: end) else { return nil }
  }
}
