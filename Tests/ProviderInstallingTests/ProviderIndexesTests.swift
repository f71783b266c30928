import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import ProviderInstalling

@Suite("The indexes of the configuration")
struct ProviderIndexesTests {
  private let home: InstallHome
  private let shelf: ProviderID

  init() throws {
    home = try InstallHome()
    shelf = try #require(ProviderID(rawValue: "shelf"))
  }

  private static func version(_ version: String, _ others: String = "") -> String {
    let hash = String(repeating: "0", count: 64)
    return #"{"version": "\#(version)", "archive": "a.zip", "sha256": "\#(hash)"\#(others)}"#
  }

  private static func entry(_ versions: String..., id: String = "shelf") -> String {
    let list = versions.joined(separator: ", ")
    return
      #"{"id": "\#(id)", "name": "Name", "description": "Old records.", "versions": [\#(list)]}"#
  }

  @Test(
    "give the newest version that this program can run, that is final, and that was not revoked",
    arguments: [
      (["1.9", "1.10", "1.2"], "", "1.10"), (["1.0", "2.0-beta.1"], "", "1.0"),
      (["nightly", "0.1"], "", "0.1"),
      (
        ["1.0", "1.1"], #", "revoked": [{"id": "shelf", "version": "1.1", "reason": "No."}]"#, "1.0"
      ),
      (["1.0", "1.1"], #", "revoked": [{"id": "desk", "reason": "No."}]"#, "1.1"),
    ]
  )
  func newest(_ versions: [String], _ others: String, _ expected: String) throws {
    let list = versions.map { Self.version($0) }.joined(separator: ", ")
    let indexes = try home.indexes(Self.entry(list), others)
    #expect(try indexes.listing(of: shelf, nil, at: nil).release.version == expected)
    #expect(indexes.search("").map(\.release.version) == [expected])
  }

  @Test("give no version that needs another protocol, but one that is named")
  func unusable() throws {
    let indexes = try home.indexes(
      Self.entry(
        Self.version("2.0", #", "protocol": {"min": "9.0", "max": "9.0"}"#),
        Self.version("3.0", #", "lines": 7"#),
        Self.version("1.0-beta")
      )
    )
    let none = try failure { _ = try indexes.listing(of: shelf, nil, at: nil) }
    #expect(none?.message == "The index has no version of shelf for this MusicBus.")
    #expect(indexes.search("").isEmpty && !indexes.isEmpty)
    #expect(try indexes.listing(of: shelf, "1.0-beta", at: nil).release.version == "1.0-beta")
    let unknown = try failure { _ = try indexes.listing(of: shelf, "7", at: nil) }
    #expect(
      unknown == InstallFailure("The index has no shelf 7.", "It has 2.0, 3.0, 1.0-beta.")
    )
  }

  @Test("find a provider by a word in its id, name, description or methods, and list each id once")
  func search() throws {
    let desk = Self.entry(Self.version("1.0", #", "methods": ["artists.search"]"#), id: "desk")
    let indexes = try home.indexes("\(Self.entry(Self.version("1.0"))), \(desk)")
    for (word, ids) in [
      ("", ["shelf", "desk"]), ("SHELF", ["shelf"]), ("records", ["shelf", "desk"]),
      ("artists.", ["desk"]), ("xylophone", []),
    ] {
      #expect(indexes.search(word).map(\.entry.id.rawValue) == ids, "\(word)")
    }
  }

  @Test("are searched in their order, and only where a provider came from")
  func places() throws {
    _ = try home.indexes(Self.entry(Self.version("1.0")))
    let (first, second) = ("\(home.path)/index.json", "\(home.path)/second.json")
    try FileManager.default.copyItem(atPath: first, toPath: second)
    _ = try home.indexes(Self.entry(Self.version("2.0")), serial: 2)
    let indexes = try ProviderIndexes([second, first], home.context)
    #expect(indexes.search("shelf").map(\.index) == [second])
    #expect(try indexes.listing(of: shelf, nil, at: nil).release.version == "1.0")
    #expect(try indexes.listing(of: shelf, nil, at: first).release.version == "2.0")
    let gone = try failure { _ = try indexes.listing(of: shelf, nil, at: "/c.json") }
    #expect(
      gone?.message == "shelf was installed from the index /c.json, which is not set any more."
    )
    let desk = try #require(ProviderID(rawValue: "desk"))
    let unlisted = try failure { _ = try indexes.listing(of: desk, nil, at: nil) }
    #expect(unlisted?.hint == "No index lists it: musicbus provider search WORD")
  }

  @Test("that have expired give nothing, but revoke")
  func expired() throws {
    let revoked = #", "revoked": [{"id": "shelf", "version": "1.0", "reason": "No."}]"#
    let indexes = try home.indexes(
      Self.entry(Self.version("1.1")),
      #", "expires": "2021-03-31"\#(revoked)"#
    )
    let location = "\(home.path)/index.json"
    #expect(indexes.isExpired(location))
    #expect(
      home.notes == [
        "The index \(location) expired on 2021-03-31: nothing new is installed from it. What is installed still runs."
      ]
    )
    let refused = try failure { _ = try indexes.listing(of: shelf, nil, at: nil) }
    #expect(refused?.message == "What the index says of shelf expired on 2021-03-31.")
    #expect(indexes.revocation(of: shelf, "1.0", from: location)?.reason == "No.")
    #expect(indexes.revocation(of: shelf, "1.0", from: nil)?.index == location)
    #expect(indexes.revocation(of: shelf, "1.0", from: "/other.json") == nil)
    #expect(indexes.revocation(of: shelf, "1.1", from: location) == nil)
  }

  @Test("are used as they were last if they cannot be reached, or nobody is to be asked")
  func offline() throws {
    let location = "\(home.path)/index.json"
    _ = try home.indexes(Self.entry(Self.version("1.0")))
    try FileManager.default.removeItem(atPath: location)
    let silent = try ProviderIndexes([location], home.context, isOffline: true)
    #expect(silent.search("").count == 1 && home.notes.isEmpty)
    let unreached = try ProviderIndexes([location], home.context)
    #expect(unreached.search("").count == 1)
    #expect(home.notes.last == "Using what was read of \(location) before.")
    #expect(try ProviderIndexes(["\(home.path)/never.json"], home.context).isEmpty)
  }

  @Test("are refused if they are older than before, changed without a number, or not valid")
  func refused() throws {
    let (one, two) = (Self.entry(Self.version("1.0")), Self.entry(Self.version("2.0")))
    _ = try home.indexes(one, serial: 5)
    _ = try home.indexes(one, serial: 5)
    for (serial, providers, others, problem) in [
      (4, two, "", "is older than before: its serial number is 4, and was 5."),
      (5, two, "", "has changed, but not its serial number 5."),
      (6, "\(two), \(two)", "", "is not valid: it lists a provider twice."),
      (6, two, #", "key": "RW", "expires": "2021-03-31""#, "is not signed, but has a key."),
      (6, two, #", "expires": "2999-01-01""#, "expires on 2999-01-01, in more than 30 days"),
    ] {
      let found = try failure { _ = try home.indexes(providers, others, serial: serial) }
      #expect(found?.message.contains(problem) == true, "\(String(describing: found))")
    }
    let relative = try failure { _ = try ProviderIndexes(["a/index.json"], home.context) }
    #expect(relative?.message.contains("neither an https URL nor an absolute path") == true)
  }
}
