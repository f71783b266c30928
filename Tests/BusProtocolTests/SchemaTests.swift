import BusProtocol
import MusicModel
import TestKit
import Testing

@Suite("The schemas of the protocol")
struct SchemaTests {
  @Test(
    "agree with the vectors and conversations, says a validator that is not ours",
    .enabled(if: Program.pythonHas("jsonschema"), "needs python3-jsonschema"),
    .timeLimit(.minutes(10))
  )
  func vectors() throws {
    let result = try Program.python.run([
      "-W", "ignore",
      PackageRoot.path("Tests/BusProtocolTests/Fixtures/validate.py"),
    ])
    #expect(result.output == "")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("require what 1.0 requires, and never more", arguments: required)
  func requiredMembers(_ name: String, _ members: [String]) throws {
    let schema = try schema(name)
    #expect(schema["required"]?.elements?.compactMap(\.text) ?? [] == members)
  }

  @Test("all have tests of their requirements")
  func all() throws {
    let names = try PackageRoot.names(in: "Protocol/schema").map { $0.split(separator: ".")[0] }
    #expect(Set(names.map(String.init)) == Set(SchemaTests.required.keys + ["common"]))
  }

  @Test("are open to members that they do not know")
  func open() throws {
    for file in try PackageRoot.names(in: "Protocol/schema") {
      let text = try PackageRoot.text("Protocol/schema/\(file)")
      #expect(!text.contains("\"additionalProperties\": false"), "\(file)")
      #expect(!text.contains("unevaluatedProperties"), "\(file)")
    }
  }

  @Test("have the words of the registries")
  func words() throws {
    let types = try schema("header")["properties"]?["type"]?["enum"]?.elements
    #expect(types?.compactMap(\.text) == MessageType.allCases.map(\.rawValue))
    let outcomes = try schema("source-report")["properties"]?["outcome"]?["enum"]?.elements
    #expect(outcomes?.compactMap(\.text) == Outcome.allCases.map(\.rawValue))
    let codes = try schema("common")["$defs"]?["errorCode"]?["examples"]?.elements
    #expect(codes?.compactMap(\.text) == ErrorCode.registered.map(\.rawValue))
    let states = try schema("provider-status")["properties"]?["state"]?["enum"]?.elements
    #expect(states?.compactMap(\.text) == ProviderStatus.State.allCases.map(\.rawValue))
    let relations = try schema("verdict")["properties"]?["relation"]?["enum"]?.elements
    #expect(relations?.compactMap(\.text) == UserVerdict.Relation.allCases.map(\.rawValue))
    let comparison = try schema("explanation")["$defs"]?["comparison"]?["properties"]
    let verdicts = comparison?["decision"]?["enum"]?.elements
    #expect(verdicts?.compactMap(\.text) == RecordComparison.Decision.allCases.map(\.rawValue))
    let sorts = try schema("call")["properties"]?["sort"]?["enum"]?.elements
    #expect(sorts?.compactMap(\.text) == CallParameters.Sort.allCases.map(\.rawValue))
    let call = try schema("call")["properties"]
    let definitions = try schema("call")["$defs"]
    let lists = definitions?["listSort"]?["enum"]?.elements
    #expect(lists?.compactMap(\.text) == CallParameters.Sort.ofLists.map(\.rawValue))
    let favorites = definitions?["favoriteSort"]?["enum"]?.elements
    #expect(favorites?.compactMap(\.text) == CallParameters.Sort.ofFavorites.map(\.rawValue))
    let positions = call?["position"]?["enum"]?.elements
    #expect(
      positions?.compactMap(\.text) == CallParameters.FavoritePosition.allCases.map(\.rawValue)
    )
    let formats = call?["format"]?["enum"]?.elements
    #expect(formats?.compactMap(\.text) == CallParameters.FavoriteFormat.allCases.map(\.rawValue))
    let result = try schema("favorite-result")["properties"]
    let results = result?["outcome"]?["enum"]?.elements
    #expect(results?.compactMap(\.text) == FavoriteResult.Outcome.allCases.map(\.rawValue))
    let undid = result?["undid"]?["enum"]?.elements
    #expect(undid?.compactMap(\.text) == FavoriteResult.Undid.allCases.map(\.rawValue))
    let askings = try schema("call")["properties"]?["cache"]?["enum"]?.elements
    #expect(askings?.compactMap(\.text) == CallParameters.CacheMode.allCases.map(\.rawValue))
    let details = try schema("call")["properties"]?["detail"]?["enum"]?.elements
    #expect(details?.compactMap(\.text) == CallParameters.Detail.allCases.map(\.rawValue))
  }

  private func schema(_ name: String) throws -> JSONValue {
    try JSONCodec.decode(from: PackageRoot.bytes("Protocol/schema/\(name).schema.json"))
  }

  /// The required members of 1.0; a later minor may not add to them.
  private static let required: [String: [String]] = [
    "header": ["type"],
    "hello": ["versions", "peer"],
    "welcome": ["version", "hub", "limits", "liveness"],
    "reject": ["code", "message", "supported"],
    "ping": [],
    "pong": ["inflight", "oldestMs", "ended"],
    "call": [],
    "part": [],
    "done": ["parts"],
    "error": ["code", "message"],
    "cancel": [],
    "bye": [],
    "source-report": ["provider", "outcome"],
    "provider-status": ["id", "state", "methods", "calls", "failures", "restarts"],
    "hub-status": ["version", "pid", "uptimeMs", "clients", "inflight", "calls"],
    "descriptor": [
      "id", "name", "version", "level", "inflight", "methods", "namespaces", "budgets", "hosts",
      "attribution", "samples",
    ],
    "explanation": ["entity", "records"],
    "entity-match": ["outcome", "candidates"],
    "verdict": ["relation", "a", "b"],
    "favorite-result": ["outcome"],
    "import-row": ["number"],
    "import-row-report": ["batch", "file", "row", "state"],
    "import-report": [
      "batch", "file", "state", "found", "notFound", "doubtful", "open", "results",
    ],
    "favorites-check": [
      "document", "version", "lines", "favorites", "damaged", "incomplete", "doubtful",
    ],
    "unavailable-link": ["fav", "entity", "id", "provider", "goneAgeMs", "others"],
    "collection": [
      "artists", "albums", "songs", "bytes", "durationMs", "formats", "unavailable", "unreadable",
      "guessed", "twice", "incomplete",
    ],
    "manifest": ["id", "executable", "methods"],
    "index": ["document", "version", "serial", "providers"],
    "start-line": ["versions", "endpoint", "token", "config"],
    "entity": ["kind"],
    "artist": ["kind", "id", "name"],
    "album": ["kind", "id", "title"],
    "song": ["kind", "id", "title"],
    "chart": ["kind", "id", "title"],
    "lyrics": [],
  ]
}
