internal import MusicModel

/// The form of every message that a provider sends; seen while the other checks run.
enum WireChecks {
  static let all: [Check] =
    [
      Check(
        "wire.descriptor",
        .core,
        "MB-200",
        "MB-201",
        what: "describes itself as descriptor.schema.json says",
        advice: "Compare the descriptor with Protocol/schema/descriptor.schema.json and the "
          + "example Protocol/vectors/descriptor/valid/full.json.",
        .shared(descriptor)
      ),
      watched(
        "frames",
        ["MB-002", "MB-003", "MB-008"],
        what: "sends messages of two to four frames that begin with MB1",
        advice: "Send tag, header, body as one multipart message; an attachment only behind done."
      ),
      watched(
        "sizes",
        ["MB-009"],
        what: "keeps its frames below the limits",
        advice: "Send long answers in parts, each below 1,048,576 bytes."
      ),
      watched(
        "json",
        ["MB-010", "MB-011", "MB-012", "MB-014", "MB-019"],
        what: "sends JSON objects in UTF-8, without nulls and without a name given twice",
        advice: "Leave out members that have no value, and let a JSON library write."
      ),
      watched(
        "header",
        ["MB-016", "MB-017", "MB-015"],
        what: "sends headers with the members that their type needs, in their ranges",
        advice: "See the table in chapter 6 of the specification."
      ),
      watched(
        "session",
        ["MB-018"],
        what: "names its session in every message but hello",
        advice: "Copy \"sid\" from the last welcome into every header that is sent after it."
      ),
      watched(
        "routing-id",
        ["MB-001"],
        what: "speaks through one DEALER without a routing id of its own",
        advice: "Use one DEALER for all, and do not set ZMQ_ROUTING_ID or ZMQ_IDENTITY."
      ),
      watched(
        "direction",
        ["MB-024"],
        what: "sends only what a provider sends",
        advice: "Those are hello, pong, part, done, error and bye."
      ),
    ]
    + [
      ("hello", "MB-080"), ("pong", "MB-084"), ("part", "MB-089"), ("done", "MB-090"),
      ("error", "MB-097"), ("bye", "MB-104"),
    ].map { type, requirement in
      watched(
        type,
        [requirement],
        what: "sends bodies of \(type) as \(type).schema.json says",
        advice: "Compare with Protocol/schema/\(type).schema.json and Protocol/vectors/\(type)."
      )
    }

  private static func watched(
    _ name: String,
    _ requirements: [String],
    what: String,
    advice: String
  ) -> Check {
    Check("wire.\(name)", .core, requirements, what: what, advice: advice, .watched)
  }

  private static func descriptor(_ lane: CheckWorker) throws {
    guard let descriptor = try lane.stage().talk.hellos.first?.body["descriptor"] else {
      throw CheckInterruption.skipped("There is none; see lifecycle.token.")
    }
    if let problem = Shape.descriptor.problem(in: descriptor) {
      throw CheckInterruption.failed("In the descriptor, \(problem).")
    }
    if descriptor["level"]?.text == "core", descriptor["inflight"]?.integer != 1 {
      throw CheckInterruption.failed("A Core provider's \"inflight\" must be 1.")
    }
  }
}
