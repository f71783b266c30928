import BusProtocol
import ClientKit
import CommandKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import musicbus

@Suite("The options of new albums")
struct NewOptionsTests {
  @Test(
    "are checked before the hub is called",
    arguments: [
      (
        ["--since", "soon"],
        "Invalid --since \"soon\"; expected a date such as 1973, 1973-03 or 1973-03-01."
      ),
      (
        ["--kind", "album,albm"],
        "Invalid --kind \"albm\"; expected kinds separated by commas, of album, single, ep, "
          + "compilation, live, remix, soundtrack, demo, karaoke, tribute. Did you mean \"album\"?"
      ),
      (["--kind", ""], nil),
    ] as [([String], String?)]
  )
  func values(_ options: [String], _ message: String?) throws {
    let error = try #require(throws: UsageError.self) {
      _ = try CommandTable.program.parse(["new"] + options)
    }
    if let message { #expect(error.message == message) }
  }

  @Test("accept several kinds, ignoring case")
  func kinds() throws { _ = try Samples.invocation("new", "--kind", "Album,EP") }

  @Test(
    "allow one text on standard output",
    arguments: [
      (["--ical", "-", "--atom", "-"], "--atom - cannot be combined with --ical -."),
      (["--atom", "-", "--plain"], "--atom - cannot be combined with --plain."),
      (["--json", "--ical", "-"], "--ical - cannot be combined with --json."),
    ]
  )
  func output(_ options: [String], _ message: String) throws {
    let directory = try TestDirectory()
    let hub = try FakeHub(try HubPaths(environment: ["MUSICBUS_HOME": directory.path])) { _ in nil }
    let error = #expect(throws: UsageError.self) {
      try hub.run(["new"] + options, ["MUSICBUS_HOME": directory.path])
    }
    #expect(error?.message == message)
  }

  @Test(
    "that --seen would ignore are errors",
    arguments: [
      ["--since", "2026"], ["--kind", "ep"], ["--all"], ["--atom", "new.xml"],
      ["--ical", "new.ics"],
    ]
  )
  func seen(_ options: [String]) throws {
    let arguments = ["new", "--seen"] + options
    guard case .run(let action, let invocation) = try CommandTable.program.parse(arguments) else {
      throw Samples.NoCommand(arguments: arguments)
    }
    let directory = try TestDirectory()
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let context = try CommandContext(
      invocation,
      Terminal { _ in nil },
      environment: environment,
      start: .never
    )
    let error = #expect(throws: UsageError.self) { _ = try action(context, invocation) }
    #expect(error?.message == "--seen marks all new albums; remove \(options[0]).")
  }
}

@Suite("The order of new albums")
struct ReleaseSelectionTests {
  private func report(_ title: String, _ date: String?) -> ReleaseReport {
    var album = Album(id: Samples.id("itunes:album:\(title.utf8.count)"), title: title)
    album.releaseDate = date.flatMap { PartialDate($0) }
    return ReleaseReport(album: album, foundAgeMs: 0, isSeen: false)
  }

  @Test("is by date, and by title without one, however they were listed", arguments: 0..<6)
  func order(_ turns: Int) {
    let sorted = [
      report("Zeit", "2026-05"), report("Aus", "2026-04-30"), report("Mitte", "2026-04-30"),
      report("Bald", nil), report("Nie", nil), report("Und", nil),
    ]
    let listed = Array(sorted[turns...] + sorted[..<turns])
    let all = ReleaseSelection(since: nil, kinds: nil, includesSeen: true)
    for list in [listed, listed.reversed()] {
      #expect(all.select(list).map(\.album.title) == sorted.map(\.album.title))
    }
  }
}

@Suite("The files of new albums", .timeLimit(.minutes(10)))
struct NewCommandTests {
  @Test("do not replace a named pipe", arguments: ["--atom", "--ical"])
  func pipe(option: String) throws {
    let directory = try TestDirectory()
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      return [try WireMessage(Header(type: .done, re: message.header.id), Done(parts: 0))]
    }
    let path = "\(directory.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: SystemError.self) {
      try hub.run(["new", option, path], environment)
    }
    #expect(error?.hint == "It is a named pipe, not a regular file.")
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }
}

@Suite("A feed of new albums on standard output", .timeLimit(.minutes(10)))
struct PrintedFeedTests {
  @Test("is the only thing there", arguments: [("--atom", "<?xml"), ("--ical", "BEGIN:VCALENDAR")])
  func printed(_ option: String, _ opening: String) throws {
    let home = try Home()
    let result = try home.musicbus("new", option, "-")
    #expect(result.status == 0 && result.output.hasPrefix(opening), "\(result)")
    #expect(!result.output.contains("No new albums"))
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }
}

@Suite("Marking new albums as seen", .timeLimit(.minutes(10)))
struct SeenCommandTests {
  @Test("prints a sentence, or with --json the albums and nothing else")
  func output() throws {
    let home = try Home()
    #expect(try home.musicbus("hub", "start").status == 0)
    let sentence = try home.musicbus("new", "--seen")
    #expect(sentence.errors == "All new albums are marked as seen.\n", "\(sentence)")
    let objects = try home.musicbus("new", "--seen", "--json")
    #expect(objects.status == 0 && objects.output.isEmpty && objects.errors.isEmpty, "\(objects)")
  }
}
