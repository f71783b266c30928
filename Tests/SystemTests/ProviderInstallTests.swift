import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "Installing providers from elsewhere",
    .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
    .timeLimit(.minutes(10))
  )
  struct ProviderInstallTests {
    let sandbox: Sandbox
    private let work: String

    init() throws {
      sandbox = try Sandbox()
      work = "\(sandbox.home.path)/work"
    }

    private func add(_ source: String) throws -> RunResult {
      try run("provider", "add", source, "--yes")
    }

    private func run(_ arguments: String...) throws -> RunResult {
      try sandbox.patiently(arguments)
    }

    private func list() throws -> [InstalledProvider] {
      try run("provider", "list", "--installed", "--json").lines.map {
        try JSONDecoder().decode(InstalledProvider.self, from: Data($0.utf8))
      }
    }

    @Test("copies an archive, which is not needed afterwards, and deletes it all at its removal")
    func archive() throws {
      let archive = try ProviderPackage(in: work).pack("shelf.tar.gz")
      let added = try add(archive)
      #expect(added.status == 0, "\(added)")
      expectStart(of: "1.0", added)
      for fact in [
        "Shelf 1.0", "Ann <ann@example.org>", archive, "api.example.org", "artists.search",
      ] {
        #expect(added.errors.contains(fact), "\(added)")
      }
      try FileManager.default.removeItem(atPath: work)
      #expect(try sandbox.artists() == ["Nina 1.0"])
      let installed = try #require(try list().first)
      #expect(installed.version == "1.0" && installed.source == archive)
      #expect(installed.sha256?.count == 64)
      #expect(try sandbox.installedVersions().count == 1)
      let removed = try run("provider", "remove", "shelf")
      #expect(removed.output == "Removed shelf.\n", "\(removed)")
      #expect(try sandbox.installedFiles() == [])
      #expect(try list().isEmpty)
    }

    @Test("uses a directory where it is, and lists it")
    func inPlace() throws {
      let package = try ProviderPackage(in: work)
      #expect(try run("provider", "add", package.path).status == 0)
      #expect(try sandbox.installedFiles() == [])
      let installed = try #require(try list().first)
      #expect(installed.id == "shelf" && installed.source == package.path)
      #expect(installed.sha256 == nil)
      let refused = try add(try package.pack("shelf.zip"))
      #expect(refused.status == 1)
      #expect(refused.errors.contains("Provider \"shelf\" is already installed"), "\(refused)")
      #expect(try sandbox.installedFiles() == [])
    }

    @Test("asks before new code runs, and not again for the same")
    func question() throws {
      let archive = try ProviderPackage(in: work).pack("shelf.zip")
      let alone = try run("provider", "add", archive)
      #expect(alone.status == 1)
      #expect(alone.errors.contains("Without a terminal, you cannot be asked"), "\(alone)")
      #expect(try sandbox.installedFiles() == [])
      let terminal = TypingTerminal(environment: sandbox.environment)
      let refused = try terminal.run(["provider", "add", archive], [.init(after: "[y/N]", "n\n")])
      #expect(refused.status == 1 && refused.missing == nil, "\(refused)")
      #expect(refused.output.contains("You did not agree. Nothing was installed."), "\(refused)")
      #expect(try sandbox.installedFiles() == [])
      let agreed = try terminal.run(["provider", "add", archive], [.init(after: "[y/N]", "y\n")])
      #expect(agreed.status == 0, "\(agreed)")
      #expect(agreed.output.contains("shelf 1.0 serves artists.search"), "\(agreed)")
      #expect(try run("provider", "add", archive).status == 0)
    }

    @Test(
      "installs a tag, a branch or the newest version of a repository, updates it, and goes back"
    )
    func repository() throws {
      let package = try ProviderPackage(in: work)
      try package.commit(tag: "v1.0")
      try package.write(version: "1.1")
      try package.commit(tag: "v1.1")
      try package.write(version: "2.0-beta")
      try package.commit(tag: "v2.0-beta")
      // Neither a hook nor a submodule is any of its files.
      try ExecutableText.write(
        "#!/bin/sh\ntouch '\(work)/hooked'",
        to: "\(package.path)/.git/hooks/post-checkout"
      )
      try expectStart(of: "1.0", add("\(package.path)@v1.0"))
      let tagged = try run("provider", "outdated")
      #expect(tagged.errors.contains("No newer versions were found."), "\(tagged)")
      try expectStart(of: "2.0-beta", add("file://\(package.path)@main"))
      try expectStart(of: "1.1", add("file://\(package.path)"))
      #expect(try sandbox.artists() == ["Nina 1.1"])
      #expect(try sandbox.installedVersions().count == 2)
      // The tag pins it until it is added without, though the version is the same.
      try expectStart(of: "1.1", add("file://\(package.path)@v1.1"))
      try expectStart(of: "1.1", add("file://\(package.path)"))

      try package.write(version: "1.2")
      try package.commit(tag: "v1.2")
      let outdated = try run("provider", "outdated", "--plain")
      #expect(outdated.output.contains("shelf\t1.1\t1.2\tfile://\(package.path)"), "\(outdated)")
      let updated = try run("provider", "update", "--yes")
      expectStart(of: "1.2", updated)
      #expect(updated.errors.contains("replaces 1.1"), "\(updated)")
      #expect(try sandbox.artists() == ["Nina 1.2"])
      let installed = try #require(try list().first)
      #expect(installed.commit?.count == 40 && installed.previous == "1.1")
      let again = try run("provider", "update", "shelf")
      #expect(again.status == 0 && again.errors.contains("shelf 1.2 is up to date."), "\(again)")

      let back = try run("provider", "rollback", "shelf")
      expectStart(of: "1.1", back)
      #expect(try sandbox.artists() == ["Nina 1.1"])
      let forth = try run("provider", "rollback", "shelf")
      expectStart(of: "1.2", forth)
      #expect(!FileManager.default.fileExists(atPath: "\(work)/hooked"))
    }

    @Test("keeps the version that runs if the new one does not start")
    func broken() throws {
      let package = try ProviderPackage(in: work)
      try package.commit(tag: "v1.0")
      try expectStart(of: "1.0", add(package.path + "@main"))
      try package.write(version: "1.1")
      let manifest = "\(package.path)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacing("https://api.example.org", with: "no address")
        .write(toFile: manifest, atomically: true, encoding: .utf8)
      try package.commit(tag: "v1.1")
      let updated = try run("provider", "update", "shelf", "--yes")
      #expect(updated.status != 0)
      #expect(updated.errors.contains("no address"), "\(updated)")
      #expect(
        updated.errors.contains("The provider does not start. Version 1.0 still runs."),
        "\(updated)"
      )
      #expect(try sandbox.artists() == ["Nina 1.0"])
      #expect(try list().map(\.version) == ["1.0"])
    }

    @Test("downloads by https only, with a limit of size")
    func download() throws {
      let package = try ProviderPackage(in: work)
      _ = try package.pack("shelf.tar.gz")
      let server = try TLSServer(work, in: sandbox.home.path)
      func get(_ name: String) throws -> RunResult {
        try sandbox.musicbus(
          "provider",
          "add",
          "\(server.url)/\(name)",
          "--yes",
          adding: ["CURL_CA_BUNDLE": server.certificate]
        )
      }
      for (name, reason) in [
        ("none.tar.gz", "none.tar.gz does not exist."), ("http.tar.gz", "Could not download"),
        ("endless.tar.gz", "Could not download"),
      ] {
        let refused = try get(name)
        #expect(refused.status == 1 && refused.errors.contains(reason), "\(refused)")
      }
      let unknown = try add("\(server.url)/shelf.tar.gz")
      #expect(unknown.status == 1 && unknown.errors.contains("certificate"), "\(unknown)")
      let plain = try add("http://localhost/shelf.tar.gz")
      #expect(plain.errors.contains("Providers come by https or ssh only."), "\(plain)")
      #expect(try sandbox.installedFiles() == [])
      try expectStart(of: "1.0", get("shelf.tar.gz"))
    }

    @Test("leaves nothing behind if the hub refuses the provider")
    func refusedByHub() throws {
      let package = try ProviderPackage(in: work)
      try package.write(version: "1.0", id: "deezer")
      let refused = try add(try package.pack("shelf.tar.gz"))
      #expect(refused.status == 1)
      #expect(refused.errors.contains("Provider \"deezer\" is already installed"), "\(refused)")
      #expect(try sandbox.installedFiles() == [])
    }

    @Test("removes what a crash has left with the next change, and makes one change at a time")
    func crash() throws {
      let archive = try ProviderPackage(in: work).pack("shelf.tar.gz")
      #expect(try add(archive).status == 0)
      let paths = try sandbox.paths
      for path in [".new-1a2b3c/files", "shelf/2.0-1a2b3c4d", "other/1.0-1a2b3c4d"] {
        try FileManager.default.createDirectory(
          atPath: "\(paths.installed)/\(path)",
          withIntermediateDirectories: true
        )
      }
      // As while an archive is unpacked.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0],
        ofItemAtPath: "\(paths.installed)/.new-1a2b3c/files"
      )
      let before = try sandbox.installedFiles()
      do {
        let lock = try HubLock(at: paths.installLock)
        defer { _ = lock }
        let busy = try run("provider", "rollback", "shelf")
        #expect(busy.status == 1)
        #expect(busy.errors.contains("are being changed by the process"), "\(busy)")
        // What only reads waits for nobody, and removes nothing.
        #expect(try list().map(\.id) == ["shelf"])
      }
      for command in ["outdated", "search"] { _ = try run("provider", command) }
      #expect(try sandbox.installedFiles() == before)
      #expect(try add(archive).status == 0)
      #expect(try sandbox.installedVersions().count == 1)
      #expect(try sandbox.artists() == ["Nina 1.0"])
    }

    @Test("keeps the copies if their list is lost or unreadable", arguments: ["", "{"])
    func lostList(_ text: String) throws {
      let archive = try ProviderPackage(in: work).pack("shelf.tar.gz")
      #expect(try add(archive).status == 0)
      let before = try sandbox.installedFiles()
      let list = try sandbox.paths.installedFile
      if text.isEmpty {
        try FileManager.default.removeItem(atPath: list)
      } else {
        try text.write(toFile: list, atomically: true, encoding: .utf8)
      }
      for command in [["list", "--installed"], ["outdated"], ["update"], ["rollback", "shelf"]] {
        let result = try sandbox.patiently(["provider"] + command)
        #expect(text.isEmpty || result.errors.contains("Could not read \(list)"), "\(result)")
      }
      #expect(try sandbox.installedFiles() == before)
      // As the error says: move it away, and add the providers again.
      try? FileManager.default.removeItem(atPath: list)
      let drawer = "\(work)/drawer.tar.gz"
      let other = try ProviderPackage(in: work, id: "drawer")
      try Program("/usr/bin/bsdtar").succeed(["-a", "-c", "-f", drawer, "-C", other.path, "."])
      #expect(try add(drawer).status == 0)
      #expect(try sandbox.installedVersions().count == 2)
      #expect(try add(archive).status == 0)
      #expect(try self.list().map(\.id) == ["drawer", "shelf"])
    }

    @Test("marks what an update contacts and the installed version did not")
    func newHosts() throws {
      let package = try ProviderPackage(in: work)
      try package.commit(tag: "v1.0")
      let first = try add("file://\(package.path)")
      #expect(first.status == 0 && !first.errors.contains("(new)"), "\(first)")
      try package.write(version: "1.1")
      let manifest = "\(package.path)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacing(
        #"{"url": "https://api.example.org"}"#,
        with: #"{"url": "https://api.example.org"}, {"url": "https://track.example.net"}"#
      ).write(toFile: manifest, atomically: true, encoding: .utf8)
      try package.commit(tag: "v1.1")
      let updated = try run("provider", "update", "shelf")
      #expect(
        updated.errors.contains("api.example.org, track.example.net (new)\n"),
        "\(updated)"
      )
      #expect(updated.errors.contains(#/Methods +artists.search\n/#), "\(updated)")
    }
  }

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

/// A line of `provider list --installed --json`.
struct InstalledProvider: Decodable {
  let id: String
  let version: String
  let source: String
  let index: String?
  let commit: String?
  let sha256: String?
  let previous: String?
  let revoked: String?
}
