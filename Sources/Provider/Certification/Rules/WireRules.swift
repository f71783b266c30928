internal import BusProtocol
internal import HostKit
internal import MusicModel
internal import ZeroMQ

/// Rules for all messages (Protocol/messages.md, "Frames" and "Header and JSON").
enum WireRules {
  /// Reads a message and finds its violations.
  ///
  /// `frames` are the frames without routing id.
  /// `excess` is the number of further frames.
  ///
  /// - Returns: `nil` as the message if it has no header with a type.
  static func read(
    _ frames: [[UInt8]],
    excess: Int = 0,
    from routing: RoutingID
  ) -> (message: ReceivedMessage?, findings: [Finding]) {
    var findings = frameFindings(frames, excess)
    guard frames.count >= 2, frames[0] == WireMessage.tag else {
      return (nil, findings)
    }
    let header = object(in: frames[1], "header", &findings)
    guard let type = header?["type"]?.text, let header else {
      if header != nil { findings.append(Finding("wire.header", "The header has no \"type\".")) }
      return (nil, findings)
    }
    var message = ReceivedMessage(routing: routing, type: type, header: header, body: .object([:]))
    if frames.count > 2 {
      guard let body = object(in: frames[2], "body of \(type)", &findings) else {
        return (message, findings + headerFindings(message))
      }
      message.body = body
    }
    if frames.count > 3 { message.attachment = frames[3] }
    findings += headerFindings(message)
    findings += contentFindings(message)
    return (message, findings)
  }

  private static func frameFindings(_ frames: [[UInt8]], _ excess: Int) -> [Finding] {
    let count = frames.count + excess
    guard (2...4).contains(count) else {
      return [Finding("wire.frames", "A message has \(count) frames.")]
    }
    guard frames[0] == WireMessage.tag else {
      let tag = String(decoding: frames[0], as: UTF8.self)
      return [Finding("wire.frames", "The first frame is \(tag.quoted) instead of \"MB1\".")]
    }
    let limits = WireLimits.standard
    return zip(
      frames.dropFirst(),
      [
        ("header", limits.headerBytes), ("body", limits.bodyBytes),
        ("attachment", limits.attachmentBytes),
      ]
    ).compactMap { frame, limit in
      frame.count <= limit.1
        ? nil
        : Finding("wire.sizes", "A \(limit.0) has \(frame.count) bytes; the limit is \(limit.1).")
    }
  }

  /// Parses an object strictly: without duplicate names, byte order mark and nulls.
  private static func object(
    in frame: [UInt8],
    _ name: String,
    _ findings: inout [Finding]
  ) -> JSONValue? {
    do throws(JSONError) {
      let value = try JSONValue(frame, .wire)
      if value.members == nil {
        findings.append(Finding("wire.json", "The \(name) is not a JSON object."))
        return nil
      }
      if let path = value.pathToNull() {
        findings.append(Finding("wire.json", "In the \(name), \"\(path)\" is null; omit it."))
      }
      return value
    } catch {
      let text = String(decoding: frame.prefix(80), as: UTF8.self)
      findings.append(
        Finding("wire.json", "The \(name) is invalid: \(error) (\(text.quoted)).")
      )
      // What else is wrong is found, too.
      return try? JSONValue(frame, .foreign)
    }
  }

  private static func headerFindings(_ message: ReceivedMessage) -> [Finding] {
    guard MessageType(rawValue: message.type) != nil else {
      return [Finding("tolerance.words", "The type \(message.type.quoted) is not in version 1.0.")]
    }
    guard let required = requiredMembers[message.type] else {
      return [Finding("wire.direction", "A provider must not send \"\(message.type)\".")]
    }
    let shape = Shape.object(
      members.map { name, shape in
        required.contains(name) ? .needed(name, shape) : .optional(name, shape)
      }
    )
    return shape.problem(in: message.header).map {
      [Finding("wire.header", "In the header of \"\(message.type)\", \($0).")]
    } ?? []
  }

  private static let members: [(String, Shape)] = [
    ("id", .name64), ("re", .name64), ("sid", .name64), ("method", .name64), ("seq", .count),
    ("timeoutMs", .integer(1...120_000)),
  ]

  /// The message types of a provider, with the required header members besides `sid`.
  private static let requiredMembers: [String: [String]] = [
    "hello": ["id"], "pong": ["re"], "part": ["re", "seq"], "done": ["re"], "error": ["re"],
    "bye": [],
  ]

  private static func contentFindings(_ message: ReceivedMessage) -> [Finding] {
    var findings: [Finding] = []
    if message.attachment != nil, message.type != "done" {
      findings.append(Finding("wire.frames", "A \"\(message.type)\" has an attachment."))
    }
    if let problem = Shape.bodies[message.type]?.problem(in: message.body) {
      let check = "wire.\(message.type)"
      findings.append(Finding(check, "In the body of \"\(message.type)\", \(problem)."))
    }
    if message.type == "error", let code = message.body["code"]?.text,
      !ErrorCode.registered.contains(ErrorCode(rawValue: code)), !code.hasPrefix("X_")
    {
      findings.append(
        Finding(
          "tolerance.words",
          "The code \(code.quoted) is neither registered nor of the form X_…."
        )
      )
    }
    return findings
  }
}

extension JSONValue {
  /// Returns the path of the first `null`; a configuration schema may contain it.
  fileprivate func pathToNull() -> String? {
    let inner: [(String, JSONValue)] =
      switch self {
      case .object(let members):
        members.filter { $0.key != "configSchema" }.sorted { $0.key < $1.key }
      case .array(let elements): elements.enumerated().map { ("[\($0)]", $1) }
      default: []
      }
    for (name, value) in inner {
      if value == .null { return name }
      if let path = value.pathToNull() { return "\(name).\(path)" }
    }
    return nil
  }
}
