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
      var launch = Launch(
        Executables.path("musicbus"),
        ["provider", "add", "shelf", "--yes"],
        environment: sandbox.environment
      )
      launch.workingDirectory = parentDirectory(of: package.path)
      let ambiguous = try RunResult.of(launch)
      #expect(
        ambiguous.errors.contains("is both in this directory and in an index."),
        "\(ambiguous)"
      )
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
        nobody.errors.contains("no index lists it: musicbus provider search WORD"),
        "\(nobody)"
      )
    }

    @Test("with thousands of providers is searched page by page")
    func manyProviders() throws {
      let hash = String(repeating: "0", count: 64)
      let entries = (0..<20_000).map { number in
        #"{"id":"shop-\#(number)","name":"Shop","versions":"#
          + #"[{"version":"1.0","archive":"a.zip","sha256":"\#(hash)"}]}"#
      }
      let text =
        #"{"document":"musicbus-index","version":1,"serial":99,"providers":["#
        + entries.joined(separator: ",") + "]}"
      try text.write(toFile: index, atomically: true, encoding: .utf8)
      let first = try run("provider", "search", "--json")
      #expect(first.lines.count == 50, "\(first.errors)")
      #expect(first.errors.contains("50 of 20000; next: --offset 50"), "\(first.errors)")
      let last = try run(
        "provider",
        "search",
        "SHOP",
        "--limit",
        "7",
        "--offset",
        "19995",
        "--json"
      )
      #expect(last.lines.count == 5, "\(last)")
      #expect(last.errors.contains("19996 to 20000 of 20000"), "\(last.errors)")
      let after = try run("provider", "search", "--offset", "30000")
      #expect(after.errors.contains("No more results: there are 20000 results"), "\(after)")
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
      let unsigned = try run("provider", "add", "shelf", "--yes")
      #expect(unsigned.errors.contains("is not signed, but has a key"), "\(unsigned)")
      try key.sign(index)
      #expect(try run("provider", "search").status == 0)

      try edit("\"serial\": 1", "\"serial\": 2")
      let tampered = try run("provider", "add", "shelf", "--yes")
      #expect(tampered.errors.contains("has a wrong signature"), "\(tampered)")
      try edit(key.text, other.text)
      try other.sign(index)
      let replaced = try run("provider", "search")
      #expect(replaced.errors.contains("has a wrong signature"), "\(replaced)")
      try edit("\"key\": \"\(other.text)\",", "")
      try FileManager.default.removeItem(atPath: "\(index).minisig")
      let stripped = try run("provider", "search")
      #expect(stripped.errors.contains("is not signed, but has a key"), "\(stripped)")
      #expect(try sandbox.installedFiles() == [])

      // The old key says which one comes next.
      try edit("\"document\"", "\"key\": \"\(other.text)\", \"document\"")
      try key.sign(index)
      #expect(try run("provider", "search").status == 0)
      try edit("\"serial\": 2", "\"serial\": 3")
      try other.sign(index)
      try expectStart(of: "1.0", run("provider", "add", "shelf", "--yes"))
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
