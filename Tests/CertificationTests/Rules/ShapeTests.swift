import BusProtocol
import MusicModel
import TestKit
import Testing
import ZeroMQ

@testable import Certification

@Suite("Shapes, compared with the vectors of the protocol")
struct ShapeTests {
  private static let peer = RoutingID(bytes: [0, 1, 2, 3, 4])
  private static let types = ["hello", "pong", "part", "done", "error", "bye"]

  private static func fromProviders(_ verdicts: Vector.Verdict...) -> [Vector] {
    types.flatMap { type in verdicts.flatMap { Vector.all(type, $0) } }
      .filter { $0.direction == "provider-to-hub" }
  }

  private func findings(_ vector: Vector) -> [Finding] {
    let (message, findings) = WireRules.read(vector.frames, from: ShapeTests.peer)
    let items = message?.body["items"]?.elements ?? []
    return findings
      + items.compactMap { Shape.problems(inEntity: $0).first.map { Finding("calls.items", $0) } }
  }

  @Test("accept every valid message of a provider", arguments: fromProviders(.valid))
  func valid(_ vector: Vector) {
    // Types and codes of later minor versions are valid but not in 1.0.
    let problems = findings(vector).filter { $0.check != "tolerance.words" }
    #expect(problems.isEmpty, "\(vector.name)")
  }

  @Test(
    "reject what the schema rejects",
    arguments: fromProviders(.invalid).filter {
      // The presence of token and descriptor has its own check.
      $0.refusedBySchema != nil && !$0.name.hasSuffix("provider-without-descriptor")
    }
  )
  func invalid(_ vector: Vector) {
    let expected = vector.refusedBySchema == "header" ? "wire.header" : "wire.\(vector.subject)"
    let checks = findings(vector).map(\.check) + descriptorProblem(vector)
    #expect(
      checks.contains { [expected, "wire.json", "wire.descriptor"].contains($0) },
      "\(vector.name): \(checks)"
    )
  }

  private func descriptorProblem(_ vector: Vector) -> [String] {
    guard vector.frames.count > 2,
      let body = try? JSONCodec.decode(JSONValue.self, from: vector.frames[2]),
      let descriptor = body["descriptor"], Shape.descriptor.problem(in: descriptor) != nil
    else { return [] }
    return ["wire.descriptor"]
  }

  @Test("name every problem of an item, not only the first")
  func everyProblem() {
    let album: JSONValue = [
      "kind": "album", "id": "a:album:1", "ids": ["a:album:2"], "releaseDate": "1959-13",
      "price": -1,
    ]
    #expect(
      Shape.problems(inEntity: album).sorted() == [
        "\"ids\" does not hold \"id\"", "\"price\" comes without \"currency\"",
        "\"price\" is negative",
        "\"releaseDate\" must be a date such as 1980, 1980-06 or 1980-06-09, not \"1959-13\"",
        "\"title\" is missing",
      ]
    )
  }

  @Test("name a member that is written like one that the entity lacks")
  func misspelt() {
    let song: JSONValue = [
      "kind": "song", "id": "a:song:1", "title": "A", "durationMS": 1, "genre": ["x"],
      "mood": "calm",
      "rnak": 2, "rank": 1,
    ]
    #expect(
      Shape.problems(inEntity: song) == [
        "it has \"durationMS\", which may be \"durationMs\"",
        "it has \"genre\", which may be \"genres\"",
      ]
    )
  }

  @Test(
    "agree with the schemas of entities",
    arguments: [
      "artist", "album", "song", "chart",
    ]
  )
  func entities(_ subject: String) throws {
    for vector in Vector.all(subject, .valid, .invalid) {
      guard let value = try? JSONCodec.decode(JSONValue.self, from: vector.frames[0]) else {
        continue
      }
      let problem = Shape.problems(inEntity: value).first
      switch vector.verdict {
      case .valid: #expect(problem == nil, "\(vector.name)")
      case .invalid:
        // Another kind of entity is invalid only for its method.
        guard vector.refusedBySchema != nil, value["kind"]?.text == subject else { continue }
        #expect(problem != nil, "\(vector.name)")
      case .tolerated: break
      }
    }
  }

  @Test("agree with the schema of descriptors")
  func descriptors() throws {
    for vector in Vector.all("descriptor", .valid, .invalid) {
      guard let value = try? JSONCodec.decode(JSONValue.self, from: vector.frames[0]) else {
        continue
      }
      let problem = Shape.descriptor.problem(in: value)
      if vector.verdict == .valid { #expect(problem == nil, "\(vector.name)") }
      // The limit of one call at level Core has its own check, and so have the patterns of URLs.
      let others = ["core-with-two", "variable-of-a-top-level-domain"]
      guard vector.verdict == .invalid, vector.refusedBySchema != nil,
        !others.contains(where: vector.name.contains)
      else { continue }
      #expect(problem != nil, "\(vector.name)")
    }
  }
}
