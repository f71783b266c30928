import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "A source that cannot be installed",
    .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
    .timeLimit(.minutes(10))
  )
  struct RefusedSourceTests {
    private let home: TestDirectory
    private let environment: Environment

    init() throws {
      home = try TestDirectory()
      var environment = Environment.ofTests.allowing(["PATH", "LANG"])
      environment["MUSICBUS_HOME"] = "\(home.path)/home"
      environment["MUSICBUS_NO_AUTOSTART"] = "1"
      self.environment = environment
    }

    private func add(_ source: String, path: String? = nil) throws -> RunResult {
      var environment = environment
      if let path { environment["PATH"] = path }
      return try RunResult.of(
        "musicbus",
        ["provider", "add", source, "--yes"],
        environment: environment
      )
    }

    private var remains: [String] {
      let path = "\(home.path)/home/data/installed"
      return (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    }

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
      let refused = try add(try archive(name, code))
      #expect(refused.status == 1)
      #expect(refused.errors.contains(reason), "\(refused)")
      #expect(remains == [])
      #expect(!FileManager.default.fileExists(atPath: "/tmp/musicbus-evil"))
    }

    @Test("is refused if its archive stands for files of this machine, or is none")
    func disguised() throws {
      let text = "#mtree\n./provider.json type=file contents=/etc/hostname\n"
      for (name, text) in [("m.tar.gz", text), ("e.tar.gz", ""), ("g.zip", "garbage\n")] {
        let path = "\(home.path)/\(name)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let refused = try add(path)
        #expect(refused.status == 1)
        #expect(
          refused.errors.contains("is neither a tar nor a zip archive")
            || refused.errors.contains("Could not unpack"),
          "\(refused)"
        )
        #expect(remains == [])
      }
    }

    @Test("is refused if its manifest names what is not in it")
    func manifest() throws {
      let package = try ProviderPackage(in: home.path)
      for (executable, reason) in [
        ("./missing", "names the executable \"./missing\", which is missing."),
        ("../../../../bin/sh", "names the executable \"../../../../bin/sh\", which is missing."),
      ] {
        try package.write(version: "1.0", executable: executable)
        let refused = try add(try package.pack("shelf.tar.gz"))
        #expect(refused.status == 1 && refused.errors.contains(reason), "\(refused)")
        #expect(remains == [])
      }
      try package.write(version: "../1.0")
      let version = try add(try package.pack("shelf.tar.gz"))
      #expect(version.errors.contains("\"../1.0\" is not a version"), "\(version)")
      try "{".write(toFile: "\(package.path)/provider.json", atomically: true, encoding: .utf8)
      let broken = try add(try package.pack("shelf.tar.gz"))
      #expect(broken.errors.contains("Invalid provider.json: invalid JSON"), "\(broken)")
      try FileManager.default.removeItem(atPath: "\(package.path)/provider.json")
      let none = try add(try package.pack("shelf.tar.gz"))
      #expect(none.errors.contains("contains no provider.json."), "\(none)")
      #expect(remains == [])
    }

    @Test(
      "is named in the error if it does not exist or is of no known kind",
      arguments: [
        ("nowhere", "\"nowhere\" does not exist. It is not a path, and no index is set."),
        ("none.tar.gz", "\"none.tar.gz\" does not exist."),
        ("http://example.org/a", "\"http://example.org/a\" has no https URL."),
        ("ftp://example.org/a.zip", "\"ftp://example.org/a.zip\" has no https URL."),
        ("file:///tmp/a.zip", "Archives come by https, or as a file."),
        ("https://example.org/a@-x", "\"-x\" cannot be a branch, tag, commit or version."),
        ("ext::sh -c true", "transport 'ext' not allowed"),
      ]
    )
    func unknown(_ source: String, _ reason: String) throws {
      let refused = try add(source)
      #expect(refused.status == 1)
      #expect(refused.errors.lowercased().contains(reason.lowercased()), "\(refused)")
    }

    @Test("is not fetched from a repository without the branch, nor without the needed programs")
    func missing() throws {
      let package = try ProviderPackage(in: home.path)
      try package.commit()
      let branch = try add("\(package.path)@nope")
      #expect(branch.errors.contains("has no branch or tag \"nope\"."), "\(branch)")
      let unpacked = try add(try package.pack("shelf.tar.gz"), path: "/nowhere")
      #expect(unpacked.errors.contains("Install the package"), "\(unpacked)")
      let fetched = try add("\(package.path)@main", path: "/nowhere")
      #expect(
        fetched.errors.contains("the program git is missing. Install the package git."),
        "\(fetched)"
      )
      #expect(remains == [])
    }
  }
}
