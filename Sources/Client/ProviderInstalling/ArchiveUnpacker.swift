internal import FoundationEssentials
internal import Glibc
internal import HostKit

/// Unpacks archives of others into fresh directories.
struct ArchiveUnpacker {
  /// For messages.
  let source: String
  let environment: Environment

  /// The formats of libarchive that contain nothing but files. In others, such as mtree, an entry
  /// can stand for any file of this machine.
  private static let formats = ["POSIX ustar", "POSIX pax", "GNU tar", "tar", "ZIP"]

  /// Turns any archive into an uncompressed tar archive, whose size is that of its files.
  func convert(_ archive: String, to tar: String) throws {
    _ = try list(archive)
    try bsdtar(["-P", "-c", "--format", "pax", "-f", tar, "@\(archive)"])
  }

  /// Unpacks a tar archive, once all names in it have been checked, and makes its files the user's.
  ///
  /// - Returns: the directory with the manifest.
  func unpack(_ tar: String, to directory: String) throws -> String {
    let types = try list(tar)
    let names = try bsdtar(["-tf", tar]).split(separator: "\n")
    guard types.count == names.count else { throw refusal("cannot be read") }
    guard names.count <= InstallLimits.files else {
      throw tooManyFiles
    }
    for (type, name) in zip(types, names) {
      let parts = name.split(separator: "/")
      guard !name.hasPrefix("/"), !parts.contains("..") else {
        throw refusal("contains \"\(name)\", which leads outside")
      }
      guard "-dl".contains(type) else {
        let kind = type == "h" ? "a hard link" : "a device or another special file"
        throw refusal("contains \"\(name)\", \(kind)")
      }
    }
    try HubPaths.makeDirectory(directory)
    try bsdtar(["-x", "--no-same-owner", "--no-same-permissions", "-C", directory, "-f", tar])
    let root = try root(of: directory)
    var (files, bytes) = (0, 0)
    try adopt(root, root: root, &files, &bytes)
    return root
  }

  /// The directory with the manifest: the top, or the only directory there.
  private func root(of directory: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    for path in [directory] + (names.count == 1 ? ["\(directory)/\(names[0])"] : []) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      if FileKind(of: "\(path)/provider.json") == .file { return path }
    }
    throw refusal("contains no provider.json")
  }

  /// Gives files and directories safe modes. What was unpacked counts, whatever the list said.
  private func adopt(_ path: String, root: String, _ files: inout Int, _ bytes: inout Int) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw SystemError("look at \(path)") }
    let name = path.dropFirst(root.count + 1)
    files += 1
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      bytes += Int(status.st_size)
      guard bytes <= InstallLimits.unpackedBytes else {
        throw refusal("contains more than \(InstallLimits.unpackedBytes >> 20) MB")
      }
      chmod(path, status.st_mode & 0o111 == 0 ? 0o600 : 0o700)
    case S_IFLNK:
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard isInside(target, of: String(name)) else {
        throw refusal("contains the link \"\(name)\", which leads outside")
      }
    case S_IFDIR:
      chmod(path, 0o700)
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        guard files <= InstallLimits.files else {
          throw tooManyFiles
        }
        try adopt("\(path)/\(name)", root: root, &files, &bytes)
      }
    default: throw refusal("contains \"\(name)\", a device or another special file")
    }
  }

  /// Whether the target of a link stays below the root, whatever other links are on its way.
  private func isInside(_ target: String, of link: String) -> Bool {
    guard !target.hasPrefix("/") else { return false }
    var depth = link.split(separator: "/").count - 1
    for part in target.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      // Behind a link, ".." may lead elsewhere: only those at the beginning are counted.
      if depth < 0 { return false }
    }
    let parts = target.split(separator: "/").drop { $0 == ".." || $0 == "." }
    return !parts.contains("..")
  }

  /// The types of the entries, as in the lines of `ls -l`.
  private func list(_ archive: String) throws -> [Character] {
    var lines = try bsdtar(["-tvvf", archive]).split(separator: "\n")
    let format = lines.popLast()?.split(separator: ": ", maxSplits: 1).last ?? ""
    guard ArchiveUnpacker.formats.contains(where: format.hasPrefix) else {
      throw refusal("is neither a tar nor a zip archive")
    }
    return lines.compactMap(\.first)
  }

  @discardableResult
  private func bsdtar(_ arguments: [String]) throws -> String {
    try ExternalTool.bsdtar.run(arguments, environment, to: "unpack \(source)").get()
  }

  private var tooManyFiles: InstallFailure {
    refusal("contains more than \(InstallLimits.files / 1000),000 files")
  }

  private func refusal(_ problem: String) -> InstallFailure {
    InstallFailure("\(source) \(problem).", "Nothing was installed.")
  }
}
