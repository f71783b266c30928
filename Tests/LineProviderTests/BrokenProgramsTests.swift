import BusProtocol
import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

/// A program with a fault, and what its author is told.
struct BrokenProgram: Sendable, CustomTestStringConvertible {
  let name: String
  /// The statements for a call, which is `line`.
  let statements: String
  /// Parts of the message: what is wrong, and how to mend it.
  let told: [String]

  init(_ name: String, _ statements: String, _ told: String...) {
    (self.name, self.statements, self.told) = (name, statements, told)
  }

  var testDescription: String { name }

  static let all: [BrokenProgram] = [
    .init(
      "prints what it does to standard output",
      #"print("searching", flush=True)"#,
      "\"searching\"",
      "write anything else to standard error"
    ),
    .init("prints a dictionary", "print({'id': 1}, flush=True)", "\"{'id': 1}\"", "json.dumps"),
    .init(
      "prints JSON over several lines",
      #"print(json.dumps({"id": line["id"], "items": []}, indent=1), flush=True)"#,
      "without line breaks"
    ),
    .init(
      "begins with a byte order mark",
      #"sys.stdout.buffer.write(b"\xef\xbb\xbf{}\n"); sys.stdout.flush()"#,
      "byte order mark",
      "write UTF-8 without one"
    ),
    .init(
      "forgets the id of the call",
      "say(items=[])",
      "\"id\" is missing",
      "Copy it from the call"
    ),
    .init(
      "changes the id of the call",
      "say(id=str(line['id']), items=[])",
      "Copy it from the call"
    ),
    .init(
      "misspells a member",
      #"say(id=line["id"], item=[])"#,
      "and has none.",
      "A line has no member \"item\"; did you mean \"items\"?"
    ),
    .init(
      "ends a call twice in one line",
      #"say(id=line["id"], items=[], lyrics="la")"#,
      "and has items and lyrics."
    ),
    .init(
      "needs a module that is not there",
      "import numpy_of_tomorrow",
      "No module named 'numpy_of_tomorrow'",
      "in its own directory only"
    ),
    .init(
      "writes beside itself",
      #"raise OSError(30, "Read-only file system", "cache.json")"#,
      "'cache.json'",
      "to its home directory only"
    ),
    .init(
      "reads a variable that it does not get",
      #"os.environ["REGION"]"#,
      "KeyError: 'REGION'",
      "call it MUSICBUS_SHELF_REGION, and list it in \"environment\""
    ),
    .init(
      "uses the network",
      #"import urllib.request; urllib.request.urlopen("http://nowhere.invalid")"#,
      "has no network: write a line with \"fetch\""
    ),
    .init(
      "reads a file that is not its own",
      #"open("/srv/shelf/albums.db")"#,
      "and not /srv/shelf/albums.db"
    ),
    .init(
      "fails like a program for Node, which writes the place after the reason",
      """
      sys.stderr.write("Error: Cannot find module 'left'\\n    at Module.load\\n\\nNode.js v18.19.0\\n")
      sys.exit(1)
      """,
      "status 1: Error: Cannot find module 'left'. A program finds modules"
    ),
    .init("exits after a call", "sys.exit(0)", "status 0", "until standard input ends"),
    .init(
      "ends a call for artists with a file",
      #"say(id=line["id"], file="https://img.example.org/1.png")"#,
      "with \"file\"",
      "End it with \"items\""
    ),
    .init(
      "tells of its own fault",
      #"""
      say(id=line["id"], error={"code": "INTERNAL", "message": "OSError: [Errno 30] Read-only file system: 'x'"})
      """#,
      "to its home directory only"
    ),
  ]
}

@Suite("A broken program", .timeLimit(.minutes(10)))
struct BrokenProgramsTests {
  private func fixture(_ statements: String) throws -> Fixture {
    let indented = statements.split(separator: "\n").map { "        \($0)\n" }.joined()
    return try Fixture("for line in lines:\n    if \"params\" in line:\n\(indented)")
  }

  @Test(
    "has a fault of its own, not of its source, with the way to mend it",
    arguments: BrokenProgram.all
  )
  func told(_ program: BrokenProgram) async throws {
    let failure = try #require(try await fixture(program.statements).search().failure)
    #expect(failure.code == .internalError, "\(failure)")
    for text in program.told { #expect(failure.message.contains(text), "\(failure.message)") }
  }

  @Test("that writes nothing about a call is told of what it may have forgotten")
  func silent() async throws {
    let fixture = try fixture(#"print(json.dumps({"id": line["id"], "items": []}))"#)
    let failure = try #require(await fixture.search(timeout: .milliseconds(2100)).failure)
    #expect(failure.code == .internalError)
    #expect(failure.message.contains("It has to flush standard output"), "\(failure.message)")
  }

  @Test("that has asked for a response is late, and not told of what it has not forgotten")
  func late() async throws {
    let fixture = try fixture(#"say(id=line["id"], part=[])"#)
    let failure = try #require(await fixture.search(timeout: .milliseconds(2100)).failure)
    #expect(failure.code == .deadlineExceeded)
    #expect(failure.message == "The program did not end the call in time.")
  }

  @Test("has all that is wrong with a record named at once")
  func record() async throws {
    let fixture = try fixture(
      """
      say(id=line["id"], items=[{"id": "shelf:artist:1", "nmae": "A", "followers": "many", "genres": "polka"}])
      """
    )
    let reason = try #require(await fixture.search().skipped.keys.first)
    #expect(reason.contains(#"the member "name" is missing, but there is "nmae""#), "\(reason)")
    #expect(reason.contains("followers: "), "\(reason)")
    #expect(reason.contains("genres: "), "\(reason)")
  }
}

@Suite("The mistakes in a line")
struct ProgramLineTests {
  @Test(
    "are members with names like those of the format",
    arguments: [
      (#"{"id":1,"items":[],"totl":5}"#, ["totl": "total"]), (#"{"id":1,"items":[],"x":1}"#, [:]),
      (#"{"id":1,"fetch":"https://a.example","header":{}}"#, ["header": "headers"]),
      (#"{"id":1,"items":[],"total":5}"#, [:]), ("[1]", [:]), ("no JSON", [:]),
    ]
  )
  func misspelt(_ line: String, _ expected: [String: String]) {
    let found = ProgramLine.misspelt(in: Array(line.utf8))
    #expect(
      found == expected.map { "A line has no member \"\($0)\"; did you mean \"\($1)\"?" },
      "\(found)"
    )
  }
}
