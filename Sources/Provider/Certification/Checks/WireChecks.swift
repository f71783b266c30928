internal import BusProtocol
internal import MusicModel

/// The form of all messages, observed during the other checks.
enum WireChecks {
  static let all: [Check] =
    [
      Check(
        "wire.descriptor",
        .core,
        "MB-200",
        "MB-201",
        summary: "has a valid descriptor",
        fix: "Compare the descriptor with Protocol/schema/descriptor.schema.json and the "
          + "example Protocol/vectors/descriptor/valid/full.json.",
        .shared(descriptor)
      ),
      Check(
        "wire.urls",
        .core,
        "MB-205",
        summary: "declares URLs whose examples match and yield ids that it understands",
        fix: "Write {id} once into \"url\", and copy a URL of the source into \"example\".",
        after: ["wire.descriptor"],
        .shared(urls)
      ),
      observed(
        "frames",
        ["MB-002", "MB-003", "MB-008"],
        summary: "sends messages of two to four frames that start with MB1",
        fix: "Send tag, header and body as one multipart message; an attachment only after "
          + "the body of done."
      ),
      observed(
        "sizes",
        ["MB-009"],
        summary: "sends frames within the size limits",
        fix: "Send long replies in parts, each below 1,048,576 bytes."
      ),
      observed(
        "json",
        ["MB-010", "MB-011", "MB-012", "MB-014", "MB-019"],
        summary: "sends JSON objects in UTF-8 without nulls and duplicate names",
        fix: "Omit members without a value, and use a JSON library."
      ),
      observed(
        "header",
        ["MB-016", "MB-017", "MB-015"],
        summary: "sends headers with valid members",
        fix: "See the tables in \"Header and JSON\" of Protocol/messages.md."
      ),
      observed(
        "session",
        ["MB-018"],
        summary: "includes its session id in every message but hello",
        fix: "Copy \"sid\" from the last welcome into every later header."
      ),
      observed(
        "routing-id",
        ["MB-001"],
        summary: "uses one DEALER without setting a routing id",
        fix: "Use one DEALER for everything, and do not set ZMQ_ROUTING_ID or ZMQ_IDENTITY."
      ),
      observed(
        "direction",
        ["MB-024"],
        summary: "sends only message types of a provider",
        fix: "These are hello, pong, part, done, error and bye."
      ),
    ]
    + [
      ("hello", "MB-080"), ("pong", "MB-084"), ("part", "MB-089"), ("done", "MB-090"),
      ("error", "MB-097"), ("bye", "MB-104"),
    ].map { type, requirement in
      observed(
        type,
        [requirement],
        summary: "sends valid \(type) bodies",
        fix: "Compare with Protocol/schema/\(type).schema.json and Protocol/vectors/\(type)."
      )
    }

  private static func observed(
    _ name: String,
    _ requirements: [String],
    summary: String,
    fix: String
  ) -> Check {
    Check("wire.\(name)", .core, requirements, summary: summary, fix: fix, .observed)
  }

  private static func urls(_ worker: CheckWorker) throws {
    let descriptor = try worker.sharedHarness().transcript.hellos.first?.body["descriptor"]
    let namespaces = (descriptor?["namespaces"]?.elements ?? []).compactMap(\.text)
    let patterns = descriptor?["urls"]?.elements ?? []
    guard patterns.count <= Descriptor.maxPatterns else {
      throw CheckInterruption.failed("\"urls\" has \(patterns.count) elements.")
    }
    for pattern in patterns {
      guard let url = pattern["url"]?.text, let id = pattern["id"]?.text,
        let example = pattern["example"]?.text
      else { throw CheckInterruption.failed("An element of \"urls\" is incomplete.") }
      let problem = URLPattern(url, id: id, example: example).problem(namespaces: namespaces)
      if let problem { throw CheckInterruption.failed("In \"urls\", \(problem).") }
    }
  }

  private static func descriptor(_ worker: CheckWorker) throws {
    guard let descriptor = try worker.sharedHarness().transcript.hellos.first?.body["descriptor"]
    else {
      throw CheckInterruption.skipped("The descriptor is missing; see lifecycle.token.")
    }
    if let problem = Shape.descriptor.problem(in: descriptor) {
      throw CheckInterruption.failed("In the descriptor, \(problem).")
    }
    if descriptor["level"]?.text == "core", descriptor["inflight"]?.integer != 1 {
      throw CheckInterruption.failed("\"inflight\" must be 1 at level Core.")
    }
  }
}
