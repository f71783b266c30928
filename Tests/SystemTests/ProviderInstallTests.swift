import BusProtocol
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
      #expect(alone.errors.contains("Cannot ask without a terminal"), "\(alone)")
      #expect(try sandbox.installedFiles() == [])
      let terminal = TypingTerminal(environment: sandbox.environment)
      let refused = try terminal.run(["provider", "add", archive], [.init(after: "[y/N]", "n\n")])
      #expect(refused.status == 1 && refused.missing == nil, "\(refused)")
      #expect(refused.output.contains("Cancelled. Nothing was installed."), "\(refused)")
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
        updated.errors.contains("The provider does not start: ")
          && updated.errors.contains("Version 1.0 still runs."),
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

    @Test("downloads no archive to look for versions: an update compares it")
    func archiveIsNotDownloaded() throws {
      let package = try ProviderPackage(in: work)
      _ = try package.pack("shelf.zip")
      let server = try TLSServer(work, in: sandbox.home.path)
      let trust = ["CURL_CA_BUNDLE": server.certificate]
      func online(_ arguments: String...) throws -> RunResult {
        try sandbox.patiently(["provider"] + arguments, adding: trust)
      }
      try expectStart(of: "1.0", online("add", "\(server.url)/shelf.zip", "--yes"))
      try package.write(version: "3.1")
      _ = try package.pack("shelf.zip")
      // Without the certificate, nothing can be downloaded.
      let outdated = try run("provider", "outdated")
      #expect(outdated.status == 0, "\(outdated)")
      #expect(outdated.errors.contains("which names no versions."), "\(outdated)")
      #expect(outdated.errors.contains("musicbus provider update shelf"), "\(outdated)")
      try expectStart(of: "3.1", online("update", "--yes"))
      let again = try online("update", "--yes")
      #expect(again.errors.contains("shelf 3.1 is up to date."), "\(again)")
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

    @Test("gives settings to no other program under their id, until the user agrees")
    func settings() throws {
      let package = try ProviderPackage(in: work)
      try package.commit(tag: "v1.0")
      #expect(try add("\(package.path)@v1.0").status == 0)
      let set = try run("config", "set", "providers.shelf.contact", "me@example.org")
      #expect(set.status == 0, "\(set)")
      try expectStart(of: "1.0", run("provider", "reload", "shelf"))
      // Another version from the same place has them as well.
      try package.write(version: "1.1")
      try package.commit(tag: "v1.1")
      try expectStart(of: "1.1", add("\(package.path)@v1.1"))
      #expect(try run("provider", "remove", "shelf").status == 0)

      let providers = try sandbox.paths.providers
      try FileManager.default.createSymbolicLink(
        atPath: "\(providers)/by-hand.json",
        withDestinationPath: "\(package.path)/provider.json"
      )
      let stopped = try sandbox.awaitProvider("shelf") { $0.state == .stopped }
      let error = stopped.lastError ?? ""
      #expect(error.contains("the settings in providers.shelf were made for the one from"))
      #expect(error.contains("musicbus provider reset shelf"), "\(error)")
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      try sandbox.awaitProvider("shelf") { $0.state == .stopped }
      try expectStart(of: "1.1", run("provider", "reset", "shelf"))
      try expectStart(of: "1.1", run("provider", "reload", "shelf"))
    }

    @Test("gives settings to no other directory under their id that is tried")
    func settingsOfTrials() throws {
      let program = """
        #!/usr/bin/env python3
        import json, sys
        contact = "nobody"
        for line in map(json.loads, sys.stdin):
            contact = line.get("config", {}).get("contact", contact)
            if "id" in line:
                item = {"id": "shelf:artist:1", "name": contact}
                print(json.dumps({"id": line["id"], "items": [item]}), flush=True)
        """
      let (mine, other) = (
        try ProviderPackage(in: work), try ProviderPackage(in: "\(work)/clone")
      )
      for package in [mine, other] {
        try ExecutableText.write(program, to: "\(package.path)/provider.py")
      }
      func called(_ path: String, _ options: String...) throws -> RunResult {
        try sandbox.patiently(["provider", "try", path, "artists.search", "nina"] + options)
      }
      #expect(try run("config", "set", "providers.shelf.contact", "me@example.org").status == 0)
      // They are nobody's yet, as while it is written.
      #expect(try called(mine.path).output.contains("me@example.org"))
      #expect(try run("provider", "add", mine.path).status == 0)

      let withheld = try called(other.path)
      #expect(withheld.output.contains("nobody"), "\(withheld)")
      #expect(
        withheld.errors.contains("providers.shelf were made for the one from \(mine.path)/"),
        "\(withheld)"
      )
      #expect(withheld.errors.contains("--config JSON"), "\(withheld)")
      let given = try called(other.path, "--config", #"{"contact": "you@example.net"}"#)
      #expect(given.output.contains("you@example.net"), "\(given)")
      #expect(!given.errors.contains("were made for"), "\(given)")
      let cassette = "\(work)/a.cassette"
      let recorded = try run("provider", "record", other.path, "-o", cassette)
      #expect(recorded.errors.contains("were made for"), "\(recorded)")
      #expect(try !String(contentsOfFile: cassette, encoding: .utf8).contains("me@example"))

      // A link to the manifest of the owner runs the program of the owner.
      let files = FileManager.default
      try files.removeItem(atPath: "\(other.path)/provider.json")
      try files.createSymbolicLink(
        atPath: "\(other.path)/provider.json",
        withDestinationPath: "\(mine.path)/provider.json"
      )
      try "exit 1".write(toFile: "\(other.path)/provider.py", atomically: true, encoding: .utf8)
      for path in [mine.path, other.path] {
        let own = try called(path)
        #expect(own.output.contains("me@example.org"), "\(own)")
        #expect(!own.errors.contains("were made for"), "\(own)")
      }
    }

    @Test(
      "refuses an id that can be confused with that of another provider",
      arguments: [("she1f", "shelf"), ("itunes.search", "itunes-search")]
    )
    func lookalikes(_ id: String, _ other: String) throws {
      #expect(try add(try ProviderPackage(in: work).pack("shelf.tar.gz")).status == 0)
      let package = try ProviderPackage(in: work, id: id)
      let added = try run("provider", "add", package.path)
      let text = "\"\(id)\" can be confused with the provider \"\(other)\""
      #expect(added.status == 1 && added.errors.contains(text), "\(added)")
      // By hand, with the first name of all.
      try FileManager.default.createSymbolicLink(
        atPath: "\(try sandbox.paths.providers)/0.json",
        withDestinationPath: "\(package.path)/provider.json"
      )
      try sandbox.awaitLog(text)
      let providers = try sandbox.providers()
      #expect(providers[id] == nil && providers[other] != nil)
    }

    /// Installs version 1.0 from a repository, and tags version 1.1 there, which needs the setting "shop".
    private func addUpdateWithSetting() throws {
      let package = try ProviderPackage(in: work)
      try package.commit(tag: "v1.0")
      try expectStart(of: "1.0", add("file://\(package.path)"))
      try package.write(version: "1.1")
      let manifest = "\(package.path)/provider.json"
      let schema = """
        "configSchema": {
          "type": "object", "required": ["shop"],
          "properties": {"shop": {"type": "string", "minLength": 2, "description": "The shop to search."}}
        },
        """
      try String(contentsOfFile: manifest, encoding: .utf8)
        .replacing(#""samples""#, with: "\(schema)\n\"samples\"")
        .write(toFile: manifest, atomically: true, encoding: .utf8)
      try package.commit(tag: "v1.1")
    }

    @Test("asks for a setting that an update needs, and starts it then")
    func newSetting() throws {
      try addUpdateWithSetting()
      let terminal = TypingTerminal(environment: sandbox.environment)
      let updated = try terminal.run(
        ["provider", "update", "shelf", "--yes", "--wait", "60s", "--timeout", "60s"],
        [
          .init(after: "shop: ", "\n"),
          .init(after: "cannot run without it.\r\nshop: ", "bristol\n"),
        ]
      )
      #expect(updated.status == 0 && updated.missing == nil, "\(updated)")
      #expect(updated.output.contains("This version cannot run without shop."), "\(updated)")
      #expect(updated.output.contains("The shop to search."), "\(updated)")
      #expect(updated.output.contains("shelf 1.1 serves artists.search"), "\(updated)")
      #expect(try sandbox.artists() == ["Nina 1.1"])
      let set = try run("config", "get", "providers.shelf.shop")
      #expect(set.output.contains("bristol"), "\(set)")
    }

    @Test("installs an update that needs a setting without a terminal, and says which command asks")
    func newSettingWithoutTerminal() throws {
      try addUpdateWithSetting()
      let updated = try run("provider", "update", "--yes")
      #expect(updated.status == 0, "\(updated)")
      #expect(updated.errors.contains("shelf is unconfigured"), "\(updated)")
      #expect(updated.errors.contains("musicbus provider setup shelf"), "\(updated)")
      #expect(try list().map(\.version) == ["1.1"])
      let set = try run("config", "set", "providers.shelf.shop", "leeds")
      #expect(set.status == 0, "\(set)")
      try expectStart(of: "1.1", run("provider", "reload", "shelf"))
    }

    @Test("keeps the version that runs if the user does not enter a setting that an update needs")
    func refusedSetting() throws {
      try addUpdateWithSetting()
      let terminal = TypingTerminal(environment: sandbox.environment)
      let updated = try terminal.run(
        ["provider", "update", "shelf", "--yes", "--wait", "60s", "--timeout", "60s"],
        [.init(after: "shop: ", "\n"), .init(after: "shop: ", "x\n"), .init(after: "shop: ", "\n")]
      )
      #expect(updated.status == 1 && updated.missing == nil, "\(updated)")
      #expect(updated.output.contains("shop has no valid value."), "\(updated)")
      #expect(try list().map(\.version) == ["1.0"])
      #expect(try sandbox.artists() == ["Nina 1.0"])
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
