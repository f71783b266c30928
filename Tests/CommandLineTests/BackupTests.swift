import FavoritesModel
import Foundation
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("A tar archive")
struct TarArchiveTests {
  private let entries: [TarArchive.Entry] = [
    .init(name: "a.json", contents: [UInt8](repeating: 0x61, count: 700)[...]),
    .init(name: "b", contents: []),
  ]
  private var bytes: [UInt8] { TarArchive.bytes(of: entries, at: 1_764_000_000) }

  private func read(_ bytes: [UInt8]) throws -> [TarArchive.Entry] {
    var reader = TarArchive.Reader(bytes)
    var found: [TarArchive.Entry] = []
    while let entry = try reader.next() { found.append(entry) }
    return found
  }

  @Test("is read as it was written")
  func readable() throws {
    #expect(try read(bytes) == entries)
    #expect(try read(TarArchive.bytes(of: [], at: 0)) == [])
  }

  @Test("is listed by tar")
  func listed() throws {
    let directory = try TestDirectory()
    try Data(bytes).write(to: URL(filePath: "\(directory.path)/a.tar"))
    let launch = Launch("/usr/bin/tar", ["tf", "\(directory.path)/a.tar"], environment: .current)
    #expect(try RunResult.of(launch).lines == ["a.json", "b"])
  }

  @Test("is refused if it was cut off anywhere")
  func truncated() {
    for count in 0..<bytes.count {
      #expect(throws: TarArchive.Damage.self) { try read(Array(bytes.prefix(count))) }
    }
  }

  @Test("is refused if a bit outside of the contents was changed")
  func changed() {
    for offset in bytes.indices where !(512..<1212).contains(offset) {
      var changed = bytes
      changed[offset] ^= 1
      #expect(throws: TarArchive.Damage.self) { try read(changed) }
    }
  }
}

@Suite("A backup")
struct BackupTests {
  private static let header = DocumentHeader.current.text
  private static let verdict =
    #"{"relation":"same","a":"itunes:artist:1","b":"itunes:artist:2"}"# + "\n"

  private static func slice(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  private let archive = BackupArchive(
    created: Timestamp(microseconds: 1_764_000_000_000_000),
    files: [
      .favorites: header[...], .verdicts: slice(verdict),
      .configuration: slice(#"{"client":{"country":"de","lang":"de"}}"#),
    ],
    providers: [
      .init(id: "discogs", source: "https://example.org/ann/discogs"),
      .init(id: "attic", source: "opensubsonic", isInstance: true),
    ]
  )

  private func error(of bytes: [UInt8]) -> BackupError? {
    do throws(BackupError) {
      try BackupArchive(bytes).checkContents()
      return nil
    } catch {
      return error
    }
  }

  /// The archive with these files and this list of them.
  private func packed(_ manifest: String, _ files: [(String, String)] = []) -> [UInt8] {
    TarArchive.bytes(
      of: ([("manifest.json", manifest)] + files).map {
        .init(name: $0.0, contents: Self.slice($0.1))
      },
      at: 0
    )
  }

  private func manifest(version: Int = 1, files: String = "") -> String {
    """
    {"format":"musicbus-backup","version":\(version),"created":"2026-11-20T13:07:01Z",\
    "files":[\(files)],"providers":[]}
    """
  }

  @Test("contains the files, the time and the providers, and says what it counts")
  func wholeWay() throws {
    let bytes = try archive.bytes()
    #expect(BackupArchive.canBegin(with: bytes))
    let read = try BackupArchive(bytes)
    #expect(read.created == archive.created)
    #expect(read.files == archive.files)
    #expect(read.providers == archive.providers)
    #expect(read.summary == "no favourites, 1 verdict, 2 settings")
    #expect(error(of: bytes) == nil)
  }

  @Test("is refused if a file in it was changed")
  func changed() throws {
    let bytes = try archive.bytes()
    let offset = try #require(bytes.firstRange(of: Array("artist:2".utf8))).lowerBound
    var changed = bytes
    changed[offset] ^= 1
    let expected = "verdicts.jsonl has another checksum than its list says"
    #expect(error(of: changed) == .damaged(expected))
  }

  @Test("is refused if it is another file, a compressed one, or of a later version")
  func others() {
    #expect(error(of: []) == .notABackup)
    #expect(error(of: Array("{\"format\":\"musicbus-favorites\"}".utf8)) == .notABackup)
    #expect(error(of: TarArchive.bytes(of: [], at: 0)) == .notABackup)
    #expect(error(of: packed("{\"format\":\"other\",\"version\":1}")) == .notABackup)
    #expect(error(of: [0x1F, 0x8B, 8]) == .compressed)
    #expect(error(of: packed(manifest(version: 2))) == .newerVersion(2))
    #expect(error(of: packed(manifest())) == nil)
  }

  @Test(
    "is refused if its list does not fit",
    arguments: ["../config.json", "/etc/passwd", "sign-ins", "installed.json"]
  )
  func unknownNames(_ name: String) {
    let list = manifest(files: #"{"name":"\#(name)","bytes":0,"cksum":4294967295}"#)
    #expect(error(of: packed(list, [(name, "")])) == .damaged("\"\(name)\" does not belong there"))
  }

  @Test("is refused if files are missing, too many, or twice there")
  func otherFiles() {
    let one = #"{"name":"verdicts.jsonl","bytes":0,"cksum":4294967295}"#
    let list = manifest(files: one)
    #expect(error(of: packed(list)) == .damaged("verdicts.jsonl is missing"))
    let more = packed(list, [("verdicts.jsonl", ""), ("config.json", "")])
    #expect(error(of: more) == .damaged("it has more files than its list says"))
    let twice = packed(manifest(files: "\(one),\(one)"), [("verdicts.jsonl", "")])
    #expect(error(of: twice) == .damaged("\"verdicts.jsonl\" does not belong there"))
    let huge = packed(manifest(files: #"{"name":"config.json","bytes":1048577,"cksum":1}"#))
    #expect(error(of: huge) == .damaged("\"config.json\" does not belong there"))
  }

  @Test(
    "is refused if a file in it cannot be used",
    arguments: [
      (.favorites, "{\"format\":\"other\"}\n"), (.favorites, "hello"),
      (.verdicts, "{\"document\":\"musicbus-verdicts\",\"version\":2}\n"), (.verdicts, "x"),
      (.state, "SQLite"), (.stateLog, "x"), (.configuration, "{"), (.configuration, "[]"),
      (.approvedHosts, "1"), (.providerOrigins, "{"), (.indexes, "{]"),
    ] as [(BackupMember, String)]
  )
  func unusable(_ member: BackupMember, _ text: String) throws {
    let files = [member: Self.slice(text)]
    let bytes = try BackupArchive(created: .never, files: files, providers: []).bytes()
    guard case .unusable(member, _) = error(of: bytes) else {
      Issue.record("\(member): \(error(of: bytes).debugDescription)")
      return
    }
  }
}

@Suite("The files of a backup")
struct BackupFilesTests {
  private let directory: TestDirectory
  private let paths: HubPaths
  private let files: BackupFiles

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
    files = BackupFiles(paths, favorites: "\(paths.favorites)/Favorites.jsonl")
  }

  private static let old: [BackupMember: ArraySlice<UInt8>] = [
    .favorites: [1], .verdicts: [2], .stateLog: [3], .state: [4], .configuration: [5],
    .indexes: [6],
  ]
  private static let new: [BackupMember: ArraySlice<UInt8>] = [
    .favorites: [11], .verdicts: [12], .state: [14], .approvedHosts: [17], .indexes: [16],
  ]

  private var names: [String] {
    (FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains(".") }.sorted()
  }

  @Test("are put where none are")
  func fresh() throws {
    #expect(try files.read() == [:])
    try files.replace(with: Self.new)
    #expect(try files.read() == Self.new)
    let attributes = try FileManager.default.attributesOfItem(atPath: paths.verdicts)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("replace others, and remove those that it has not; indexes that there are stay")
  func replaced() throws {
    try files.replace(with: Self.old)
    try files.replace(with: Self.new)
    var expected = Self.new
    expected[.indexes] = [6]
    #expect(try files.read() == expected)
    #expect(names.count == expected.count, "\(names)")
  }

  @Test("replace the target of a link")
  func link() throws {
    try files.replace(with: Self.old)
    let target = "\(directory.path)/shared.jsonl"
    let path = "\(paths.favorites)/Favorites.jsonl"
    try FileManager.default.moveItem(atPath: path, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try files.replace(with: Self.new)
    #expect(try Data(contentsOf: URL(filePath: target)) == Data([11]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
  }

  @Test("are as before if one cannot be replaced")
  func takenBack() throws {
    try files.replace(with: Self.old)
    // The old file cannot be moved there.
    let obstacle = "\(paths.configurationFile).before-restore"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let error = #expect(throws: CommandFailure.self) { try files.replace(with: Self.new) }
    #expect(error?.hint == "What was there before is there again.")
    #expect(try files.read() == Self.old)
    #expect(names.count == Self.old.count + 1, "\(names)")
  }

  @Test("are as before if one cannot be prepared")
  func unprepared() throws {
    try files.replace(with: Self.old)
    try FileManager.default.createDirectory(
      atPath: paths.approvedHosts,
      withIntermediateDirectories: false
    )
    let error = #expect(throws: CommandFailure.self) { try files.replace(with: Self.new) }
    #expect(error?.message.contains("It is a directory") == true)
    try FileManager.default.removeItem(atPath: paths.approvedHosts)
    #expect(try files.read() == Self.old)
  }
}
