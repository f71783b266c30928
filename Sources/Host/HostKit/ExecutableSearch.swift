internal import Glibc

/// Finds the executables that belong to this one.
package enum ExecutableSearch {
  /// The file that this process runs, links resolved.
  package static func thisExecutable() throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    guard length > 0 else { throw SystemError("find this executable") }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Looks for `name` in the directories one by one, and then in those of `PATH`.
  ///
  /// A name with a slash in it is a path, and is not looked for anywhere else.
  package static func find(
    _ name: String,
    in directories: [String] = [],
    path: String? = nil
  ) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    let pathDirectories = (path ?? "").split(separator: ":").map(String.init)
    return (directories + pathDirectories).lazy.map { "\($0)/\(name)" }.first(where: isExecutable)
  }

  /// Finds the executable that a manifest in a directory names: a path, absolute or from there, or a bare name,
  /// which is looked for there first.
  ///
  /// A program of MusicBus may be in the directory above, and beside the others in `programs`. Without
  /// that, it is a program on JSON lines: the name may be that of an interpreter of the system.
  ///
  /// - Throws: ``UnrunnableProgram``
  package static func find(
    _ name: String,
    ofManifestIn directory: String,
    programs: String?
  ) throws(UnrunnableProgram) -> String {
    let search = programs == nil ? systemPath : Environment.variable("PATH")
    let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let own = name.hasPrefix("/") ? name : "\(directory)/\(path)"
    try UnrunnableProgram.check(own, in: directory, path: search)
    if let found = find(own) { return found }
    guard !name.contains("/") else { throw .notFound(name, directory: directory) }
    let others = programs.map { [parentDirectory(of: directory)] + directories(beside: $0) }
    guard let found = find(name, in: others ?? [], path: programs == nil ? search : nil) else {
      throw .notFound(name, directory: directory)
    }
    return found
  }

  /// The directories of programs that every user has: the `PATH` of programs on JSON lines, in a sandbox and
  /// without one.
  package static let systemPath = "/usr/local/bin:/usr/bin:/bin"

  /// The directories of the executables that belong to one in `directory`: beside it, and, if it is
  /// installed, in `libexec`.
  package static func directories(beside directory: String) -> [String] {
    [directory, parentDirectory(of: directory) + "/libexec/musicbus"]
  }

  /// The root of the checkout in whose build directory programs are, or `nil` if they are installed.
  package static func checkout(of programs: String) -> String? {
    guard let root = programs.firstRange(of: "/.build/").map({ String(programs[..<$0.lowerBound]) })
    else { return nil }
    var status = stat()
    return stat("\(root)/Package.swift", &status) == 0 ? root : nil
  }

  /// Looks beside the executable of this process, and then in the `PATH` of `environment`.
  ///
  /// Tools of the checkout that are not compiled are in directories of their own.
  package static func findBesideThis(_ name: String, environment: Environment) -> String? {
    let directory = (try? thisExecutable()).map(parentDirectory)
    let tools = directory.flatMap(checkout(of:)).map { root in
      ["\(root)/Sources/Tools/\(name)", "\(root)/Protocol/certification"]
    }
    let others = directory.map(directories(beside:)) ?? []
    return find(name, in: (tools ?? []) + others, path: environment["PATH"])
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }
}

/// The directory that a path lies in.
package func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The path with links resolved; `nil` if it leads nowhere, for the reason in `errno`.
package func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
