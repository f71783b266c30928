package import BusProtocol
internal import FoundationEssentials
internal import Glibc
package import HostKit
package import ImportFormats

/// Reads a file to import, or the members of an archive.
package enum ImportSource {
  /// The most members of an archive, as ListenBrainz has it, and the bytes of those that are read.
  private static let maxMembers = 500
  private static let maxSeconds = 120

  /// Reads a file.
  ///
  /// - Returns: What it contains; of a file of MusicBus itself, `own` is the text.
  /// - Throws: ``ImportFormatError``, or ``SystemError`` if an archive cannot be unpacked.
  package static func read(
    _ bytes: [UInt8],
    patterns: [URLPattern],
    environment: Environment
  ) throws -> (file: ImportedFile, own: [UInt8]) {
    do throws(ImportFormatError) {
      let file = try ImportedFile(bytes, patterns: patterns)
      return (file, file.format == .own ? ImportedFile.decoded(bytes) : [])
    } catch {
      guard error == .archive else { throw error }
    }
    return try archive(bytes, patterns, environment)
  }

  private static func archive(
    _ bytes: [UInt8],
    _ patterns: [URLPattern],
    _ environment: Environment
  ) throws -> (file: ImportedFile, own: [UInt8]) {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.ofSystem(environment))
    let archive = directory.path + "/import.zip"
    try replaceFile(archive, with: bytes, isDurable: false)
    let names = String(decoding: try bsdtar(["-tf", archive], environment), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    guard !names.contains(where: { $0.hasPrefix("xl/") }) else {
      throw ImportFormatError("The file is a spreadsheet; save it as CSV")
    }
    let wanted = names.filter(isWanted)
    guard wanted.count <= maxMembers else {
      throw ImportFormatError("The archive has more than \(maxMembers) files")
    }
    var (whole, list): (ImportedFile?, ImportedFile?)
    var own: (ImportedFile, [UInt8])?
    var size = 0
    for name in wanted.sorted(by: precedes) {
      // The name is neither an option nor a pattern: brackets in it are escaped.
      let content = try bsdtar(["-xOf", archive, "--", escaped(name)], environment)
      size += content.count
      guard size <= ImportedFile.maxBytes else {
        throw ImportFormatError("The archive has more than \(ImportedFile.maxBytes >> 20) MiB")
      }
      guard let file = try? ImportedFile(content, patterns: patterns) else { continue }
      switch file.format {
      case .own: own = own ?? (file, ImportedFile.decoded(content))
      case .list: list = list ?? file
      default:
        if whole == nil { whole = ImportedFile(archiveOf: file.format) }
        whole?.add(file)
      }
    }
    if let own { return own }
    // Beside tables of a program, a text is a description of them.
    guard let file = whole ?? list else {
      throw ImportFormatError("The archive contains no file of a known format")
    }
    return (file, [])
  }

  private static func isWanted(_ name: String) -> Bool {
    let file = name.split(separator: "/").last?.lowercased() ?? ""
    let ending = file.split(separator: ".").last.map(String.init) ?? ""
    // An index of playlists, and what is about the account, contain no music.
    let others: Set = [
      "playlists.csv", "user.json", "userdata.json", "identity.json", "readme.txt",
    ]
    return ["csv", "json", "jsonl", "xml", "xspf", "jspf", "m3u", "m3u8", "txt"].contains(ending)
      && !others.contains(file) && !name.hasSuffix("/") && !name.hasPrefix("__MACOSX")
  }

  /// `Playlist2.json` comes before `Playlist10.json`.
  private static func precedes(_ one: String, _ other: String) -> Bool {
    (one.count, one) < (other.count, other)
  }

  private static func escaped(_ name: String) -> String {
    name.map { "\\*?[]".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The output of `bsdtar`, which is bounded.
  private static func bsdtar(_ arguments: [String], _ environment: Environment) throws -> [UInt8] {
    guard let path = ExecutableSearch.find("bsdtar", path: environment["PATH"]) else {
      throw ImportFormatError(
        "The file is an archive, and the program bsdtar is missing; install libarchive-tools"
      )
    }
    var launch = Launch(
      path,
      arguments,
      environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    )
    launch.output = .pipe
    launch.errors = .pipe
    let child = try ChildProcess(launch)
    let deadline = Deadline.after(.seconds(maxSeconds))
    var output: [UInt8] = []
    while true {
      let hasEnded = child.end.wait(.after(.milliseconds(5)))
      while case .bytes(let more)? = try child.output?.read() { output += more }
      while case .bytes? = try child.errors?.read() {}
      guard output.count <= ImportedFile.maxBytes, !deadline.isExpired else {
        throw ImportFormatError("The archive is too large")
      }
      if hasEnded { break }
    }
    guard child.reap() == .exited(0) else { throw ImportFormatError("The archive cannot be read") }
    return output
  }
}
