import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "An index of providers",
    .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
    .timeLimit(.minutes(10))
  )
  struct ProviderIndexTests {
    let sandbox: Sandbox
    /// The directory of the index, which is published as it is.
    private let site: String
    private let package: ProviderPackage

    init() throws {
      sandbox = try Sandbox()
      site = "\(sandbox.home.path)/site"
      package = try ProviderPackage(in: "\(sandbox.home.path)/work")
      try publish()
      try use("\(site)/index.json")
    }

    private var index: String { "\(site)/index.json" }

    /// Adds a version to the index.
    private func publish(_ version: String = "1.0") throws {
      try package.write(version: version)
      let built = try run("provider", "index", package.path, "--output", site)
      #expect(built.status == 0, "\(built)")
    }

    private func use(_ location: String) throws {
      #expect(try run("config", "set", "providers.index", location).status == 0)
    }

    private func run(_ arguments: String...) throws -> RunResult {
      try sandbox.patiently(arguments)
    }

    /// Changes the text of the index.
    private func edit(_ old: String, _ new: String) throws {
      let text = try String(contentsOfFile: index, encoding: .utf8)
      #expect(text.contains(old), "\(text)")
      try text.replacing(old, with: new).write(toFile: index, atomically: true, encoding: .utf8)
    }

    @Test("is the only one from which its providers are updated")
    func ownIndex() throws {
      try expectStart(of: "1.0", run("provider", "add", "shelf", "--yes"))
      let other = "\(sandbox.home.path)/other"
      try package.write(version: "9.0")
      #expect(try run("provider", "index", package.path, "--output", other).status == 0)
      try use("\(other)/index.json")
      let updated = try run("provider", "update", "shelf", "--yes")
      #expect(updated.status == 1, "\(updated)")
      #expect(updated.errors.contains("which is not set any more"), "\(updated)")
      #expect(try sandbox.artists() == ["Nina 1.0"])
      // Whoever wants the other one adds it.
      try expectStart(of: "9.0", run("provider", "add", "shelf", "--yes"))
    }

    @Test(
      "is searched, and gives providers by id, their updates and named versions, without a network"
    )
    func whole() throws {
      let found = try run("provider", "search", "RECORDS", "--plain")
      #expect(found.output.contains("shelf\t1.0\t\t\tRecords from a shelf."), "\(found)")
      #expect(try run("provider", "search", "xylophone").errors.contains("No index lists such"))
      let added = try run("provider", "add", "shelf", "--yes")
      expectStart(of: "1.0", added)
      try publish("1.10")
      try publish("1.9")
      try publish("2.0-beta.1")
      let again = try run("provider", "index", package.path, "--output", site)
      #expect(again.errors.contains("shelf 2.0-beta.1 is listed already"), "\(again)")
      let outdated = try run("provider", "outdated", "--plain")
      #expect(outdated.output.contains("shelf\t1.0\t1.10\tshelf"), "\(outdated)")
      try expectStart(of: "1.10", run("provider", "update", "--yes"))
      #expect(try sandbox.artists() == ["Nina 1.10"])
      try expectStart(of: "1.9", run("provider", "add", "shelf@1.9", "--yes"))
      #expect(try run("provider", "outdated").errors.contains("No newer versions were found."))
      let unknown = try run("provider", "add", "shelf@7")
      #expect(unknown.errors.contains("The index has no shelf 7."), "\(unknown)")
      let nobody = try run("provider", "add", "nobody")
      #expect(
        nobody.errors.contains("No index lists it: musicbus provider search WORD"),
        "\(nobody)"
      )
    }

    @Test("is meant by a name without a slash, whatever is in the current directory")
    func nameOfDirectory() throws {
      func add(_ source: String) throws -> RunResult {
        var launch = Launch(
          Executables.path("musicbus"),
          ["provider", "add", source, "--yes", "--wait", "60s", "--timeout", "60s"],
          environment: sandbox.environment
        )
        launch.workingDirectory = parentDirectory(of: package.path)
        return try RunResult.of(launch)
      }
      // What is in the directory would be another version.
      try package.write(version: "7.0")
      try expectStart(of: "1.0", add("shelf"))
      #expect(try run("provider", "remove", "shelf").status == 0)
      _ = try ProviderPackage(in: "\(sandbox.home.path)/work", id: "drawer")
      let unlisted = try add("drawer")
      #expect(unlisted.status == 1)
      #expect(unlisted.errors.contains("\"drawer\" is in no index."), "\(unlisted)")
      #expect(unlisted.errors.contains("write ./drawer"), "\(unlisted)")
      #expect(try add("./drawer").output.hasPrefix("drawer 1.0 serves artists.search"))
      #expect(try sandbox.artists(of: "drawer") == ["Nina 1.0"])
    }

    @Test("may be at an https URL, and is used as it was last while that cannot be reached")
    func download() throws {
      let server = try TLSServer(site, in: sandbox.home.path)
      try use("\(server.url)/index.json")
      let trust = ["CURL_CA_BUNDLE": server.certificate]
      let added = try sandbox.patiently(["provider", "add", "shelf", "--yes"], adding: trust)
      expectStart(of: "1.0", added)
      let offline = try run("provider", "search")
      #expect(offline.status == 0, "\(offline)")
      #expect(offline.errors.contains("Could not download \(server.url)/index.json."), "\(offline)")
      #expect(offline.output.contains("shelf"), "\(offline)")
    }

    @Test("lists commits of a repository as well")
    func commits() throws {
      try package.write(version: "3.0")
      try package.commit(tag: "v3.0")
      let built = try run("provider", "index", "file://\(package.path)@v3.0", "--output", site)
      #expect(built.status == 0, "\(built)")
      try expectStart(of: "3.0", run("provider", "add", "shelf", "--yes"))
      #expect(try sandbox.artists() == ["Nina 3.0"])
    }

    @Test("refuses an archive that is not the one that it lists")
    func tamperedArchive() throws {
      let archive = "\(site)/shelf-1.0.tar.gz"
      try package.write(version: "1.0")
      try "more".write(toFile: "\(package.path)/more", atomically: true, encoding: .utf8)
      try FileManager.default.removeItem(atPath: archive)
      try FileManager.default.moveItem(atPath: try package.pack("shelf.tar.gz"), toPath: archive)
      let refused = try run("provider", "add", "shelf", "--yes")
      #expect(refused.status == 1)
      #expect(refused.errors.contains("is not what the index lists"), "\(refused)")
      #expect(try sandbox.installedFiles() == [])
    }

    @Test("is refused if it is older than before, changed without a new number, or not valid")
    func olderIndex() throws {
      let first = try String(contentsOfFile: index, encoding: .utf8)
      try publish("1.1")
      #expect(try run("provider", "search").status == 0)
      try first.write(toFile: index, atomically: true, encoding: .utf8)
      let older = try run("provider", "add", "shelf", "--yes")
      #expect(older.status == 1)
      #expect(older.errors.contains("its serial number is 1, and was 2"), "\(older)")
      try edit("\"serial\": 1", "\"serial\": 2")
      let changed = try run("provider", "update")
      #expect(changed.errors.contains("has changed, but not its serial number 2"), "\(changed)")
      try edit("\"shelf-1.0.tar.gz\"", "\"../shelf-1.0.tar.gz\"")
      let invalid = try run("provider", "search")
      #expect(invalid.errors.contains("nor a path beside the index"), "\(invalid)")
      #expect(try sandbox.installedFiles() == [])
      try use("relative/index.json")
      let relative = try run("provider", "search")
      #expect(relative.errors.contains("neither an https URL nor an absolute path"), "\(relative)")
    }

    /// The date in UTC so many days from now.
    private func day(_ days: Int) -> String {
      String(Date(timeIntervalSinceNow: Double(days) * 86_400).ISO8601Format().prefix(10))
    }

    /// A key pair of minisign without a password.
    private struct Key {
      let file: String
      let text: String

      init(_ file: String) throws {
        self.file = file
        try Program("/usr/bin/minisign").succeed(["-G", "-W", "-p", "\(file).pub", "-s", file])
        let lines = try String(contentsOfFile: "\(file).pub", encoding: .utf8)
          .split(separator: "\n")
        text = String(lines[1])
      }

      func sign(_ path: String) throws {
        try Program("/usr/bin/minisign").succeed(["-S", "-s", file, "-m", path])
      }
    }

    @Test("with a key is refused without its signature, from the first time on")
    func signed() throws {
      let key = try Key("\(sandbox.home.path)/first.key")
      let other = try Key("\(sandbox.home.path)/second.key")
      try edit("\"document\"", "\"key\": \"\(key.text)\", \"document\"")
      let endless = try run("provider", "add", "shelf", "--yes")
      #expect(endless.errors.contains("has a key, but never expires"), "\(endless)")
      try edit("\"document\"", "\"expires\": \"\(day(20))\", \"document\"")
      let unsigned = try run("provider", "add", "shelf", "--yes")
      #expect(unsigned.errors.contains("is not signed, but has a key"), "\(unsigned)")
      try key.sign(index)
      #expect(try run("provider", "search").status == 0)

      try edit("\"serial\": 1", "\"serial\": 2")
      let tampered = try run("provider", "add", "shelf", "--yes")
      #expect(tampered.errors.contains("is signed with another key"), "\(tampered)")
      try edit(key.text, other.text)
      try other.sign(index)
      let replaced = try run("provider", "search")
      #expect(replaced.errors.contains("is signed with another key"), "\(replaced)")
      try edit("\"key\": \"\(other.text)\",", "")
      try FileManager.default.removeItem(atPath: "\(index).minisig")
      let stripped = try run("provider", "search")
      #expect(stripped.errors.contains("is not signed, but has a key"), "\(stripped)")
      #expect(try sandbox.installedFiles() == [])

      // The old key says which one comes next.
      try edit("\"document\"", "\"key\": \"\(other.text)\", \"document\"")
      try key.sign(index)
      // Read again, it is the same.
      for _ in 1...2 { #expect(try run("provider", "search").status == 0) }
      try edit("\"serial\": 2", "\"serial\": 3")
      try other.sign(index)
      try expectStart(of: "1.0", run("provider", "add", "shelf", "--yes"))
    }

    /// Publishes the index with a key, an expiry and a serial number of its own.
    private func sign(_ key: Key, expires: String, serial: Int) throws {
      let text = try String(contentsOfFile: index, encoding: .utf8)
      var members = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      )
      (members["key"], members["expires"], members["serial"]) = (key.text, expires, serial)
      try JSONSerialization.data(withJSONObject: members).write(to: URL(filePath: index))
      try key.sign(index)
    }

    @Test("that has expired gives nothing new, is named once, and leaves alone what runs")
    func expired() throws {
      let key = try Key("\(sandbox.home.path)/a.key")
      try sign(key, expires: day(2), serial: 4)
      try expectStart(of: "1.0", run("provider", "add", "shelf", "--yes"))
      try publish("1.1")
      try sign(key, expires: "2021-03-31", serial: 6)
      for arguments in [["update"], ["outdated"], ["add", "shelf@1.1", "--yes"]] {
        let refused = try sandbox.patiently(["provider"] + arguments)
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.errors.contains("expired on 2021-03-31: nothing new is"), "\(refused)")
      }
      let all = try run("provider", "update")
      #expect(all.errors.components(separatedBy: "expired on").count == 2, "\(all)")
      #expect(try run("provider", "search", "--plain").output.contains("shelf\t1.1"))
      #expect(try sandbox.artists() == ["Nina 1.0"])
      // The publisher renews it.
      #expect(try run("provider", "index", "--output", site).status == 0)
      try key.sign(index)
      try expectStart(of: "1.1", run("provider", "update", "--yes"))
    }

    @Test("that somebody holds back expires as it was read last")
    func withheld() throws {
      try sign(Key("\(sandbox.home.path)/a.key"), expires: day(3), serial: 2)
      #expect(try run("provider", "search").status == 0)
      let seen = try sandbox.paths.indexes
      let text = try String(contentsOfFile: seen, encoding: .utf8)
      try text.replacing(day(3), with: day(-1))
        .write(toFile: seen, atomically: true, encoding: .utf8)
      try FileManager.default.removeItem(atPath: site)
      let refused = try run("provider", "add", "shelf", "--yes")
      #expect(refused.status == 1 && refused.errors.contains("expired on"), "\(refused)")
      #expect(try sandbox.installedFiles() == [])
    }

    @Test("is refused if it would expire too late")
    func tooLate() throws {
      try sign(Key("\(sandbox.home.path)/a.key"), expires: day(45), serial: 2)
      let refused = try run("provider", "add", "shelf", "--yes")
      #expect(refused.errors.contains("in more than 30 days"), "\(refused)")
      #expect(try sandbox.installedFiles() == [])
    }

    @Test("whose numbers somebody has used up goes on with a new key that the old one has signed")
    func fastForward() throws {
      let key = try Key("\(sandbox.home.path)/a.key")
      let other = try Key("\(sandbox.home.path)/b.key")
      try sign(key, expires: day(9), serial: 9_007_199_254_740_991)
      #expect(try run("provider", "search").status == 0)
      let full = try run("provider", "index", "--output", site)
      #expect(full.status == 1 && full.errors.contains("is the largest that there is"), "\(full)")
      try sign(other, expires: day(9), serial: 1)
      #expect(try run("provider", "search").errors.contains("is signed with another key"))
      try key.sign(index)
      #expect(try run("provider", "search").status == 0)
      try sign(other, expires: day(9), serial: 2)
      #expect(try run("provider", "search").status == 0)
      try sign(other, expires: day(9), serial: 1)
      #expect(try run("provider", "search").errors.contains("is older than before"))
    }

    @Test("is refused if another document, too large or endless, however it is signed")
    func notAnIndex() throws {
      let key = try Key("\(sandbox.home.path)/a.key")
      try sign(key, expires: day(9), serial: 1)
      #expect(try run("provider", "search").status == 0)
      let first = try Data(contentsOf: URL(filePath: index))
      for text in [#"{"document": "musicbus-index"}"#, "[]"] {
        try Data(text.utf8).write(to: URL(filePath: index))
        try key.sign(index)
        let refused = try run("provider", "add", "shelf", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("is not valid"), "\(refused)")
      }
      try first.write(to: URL(filePath: index))
      try edit("musicbus-index", "musicbus-verdicts")
      try key.sign(index)
      let another = try run("provider", "add", "shelf", "--yes")
      #expect(another.errors.contains("is not version 1 of the document"), "\(another)")

      try Data(repeating: 0x20, count: 9 << 20).write(to: URL(filePath: index))
      let large = try run("provider", "search")
      #expect(large.errors.contains("It has more than 8 MB."), "\(large)")
      let server = try TLSServer(site, in: sandbox.home.path)
      try use("\(server.url)/endless.tar.gz")
      let endless = try sandbox.patiently(
        ["provider", "search"],
        adding: ["CURL_CA_BUNDLE": server.certificate]
      )
      #expect(endless.status == 1 && endless.errors.contains("Could not download"), "\(endless)")
    }

    /// Lists a version as revoked in the index of a directory.
    private func revoke(_ version: String, _ reason: String, in directory: String) throws {
      let path = "\(directory)/index.json"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let revoked =
        "\"revoked\": [{\"id\": \"shelf\", \"version\": \"\(version)\", \"reason\": \"\(reason)\"}]"
      try text.replacing("\"document\"", with: "\(revoked), \"document\"")
        .write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try run("provider", "index", "--output", directory).status == 0)
    }

    @Test("keeps a version revoked while it is not set, until it takes that back")
    func revocationStays() throws {
      func expectRevoked(_ isRevoked: Bool) throws {
        let list = try run("provider", "list", "--installed")
        #expect(list.output.contains("1.0 revoked") == isRevoked, "\(list)")
      }
      let archive = try package.pack("copy.tar.gz")
      try expectStart(of: "1.0", run("provider", "add", "shelf", "--yes"))
      try revoke("1.0", "It deletes files.", in: site)
      #expect(try run("provider", "search").errors.contains("It deletes files."))
      try sandbox.awaitRemoval(of: "shelf")

      // As if to trust another key.
      #expect(try run("config", "unset", "providers.index").status == 0)
      _ = try run("provider", "search")
      try expectRevoked(true)
      let again = try run("provider", "add", archive, "--yes")
      #expect(again.status == 1 && again.errors.contains("It deletes files."), "\(again)")
      // An index that does not list the provider takes nothing back.
      let text = try String(contentsOfFile: index, encoding: .utf8)
      try #"{"document": "musicbus-index", "version": 1, "serial": 8, "providers": []}"#
        .write(toFile: index, atomically: true, encoding: .utf8)
      try use(index)
      _ = try run("provider", "search")
      try expectRevoked(true)

      try text.replacing("\"revoked\"", with: "\"formerly\"")
        .replacing(#/"serial": \d+/#, with: "\"serial\": 9")
        .write(toFile: index, atomically: true, encoding: .utf8)
      #expect(try run("provider", "search").status == 0)
      try expectRevoked(false)
    }

    @Test("does not revoke what another one has installed")
    func revocationOfOthers() throws {
      try expectStart(of: "1.0", run("provider", "add", "shelf", "--yes"))
      let other = "\(sandbox.home.path)/other"
      try package.write(version: "1.0")
      #expect(try run("provider", "index", package.path, "--output", other).status == 0)
      try revoke("1.0", "I do not like it.", in: other)
      try use("[\"\(other)/index.json\", \"\(index)\"]")
      let read = try run("provider", "search")
      #expect(read.status == 0 && !read.errors.contains("I do not like it."), "\(read)")
      #expect(try sandbox.artists() == ["Nina 1.0"])
      try publish("1.1")
      try expectStart(of: "1.1", run("provider", "update", "--yes"))
      try expectStart(of: "1.0", run("provider", "rollback", "shelf"))
    }

    @Test("gives the level that a user sees; that of a manifest is not shown")
    func level() throws {
      let manifest = "\(package.path)/provider.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacing("\"lines\": 1", with: "\"lines\": 1, \"level\": \"full\"")
        .write(toFile: manifest, atomically: true, encoding: .utf8)
      let direct = try run("provider", "add", try package.pack("copy.tar.gz"))
      #expect(direct.errors.contains("Shelf 1.0") && !direct.errors.contains("Level"), "\(direct)")
      try edit("\"version\": \"1.0\"", "\"version\": \"1.0\", \"level\": \"core\"")
      try edit("\"serial\": 1", "\"serial\": 2")
      let listed = try run("provider", "add", "shelf")
      #expect(listed.errors.contains(#/Level +core/#), "\(listed)")
    }

    @Test(
      "stops a revoked version at once, also in later hubs without a network, and offers another"
    )
    func revoked() throws {
      #expect(try run("provider", "add", "shelf", "--yes").status == 0)
      try publish("1.1")
      try expectStart(of: "1.1", run("provider", "update", "--yes"))
      let archive = try package.pack("copy.tar.gz")
      let reason = "It sends its token to the wrong host."
      try edit(
        "\"document\"",
        "\"revoked\": [{\"id\": \"shelf\", \"version\": \"1.1\", \"reason\": \"\(reason)\"}], \"document\""
      )
      #expect(try run("provider", "index", "--output", site).status == 0)
      let told = try run("provider", "search")
      #expect(
        told.errors.contains("shelf 1.1 was revoked and does not run any more: \(reason)"),
        "\(told)"
      )
      try sandbox.awaitRemoval(of: "shelf")
      let shown = try run("providers")
      #expect(shown.errors.contains("This version was revoked: It sends its token"), "\(shown)")

      try FileManager.default.removeItem(atPath: site)
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      try sandbox.awaitProviders()
      #expect(try sandbox.providers()["shelf"] == nil)
      for source in ["shelf@1.1", archive] {
        let refused = try run("provider", "add", source, "--yes")
        #expect(
          refused.status == 1 && refused.errors.contains("was revoked: \(reason)"),
          "\(refused)"
        )
      }
      let list = try run("provider", "list", "--installed")
      #expect(list.output.contains("1.1 revoked"), "\(list)")
      let back = try run("provider", "rollback", "shelf")
      expectStart(of: "1.0", back)
      let forth = try run("provider", "rollback", "shelf")
      #expect(forth.status == 1 && forth.errors.contains("was revoked: \(reason)"), "\(forth)")
      #expect(try sandbox.artists() == ["Nina 1.0"])
    }

    @Test("that has revoked a provider leaves it to be removed")
    func removed() throws {
      #expect(try run("provider", "add", "shelf", "--yes").status == 0)
      try edit(
        "\"document\"",
        "\"revoked\": [{\"id\": \"shelf\", \"reason\": \"It was given up.\"}], \"document\""
      )
      #expect(try run("provider", "index", "--output", site).status == 0)
      #expect(try run("provider", "outdated").status == 1)
      try sandbox.awaitRemoval(of: "shelf")
      let removed = try run("provider", "remove", "shelf")
      #expect(removed.status == 0 && removed.output == "Removed shelf.\n", "\(removed)")
      #expect(try sandbox.installedFiles() == [])
    }
  }
}
