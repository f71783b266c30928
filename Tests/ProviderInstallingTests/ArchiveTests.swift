import Foundation
import HostKit
import TestKit
import Testing

@testable import ProviderInstalling

@Suite(
  "An archive of others",
  .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
  .timeLimit(.minutes(5))
)
struct ArchiveTests {
  private let home: InstallHome

  init() throws { home = try InstallHome() }

  /// Makes an archive with Python, whose tarfile writes whatever it is told.
  private func archive(_ name: String, _ code: String) throws -> String {
    let package = try ProviderPackage(in: home.path)
    let script = """
      import io, sys, tarfile, zipfile
      path, shelf = sys.argv[1:]
      def add(archive, name, data=b"", type=tarfile.REGTYPE, link=""):
          entry = tarfile.TarInfo(name)
          entry.type, entry.linkname, entry.size, entry.mode = type, link, len(data), 0o755
          archive.addfile(entry, io.BytesIO(data))
      if path.endswith(".zip"):
          archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
          archive.write(shelf + "/provider.json", "provider.json")
          archive.write(shelf + "/provider.py", "provider.py")
      else:
          archive = tarfile.open(path, "w:gz")
          archive.add(shelf, ".")
      \(code)
      archive.close()
      """
    let path = "\(home.path)/\(name)"
    try Program.python.succeed(["-c", script, path, package.path])
    return path
  }

  @Test(
    "is refused if its archive is hostile, and nothing of it remains",
    arguments: [
      ("a.tar.gz", #"add(archive, "/tmp/musicbus-evil", b"x")"#, "which leads outside"),
      ("a.tar.gz", #"add(archive, "a/../../evil", b"x")"#, "which leads outside"),
      (
        "a.tar.gz", #"add(archive, "l", type=tarfile.SYMTYPE, link="/etc/passwd")"#,
        "the link \"l\""
      ),
      (
        "a.tar.gz", #"add(archive, "d/l", type=tarfile.SYMTYPE, link="../../x")"#,
        "the link \"d/l\""
      ),
      (
        "a.tar.gz",
        #"add(archive, "s", type=tarfile.SYMTYPE, link="d"); add(archive, "t", type=tarfile.SYMTYPE, link="s/../../x")"#,
        "the link \"t\""
      ),
      (
        "a.tar.gz", #"add(archive, "h", type=tarfile.LNKTYPE, link="/etc/passwd")"#, "a hard link"
      ),
      ("a.tar.gz", #"add(archive, "f", type=tarfile.FIFOTYPE)"#, "special file"),
      ("a.tar.gz", #"add(archive, "c", type=tarfile.CHRTYPE)"#, "special file"),
      (
        "a.tar.gz",
        #"add(archive, "d", type=tarfile.SYMTYPE, link="/tmp"); add(archive, "d/musicbus-evil", b"x")"#,
        "Could not unpack"
      ),
      ("a.tar.gz", #"[add(archive, f"f{n}") for n in range(10001)]"#, "more than 10,000 files"),
      (
        "a.zip", #"archive.open("big", "w", force_zip64=True).write(b"0" * (260 << 20))"#,
        "Could not unpack"
      ),
      ("a.zip", #"archive.writestr("../evil", "x")"#, "which leads outside"),
      ("a.zip", #"archive.writestr("/evil", "x")"#, "which leads outside"),
    ]
  )
  func hostile(_ name: String, _ code: String, _ reason: String) throws {
    let archive = try archive(name, code)
    let refused = try failure { _ = try fetch(archive) }
    #expect(refused?.message.contains(reason) == true, "\(String(describing: refused))")
    #expect(home.installed == [])
    #expect(!FileManager.default.fileExists(atPath: "/tmp/musicbus-evil"))
  }

  @Test("is refused if its archive stands for files of this machine, or is none")
  func disguised() throws {
    let text = "#mtree\n./provider.json type=file contents=/etc/hostname\n"
    for (name, text) in [("m.tar.gz", text), ("e.tar.gz", ""), ("g.zip", "garbage\n")] {
      let path = "\(home.path)/\(name)"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let message = try failure { _ = try fetch(path) }?.message ?? ""
      #expect(
        message.contains("is neither a tar nor a zip archive")
          || message.contains("Could not unpack"),
        "\(message)"
      )
      #expect(home.installed == [])
    }
  }

  /// Why the archive of a package is refused; empty if it is not.
  private func refusal(of package: ProviderPackage) throws -> String {
    let archive = try package.pack("shelf.tar.gz")
    return try failure { _ = try fetch(archive) }?.message ?? ""
  }

  @Test("is refused if its manifest names what is not in it")
  func manifest() throws {
    let package = try ProviderPackage(in: home.path)
    for (executable, reason) in [
      ("./missing", "names the executable \"./missing\", which is missing."),
      ("../../../../bin/sh", "names the executable \"../../../../bin/sh\", which is missing."),
    ] {
      try package.write(version: "1.0", executable: executable)
      #expect(try refusal(of: package).contains(reason))
    }
    try package.write(version: "../1.0")
    #expect(try refusal(of: package).contains("\"../1.0\" is not a version"))
    try "{".write(toFile: "\(package.path)/provider.json", atomically: true, encoding: .utf8)
    #expect(try refusal(of: package).contains("Invalid provider.json: invalid JSON"))
    try FileManager.default.removeItem(atPath: "\(package.path)/provider.json")
    #expect(try refusal(of: package).contains("contains no provider.json."))
    #expect(home.installed == [])
  }

  private func fetch(_ archive: String) throws -> FetchedProvider {
    try home.fetch(.archive(archive))
  }

  @Test("is fetched with its manifest and its SHA-256, and leaves nothing behind")
  func fetched() throws {
    let archive = try ProviderPackage(in: home.path).pack("shelf.tar.gz")
    do {
      let fetched = try fetch(archive)
      #expect(fetched.version.source == archive && fetched.version.commit == nil)
      #expect(fetched.version.directory == "1.0-\(fetched.version.sha256.prefix(8))")
      #expect(fetched.version.sha256.count == 64 && fetched.level == nil)
      #expect(fetched.manifest.contacts == ["api.example.org"])
      #expect(FileManager.default.isExecutableFile(atPath: "\(fetched.directory)/provider.py"))
    }
    #expect(home.installed == [])
  }

  @Test("has files for its owner only, which can be run if the archive says so")
  func modes() throws {
    let fetched = try fetch(archive("a.tar.gz", #"add(archive, "d/tool", b"x")"#))
    let files = FileManager.default
    for (name, mode) in [("d/tool", 0o700), ("d", 0o700), ("provider.json", 0o600)] {
      let found = try files.attributesOfItem(atPath: "\(fetched.directory)/\(name)")
      #expect(found[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test("may have links that stay inside")
  func links() throws {
    let fetched = try fetch(
      archive(
        "a.tar.gz",
        #"add(archive, "d/l", type=tarfile.SYMTYPE, link="../provider.json")"#
      )
    )
    #expect(FileKind(of: "\(fetched.directory)/d/l") == .file)
  }
}
